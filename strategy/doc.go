// Package strategy proves, certifies, plays and compares the strategies that packages
// proofs/strategy/plain and spec define: for king and one man against king, on boards of several
// sizes.
//
//	prove.go      every lemma by SAT
//	certify.go    the same with proofs, for retroproof-check; files of folders
//	play.go       games by the strategy against a defender
//	tablebase.go  rules and best play against package chess and the tablebase
//	compare.go    the strategy against best play; figure.go draws both
//	exhaust.go    every lemma by trying all plays; agreement.go compares verdicts
package strategy
