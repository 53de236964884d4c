package main

func Example() {
	main()
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
