package krk

import (
	"context"
	"testing"
	"time"

	"retroproof/encode"
	"retroproof/proofs/krk/spec"
)

func TestSymbolicEqualsNative(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at all positions and moves")
	}
	for _, rep := range []encode.Representation{encode.Order, encode.OneHot, encode.Binary} {
		t.Run(rep.String(), func(t *testing.T) {
			t.Parallel()
			diffs, n, err := CompareByEvaluation(context.Background(), Notions(), rep, spec.Default(), spec.Default(), 10)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range diffs {
				t.Error(d)
			}
			t.Logf("%d values compared", n)
			start := time.Now()
			diffs, n, err = CompareMoves(context.Background(), rep, spec.Default(), spec.Default(), 10)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range diffs {
				t.Error(d)
			}
			t.Logf("%d moves compared, %v", n, time.Since(start))
		})
	}
}

func TestSymbolicEqualsNativeByProof(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds of SAT")
	}
	start := time.Now()
	diffs, n, err := CompareByProof(context.Background(), encode.Order, spec.Default(), spec.Default(), []Square{9, 62})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range diffs {
		t.Error(d)
	}
	t.Logf("%d: %v", n, time.Since(start))
}
