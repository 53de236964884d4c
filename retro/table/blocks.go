package table

import (
	"fmt"

	"retroproof/chess"
)

// Grid says how the cells of a table are divided into blocks: all of White to move, then all of Black.
type Grid struct {
	Side int  // cells of each side to move
	Bits uint // log2 of the cells of a block, but for the last one of a side
}

// PerSide returns the number of blocks of each side to move.
func (g Grid) PerSide() int { return (g.Side + 1<<g.Bits - 1) >> g.Bits }

// Blocks returns the number of blocks.
func (g Grid) Blocks() int { return 2 * g.PerSide() }

// First returns the first cell of a block.
func (g Grid) First(block int) int { return block % g.PerSide() << g.Bits }

// Length returns the number of cells of a block.
func (g Grid) Length(block int) int { return min(1<<g.Bits, g.Side-g.First(block)) }

// Turn returns the side to move of a block.
func (g Grid) Turn(block int) chess.Color { return chess.Color(block / g.PerSide()) }

// Locate returns the block of a cell, and the cell's place there.
func (g Grid) Locate(side chess.Color, cell int) (block, at int) {
	return int(side)*g.PerSide() + cell>>g.Bits, cell & (1<<g.Bits - 1)
}

// A CellFile is a file with the cells of a table.
type CellFile struct {
	*File
	Grid
	Kept
	Starts []int64 // of the blocks, and the end of the last
}

// BlockBytes returns how many bytes a block takes in the file.
func (f *CellFile) BlockBytes(block int) int64 { return f.Starts[block+1] - f.Starts[block] }

// BlockErrorf is Errorf about a block.
func (f *CellFile) BlockErrorf(block int, format string, args ...any) error {
	return f.Errorf(f.Starts[block], "block %d of %d, %s to move: %s", block+1, f.Blocks(), f.Turn(block),
		fmt.Sprintf(format, args...))
}
