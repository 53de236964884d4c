package main

import "os"

func Example() {
	os.Args = []string{"legality",
		"4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
		"rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 2 2",
	}
	main()
	// Output:
	// illegal OppositeCheck
	// It is White's move, but Black is in check from Re7 and has just moved.
	// legal ProofGame
	// Na3 Nc6 Nb5 Nh6 Nc3 Ng4 Nb1 Nb8 Nf3 Nf6
}
