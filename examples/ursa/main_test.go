package main

func Example() {
	main()
	// Output:
	// nG = 8
	// nO = 1
	// nT = 2
	// nU = 0
}
