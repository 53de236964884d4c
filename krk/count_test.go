package krk

import (
	"context"
	"slices"
	"testing"

	"retroproof/encode"
	"retroproof/proofs/krk/spec"
	"retroproof/sat"
)

// The figures of the paper, by plain code and as models of the circuits.
func TestFiguresBothWays(t *testing.T) {
	r := defaultRelation()
	for _, f := range Figures() {
		if n := f.Native(r); n != f.Paper {
			t.Errorf("%s: %d by plain code, want %d", f.Name, n, f.Paper)
		}
		// TestSymbolicEqualsNative compares the others' circuits, position by position.
		if !long && (f.Paper > 1000 || f.step && f.Name != "by ReadyToMate") || testing.Short() && f.Paper > 100 {
			continue
		}
		n, err := f.Models(context.Background(), spec.Default(), false, 2, nil)
		if err != nil || n != f.Paper {
			t.Errorf("%s: %d models, want %d (%v)", f.Name, n, f.Paper, err)
		}
	}
}

// The 68 stalemates that SAT lists are those of plain code, one by one.
func TestStalematesBySAT(t *testing.T) {
	var got, want []Position
	figures := Figures()
	i := slices.IndexFunc(figures, func(f Figure) bool { return f.Name == "stalemates" })
	err := figures[i].list(context.Background(), spec.Default(), func(p Position) { got = append(got, p) })
	if err != nil {
		t.Fatal(err)
	}
	for p := range Position(spec.NumPositions) {
		if isLegal(p) && stalemate(p) {
			want = append(want, p)
		}
	}
	slices.Sort(got)
	if len(want) != 68 || !slices.Equal(got, want) {
		t.Errorf("%d stalemates by SAT, %d by plain code, want the same 68", len(got), len(want))
	}
}

// list calls each for the positions that Models counts, which the solver
// finds alone.
func (f *Figure) list(ctx context.Context, rd Reading, each func(Position)) error {
	ctx = sat.WithEvaluated(ctx, 0)
	for bk := range Square(64) {
		b, p := f.circuit(rd, bk)
		inputs := b.Inputs()
		value := map[encode.Bool]bool{}
		for values, err := range sat.ListAll(ctx, sat.Embedded, b.Circuit, inputs) {
			if err != nil {
				return err
			}
			for i, in := range inputs {
				value[in] = values[i]
			}
			each(b.PosValue(p, func(x encode.Bool) bool { return value[x] }))
		}
	}
	return nil
}
