// Package core checks proofs that a kernel question has the answer no. The question is whether an extended proof
// kernel leads from a start to a goal; every game to the goal gives one. A core is a list of clauses, each an
// instance of a named schema, and a proof that no assignment of their variables makes all of them true. Every
// game gives an assignment that makes every instance true, so there is no game. doc/formula.md lists the schemas,
// says for each why it is true of every game, and defines the file.
//
//	question.go    what a question is about: pawns, slots for captures, numbers of men
//	variables.go   variables, and which of them are constant
//	lists.go       disjunctions, alternatives and counters
//	schemas.go     the schemas
//	statement.go   what a game may have besides
//	read.go        the file of a core
//	propagate.go   unit propagation
//	check.go       proofs
//
// Believed: That every instance that a schema accepts is true of every game, as doc/formula.md says, and that a
// proof is accepted only if its clauses contradict each other.
package core
