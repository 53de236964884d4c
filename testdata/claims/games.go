//go:build games

// Command games checks proof games, and does nothing else: trust_test.go counts what it links.
package main

import (
	"context"
	"log"
	"os"

	"retroproof/proofs/games"
)

func main() {
	if _, err := games.Check(context.Background(), os.Stdin, "stdin", games.Options{}); err != nil {
		log.Fatal(err)
	}
}
