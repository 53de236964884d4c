package urposition

import (
	"retroproof/proofs/survey/numbering"
)

// most is the most pawns of a side, and pairs of pawns.
const most = 8

// pairWays has the ways to choose so many pairs, of so much space together, on so many
// files, no two pairs on one file: M of the description. The space of a pair is the
// squares between its pawns, 0 to 4; a space of n leaves 5-n places on a file.
var pairWays = func() (m [most + 1][4*most + 1][9]uint64) {
	for files := range 9 {
		m[0][0][files] = 1
	}
	for files := 1; files <= 8; files++ {
		for pairs := 1; pairs <= most; pairs++ {
			for space := range m[pairs] {
				m[pairs][space][files] = m[pairs][space][files-1]
				for i := range min(space, 4) + 1 {
					m[pairs][space][files] += uint64(5-i) * m[pairs-1][space-i][files-1]
				}
			}
		}
	}
	return m
}()

// pairsOf is pairWays, 0 for impossible arguments.
func pairsOf(pairs, space, files int) uint64 {
	if pairs < 0 || space < 0 || pairs > most || space > 4*most {
		return 0
	}
	return pairWays[pairs][space][files]
}

// pair is a black pawn above a white one of the same file, by their rows.
type pair struct{ black, white int8 }

// noPair stands for no pair on a file.
var noPair = pair{}

func (p pair) space() int { return int(p.white) - int(p.black) - 1 }

// use says how a file with a pawn that has just made a double step is used by chosen pairs.
type use int

const (
	unused  use = iota
	special     // a pair with that pawn
	others      // a pair of two other pawns: not chosen by the published ranking
	numUses
)

// specials are the choices in files with a pawn of en passant, by colour of that pawn
// and use.
type specials [2][numUses][]pair

// newSpecials lists them, given who is to move.
func newSpecials(blackToMove bool) (all specials) {
	// Where pawns can stand above and below the pawn, which is on row: not on the
	// squares that the double step passed.
	row := int8(3)
	above, below := [2]int8{2, 0}, [2]int8{3, 3} // by colour of the pawn
	if blackToMove {
		row = 4
		above, below = [2]int8{3, 3}, [2]int8{0, 2}
	}
	for color := range all {
		c := &all[color]
		c[unused] = []pair{noPair}
		if color == 0 { // White's is the lower one of a pair
			for d := int8(1); d <= above[color]; d++ {
				c[special] = append(c[special], pair{row - d, row})
			}
		} else {
			for d := int8(1); d <= below[color]; d++ {
				c[special] = append(c[special], pair{row, row + d})
			}
		}
		run := func(first, last int8) {
			for b := first; b <= last; b++ {
				for w := b + 1; w <= last; w++ {
					c[others] = append(c[others], pair{b, w})
				}
			}
		}
		run(row-above[color], row-1)
		run(row+1, row+below[color])
	}
	return all
}

// spaceOf returns the space of what a file is used for.
func spaceOf(p pair) int {
	if p == noPair {
		return 0
	}
	return p.space()
}

// pawnCase is what the choices about pawns depend on.
type pawnCase struct {
	enPassant    int // 1 or 0
	white, black int // pawns, without one that has just made a double step
	pairs        int // to be chosen
}

// step is one value of the choices 7 and 8: what both files with fixed pawns are used
// for, and the space of all pairs.
type step struct {
	use   [2]use // by colour of the fixed pawn
	space int
}

// left returns the pairs to choose on other files; below 0 if there are too many.
func (c *pawnCase) left(s step) int {
	n := c.pairs
	for _, u := range s.use {
		if u != unused {
			n--
		}
	}
	return n
}

// free returns how many pawns are free, and how many squares there are for them.
func (c *pawnCase) free(s step) (white, black, squares int) {
	inPairs := [2]int{c.pairs, c.pairs} // pawns that are not fixed
	for color, u := range s.use {
		if u == special {
			inPairs[color]--
		}
	}
	return c.white - inPairs[0], c.black - inPairs[1], 48 - 4*c.enPassant - inPairs[0] - inPairs[1] - s.space
}

// freeWays returns the ways to place the free pawns.
func (c *pawnCase) freeWays(s step) uint64 {
	white, black, squares := c.free(s)
	if white < 0 || black < 0 {
		return 0
	}
	return numbering.Choose(squares, white+black) * numbering.Choose(white+black, white)
}

// files returns the number of files without a fixed pawn.
func (c *pawnCase) files() int { return 8 - 2*c.enPassant }

// chosen returns the ways to choose the pairs.
func (r *rules) chosen(c *pawnCase, s step) (ways uint64) {
	left := c.left(s)
	for space, n := range r.spaces[s.use[0]][s.use[1]] {
		if n != 0 && space <= s.space {
			ways += n * pairsOf(left, s.space-space, c.files())
		}
	}
	return ways
}

// rules is the part of a ranking that depends on the side to move.
type rules struct {
	uses     use // how many there are
	specials specials
	// spaces has, by uses of White's and Black's file, how many choices have so much space.
	spaces [numUses][numUses][9]uint64
	// ways has the ways to place the pawns, but for the files of en passant.
	ways [2][most + 1][most + 1][most + 1]uint64
}

// epPairs is how many ways there are for files of en passant.
const epPairs = 14

func newRules(blackToMove, repaired bool) *rules {
	r := &rules{uses: others, specials: newSpecials(blackToMove)}
	if repaired {
		r.uses = numUses
	}
	for w := range r.uses {
		for b := range r.uses {
			for _, p := range r.specials[0][w] {
				for _, q := range r.specials[1][b] {
					r.spaces[w][b][spaceOf(p)+spaceOf(q)]++
				}
			}
		}
	}
	for ep := range r.ways {
		for white := range most + 1 - ep {
			for black := range most + 1 - ep {
				for pairs := range min(white, black) + ep + 1 {
					c := pawnCase{ep, white, black, min(pairs, most)}
					sum := uint64(0)
					for _, part := range r.steps(&c) {
						sum += part
					}
					r.ways[ep][white][black][c.pairs] = sum
				}
			}
		}
	}
	return r
}

// steps yields the choices 7 and 8 in their order, with the ways that each leaves.
func (r *rules) steps(c *pawnCase) func(yield func(step, uint64) bool) {
	uses := r.uses
	if c.enPassant == 0 {
		uses = 1
	}
	return func(yield func(step, uint64) bool) {
		for w := range uses {
			for b := range uses {
				s := step{use: [2]use{w, b}}
				if c.left(s) < 0 {
					continue
				}
				for s.space = range 4*c.pairs + 1 {
					if free := c.freeWays(s); free != 0 {
						if n := r.chosen(c, s); n != 0 && !yield(s, n*free) {
							return
						}
					}
				}
			}
		}
	}
}
