//go:build answers

// Command answers checks a file of answers to questions about positions, and does nothing else: trust_test.go counts
// what it links.
package main

import (
	"context"
	"log"
	"os"

	"retroproof/proofs/answers"
)

func main() {
	f, err := os.Open(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		log.Fatal(err)
	}
	if _, err := answers.Check(context.Background(), f, info.Size(), answers.Options{}); err != nil {
		log.Fatal(err)
	}
}
