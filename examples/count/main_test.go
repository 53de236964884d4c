package main

func Example() {
	main()
	// Output:
	// 79792266297612001 models
	// 1024 choices
}
