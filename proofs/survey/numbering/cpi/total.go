package cpi

import (
	"math/big"

	chess "retroproof/chess/board"
	"retroproof/proofs/survey/numbering"
)

// Total returns the number of positions: 1 to Total are their integers.
func Total() numbering.Uint { return allTables().start[numBlocks] }

// Counts is how the positions are made up.
type Counts struct {
	Diagrams  *numbering.Breakdown // without castling and en passant, for one side to move
	Castling  *numbering.Breakdown // with castling rights and without en passant
	EnPassant *numbering.Breakdown // with en passant
	All       *numbering.Breakdown // those with castling or en passant, and twice the diagrams
}

// Count counts the positions by number of men.
func Count() Counts {
	times := map[*context]uint64{}
	t := allTables()
	for _, l := range t.layouts {
		times[l.context]++
	}
	c := Counts{new(numbering.Breakdown), new(numbering.Breakdown), new(numbering.Breakdown), new(numbering.Breakdown)}
	none := t.layouts[block{}.index()].context
	none.countMen(c.Diagrams, 1)
	for context, n := range times {
		switch {
		case context == none:
		case context.layout.enPassant == 0:
			context.countMen(c.Castling, n)
		default:
			context.countMen(c.EnPassant, n)
		}
	}
	two := big.NewInt(2)
	for men := range c.All.Men {
		for _, part := range [...]*numbering.Breakdown{c.Castling, c.EnPassant} {
			if part.Men[men] != nil {
				c.All.Add(men, part.Men[men])
			}
		}
		if n := c.Diagrams.Men[men]; n != nil {
			c.All.Add(men, new(big.Int).Mul(two, n))
		}
	}
	return c
}

// BlockSize is a block and how many positions it has.
type BlockSize struct {
	EnPassant int            // 0 for none, 1 to 8 for the files a to h
	Castling  chess.Castling // the rights
	Turn      chess.Color
	First     *big.Int // the integer of the first position
	Positions *big.Int
}

// Blocks returns the 288 blocks in their order. The first is that of diagrams with
// White to move.
func Blocks() []BlockSize {
	t := allTables()
	all := make([]BlockSize, numBlocks)
	for i, l := range t.layouts {
		all[i] = BlockSize{l.enPassant, l.rights(), l.turn, t.start[i].Add(numbering.Of(1)).Big(), l.context.total().Big()}
	}
	return all
}
