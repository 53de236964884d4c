// Package cdcl is a SAT solver that writes its proof while it solves: conflict-driven clause learning in its modern
// form, made small, deterministic, and incremental, with every inference logged in LRAT.
//
// # Use
//
//	s := cdcl.New()
//	s.SetProof(cdcl.NewTextWriter(file)) // before the first clause; optional
//	s.AddClause(1, -2)                   // for good; literals as in DIMACS
//	s.Assume(2)                          // for the next Solve only
//	status, err := s.Solve(ctx, 0)       // Unknown comes with an error, the two answers never
//	s.Value(1)                           // after Satisfiable
//	s.Failed()                           // after Unsatisfiable: the failed assumptions
//
// Variables are allocated up to the largest one that occurs; callers with sparse numbers renumber them.
//
// # Proofs
//
// The clauses given to AddClause have the numbers 1, 2, 3, ... in the order of the calls, just as in a DIMACS file:
// tautologies, repetitions and the empty clause count, too. Every clause that is derived gets the next number, and is
// handed to the Proof with its hints in the order of unit propagation. A refutation ends with the empty clause. If a
// formula is unsatisfiable only under assumptions, there is no empty clause to derive; the last step is the clause of
// their negations, and FailedClause its number.
//
// A Writer writes a proof as it comes. Recorder keeps one, and Recorder.Trim writes only the
// steps that the refutation uses, with new numbers, and deletes each one after its last use.
//
// # How it works
//
// One technique a file:
//
//	arena.go      clauses, one after the other in one slice
//	propagate.go  two watched literals, with blocking literals, binary clauses apart
//	analyze.go    first unique implication point, minimisation, glue, and the hints of a proof step
//	decide.go     which variable next (a heap of scores, or a queue)
//	restart.go    when to begin afresh, and the two modes of search
//	reduce.go     which learnt clauses to delete
//	phases.go     with which value
//	walk.go       better values by local search
//	parity.go     sums modulo 2
//	sweep.go      equal variables
//	probe.go      failed literals
//	eliminate.go  elimination of variables, and their return
//	subsume.go    subsumed and strengthened clauses of the formula
//	failed.go     why assumptions fail, and the proof of it
//	simplify.go   clauses under the literals that are fixed for good
//	vivify.go     shorter learnt clauses by propagation
//	proof.go      proof sinks
//	record.go     a proof kept in memory or in a temporary file
//	trim.go       the part of it that the refutation uses
//
// # Names
//
//	level    the number of decisions that precede an assignment; what is assigned at level 0 holds for good
//	reason   the clause that made a literal true; decisions have none
//	glue     the number of levels in a learnt clause when it was learnt; the smaller, the more useful
//	tier     learnt clauses with glue up to 2 are kept for good, those up to 4 as long as they are used, others briefly
//	tick     a clause or list looked at by propagation: the unit of effort, the same on every machine
package cdcl
