// Command ursa runs a program in URSA: a puzzle of letters that are different digits.
package main

import (
	"context"
	"fmt"
	"log"

	"retroproof/ursa"
)

const puzzle = `/* bits: 12 */
nTO = 10*nT + nO; nGO = 10*nG + nO; nOUT = 100*nO + 10*nU + nT;
assert_all(nTO + nGO == nOUT; alldifferent(nT, nO, nG, nU); nT < 10; nG < 10; nU < 10; nO > 0; nO < 10);
`

func main() {
	ctx := context.Background()
	p, err := ursa.Parse("puzzle.urs", puzzle, 0, false)
	if err != nil {
		log.Fatal(err)
	}
	err = p.Run(ctx, ursa.Options{}, ursa.Handler{Assert: func(a *ursa.Assertion) error {
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
	if err != nil {
		log.Fatal(err)
	}
}
