package urposition

import (
	"math/bits"

	chess "retroproof/chess/board"
	"retroproof/proofs/survey/numbering"
)

// board is the men on squares, a8 = 0.
type board [64]chess.Man

// pawnLetters and pieceLetters are the letters of words of free pawns and pieces, in
// their order.
var (
	pawnLetters  = [...]chess.Man{chess.NoMan, chess.WhitePawn, chess.BlackPawn}
	pieceLetters = [...]chess.Man{
		chess.NoMan,
		chess.WhiteKing, chess.WhiteQueen, chess.WhiteRook, chess.WhiteBishop, chess.WhiteKnight,
		chess.BlackKing, chess.BlackQueen, chess.BlackRook, chess.BlackBishop, chess.BlackKnight,
	}
)

// pawnWord places free pawns on squares: the arrangement with number r.
func (b *board) pawnWord(squares uint64, white, black int, ways, r uint64) {
	n := [3]int{bits.OnesCount64(squares) - white - black, white, black}
	for left := bits.OnesCount64(squares); n[1]+n[2] > 0; left-- {
		at := bits.TrailingZeros64(squares)
		squares &= squares - 1
		for l, k := range n {
			high, low := bits.Mul64(ways, uint64(k))
			part, _ := bits.Div64(high, low, uint64(left))
			if r < part {
				ways = part
				n[l]--
				b[at] = pawnLetters[l]
				break
			}
			r -= part
		}
	}
}

// pawnRank is the inverse of pawnWord. Squares are looked at in any state: those of
// other men than pawns are empty.
func (b *board) pawnRank(squares uint64, white, black int, ways uint64) (r uint64) {
	n := [3]int{bits.OnesCount64(squares) - white - black, white, black}
	for left := bits.OnesCount64(squares); n[1]+n[2] > 0; left-- {
		at := bits.TrailingZeros64(squares)
		squares &= squares - 1
		letter := 0
		switch b[at] {
		case chess.WhitePawn:
			letter = 1
		case chess.BlackPawn:
			letter = 2
		}
		for l, k := range n[:letter+1] {
			high, low := bits.Mul64(ways, uint64(k))
			part, _ := bits.Div64(high, low, uint64(left))
			if l == letter {
				ways = part
				break
			}
			r += part
		}
		n[letter]--
	}
	return r
}

// pieceNumbers are how many pieces of each letter there are.
type pieceNumbers [len(pieceLetters)]int

// pieceWord places pieces on squares: the arrangement with number r.
func (b *board) pieceWord(squares uint64, n pieceNumbers, ways, r numbering.Uint) {
	left := bits.OnesCount64(squares)
	men := left - n[0]
	for ; men > 0; left-- {
		at := bits.TrailingZeros64(squares)
		squares &= squares - 1
		// A float estimate determines the letter, except for words near the bounds.
		want := int(r.Float() / ways.Float() * float64(left))
		l, below := 0, 0
		for l < len(n)-1 && below+n[l] <= want {
			below += n[l]
			l++
		}
		for {
			before, part := ways.MulDiv(uint64(below), uint64(left)), ways.MulDiv(uint64(n[l]), uint64(left))
			switch {
			case r.Less(before):
				l--
				below -= n[l]
				continue
			case !r.Less(before.Add(part)):
				below += n[l]
				l++
				continue
			}
			r, ways = r.Sub(before), part
			break
		}
		n[l]--
		if l != 0 {
			men--
			b[at] = pieceLetters[l]
		}
	}
}

// pieceLetter is the inverse of pieceLetters.
var pieceLetter = func() (l [chess.NumMen]int) {
	for i, m := range pieceLetters {
		l[m] = i
	}
	return l
}()

// pieceRank is the inverse of pieceWord.
func (b *board) pieceRank(squares uint64, n pieceNumbers, ways numbering.Uint) (r numbering.Uint) {
	left := bits.OnesCount64(squares)
	for men := left - n[0]; men > 0; left-- {
		at := bits.TrailingZeros64(squares)
		squares &= squares - 1
		l := pieceLetter[b[at]]
		below := 0
		for _, k := range n[:l] {
			below += k
		}
		if below != 0 {
			r = r.Add(ways.MulDiv(uint64(below), uint64(left)))
		}
		ways = ways.MulDiv(uint64(n[l]), uint64(left))
		n[l]--
		if l != 0 {
			men--
		}
	}
	return r
}
