package core_test

import (
	"crypto/sha256"
	"fmt"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/internal/vectors"
	"retroproof/proofs/illegal/core"
	"retroproof/proofs/illegal/facts"
)

// TestVectors: the conformance kit says what all instances of some questions are.
func TestVectors(t *testing.T) {
	t.Parallel()
	list := vectors.Read(t, "../../../testdata/conformance/vectors.md")
	for _, v := range list {
		q := core.New(v.Asked)
		instances, literals := 0, 0
		numbers := map[core.Lit]int{}
		hash := sha256.New()
		for schema := range core.Schemas() {
			for rank := range q.Instances(schema) {
				clause, err := q.Clause(schema, rank)
				if err != nil {
					continue
				}
				instances++
				literals += len(clause)
				for _, l := range clause {
					key := max(l, -l)
					if numbers[key] == 0 {
						numbers[key] = len(numbers) + 1
					}
					fmt.Fprint(hash, int(l/key)*numbers[key], " ")
				}
				fmt.Fprintln(hash, 0)
			}
		}
		expect.Equal(t, fmt.Sprintf("%d %d %x", instances, literals, hash.Sum(nil)), v.Want, "%s: the document says", v.Name)
	}
}

// A rank beyond the last one names no instance, and a proof ends with its last byte.
func TestNothingIsLeftOver(t *testing.T) {
	t.Parallel()
	start, goal := chess.InitialSetup(), chess.InitialSetup()
	goal.Board[chess.MakeSquare(4, 1)] = chess.NoMan // a pawn that one capture of Black's takes
	a, err := facts.NewAbstraction(&start, &goal, nil)
	expect.NoError(t, err)
	q := core.New(a)
	for schema := range core.Schemas() {
		ranks := q.Instances(schema)
		for rank := range min(ranks, 200) {
			if _, err := q.Clause(schema, rank); err != nil {
				continue
			}
			expect.Fails(t, expect.Err(q.Clause(schema, rank+ranks)),
				"%s has an instance of rank %d, and only %d ranks", core.SchemaName(schema), rank+ranks, ranks)
		}
	}
	for _, proof := range [][]byte{{1, 0}, {0}} { // a clause of one literal, and the empty one; after it, a byte
		c := core.Core{Variables: []core.Lit{1}, Clauses: [][]int32{{1}, {-1}}, Limit: core.MostVisits}
		c.SetProof(proof)
		expect.Fails(t, expect.Err(c.Check(t.Context(), nil)), "% x after a contradiction", proof)
	}
}
