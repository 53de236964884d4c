package urposition

import (
	"sync"

	"retroproof/proofs/survey/numbering"
)

// block is a value of the first two choices: who is to move, how many castling rights
// there are, and whether there is en passant.
type block struct {
	turn      int // 1 for Black
	enPassant int
	white     *side
	black     *side
	rules     *rules
	masks     uint64 // number of sets of that many castling rights

	*blockSums
}

// blockSums is what all is chosen by. Blocks that differ in the side to move alone
// share it if there is no en passant.
type blockSums struct {
	// unit has, by White's class, the ways that one unit of its weight leaves, and
	// totals the part of them with Black's men fewer than the index.
	unit   []numbering.Uint
	totals [][18]numbering.Uint
	before []numbering.Uint // ways of White's classes before each; the last is of all
}

// numCases is how many blocks a side to move has.
const numCases = 18

// newBlock makes a block of a case; like has the same sums, or is nil.
func newBlock(turn, number int, r *rules, like *blockSums) *block {
	rights := [2]int{number / 6, number / 2 % 3}
	ep := number % 2
	b := &block{turn: turn, enPassant: ep, rules: r, masks: 1}
	b.white, b.black = sides()[rights[0]][ep], sides()[rights[1]][ep]
	for _, n := range rights {
		if n == 1 {
			b.masks *= 2
		}
	}
	if like != nil {
		b.blockSums = like
		return b
	}
	whites := len(b.white.classes)
	b.blockSums = &blockSums{
		unit:   make([]numbering.Uint, whites),
		totals: make([][18]numbering.Uint, whites),
		before: make([]numbering.Uint, whites+1),
	}
	for i := range whites {
		w := &b.white.classes[i]
		var sum numbering.Uint
		for total := range b.totals[i] {
			b.totals[i][total] = sum
			if total+1 == len(b.totals[i]) {
				break
			}
			for j := b.black.totals[total]; j < b.black.totals[total+1]; j++ {
				bl := &b.black.classes[j]
				if pawns := b.pawnWays(w, bl); pawns != 0 {
					sum = sum.Add(b.pieceSquares(w, bl).Mul(pawns).Mul(bl.weight))
				}
			}
		}
		b.unit[i] = sum.Mul(b.masks)
		b.before[i+1] = b.before[i].Add(b.unit[i].Mul(w.weight))
	}
	return b
}

// size returns the number of urpositions in the block.
func (b *block) size() numbering.Uint { return b.before[len(b.before)-1] }

// pawnCase returns what the choices about pawns depend on, and whether captures
// enough have been made: the guard of the description. Every man that is promoted or
// a pawn not opposed by one has to be paid for by a capture, and one of a pawn pays
// twice; opposed pawns, one on either side of a file, have nothing to pay.
func (b *block) pawnCase(w, bl *class) (c pawnCase, ok bool) {
	e := b.enPassant
	captures := 32 - w.total - bl.total
	whiteGone, blackGone := 8-e-w.pawns-w.promoted, 8-e-bl.pawns-bl.promoted
	mayWhite, mayBlack := blackGone+captures-w.promoted, whiteGone+captures-bl.promoted
	return pawnCase{e, w.pawns, bl.pawns, max(0, e+w.pawns-mayWhite)}, mayWhite >= 0 && mayBlack >= 0
}

// pawnWays returns the ways to place the pawns of two classes.
func (b *block) pawnWays(w, bl *class) uint64 {
	c, ok := b.pawnCase(w, bl)
	if !ok || c.pairs > most {
		return 0
	}
	n := b.rules.ways[b.enPassant][c.white][c.black][c.pairs]
	if b.enPassant == 1 {
		n *= epPairs
	}
	return n
}

// freeSquares returns the number of squares for pieces that are not fixed.
func (b *block) freeSquares(w, bl *class) int {
	fixed := b.white.rights + 1 - b.white.freeKings() + b.black.rights + 1 - b.black.freeKings()
	return 64 - 4*b.enPassant - fixed - w.pawns - bl.pawns
}

// pieceSquares returns the ways to choose squares for White's pieces and for Black's.
func (b *block) pieceSquares(w, bl *class) numbering.Uint {
	n := w.pieces + bl.pieces
	return numbering.Of(numbering.Choose(b.freeSquares(w, bl), n)).Mul(numbering.Choose(n, w.pieces))
}

// Ranking is one of the two ways to number urpositions.
type Ranking struct {
	repaired bool
	tables   func() *rankingTables
}

// rankingTables is what is computed of a ranking.
type rankingTables struct {
	blocks [2 * numCases]*block
	start  [2*numCases + 1]numbering.Uint // urpositions in the blocks before each
}

// The rankings. Their tables are made when they are needed, in some fifty
// milliseconds.
var (
	// Published is that of ChessPositionRanking.
	Published = newRanking(false)
	// Repaired has all legal positions.
	Repaired = newRanking(true)
)

func newRanking(repaired bool) *Ranking {
	return &Ranking{repaired, sync.OnceValue(func() *rankingTables { return newTables(repaired) })}
}

func newTables(repaired bool) *rankingTables {
	t := new(rankingTables)
	for turn := range 2 {
		r := newRules(turn == 1, repaired)
		for number := range numCases {
			var like *blockSums
			if turn == 1 && number%2 == 0 {
				like = t.blocks[number].blockSums
			}
			i := turn*numCases + number
			t.blocks[i] = newBlock(turn, number, r, like)
			t.start[i+1] = t.start[i].Add(t.blocks[i].size())
		}
	}
	return t
}

// Count returns the number of urpositions: 0 to Count-1 are their ranks.
func (r *Ranking) Count() numbering.Uint {
	t := r.tables()
	return t.start[len(t.start)-1]
}

// Breakdown returns Count by number of men on the board.
func (r *Ranking) Breakdown() *numbering.Breakdown {
	var men [33]numbering.Uint
	for _, b := range r.tables().blocks {
		for i := range b.white.classes {
			w := &b.white.classes[i]
			for total := range len(b.totals[i]) - 1 {
				if n := b.totals[i][total+1].Sub(b.totals[i][total]); !n.IsZero() {
					men[w.total+total] = men[w.total+total].Add(n.Mul(b.masks * w.weight))
				}
			}
		}
	}
	sum := new(numbering.Breakdown)
	for i, n := range men {
		sum.Add(i, n.Big())
	}
	return sum
}
