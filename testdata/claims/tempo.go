//go:build tempo

// Command answers checks a file of answers to questions about positions, also about tempo: trust_test.go counts
// what it links.
package main

import (
	"context"
	"log"
	"os"

	"retroproof/proofs/answers"
	"retroproof/proofs/answers/tempo"
)

func main() {
	f, err := os.Open(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	if _, err := answers.Check(context.Background(), f, answers.Options{Tempo: tempo.Check}); err != nil {
		log.Fatal(err)
	}
}
