//go:build ursa

// Command ursa checks a folder about a program in URSA, and does nothing else: trust_test.go counts what it links.
package main

import (
	"context"
	"log"
	"os"

	"retroproof/proofs/lrat"
	"retroproof/proofs/ursa"
)

func main() {
	if _, err := ursa.Check(context.Background(), os.DirFS(os.Args[1]), lrat.DefaultMemory); err != nil {
		log.Fatal(err)
	}
}
