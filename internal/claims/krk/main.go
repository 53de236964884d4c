// Command krk checks a certificate of the KRK strategy, and does nothing else: trust_test.go counts what it links.
package main

import (
	"context"
	"log"
	"os"

	"retroproof/proofs/krk"
	"retroproof/proofs/lrat"
)

func main() {
	if _, err := krk.Check(context.Background(), os.DirFS(os.Args[1]), lrat.DefaultMemory); err != nil {
		log.Fatal(err)
	}
}
