package main

func Example() {
	main()
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
