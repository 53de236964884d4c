package table

import (
	"math/bits"

	"retroproof/chess"
)

// A table has more cells than positions: every order of identical men has its
// cell, and so has the mirror image of a position of a symmetric pair of kings.
// One of these cells is the position's own, the one that Find returns; the others
// repeat its value. A file holds the values of own cells only: the writer has to
// know them, and the reader fills in the others.

// alike reports whether two men are of one colour and kind.
func (s *Slot) alike(o *Slot) bool { return s.Color == o.Color && s.Kind == o.Kind }

// inOrder reports whether identical outer men stand in the order in which index
// puts them.
func (l *Layout) inOrder(b *Board) bool {
	for i := 1; i < len(l.Outer); i++ {
		if b.Sq[i] > b.Sq[i-1] && l.Outer[i].alike(&l.Outer[i-1]) {
			return false
		}
	}
	return true
}

// innerLike returns how many of the outer men, the last ones, are like the inner
// one.
func (l *Layout) innerLike() int {
	n := 0
	for n < len(l.Outer) && l.Outer[len(l.Outer)-1-n].alike(&l.Inner) {
		n++
	}
	return n
}

// Own returns the squares of the inner man at which a cell of a word is its
// position's own. Whether the position is legal is another question: see Legal.
func (l *Layout) Own(b *Board) uint64 {
	if b.clash {
		return 0
	}
	if l.Symmetric(b) {
		if l.innerLike() == 0 {
			switch word, image := l.orderedWord(b, identity), l.orderedWord(b, Transpose); {
			case word != b.Word || word > image:
				return 0
			case word < image:
				return l.free(b)
			}
			return l.free(b) & belowDiagonal
		}
		var set uint64
		for sq := range chess.Bitboard(l.free(b)).Squares() {
			if l.ownCell(b, uint8(sq)) == b.Word<<6|int(sq) {
				set |= 1 << sq
			}
		}
		return set
	}
	if !l.inOrder(b) {
		return 0
	}
	if l.innerLike() > 0 {
		return (1<<(b.Sq[len(l.Outer)-1]&63) - 1) & l.free(b)
	}
	return l.free(b)
}

// Positions returns the squares of the inner man at which a cell of a word is the own one of a position that is legal
// with a side to move.
func (l *Layout) Positions(b *Board, side int) uint64 {
	own := l.Own(b)
	if own != 0 {
		own &= l.Legal(b, side)
	}
	return own
}

// free returns the squares on which the inner man may stand.
func (l *Layout) free(b *Board) uint64 {
	if l.Inner.Kind == chess.Pawn {
		return PawnSquares &^ b.Occupied
	}
	return ^b.Occupied
}

// belowDiagonal has the squares that are not greater than their mirror images at
// the diagonal a1-h8.
var belowDiagonal = func() (set uint64) {
	for sq, image := range symSquare[Transpose] {
		if sq <= int(image) {
			set |= 1 << sq
		}
	}
	return set
}()

// orderedWord returns the word with the outer men after a symmetry, in order,
// and the same kings.
func (l *Layout) orderedWord(b *Board, op Symmetry) int {
	var sq [MaxOuter]uint8
	for i := range l.Outer {
		s := symSquare[op][b.Sq[i]&63]
		j := i
		for ; j > 0 && s > sq[j-1] && l.Outer[j].alike(&l.Outer[j-1]); j-- {
			sq[j] = sq[j-1]
		}
		sq[j] = s
	}
	return l.FirstWord(b.Pair) + l.outerNumber(&sq, identity)
}

// ownCell is CellOf where the inner man's square is free.
func (l *Layout) ownCell(b *Board, inner uint8) int {
	set := l.OuterMen(b)
	set[l.Inner.Color][l.Inner.Kind] |= 1 << inner
	cell := l.indexAt(b.Pair, identity, &set)
	if l.Symmetric(b) {
		cell = min(cell, l.indexAt(b.Pair, Transpose, &set))
	}
	return cell
}

// CellOf returns the own cell of the position of a word with the inner man on a
// square. ok is false if two men stand on one square or a pawn on the first or
// last rank.
func (l *Layout) CellOf(b *Board, inner uint8) (cell int, ok bool) {
	if b.clash || l.free(b)>>inner&1 == 0 {
		return 0, false
	}
	return l.ownCell(b, inner), true
}

// Repeats reports whether there are cells that repeat others.
func (l *Layout) Repeats() bool {
	return l.Ways > 1 || !l.Material.Pawns()
}

// RepeatCells fills in the cells of a word that repeat those of others, unless
// RepeatRow does.
func RepeatCells[T any](l *Layout, b *Board, codes []T) {
	if b.clash {
		return
	}
	row := (*[64]T)(codes[64*b.Word:])
	if l.Symmetric(b) {
		if l.innerLike() == 0 {
			repeatImage(l, b, codes)
			return
		}
		for sq := range chess.Bitboard(l.free(b)).Squares() {
			if from := l.ownCell(b, uint8(sq)); from != b.Word<<6|int(sq) {
				row[sq] = codes[from]
			}
		}
		return
	}
	like := l.innerLike()
	if like == 0 || !l.inOrder(b) {
		return
	}
	last := len(l.Outer) - 1
	low := b.Sq[last] & 63
	for set := l.free(b) &^ (1<<low - 1); set != 0; set &= set - 1 {
		sq := bits.TrailingZeros64(set) & 63
		if like == 1 { // the two change places
			s := &l.Outer[last]
			row[sq] = codes[64*(b.Word-s.Off[low]+s.Off[sq])+int(low)]
			continue
		}
		row[sq] = codes[l.ownCell(b, uint8(sq))]
	}
}

// repeatImage is RepeatCells for a symmetric pair of kings, if no outer man is
// like the inner one.
func repeatImage[T any](l *Layout, b *Board, codes []T) {
	row := (*[64]T)(codes[64*b.Word:])
	word, image := l.orderedWord(b, identity), l.orderedWord(b, Transpose)
	switch {
	case word > image:
		from := (*[64]T)(codes[64*image:])
		for set := l.free(b); set != 0; set &= set - 1 {
			sq := bits.TrailingZeros64(set) & 63
			row[sq] = from[symSquare[Transpose][sq]&63]
		}
	case word < image:
		if word != b.Word {
			*row = [64]T(codes[64*word:])
		}
	default:
		from := (*[64]T)(codes[64*word:])
		for set := l.free(b); set != 0; set &= set - 1 {
			sq := bits.TrailingZeros64(set) & 63
			row[sq] = from[min(uint8(sq), symSquare[Transpose][sq])&63]
		}
	}
}

// RepeatRow fills in a word in which identical outer men are out of order, after
// RepeatCells has been through all words.
func RepeatRow[T any](l *Layout, b *Board, codes []T) {
	if b.clash || l.Symmetric(b) || l.inOrder(b) {
		return
	}
	from := l.orderedWord(b, identity)
	copy(codes[64*b.Word:64*b.Word+64], codes[64*from:64*from+64])
}

// Mirrored returns the squares of the inner man at which a position of a
// symmetric pair of kings is its own mirror image.
func (l *Layout) Mirrored(b *Board) uint64 {
	set := l.OuterMen(b)
	like := set[l.Inner.Color][l.Inner.Kind]
	set[l.Inner.Color][l.Inner.Kind] = 0
	for c := range set {
		for _, men := range set[c] {
			if Transpose.Bits(men) != men {
				return 0
			}
		}
	}
	// Men like the inner one may lack the image of one of them.
	switch lacking := Transpose.Bits(like) &^ like; bits.OnesCount64(lacking) {
	case 0:
		return diagonalSquares
	case 1:
		return lacking
	}
	return 0
}

// diagonalSquares are those of the diagonal a1-h8.
const diagonalSquares = 0x8040201008040201

// Setup returns the diagram of a cell, legal or not.
func (l *Layout) Setup(b *Board, inner uint8, side chess.Color) chess.Setup {
	s := chess.EmptySetup()
	s.Turn = side
	for c, sq := range b.King {
		s.Board[sq] = chess.MakeMan(chess.Color(c), chess.King)
	}
	for i := range l.Outer {
		s.Board[b.Sq[i]] = chess.MakeMan(l.Outer[i].Color, l.Outer[i].Kind)
	}
	s.Board[inner] = chess.MakeMan(l.Inner.Color, l.Inner.Kind)
	return s
}

// Position returns the position of a cell; it panics if that is not legal.
func (l *Layout) Position(b *Board, inner uint8, side chess.Color) *chess.Position {
	s := l.Setup(b, inner, side)
	p, err := chess.NewPosition(s)
	if err != nil {
		panic("table: a table has a position that is not legal: " + s.FEN() + ": " + err.Error())
	}
	return p
}
