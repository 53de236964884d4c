//go:build strategy

// Command strategy checks a certificate of a strategy on some board, and does nothing else: trust_test.go counts what
// it links.
package main

import (
	"context"
	"log"
	"os"

	"retroproof/proofs/lrat"
	"retroproof/proofs/strategy"
)

func main() {
	if _, err := strategy.Check(context.Background(), os.DirFS(os.Args[1]), lrat.DefaultMemory); err != nil {
		log.Fatal(err)
	}
}
