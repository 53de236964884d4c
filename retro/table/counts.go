package table

import (
	"context"
	"math/bits"
)

// Counts are the numbers of positions of a table with one side to move. Positions
// that symmetry makes equal are counted once: the eight symmetries of the board
// without pawns, with pawns the mirroring of the files.
type Counts struct {
	Won         uint64 `json:"won"`
	Drawn       uint64 `json:"drawn"`
	Lost        uint64 `json:"lost"`
	DeepestWin  int    `json:"longest_win_plies"` // 0 if there is none
	DeepestLoss int    `json:"longest_loss_plies"`
}

// Legal returns the number of positions.
func (c Counts) Legal() uint64 { return c.Won + c.Drawn + c.Lost }

// Add adds the counts of other positions.
func (c *Counts) Add(o Counts) {
	c.Won += o.Won
	c.Drawn += o.Drawn
	c.Lost += o.Lost
	c.DeepestWin = max(c.DeepestWin, o.DeepestWin)
	c.DeepestLoss = max(c.DeepestLoss, o.DeepestLoss)
}

// Deepest returns the greatest depth of both sides.
func Deepest(c [2]Counts) int {
	return max(c[0].DeepestWin, c[0].DeepestLoss, c[1].DeepestWin, c[1].DeepestLoss)
}

// Sum returns the sums by side to move.
func Sum(list [][2]Counts) (sum [2]Counts) {
	for _, c := range list {
		sum[0].Add(c[0])
		sum[1].Add(c[1])
	}
	return sum
}

// CountRow returns the counts of the cells of a row that are in a set.
func CountRow[T Cell](row *[64]T, set uint64) (c Counts) {
	below := CanLose(row) & set
	draws := Equal(row, Draw[T]()) & set
	wins := set &^ below &^ draws
	count := func(set uint64) uint64 { return uint64(bits.OnesCount64(set)) }
	c.Lost, c.Drawn, c.Won = count(below), count(draws), count(wins)
	if below != 0 {
		code := T(0)
		for ; below != 0; below &= below - 1 {
			code = max(code, row[bits.TrailingZeros64(below)&63])
		}
		c.DeepestLoss = ValueOf(code).Plies
	}
	if wins != 0 {
		code := ^T(0)
		for ; wins != 0; wins &= wins - 1 {
			code = min(code, row[bits.TrailingZeros64(wins)&63])
		}
		c.DeepestWin = ValueOf(code).Plies
	}
	return c
}

// Counts returns the counts of the positions by side to move.
func (t *Table) Counts(jobs int) [2]Counts {
	if t.Narrow != nil {
		return countTable(t.Narrow, jobs)
	}
	return countTable(t.Wide, jobs)
}

func countTable[T Cell](t *Codes[T], jobs int) (sum [2]Counts) {
	counts := make([][2]Counts, max(jobs, 1))
	_ = t.Boards(context.Background(), jobs, 2, func(job, side int, b *Board) error {
		if own := t.Own(b); own != 0 {
			row := (*[64]T)(t.Code[side][64*b.Word:])
			counts[job][side].Add(CountRow(row, own&^Equal(row, 0)))
		}
		return nil
	})
	return Sum(counts)
}
