//go:build wins

// Command wins checks the claim that a strategy wins, by going back from mate, and does nothing else: trust_test.go counts
// what it links.
package main

import (
	"context"
	"log"
	"os"

	"retroproof/proofs/strategy/wins"
)

func main() {
	if _, _, err := wins.Check(context.Background(), os.DirFS(os.Args[1])); err != nil {
		log.Fatal(err)
	}
}
