//go:build illegal

// Command illegal checks a certificate of verdicts, and does nothing else: trust_test.go counts what it links.
package main

import (
	"context"
	"log"
	"os"

	"retroproof/proofs/illegal"
)

func main() {
	f, err := os.Open(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	if _, err := illegal.Check(context.Background(), f, illegal.Options{}); err != nil {
		log.Fatal(err)
	}
}
