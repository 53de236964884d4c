package cpi

import (
	"retroproof/proofs/survey/numbering"
)

// places knows how many positions there are for squares of the kings, once block and
// armies are known.
type places struct {
	l *layout
	// of and row have the positions by kinds of the squares of both kings, and by
	// that of the mover's alone.
	of  [numKinds][numKinds]numbering.Uint
	row [numKinds]numbering.Uint
}

// newPlaces counts the positions for all kinds.
func newPlaces(l *layout, army [2]numbering.Army) (p places) {
	p.l = l
	free := [2]int{army[0].Pieces() - l.fixedRooks(0), army[1].Pieces() - l.fixedRooks(1)}
	squares := l.pieceSquares(army[0].Pawns + army[1].Pawns)
	pieces := numbering.Of(numbering.Choose(squares, free[0])).Mul(numbering.Choose(squares-free[0], free[1]))
	for side, a := range army {
		pieces = pieces.Mul(numbering.Multinomial(a.Queens, a.Rooks-l.fixedRooks(side), a.Bishops, a.Knights))
	}
	for k0 := range numKinds {
		if l.kingNumber(0, k0) == 0 {
			continue
		}
		for k1 := range numKinds {
			n := l.secondKing(k0, k1)
			if n <= 0 {
				continue
			}
			p.of[k0][k1] = pieces.Mul(l.kingWays(k0, k1, army[0].Pawns, army[1].Pawns))
			p.row[k0] = p.row[k0].Add(p.of[k0][k1].Mul(uint64(n)))
		}
	}
	return p
}

// kind returns what a square is to a king that stands there.
func (p *places) kind(square int) squareKind {
	if k := p.l.kinds[square]; k != fixedSquare {
		return k
	}
	return backRank // at home
}

// kingsAt returns the squares of both kings in the r-th position, and makes r the
// number among the positions with these.
func (p *places) kingsAt(r *numbering.Uint) (kings [2]int) {
	if at := p.l.king[0]; at >= 0 {
		kings[0] = int(at)
	} else {
		kings[0] = p.walk(r, -1, &p.row)
	}
	if at := p.l.king[1]; at >= 0 {
		kings[1] = int(at)
	} else {
		kings[1] = p.walk(r, kings[0], &p.of[p.kind(kings[0])])
	}
	return kings
}

// walk finds the square for a king, given how many positions have it on a square of
// each kind. It does not stand on taken.
func (p *places) walk(r *numbering.Uint, taken int, of *[numKinds]numbering.Uint) int {
	last := -1
	for s, k := range p.l.kinds {
		if k == fixedSquare || s == taken {
			continue
		}
		if n := of[k]; r.Less(n) {
			return s
		} else {
			*r = r.Sub(n)
		}
		last = s
	}
	return last // never for numbers in range
}

// kingsBefore returns how many positions have kings on squares before theirs.
func (p *places) kingsBefore(kings [2]int) (before numbering.Uint) {
	if p.l.king[0] < 0 {
		before = p.sum(kings[0], -1, &p.row)
	}
	if p.l.king[1] < 0 {
		before = before.Add(p.sum(kings[1], kings[0], &p.of[p.kind(kings[0])]))
	}
	return before
}

// sum adds up the positions of the squares before one.
func (p *places) sum(square, taken int, of *[numKinds]numbering.Uint) (sum numbering.Uint) {
	var number [numKinds]uint64
	for s, k := range p.l.kinds[:square] {
		if k != fixedSquare && s != taken {
			number[k]++
		}
	}
	for k, n := range number {
		sum = sum.Add(of[k].Mul(n))
	}
	return sum
}
