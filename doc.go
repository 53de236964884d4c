// Package retroproof is the map of the module, and has its version; all other
// code is elsewhere. Start reading in the room that holds what you look for.
//
//	cmd/retroproof        the program: a file for each verb
//	cmd/retroproof-check  checks certificates, and links no search code
//
//	krk      the strategy for king and rook against king, and its lemmas
//	kernel   proof kernels, last moves, proof games, verdicts on legality
//	retro    tablebases by retrograde analysis
//	sat      solvers behind one interface
//	internal what is for this module alone: CPU time, the page of JSON
//	release  makes the archives that are handed out
//
//	-------- trust line --------
//
//	count    armies, position integers, rankings, samples, the estimate
//	proofs   certificate formats and their checkers
//	encode   symbolic Booleans and numbers, to CNF
//	chess    squares, men, FEN, positions; standard library only
//
// A certificate that the checker accepts asks for belief in what stands below
// the trust line, and in nothing above it. What a certificate is about, such as
// the formula of a lemma, has a room of its own that counts as below the line:
// krk/spec (and in it certificate, which checks), kernel/rules, kernel/formula,
// and kernel/certificate, which checks them; count/survey checks an estimate with
// all of its evidence. kernel/certify writes certificates,
// kernel/story tells them in prose, kernel/proofgame builds games, kernel/astar
// searches for them.
//
// Imports point downwards only. The table of what each room may import is in
// arch_test.go, which checks it; a room that is not there yet is on the map
// already.
package retroproof
