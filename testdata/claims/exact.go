//go:build exact

// Command exact checks a certificate of the number of games, and does nothing else: trust_test.go counts what it links.
package main

import (
	"context"
	"log"
	"os"

	"retroproof/proofs/exact"
)

func main() {
	if _, err := exact.Check(context.Background(), os.Stdin, exact.Options{}); err != nil {
		log.Fatal(err)
	}
}
