package table

import "context"

// Settle is for those who fill a table from a file, for each part of it: after the
// positions' own cells have been set in some words of a side to move, it sets the
// other cells to 0, and returns the counts of the positions. ok is false if a position
// has the code 0. Cells that repeat others are filled in by Repeat at the end.
func (c *Codes[T]) Settle(side, word, words int) (counts Counts, ok bool) {
	var b Board
	for ; words > 0; words-- {
		row := (*[64]T)(c.Code[side][64*word:])
		c.Place(&b, word)
		word++
		own := c.Positions(&b, side)
		if own == 0 {
			*row = [64]T{}
			continue
		}
		if Equal(row, 0)&own != 0 {
			return counts, false
		}
		Put(row, ^own, 0)
		counts.Add(CountRow(row, own))
	}
	return counts, true
}

// Repeat fills in the cells that repeat a position's own.
func (c *Codes[T]) Repeat(ctx context.Context, jobs int) error {
	if !c.Repeats() {
		return nil
	}
	for _, fill := range []func(*Layout, *Board, []T){RepeatCells[T], RepeatRow[T]} {
		if err := c.Boards(ctx, jobs, 2, func(_, side int, b *Board) error {
			if c.Code[side] != nil { // not if only the other side is there
				fill(c.Layout, b, c.Code[side])
			}
			return nil
		}); err != nil {
			return err
		}
	}
	return nil
}
