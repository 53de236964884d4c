// Package strategy proves, certifies, plays and counts the strategies that packages
// proofs/strategy/plain and spec define: for king and one man against king, on boards of several
// sizes.
//
//	prove.go    every lemma by SAT
//	certify.go  the same with proofs, for retroproof-check; files of folders
//	play.go     games by the strategy against a defender
package strategy
