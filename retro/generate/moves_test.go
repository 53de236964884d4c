package generate

import (
	"math/rand/v2"
	"slices"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/retro/table"
)

// TestRetract compares what retract leads to with the legal moves of package chess, in both
// directions, on random positions. No table is needed, so that six men are tried, too.
func TestRetract(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"KQvKR", "KPvKP", "KNNNvK", "KBBvKNN", "KNNvKNN", "KRRvKQQ", "KQQQvKB", "KPPvKPP", "KPPPvKR"} {
		m, err := table.ParseMaterial(name)
		expect.NoError(t, err)
		l := table.ScanLayout(m)
		r := rand.New(rand.NewPCG(24, 6))
		tried := 0
		for tried < 150 {
			var b table.Board
			l.Place(&b, r.IntN(l.Words))
			side := chess.Color(r.IntN(2))
			legal := l.Legal(&b, int(side)) & l.Own(&b)
			inner := uint8(r.IntN(64))
			if legal>>inner&1 == 0 {
				continue
			}
			tried++
			p := l.Position(&b, inner, side)
			_, cell := l.Find(p, m)
			for _, move := range p.LegalMoves(nil) {
				if p.Captured(move) != chess.NoMan || move.Promotion() != chess.NoKind {
					continue
				}
				undo := p.Make(move)
				_, to := l.Find(p, m)
				if !slices.Contains(before(l, to, side), cell) {
					t.Errorf("%s: no way back from %s to cell %d", name, p.FEN(), cell)
				}
				p.Unmake(move, undo)
			}
			// And from each position that retract leads to, this one is reached.
			for _, from := range before(l, cell, side.Other()) {
				var q table.Board
				l.Place(&q, from>>6)
				if l.Legal(&q, int(side.Other()))>>(from&63)&1 == 0 {
					continue
				}
				q2 := l.Position(&q, uint8(from&63), side.Other())
				if !reaches(l, q2, m, cell) {
					t.Errorf("%s: no move leads from %s to %s", name, q2.FEN(), p.FEN())
				}
			}
		}
	}
}

// before returns the own cells of the positions from which a side moves to a cell.
func before(l *table.Layout, cell int, side chess.Color) (cells []int) {
	var b, from table.Board
	l.Place(&b, cell>>6)
	for _, e := range retract(l, nil, &b, 1<<(cell&63), int(side), true) {
		l.Place(&from, e.Word)
		for sq := range chess.Bitboard(e.Set).Squares() {
			if own, ok := l.CellOf(&from, uint8(sq)); ok {
				cells = append(cells, own)
			}
		}
	}
	return cells
}

// reaches reports whether a move of a position leads to a cell.
func reaches(l *table.Layout, p *chess.Position, m table.Material, cell int) bool {
	for _, move := range p.LegalMoves(nil) {
		if p.Captured(move) != chess.NoMan || move.Promotion() != chess.NoKind {
			continue
		}
		undo := p.Make(move)
		_, to := l.Find(p, m)
		p.Unmake(move, undo)
		if to == cell {
			return true
		}
	}
	return false
}
