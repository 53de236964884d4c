package krk

import (
	"testing"

	"retroproof/encode"
	"retroproof/krk/spec"
)

// The circuits agree with the rules of chess and the strategy's text, and all of it is symmetric.
func TestRules(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at all positions")
	}
	representations := []encode.Representation{encode.Order}
	if long {
		representations = append(representations, encode.OneHot, encode.Binary)
	}
	for _, rep := range representations {
		r, err := CheckRules(t.Context(), rep, spec.Default())
		if err != nil {
			t.Fatal(err)
		}
		got := *r
		got.Symmetry = spec.Invariance{}
		want := Rules{
			Legal: 175168 + 223944, WhiteMoves: 3383416, BlackMoves: 1085792, Mates: 216, Stalemates: 68, StrategyMoves: 189712,
			Steps: [spec.NumSteps]int{0, 1512, 648, 119236, 12192, 4124, 3472, 184, 33368, 432}, Canonical: 21959,
		}
		if got != want {
			t.Errorf("%s: %+v, want %+v", rep, got, want)
		}
		for n, symmetric := range r.Symmetry.Notions {
			if symmetric != (spec.Notion(n) != spec.Canonical) {
				t.Errorf("%s is symmetric: %t", spec.Notion(n), symmetric)
			}
		}
	}
}
