package retro

import (
	"context"
	"math/bits"
	"slices"

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
	// By goroutine and kind: how many there are, and the first cells, which come in ascending order.
	parts := make([][3]struct {
		number uint64
		first  []int
	}, max(jobs, 1))
	err := l.Boards(ctx, jobs, 1, func(job, _ int, b *table.Board) error {
		for own := l.Positions(b, 0) & l.Legal(b, 1); own != 0; own &= own - 1 {
			cell := b.Word<<6 | bits.TrailingZeros64(own)
			white, black := t.At(chess.White, cell).Result, t.At(chess.Black, cell).Before().Result
			if white >= black {
				continue
			}
			k := slices.IndexFunc(kinds, func(z Zugzwangs) bool { return z.WhiteMoves == white && z.BlackMoves == black })
			part := &parts[job][k]
			if part.number++; len(part.first) < most {
				part.first = append(part.first, cell)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	var b table.Board
	for k := range kinds {
		var cells []int
		for i := range parts {
			kinds[k].Positions += parts[i][k].number
			cells = append(cells, parts[i][k].first...)
		}
		slices.Sort(cells)
		for _, cell := range cells[:min(len(cells), most)] {
			l.Place(&b, cell>>6)
			kinds[k].FENs = append(kinds[k].FENs, l.Position(&b, uint8(cell&63), chess.White).FEN())
		}
	}
	return kinds, nil
}
