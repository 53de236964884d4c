package main

import (
	"context"
	"fmt"
	"strings"

	"retroproof/sat"
)

// Hard clauses begin with h, soft ones with what it costs not to satisfy them.
const guests = `h -1 -2 0
h -2 -3 0
h -3 -4 0
h 1 4 0
4 1 0
6 2 0
5 3 0
2 4 0
`

// maxSAT finds the best model of a formula with weights: which guests to invite, of whom some do not get on.
func maxSAT(ctx context.Context, _ []string) error {
	w, err := sat.ReadWCNF(strings.NewReader(guests), "guests")
	if err != nil {
		return err
	}
	s, err := sat.New(sat.Native)
	if err != nil {
		return err
	}
	defer s.Close()
	m := sat.NewMaxSAT(w, s)
	if _, err := m.Solve(ctx); err != nil {
		return err
	}
	fmt.Println("the best model", m.Model, "costs", m.Cost, "and none costs less than", m.Lower)
	return nil
}
