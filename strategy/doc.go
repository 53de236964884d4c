// Package strategy proves, certifies, plays and compares the strategies that packages proofs/strategy/text and core
// define, on boards of several sizes, and says what it finds, as JSON and as text.
//
//	list.go       the strategies, and their texts
//	prove.go      every lemma by SAT; proof.go says what came of it, watch.go what runs
//	certify.go    the same with proofs, for retroproof-check; files of folders
//	play.go       games by the strategy against a defender; judge.go judges one move
//	tablebase.go  rules and best play against package chess and the tablebase
//	count.go      positions, by steps and by the length of wins
//	compare.go    the strategy against best play; figure.go draws both
//	exhaust.go    every lemma by trying all plays; agreement.go compares verdicts
package strategy
