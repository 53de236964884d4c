// Package sat decides propositional formulas with one interface for all solvers.
//
// # Solving
//
// New("") makes the embedded solver "gini", New("native") the one that writes proofs; New("cadical"), "kissat",
// "minisat" and "cryptominisat5" run a program found on PATH. A formula is given clause by clause, literals being
// DIMACS numbers, and solved any number of times, with clauses added and assumptions made in between:
//
//	solver.AddClause([]int{1, -2})   // for good
//	solver.Assume(2)                 // for the next Solve only
//	status, err := solver.Solve(ctx) // Satisfiable, Unsatisfiable, or Unknown and the reason
//	solver.Value(1)                  // after Satisfiable: in the model
//	solver.Failed()                  // after Unsatisfiable: the failed assumptions
//
// Unknown is the zero Status, and it never comes without an error: the context's, ErrConflictLimit for a limit set by
// WithConflictLimit, or what went wrong. The two definite answers never come with an error, so that
//
//	if err != nil { return err }
//
// after Solve leaves exactly these two.
//
// # What may be believed
//
// Satisfiable can be checked: CheckModel compares a model with a formula. External programs' models are always
// checked, and their exit code and text must agree. Unsatisfiable is not checked here: a Prover writes a proof that
// package lrat checks.
//
// # Enumerating
//
// Enumerate lists all assignments of some variables that can be extended to models, in order, as cubes. It adds no
// blocking clauses, so hundreds of thousands of models are no problem; with the complement of the formula it finds
// whole subcubes at once.
//
// # Optimizing
//
// MaxSAT finds a model of hard clauses that costs least by the weights of soft ones, and a formula that says why none
// costs less.
//
// # Names
//
//	literal      a variable's number, 1 or more, or its negative
//	assumption   a literal that holds during one Solve
//	failed       assumptions that are inconsistent with the formula
//	model        values for all variables that make all clauses true
//	projection   the variables whose values are enumerated, as opposed to auxiliary ones
//	cube         some projection variables fixed, the others free
//	complement   a formula that is satisfiable just where another is not
package sat
