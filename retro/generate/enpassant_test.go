package generate

import (
	"bytes"
	"testing"

	"retroproof/chess"
	"retroproof/retro/index"
	"retroproof/retro/material"
	"retroproof/retro/table"
)

// TestOnlyEnPassant has positions after a double step in which the king stands next to the
// pawn. If that is guarded, taking it is no move, so that the capture en passant may be the
// only one, and a stalemate without it does not count.
func TestOnlyEnPassant(t *testing.T) {
	for _, c := range []struct {
		fen string
		any bool
	}{
		{"8/8/8/5K2/5pPk/5R2/8/8 b - - 0 1", false}, // stalemate but for fxg3
		{"8/8/8/2K5/kPp5/2R5/8/8 b - - 0 1", false}, // the same on the other wing
		{"8/8/8/8/5pPk/5R2/8/K7 b - - 0 1", true},   // Kxg4
	} {
		p, err := chess.ParsePosition(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		m := material.OfPosition(p)
		l := index.ForScan(m)
		subs := newConversions(l, func(m material.Material) *table.Codes[uint8] {
			codes := &table.Codes[uint8]{Layout: index.New(m)}
			if m.String() == "KRvKP" { // what Kxg4 leads to; any value will do
				for side := range codes.Code {
					codes.Code[side] = bytes.Repeat([]uint8{table.Draw[uint8]()}, codes.Cells())
				}
			}
			return codes
		})
		_, cell := l.Find(p, m)
		var b index.Board
		l.Place(&b, cell>>6)
		inner := uint8(cell & 63)
		var row [64]uint8
		if touched := subs.fold(&b, 1<<inner, int(p.Turn()), &row); touched == 0 {
			t.Errorf("%s: no man next to the king", c.fen)
		}
		if got := subs.any(&b, inner, int(p.Turn())); got != c.any {
			t.Errorf("%s: a capture or promotion: %t, want %t", c.fen, got, c.any)
		}
	}
}
