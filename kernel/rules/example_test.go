package rules_test

import (
	"fmt"
	"log"

	"retroproof/chess"
	"retroproof/kernel/rules"
)

// Some rules need no start.
func ExampleStatic() {
	goal, err := chess.ParseFEN("8/8/8/8/8/8/8/Kk6 w - - 0 1")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(rules.Static(nil, &goal).Reason)
	// Output: AdjacentKings
}
