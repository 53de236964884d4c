//go:build lrat

// Command lrat checks that a proof in binary LRAT refutes a formula, and does nothing else: trust_test.go counts what it
// links. Proofs in text are read by other functions of package lrat, and proofs in DRAT by package drup: the steps that
// these make of a file are checked in the same way, so that they are not believed.
package main

import (
	"context"
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
	var c *lrat.Checker
	err = lrat.ScanDIMACS(cnf, os.Args[1], func(variables int, _ int64) error {
		c = lrat.NewChecker(variables, lrat.DefaultMemory)
		return nil
	}, func(clause []int32) error { return c.AddClause(clause) })
	if err != nil {
		log.Fatal(err)
	}
	if _, err := c.BinaryLRAT(context.Background(), proof, os.Args[2]); err != nil {
		log.Fatal(err)
	}
}
