package main

func Example() {
	main()
	// Output:
	// 2 queens: 0 boards
	//  . . . . . Q
	//  . . . . . .
	//  . Q . . . .
	//  . . . . . .
	//  . . . Q . .
	//  . . . . . .
	// 3 queens: 4 boards
}
