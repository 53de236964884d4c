//go:build wins

// Command wins checks the claim that a strategy in core form wins, by going back from mate, and does nothing else:
// trust_test.go counts what it links.
package main

import (
	"context"
	"log"
	"os"

	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/wins"
)

func main() {
	form, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	s, err := core.Read(form)
	if err != nil {
		log.Fatal(err)
	}
	if _, err := wins.Check(context.Background(), s); err != nil {
		log.Fatal(err)
	}
}
