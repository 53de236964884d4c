package generate

import (
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/retro/table"
)

// TestOnlyEnPassant has positions after a double step in which the king stands next to the
// pawn. If that is guarded, taking it is no move, so that the capture en passant may be the
// only one, and a stalemate without it does not count.
func TestOnlyEnPassant(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		fen  string
		move bool
	}{
		{"8/8/8/5K2/5pPk/5R2/8/8 b - - 0 1", false}, // stalemate but for fxg3
		{"8/8/8/2K5/kPp5/2R5/8/8 b - - 0 1", false}, // the same on the other wing
		{"8/8/8/8/5pPk/5R2/8/K7 b - - 0 1", true},   // Kxg4
	} {
		p, err := chess.ParsePosition(c.fen)
		expect.NoError(t, err)
		m := table.MaterialOfPosition(p)
		l := table.ScanLayout(m)
		_, cell := l.Find(p, m)
		var b table.Board
		l.Place(&b, cell>>6)
		expect.Equal(t, hasMove(l, &b, uint8(cell&63), int(p.Turn())), c.move, "%s: a move but en passant", c.fen)
	}
}
