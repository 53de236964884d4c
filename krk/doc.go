// Package krk proves the lemmas of M. Malikovic and P. Janicic, "Proving correctness of a KRK chess endgame strategy by
// SAT-based constraint solving" (2013), about the strategy that the text krk2013 has.
//
//	suite.go      the strategy as circuits and as a table, in a reading of the paper, with paper.strategy
//	lemmas.go     the nine lemmas, their strong forms, and controls, with the figures of Table 1
//	parts.go      Lemmas 2 and 4 by way of smaller formulas
//	prove.go      every lemma by SAT
//	exhaust.go    every lemma once more, by trying all plays
//	deduction.go  the three theorems
//	report.go     what is said of all that: rows of tables, as JSON and as text
//
// Playing the strategy, its certificate and comparisons with tablebases are those of every strategy: package strategy.
package krk
