package sat

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"retroproof/encode"
	"retroproof/internal/expect"
)

// TestNumbers: random constraints about pairs of small numbers, many of them permutations, have on one trail the
// assignments that evaluation gives; with a constraint about three numbers, too, which has another form.
func TestNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(44, 3))
	recognised := 0
	for i := range 400 {
		c := encode.NewCircuit()
		ns := make([]encode.Num, 2+r.IntN(3))
		width := 1 + r.IntN(3)
		domain := 1 + r.IntN(1<<width)
		for k := range ns {
			ns[k] = c.NumInput(fmt.Sprintf("n%d", k), width)
			if r.IntN(6) > 0 {
				c.Assert(c.LeNum(ns[k], c.Num(uint64(domain-1), width)))
			}
			for _, m := range ns[:k] {
				shift := c.Num(uint64(r.IntN(1<<width)), width)
				switch equal := c.EqNum(m, ns[k]); r.IntN(8) {
				case 0:
				case 1:
					c.Assert(c.LtNum(c.Add(m, shift), ns[k]))
				case 2:
					c.Assert(c.Or(equal, c.EqNum(m, shift)))
				case 3:
					c.Assert(equal.Not(), c.EqNum(c.Add(m, shift), ns[k]).Not())
				default:
					c.Assert(equal.Not())
				}
			}
		}
		if len(ns) > 2 && r.IntN(8) == 0 {
			c.Assert(c.EqNum(c.Add(ns[0], ns[1]), ns[2]).Not())
		}
		over := c.Inputs()
		slices.Reverse(over)
		ok := c.Asserted()
		if findNumbers(c, &evaluation{values: c.NewEvaluator(ok), ok: ok, over: over}) != nil {
			recognised++
		}
		rows := []string{}
		for row, err := range ListAll(t.Context(), Native, c, over) {
			expect.NoError(t, err)
			rows = append(rows, text(row))
		}
		if want := wanted(c, over); !slices.Equal(rows, want) {
			t.Fatalf("circuit %d: %v, want %v", i, rows, want)
		}
	}
	if recognised < 200 {
		t.Errorf("%d of 400 circuits consist of pairs of numbers", recognised)
	}
}
