package report

import (
	"context"
	"math/bits"
	"slices"
	"sync"

	"retroproof/chess"
	"retroproof/retro/table"
)

// Zugzwangs are the mutual zugzwangs of a kind: placements of the men in which each side
// would be better off if the other one had to move. Symmetrical ones count once.
type Zugzwangs struct {
	WhiteMoves table.Result `json:"white_to_move"` // the result for White with White to move
	BlackMoves table.Result `json:"black_to_move"` // the result for White with Black to move
	Positions  uint64       `json:"orb"`
	FENs       []string     `json:"fens"` // of some of them with White to move, the first by their cells
}

// MutualZugzwangs returns the mutual zugzwangs of a table by kind: White draws or wins, loses
// or draws, loses or wins, if White, or Black, is to move. Up to most examples of each kind are
// returned.
func MutualZugzwangs(ctx context.Context, t *table.Table, most, jobs int) ([]Zugzwangs, error) {
	kinds := []Zugzwangs{
		{table.Drawn, table.Won, 0, []string{}},
		{table.Lost, table.Drawn, 0, []string{}},
		{table.Lost, table.Won, 0, []string{}},
	}
	l := t.Layout
	var mu sync.Mutex
	var some [3][]int // cells by kind: the first ones, and others
	err := l.Scan(ctx, jobs, 1, func(_, _, from, to int) error {
		var counts [3]uint64
		var first [3][]int
		var b table.Board
		for word := from; word < to; word++ {
			l.Place(&b, word)
			for own := l.Positions(&b, 0) & l.Legal(&b, 1); own != 0; own &= own - 1 {
				cell := word<<6 | bits.TrailingZeros64(own)
				white, black := t.At(chess.White, cell).Result, forOther(t.At(chess.Black, cell).Result)
				if white >= black {
					continue
				}
				k := slices.IndexFunc(kinds, func(z Zugzwangs) bool { return z.WhiteMoves == white && z.BlackMoves == black })
				if counts[k]++; len(first[k]) < most {
					first[k] = append(first[k], cell)
				}
			}
		}
		mu.Lock()
		defer mu.Unlock()
		for k, n := range counts {
			kinds[k].Positions += n
			some[k] = append(some[k], first[k]...)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	var b table.Board
	for k, cells := range some {
		slices.Sort(cells)
		for _, cell := range cells[:min(len(cells), most)] {
			l.Place(&b, cell>>6)
			kinds[k].FENs = append(kinds[k].FENs, l.Position(&b, uint8(cell&63), chess.White).FEN())
		}
	}
	return kinds, nil
}

// forOther returns a result for the other side.
func forOther(r table.Result) table.Result {
	switch r {
	case table.Won:
		return table.Lost
	case table.Lost:
		return table.Won
	}
	return r
}
