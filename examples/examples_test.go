package main

func Example_certificate() {
	run("certificate", "../testdata/conformance/c204.gz")
	// Output:
	// r2qkbnr/1bppp2p/2n1Q1p1/p5N1/5p1P/1P1PP1p1/P1PB1PPR/RN2KB2 b Qkq - 2 10 is illegal: unmatched
	// VERIFIED: 1 positions of games from rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
}

func Example_core() {
	run("core")
	// Output:
	// clause 1 is [1 2]
	// clause 2 is [1 -2]
	// clause 4 is [-1 2]
	// clause 5 is [-1 -2]
	// no model, by a proof of 3 steps
}

func Example_count() {
	run("count")
	// Output:
	// 79792266297612001 models
	// 1024 choices
}

func Example_legality() {
	run("legality",
		"4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
		"rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 2 2")
	// Output:
	// illegal OppositeCheck
	// It is White's move, but Black is in check from Re7 and has just moved.
	// legal ProofGame
	// Na3 Nc6 Nb5 Nh6 Nc3 Ng4 Nb1 Nb8 Nf3 Nf6
}

func Example_maxsat() {
	run("maxsat")
	// Output:
	// the best model [1 -2 3 -4] costs 8 and none costs less than 8
}

func Example_reach() {
	run("reach")
	// Output:
	// 5 is never shown: found by pdr
	// 6 is shown after 3 steps
	// 1
	// b0
	// 000
	// 1
	// 1
	// 1
	// x
	// .
}

func Example_tablebase() {
	run("tablebase")
	// Output:
	// KQvK has 46137 positions
	// KRvK has 50015 positions
	// KBvK has 52234 positions
	// KNvK has 53806 positions
	// KPvK has 165676 positions
	// White to move: win in 17 plies
	// e8=Q win in 17 plies
	// e8=R win in 31 plies
	// Kb1 draw
	// Ka2 draw
	// Kb2 draw
	// e8=B draw
	// e8=N+ draw
}

func Example_ursa() {
	run("ursa")
	// Output:
	// nG = 8
	// nO = 1
	// nT = 2
	// nU = 0
}
