//go:build survey

// Command survey checks an estimate with its evidence, and does nothing else: trust_test.go counts what it links.
package main

import (
	"context"
	"log"
	"os"

	"retroproof/proofs/survey"
)

func main() {
	if _, err := survey.Check(context.Background(), os.Args[1], survey.Options{}); err != nil {
		log.Fatal(err)
	}
}
