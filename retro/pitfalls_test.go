package retro

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"retroproof/internal/expect"
	"retroproof/retro/generate"
	"retroproof/retro/internal/tabletest"
	"retroproof/retro/table"
)

// The mistakes that real generators of tables have made, each with a position
// that shows it.

// TestPitfallEnPassant: a capture en passant is a move: without it the position takes 27 plies.
func TestPitfallEnPassant(t *testing.T) {
	t.Parallel()
	ts := allTables(t)
	if !has(ts, tabletest.Material("KPvKP")) {
		t.Skip("no table of KPvKP with -short")
	}
	for fen, want := range map[string]table.Value{
		"8/8/7k/8/1pP5/7K/8/8 b - c3 0 1": {Result: table.Won, Plies: 19},
		"8/8/7k/8/1pP5/7K/8/8 b - - 0 1":  {Result: table.Won, Plies: 27},
	} {
		got, err := ts.Probe(mustPosition(t, fen))
		if got != want || err != nil {
			t.Errorf("%s: %v, %v, want %v", fen, got, err, want)
		}
	}
}

// TestPitfallConversionOfLoser: a loser whose captures all lose must not get the depth of the first capture
// that is looked at: he can hold out for 16 moves by taking the bishop.
func TestPitfallConversionOfLoser(t *testing.T) {
	t.Parallel()
	ts := allTables(t)
	for _, fen := range []string{ // of the longest losses, as TestReference has them
		"8/8/8/8/8/2B5/1Rk5/K7 b - - 0 1", "8/8/8/8/8/3B4/2k1R3/K7 b - - 0 1", "2R5/8/8/8/8/3B4/2k5/K7 b - - 0 1",
	} {
		line, err := ts.Line(context.Background(), mustPosition(t, fen))
		expect.NoError(t, err)
		expect.Equal(t, len(line.Moves), 32, "%s: mate in", fen)
		if !slices.ContainsFunc(line.Moves, func(m RankedMove) bool { return m.Capture }) {
			t.Errorf("%s: no capture on the way to mate", fen)
		}
	}
}

// TestPitfallWaitForTrueDepth: a position all of whose moves are losing conversions has the depth of the
// longest of them and waits for it.
func TestPitfallWaitForTrueDepth(t *testing.T) {
	t.Parallel()
	ts := allTables(t)
	seen := 0
	for _, name := range []string{"KRBvK", "KRRvK", "KBNvK", "KQvKR"} {
		m := tabletest.Material(name)
		tab, err := ts.Load(context.Background(), m, 1)
		expect.NoError(t, err)
		l := tab.Layout
		var b table.Board
		for word := 0; word < l.Words; word += 7 {
			for sq := range uint8(64) {
				cell := word<<6 | int(sq)
				if v := tab.At(1, cell); v.Result != table.Lost || v.Plies == 0 {
					continue
				}
				l.Place(&b, word)
				p := l.Position(&b, sq, 1)
				moves, err := ts.Moves(p)
				expect.NoError(t, err)
				expect.Equal(t, moves[0].Value, tab.At(1, cell), "%s", p.FEN())
				onlyCaptures := len(moves) > 0
				for _, m := range moves {
					onlyCaptures = onlyCaptures && m.Capture
				}
				if onlyCaptures {
					seen++
				}
				break // one square of a word is enough
			}
		}
	}
	if seen == 0 {
		t.Error("no lost position with captures only was looked at")
	}
}

// Positions with both kings on the diagonal a1-h8 are their own mirror images'
// neighbours in the table: seeded twice they give wrong depths. TestReference has the numbers.
func TestPitfallDiagonal(t *testing.T) {
	t.Parallel()
	// Both images of an unsymmetric position, and one that is its own image.
	ts := allTables(t)
	for _, fens := range [][]string{
		{"8/8/8/8/8/2k5/8/K6R w - - 0 1", "7R/8/8/8/8/2k5/8/K7 w - - 0 1"},
		{"8/8/8/8/3R4/8/1K6/7k w - - 0 1"},
	} {
		want, err := ts.Probe(mustPosition(t, fens[0]))
		if err != nil || want.Result != table.Won {
			t.Errorf("%s: %v, %v", fens[0], want, err)
		}
		for _, fen := range fens[1:] {
			if got, err := ts.Probe(mustPosition(t, fen)); got != want || err != nil {
				t.Errorf("%s: %v, %v, want %v", fen, got, err, want)
			}
		}
	}
}

// Depths beyond 127 plies do not fit a signed byte; the codes take up to 253.
func TestPitfallSaturation(t *testing.T) {
	t.Parallel()
	expect.Equal(t, table.MaxDepth[uint8](), 253, "a byte holds depths up to")
	for n := range 254 {
		v, code := table.Value{Result: table.Won, Plies: n}, table.WinIn[uint8](n)
		if n%2 == 0 {
			v, code = table.Value{Result: table.Lost, Plies: n}, table.LossIn[uint8](n)
		}
		expect.Equal(t, table.ValueOf(code), v, "is read back as")
	}
}

// TestPitfallMissingTable: a table that is missing is named.
func TestPitfallMissingTable(t *testing.T) {
	t.Parallel()
	whole := allTables(t)
	tab, err := whole.Load(context.Background(), tabletest.Material("KQvKR"), 1)
	expect.NoError(t, err)
	ts := NewTables(tab)
	p := mustPosition(t, "8/8/8/3r4/3Q4/8/8/k1K5 b - - 0 1")
	if _, err := ts.Probe(p); err != nil {
		t.Error(err)
	}
	_, err = ts.Moves(p)
	var missing *table.MissingError
	if !errors.As(err, &missing) || missing.Material != tabletest.Material("KQvK") && missing.Material != tabletest.Material("KRvK") || missing.For != tabletest.Material("KQvKR") {
		t.Errorf("Moves: %v", err)
	} else if !strings.Contains(err.Error(), "KQvKR") {
		t.Errorf("Moves: %v does not name the table that needs it", err)
	}
	if _, err := ts.Line(context.Background(), p); !errors.As(err, &missing) {
		t.Errorf("Line: %v", err)
	}
	_, err = ts.Probe(mustPosition(t, "8/8/8/8/2k5/8/1P6/K7 w - - 0 1"))
	if !errors.As(err, &missing) || missing.Material != tabletest.Material("KPvK") {
		t.Errorf("Probe: %v", err)
	}
	_, err = generate.Table(context.Background(), tabletest.Material("KQvKR"), tabletest.Set{}.Load, generate.Options{})
	if !errors.As(err, &missing) || missing.For != tabletest.Material("KQvKR") {
		t.Errorf("Generate: %v", err)
	}
}
