// Package ursa checks that a program in the constraint language URSA has exactly the solutions that a certificate
// names. It is a second, small compiler: it reads the program, runs it over bits of a circuit of package encode, makes
// the clauses of the circuit, and has package lrat check a proof that these, with clauses against the solutions, have
// no model. It shares no code with package ursa above the line, which finds solutions, and believes nothing of a
// certificate but the text of the program and the width of its numbers.
//
//	read.go       from text to a tree
//	run.go        from the tree to a circuit: the meaning of the language
//	assertion.go  the formula of an assertion, and its solutions
//	check.go      the certificate
//
// doc/ursa.md describes the language and the form of certificates.
//
// Believed: That read.go and run.go say what the language means, that the clauses are the circuit's, and package lrat.
package ursa
