// Package reach decides whether a transition system can reach a bad state, or has a run that violates a justice
// property: model checking of safety and liveness, for any number of steps. A counterexample is a run, which is
// replayed before it is returned; safety is shown by an invariant, of which Certify makes a witness circuit and proofs
// that package proofs/reach checks.
//
//	system.go      systems, from and to AIGER models; copies of one state in another circuit
//	models/        counters, king and rook against king, men on a back rank, arbiters
//	engine.go      Decide: which engine, and the portfolio
//	simulate.go    random runs, 64 at once
//	bmc.go         bounded model checking, on one solver that grows
//	kind.go        k-induction
//	parity.go      equations over GF(2) that hold in all states (Karr's analysis)
//	pdr.go step.go property directed reachability; its solvers
//	liveness.go    DecideJustice: loops, and monitors that count
//	trace.go       counterexamples, by three-valued simulation without what does not matter
//	program.go     other model checkers; clausefile.go: invariants in files
//	witness.go     the witness circuit of an invariant
//	certify.go     the folder with the evidence
//
// # Names
//
//	state      values of all latches; it is bad, or a constraint holds, together with inputs
//	frame      an over-approximation of what is reached in at most so many steps
//	cube       states with some latches given
//	lemma      a condition that is known to hold in all states that can be reached
package reach
