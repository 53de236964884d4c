// Package encode builds Boolean circuits from symbolic Booleans and numbers
// and writes them as clauses. It is URSA (Janičić, "URSA: A System for Uniform
// Reduction to SAT", LMCS 8(3:30), 2012) as a Go package: a specification is a
// Go program that computes with symbolic values, and what it asserts becomes
// one propositional formula.
//
// # A worked example
//
// Where is the black king if it stands left of the white rook on (3,1) and
// below it? In URSA: assert_all(nBKx<3 && nBKy<1); with numbers of three bits.
//
//	c := encode.NewCircuit()
//	x, y := c.NumInput("nBKx", 3), c.NumInput("nBKy", 3)
//	c.Assert(c.LtNum(x, c.Num(3, 3)), c.LtNum(y, c.Num(1, 3)))
//	over := []encode.Bool{x[2], x[1], x[0], y[2], y[1], y[0]}
//	for values, err := range sat.ListAll(ctx, "", c, over) { ... }
//
// gives 000 000, 001 000 and 010 000: (0,0), (1,0) and (2,0). The examples of
// this package run it, and URSA's nv = nu+1; assert(nv==2).
//
// # Names
//
//	URSA                         here
//	bX                           Bool: a literal of a Circuit, Not is free
//	nX                           Num: bits, the lowest first; all modulo 2^width
//	                             Int: exact integers with a range, see Ints
//	ground value                 a constant; Circuit.Of, Num, Ints.Int make them, Ground and GroundNum read them
//	independent variable         Input, NumInput, IntInput; they have names
//	dependent value              the result of any operation
//	procedure p(nA, bB) {...}    a Go function from the arguments to the results
//	if, for, while on ground     Go's own
//	&& || ! ^^                   And, Or, Not, Xor; also Implies, Iff, ExactlyOne
//	ite(b, x, y)                 Ite, IteNum, IteInt
//	+ - * << >> & | ^ ~          Add, Sub, Mul, Shl, Shr, BitAnd, BitOr, BitXor, BitNot
//	== < <=                      EqNum, LtNum, LeNum; Eq, Lt, Lte of Ints
//	num2bool, bool2num           Num2Bool, Bool2Num
//	assert(b)                    Circuit.Assert, then sat.Assert: one model
//	assert_all(b)                Circuit.Assert, then sat.AssertAll, CountAll, ListAll
//
// # Circuits
//
// A circuit consists of inputs and AND gates; literals carry the sign. Equal
// gates are built once, for any order of their arguments. Constants, and
// gates that are decided by looking one level down, fold away: an operation on
// ground values is a ground value, and no solver is needed for it.
//
// Evaluator computes the values of a circuit for 64 assignments at once.
//
// # Formulas
//
// CNF writes the asserted constraints by one of three methods, Gates the
// definitions of some Booleans without constraints. Both can be sent to a
// solver and to a DIMACS file in the same call, so that what was solved is
// what was written. doc/encode.md has the conventions.
//
// # What is deterministic
//
// Circuits, variable numbers, the order of clauses and of literals in them,
// and the DIMACS text depend on nothing but the sequence of calls: not on maps,
// memory addresses, time or earlier circuits. The same program writes the same
// bytes. Files of the tests pin them across versions.
//
// # What is believed
//
// This package is below the trust line: when a formula has been proved to have no model, one
// has to believe that the formula expresses the specification. The package needs no solver,
// no search and no package from outside. The tests compare every operation with arithmetic
// on all small operands, random circuits with truth tables, and formulas of all methods with
// circuits, assignment by assignment.
//
// Believed: That gates compute what their names say, and that Follower accepts only clauses that
// follow from the gates. Writers of clauses are compared, and not believed.
package encode
