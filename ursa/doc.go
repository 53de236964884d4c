// Package ursa runs programs in URSA, a language for constraints (Janičić, "URSA: A System for Uniform Reduction to
// SAT", LMCS 8(3:30), 2012). A program is imperative; a variable that is read before it has a value stands for all
// values, what is computed from it is a formula, and assert asks a solver for values with which a formula holds.
//
// # Running a program
//
//	p, err := ursa.Parse("queens.urs", text, 0, false)  // err is an *Error with file, line and column
//	err = p.Run(ctx, ursa.Options{}, ursa.Handler{
//		Assert: func(a *ursa.Assertion) error {
//			for s, err := range a.Solutions(ctx, "") { ... }
//		},
//		...
//	})
//
// The handler is called for each assertion as the program comes to it, and decides what to do with its formula: solve
// it, count its solutions, write it as DIMACS. A Certifier also writes proofs; Rebuild checks what it has written.
//
// # The parts
//
//	token.go      words and signs             tree.go      the syntax tree
//	parse.go      statements                  parse_expr.go expressions
//	value.go      numbers, ground or not      machine.go   variables, limits, errors of a run
//	eval.go       expressions                 exec.go      statements, calls
//	run.go        runs, minimize, formulas    solve.go     solutions; the ground interpreter
//	certify.go, manifest.go, rebuild.go       certificates
//
// # Values
//
// A ground number of up to 64 bits is a Go number. All others are circuits of package encode, in which ground parts
// fold away. Conditions of if, while and for, and indices, must be ground.
//
// # Formulas
//
// An assertion gets a circuit of its own, in three steps that keep its solutions: the gates that its constraint needs
// are copied (simplify.go); what the constraint says of single bits, or of two, is put in everywhere; and gates that
// are the same function of at most six bits become one. The certificate's clauses are those of this circuit, so that a
// proof does not depend on the steps being right: Rebuild makes the formula again by the same steps, and it is the
// ground interpreter, which knows neither circuits nor formulas, that verifies solutions.
//
// # What is believed
//
// Nothing here stands below the trust line. That there is no solution, or no other, is a solver's word, or a proof
// about a formula, of which one has to believe that it is what the program says.
package ursa
