// Package retroproof has the version of the module; all other code is elsewhere.
// ARCHITECTURE.md is the map: the rooms, the way of a position and of a lemma, and what
// has to be believed. In short:
//
//	cmd/retroproof        the program: a file for each verb
//	cmd/retroproof-check  checks certificates, and links no search code
//
//	examples  small programs that show how the packages are used
//
//	web       the page that "retroproof serve" serves
//	batch     lists: in order, in parallel, going on after a kill; surveys
//	krk       the strategy for king and rook against king: proving and playing it
//	strategy  strategies for king and one man against king on boards of any size
//	kernel    proof kernels, last moves, proof games, verdicts on legality
//	retro     tablebases by retrograde analysis
//	ursa      programs in URSA, a language for constraints
//	reach     transition systems: whether they reach a bad state
//	sat       solvers behind one interface
//	count     armies and bounds
//
//	internal  what measures, and what only tests and make use
//	release   makes archives, manual pages and the file NOTICES
//
//	-------- trust line --------
//
//	proofs    everything that is believed: a package for each kind of claim
//	encode    symbolic Booleans and numbers, to CNF
//	chess     squares, men, FEN, positions, moves, un-moves; standard library only
//
// Imports point downwards only. The table of what each room may import is in
// arch_test.go, which checks it.
package retroproof
