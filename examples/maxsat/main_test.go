package main

func Example() {
	main()
	// Output:
	// the best model [1 -2 3 -4] costs 8 and none costs less than 8
}
