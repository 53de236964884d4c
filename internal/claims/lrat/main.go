// Command lrat checks that a proof in LRAT refutes a formula, and does nothing else: trust_test.go counts what it links.
package main

import (
	"log"
	"os"

	"retroproof/proofs/lrat"
)

func main() {
	cnf, err := os.Open(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	proof, err := os.Open(os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	f, err := lrat.ReadDIMACS(cnf, os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	if _, err := lrat.CheckLRAT(f, proof, os.Args[2]); err != nil {
		log.Fatal(err)
	}
}
