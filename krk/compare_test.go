package krk

import (
	"context"
	"sync"
	"testing"

	"retroproof/encode"
	"retroproof/proofs/krk/spec"
)

// defaultRelation is the strategy as it is, which a test that changes it makes anew.
var defaultRelation = sync.OnceValue(func() *Relation { return NewRelation(spec.Default()) })

// The circuits say what plain code says: in the default representation on all
// positions and moves, in the others on one of so many (make soundness: on
// all). The numbers have no common factor with the sizes of the board, so that
// no square is left out.
func TestSymbolicEqualsNative(t *testing.T) {
	for _, rep := range []encode.Representation{encode.Order, encode.OneHot, encode.Binary} {
		every := 1
		switch {
		case testing.Short():
			every = 101
		case rep != encode.Order && !long:
			every = 17
		}
		t.Run(rep.String(), func(t *testing.T) {
			t.Parallel()
			diffs, n, err := compareByEvaluation(context.Background(), Notions(), rep, spec.Default(), defaultRelation(), every, 10)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range diffs {
				t.Error(d)
			}
			t.Logf("%d values compared", n)
			diffs, n, err = compareMoves(context.Background(), rep, spec.Default(), defaultRelation(), every, 10)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range diffs {
				t.Error(d)
			}
			t.Logf("%d moves compared", n)
		})
	}
}
