package main

func Example() {
	main()
	// Output:
	// clause 1 is [1 2]
	// clause 2 is [1 -2]
	// clause 4 is [-1 2]
	// clause 5 is [-1 -2]
	// no model, by a proof of 3 steps
}
