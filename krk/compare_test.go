package krk

import (
	"context"
	"slices"
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

func TestSymbolicEqualsNativeByProof(t *testing.T) {
	if long {
		diffs, _, err := CompareByProof(context.Background(), encode.Order, spec.Default(), spec.Default(), []Square{9, 62})
		if err != nil || len(diffs) > 0 {
			t.Errorf("differences %v, error %v", diffs, err)
		}
		return
	}
	easy := slices.DeleteFunc(Notions(), func(n Notion) bool {
		return !slices.Contains([]string{"legal", "check", "mate", "stalemate", "L-pattern"}, n.Name)
	})
	diffs, n, err := compareByProofAt(context.Background(), easy, encode.Order, spec.Default(), defaultRelation(), 62)
	if err != nil || len(diffs) > 0 || n != len(easy) {
		t.Errorf("%d proved, differences %v, error %v", n, diffs, err)
	}
	easy[0].Native = func(p Position, _ *Relation) int { return truth(isLegal(p) && p.R() != 5) }
	diffs, _, err = compareByProofAt(context.Background(), easy[:1], encode.Order, spec.Default(), defaultRelation(), 62)
	if err != nil || len(diffs) != 1 || diffs[0].position.R() != 5 {
		t.Errorf("a rule that leaves out a square: differences %v, error %v", diffs, err)
	}
}
