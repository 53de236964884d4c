package retractor_test

import (
	"context"
	"fmt"

	"retroproof/chess"
	"retroproof/kernel/retractor"
)

func Example() {
	s, err := retractor.Parse("-1w #1")
	if err != nil {
		panic(err)
	}
	diagram, err := retractor.Diagram("7k/6pp/8/8/8/8/5PPP/5RK1", chess.White)
	if err != nil {
		panic(err)
	}
	a, err := retractor.Solve(context.Background(), diagram, s, retractor.Options{})
	if err != nil {
		panic(err)
	}
	fmt.Println(a.Verdict, len(a.Keys), a.Keys[0].Text, a.Keys[0].Mates)
	// Output: possible 15 Ra1-f1 [Ra8#]
}
