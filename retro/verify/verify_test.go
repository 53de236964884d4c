package verify

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/retro/internal/tabletest"
	"retroproof/retro/table"
)

// withSubtables returns a table and all that it needs.
func withSubtables(t testing.TB, name string) tabletest.Set {
	t.Helper()
	ts := tabletest.Set{}
	for _, m := range table.BuildOrder(tabletest.Material(name)) {
		ts[m] = tabletest.Table(t, m.String())
	}
	return ts
}

// copyOf returns a copy of a table that may be changed.
func copyOf(t *table.Table) *table.Table {
	c := &table.Codes[uint8]{Layout: t.Layout, Deepest: t.Narrow.Deepest}
	for side := range c.Code {
		c.Code[side] = append([]uint8(nil), t.Narrow.Code[side]...)
	}
	return &table.Table{Layout: t.Layout, Narrow: c}
}

func verify(t testing.TB, ts tabletest.Set, name string) *Result {
	t.Helper()
	return verifyBy(t, ts, name, false)
}

func verifyBy(t testing.TB, ts tabletest.Set, name string, byPosition bool) *Result {
	t.Helper()
	v, err := Table(context.Background(), ts.Load, tabletest.Material(name), Options{Jobs: 2, ByPosition: byPosition})
	expect.NoError(t, err)
	return v
}

// TestBothWays: rows and positions by themselves find the same tables right, the
// same counts, and the same tables wrong, whatever the values are changed to.
func TestBothWays(t *testing.T) {
	t.Parallel()
	names, times := []string{"KRvK", "KPvK"}, 10
	if tabletest.Long {
		names, times = append(names, "KQvKR", "KRRvK", "KPvKP", "KPPvK", "KQPvK", "KBvKP"), 20
	}
	rng := rand.New(rand.NewPCG(9, 10))
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			right := tabletest.Table(t, name)
			ts := withSubtables(t, name)
			one, all := verifyBy(t, ts, name, true), verify(t, ts, name)
			if !one.OK() || !all.OK() || one.Counts != all.Counts {
				t.Errorf("by positions %v, by rows %v", one, all)
			}
			for i := range times {
				bad := copyOf(right)
				for range 1 + rng.IntN(3) {
					p := tabletest.RandomPosition(rng, tabletest.Material(name))
					side, cell := right.Find(p, table.MaterialOfPosition(p))
					code := &bad.Narrow.Code[side][cell]
					// Not 0: positions with a move to a cell without a value are found wrong by one of the ways only.
					*code = max(*code+[]uint8{255, 254, 100}[rng.IntN(3)], 1)
				}
				if i == 0 { // the deepest win: what is before it has no code
					bad.Narrow.Code[0][right.Cells()-65] = table.WinIn[uint8](table.MaxDepth[uint8]())
				}
				ts[right.Material] = bad
				one, all := verifyBy(t, ts, name, true), verify(t, ts, name)
				if one.OK() || all.OK() {
					t.Errorf("by positions %v, by rows %v", one, all)
				}
				// The moves of rows lead to cells that repeat others, too, which are not changed here.
				if !right.Repeats() && !reflect.DeepEqual(one.Wrong, all.Wrong) {
					t.Errorf("by positions %v, by rows %v", one.Wrong, all.Wrong)
				}
			}
		})
	}
}

// TestDepthWithoutCode: what comes before a win of the greatest depth cannot be
// said in the table's cells, and is left to the derivation by positions, which
// counts in plies.
func TestDepthWithoutCode(t *testing.T) {
	t.Parallel()
	sub := copyOf(tabletest.Table(t, "KRvK"))
	for cell := range sub.Narrow.Code[0] {
		sub.Narrow.Code[0][cell] = table.WinIn[uint8](table.MaxDepth[uint8]())
	}
	r := rows[uint8]{verifyWorker: &verifyWorker{}, us: chess.Black}
	men := table.Men{chess.White: {chess.Rook: 1 << chess.A1}}
	kings := [2]uint8{uint8(chess.MakeSquare(4, 4)), uint8(chess.MakeSquare(7, 7))}
	r.convert(5, &destination{sub.Material, sub}, kings, &men)
	if r.best[5] != 0 || r.alone != 1<<5 {
		t.Errorf("code %d, by themselves %x", r.best[5], r.alone)
	}
}

// TestRowsOfWideCells takes tables with two bytes a cell.
func TestRowsOfWideCells(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"KRvK", "KPvK"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ts := withSubtables(t, name)
			for m, narrow := range ts {
				ts[m] = tabletest.Widen(narrow)
			}
			if v := verify(t, ts, name); !v.OK() {
				t.Errorf("%v", v.Wrong)
			}
			wide := ts[tabletest.Material(name)].Wide
			p := tabletest.RandomPosition(rand.New(rand.NewPCG(11, 12)), tabletest.Material(name))
			side, cell := wide.Find(p, table.MaterialOfPosition(p))
			wide.Code[side][cell]--
			if v := verify(t, ts, name); v.OK() {
				t.Error("a changed value is not found")
			}
		})
	}
}

// TestVerifyRightTables goes through tables that TestValuesFollowFromMoves of retro/generate leaves out, and compares
// counts.
func TestVerifyRightTables(t *testing.T) {
	t.Parallel()
	names := []string{"KRvK", "KPvK"}
	if !testing.Short() {
		// KPvKP has captures en passant, KQRvK outer men in whose way the inner one stands.
		names = append(names, "KQvK", "KBvK", "KNvK", "KPvKP", "KQRvK")
	}
	if tabletest.Long { // the last: the inner man in the way of captures
		names = append(names, "KNNvK", "KQvKR", "KPPvK", "KQPvK", "KRvKP", "KBPvK", "KRBvKR")
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ts := withSubtables(t, name)
			v := verify(t, ts, name)
			if !v.OK() {
				t.Errorf("%d wrong: %v", v.WrongSize, v.Wrong)
			}
			expect.Equal(t, v.Counts, ts[tabletest.Material(name)].Counts(1), "counts")
		})
	}
}

// TestVerifyFindsWrongValues changes one value after the other: the position
// itself is found wrong, with the value that it should have.
func TestVerifyFindsWrongValues(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 6))
	names, times := []string{"KRvK", "KPvK"}, 2
	if testing.Short() {
		names, times = names[:1], 1
	}
	for _, name := range names {
		right := tabletest.Table(t, name)
		ts := withSubtables(t, name)
		for range times {
			p := tabletest.RandomPosition(rng, tabletest.Material(name))
			side, cell := right.Find(p, table.MaterialOfPosition(p))
			old := right.Narrow.Code[side][cell]
			for _, code := range []uint8{0, 1, old + 1, old - 1, table.Draw[uint8](), ^old, table.WinIn[uint8](1), table.LossIn[uint8](2)} {
				if code == old {
					continue
				}
				bad := copyOf(right)
				bad.Narrow.Code[side][cell] = code
				ts[right.Material] = bad
				v := verify(t, ts, name)
				found := false
				for _, w := range v.Wrong {
					found = found || samePosition(t, right, w.FEN, side, cell) &&
						(code == 0 || strings.Contains(w.Reason, table.ValueOf(code).String())) &&
						strings.Contains(w.Reason, table.ValueOf(old).String())
				}
				// The wrong value may itself be among what is derived from it:
				// then the list is long, and the position perhaps not in it.
				if v.OK() || !found && v.WrongSize <= 10 {
					t.Errorf("%s: %v stored as %v, found %v", p, table.ValueOf(old), table.ValueOf(code), v.Wrong)
				}
			}
		}
	}
}

// samePosition reports whether a FEN is found in a cell.
func samePosition(t *testing.T, tab *table.Table, fen string, side chess.Color, cell int) bool {
	if fen == "" {
		return false
	}
	p, err := chess.ParsePosition(fen)
	expect.NoError(t, err)
	s, c := tab.Find(p, table.MaterialOfPosition(p))
	return s == side && c == cell
}

// TestVerifyFindsForeignValues puts a value into cells where no position is: of
// an adjacent pair of men on one square, and of an order of identical men.
func TestVerifyFindsForeignValues(t *testing.T) {
	t.Parallel()
	tabletest.SkipIfShort(t)
	right := tabletest.Table(t, "KRRvK")
	ts := withSubtables(t, "KRRvK")
	rng := rand.New(rand.NewPCG(7, 8))
	bad := copyOf(right)
	var cells []int
	for range 8 {
		cell := rng.IntN(right.Cells())
		cells = append(cells, cell)
		bad.Narrow.Code[1][cell]++
	}
	ts[right.Material] = bad
	if v := verify(t, ts, "KRRvK"); v.WrongSize < uint64(len(cells)) {
		t.Errorf("cells %v changed, %d wrong: %v", cells, v.WrongSize, v.Wrong)
	}
}

// TestVerifyFindsWrongSubtable: values that rest on another table's are derived
// from that.
func TestVerifyFindsWrongSubtable(t *testing.T) {
	t.Parallel()
	ts := withSubtables(t, "KPvK")
	bad := copyOf(tabletest.Table(t, "KQvK"))
	for cell, code := range bad.Narrow.Code[1] {
		if code != 0 {
			bad.Narrow.Code[1][cell] = table.Draw[uint8]()
		}
	}
	ts[bad.Material] = bad
	if v := verify(t, ts, "KPvK"); v.OK() || v.WrongSize < 1000 || len(v.Wrong) != 10 {
		t.Errorf("%d wrong, %d reported", v.WrongSize, len(v.Wrong))
	}
}

func TestVerifyErrors(t *testing.T) {
	t.Parallel()
	var missing *table.MissingError
	_, err := Table(context.Background(), tabletest.Set{tabletest.Material("KPvK"): tabletest.Table(t, "KPvK")}.Load, tabletest.Material("KPvK"), Options{})
	if !errors.As(err, &missing) || !strings.Contains(err.Error(), ", which KPvK needs") {
		t.Errorf("without tables of pieces: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Table(ctx, withSubtables(t, "KRvK").Load, tabletest.Material("KRvK"), Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
