package main

import (
	"context"
	"fmt"

	"retroproof/ursa"
)

const puzzle = `/* bits: 12 */
nTO = 10*nT + nO; nGO = 10*nG + nO; nOUT = 100*nO + 10*nU + nT;
assert_all(nTO + nGO == nOUT; alldifferent(nT, nO, nG, nU); nT < 10; nG < 10; nU < 10; nO > 0; nO < 10);
`

// puzzles runs a program in URSA: a puzzle of letters that are different digits.
func puzzles(ctx context.Context, _ []string) error {
	p, err := ursa.Parse("puzzle.urs", puzzle, 0, false)
	if err != nil {
		return err
	}
	return p.Run(ctx, ursa.Options{}, ursa.Handler{Assert: func(a *ursa.Assertion) error {
		for s, err := range a.Solutions(ctx, "native") {
			if err != nil {
				return err
			}
			for i, v := range a.Variables {
				fmt.Println(v.Name, "=", s[i])
			}
		}
		return nil
	}})
}
