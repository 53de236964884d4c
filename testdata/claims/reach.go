//go:build reach

// Command reach checks a folder of evidence about a transition system, and does nothing else: trust_test.go counts what it links.
package main

import (
	"context"
	"log"
	"os"

	"retroproof/proofs/lrat"
	"retroproof/proofs/reach"
)

func main() {
	if _, err := reach.Check(context.Background(), os.DirFS(os.Args[1]), lrat.DefaultMemory); err != nil {
		log.Fatal(err)
	}
}
