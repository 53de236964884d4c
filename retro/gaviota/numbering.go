package gaviota

import (
	"slices"
	"sync"
)

// A numbering gives numbers to the squares of some men, an axis of a table. The men
// are the two kings, the black one first, or one to three equal men; the squares of
// these are in any order.
type numbering struct {
	men     int
	squares []uint8 // by number, of each man
	number  []int32 // by squares, a digit of 64 each, those of equal men ascending; -1 if they have none
}

// newNumbering returns the numbering of squares in the order in which a function lists them; equal says that the men
// are alike.
func newNumbering(men int, equal bool, list func(add func(squares ...uint8))) *numbering {
	n := &numbering{men: men, number: make([]int32, 1<<(6*men))}
	for i := range n.number {
		n.number[i] = -1
	}
	list(func(squares ...uint8) {
		number := int32(n.size())
		n.squares = append(n.squares, squares...)
		if equal {
			slices.Sort(squares)
		}
		n.number[key(squares)] = number
	})
	return n
}

// numbered is newNumbering for equal men, which is done when it is first needed.
func numbered(men int, list func(add func(squares ...uint8))) func() *numbering {
	return sync.OnceValue(func() *numbering { return newNumbering(men, true, list) })
}

func key(squares []uint8) (k int) {
	for _, sq := range squares {
		k = k<<6 | int(sq)
	}
	return k
}

func (n *numbering) size() int { return len(n.squares) / n.men }

// of returns the squares that have a number.
func (n *numbering) of(i int) []uint8 { return n.squares[i*n.men : (i+1)*n.men] }

func file(sq uint8) uint8 { return sq & 7 }
func rank(sq uint8) uint8 { return sq >> 3 }

func square(file, rank uint8) uint8 { return rank<<3 | file }

const mirrored = 7 // exclusive or with it mirrors the files

func right(sq uint8) bool { return file(sq) > 3 } // on files e to h

// The axes, named after the men. Tables share them.
var (
	// kings are the pairs of kings that symmetry leaves without pawns: the black
	// king in the triangle a1-d1-d4, and if it is on a1-d4 the white one not above
	// the diagonal.
	kings = sync.OnceValue(func() *numbering {
		return newNumbering(2, false, func(add func(squares ...uint8)) {
			for black := range uint8(64) {
				if right(black) || rank(black) > file(black) {
					continue
				}
				for white := range uint8(64) {
					files, ranks := int(file(white))-int(file(black)), int(rank(white))-int(rank(black))
					near := files*files <= 1 && ranks*ranks <= 1
					if !near && (rank(black) != file(black) || rank(white) <= file(white)) {
						add(black, white)
					}
				}
			}
		})
	})

	oneMan = numbered(1, func(add func(squares ...uint8)) {
		for sq := range uint8(64) {
			add(sq)
		}
	})

	twoMen = numbered(2, func(add func(squares ...uint8)) {
		for x := range uint8(64) {
			for y := x + 1; y < 64; y++ {
				add(x, y)
			}
		}
	})

	threeMen = numbered(3, func(add func(squares ...uint8)) {
		for z := range uint8(64) {
			for y := range z {
				for x := range y {
					add(x, y, z)
				}
			}
		}
	})

	// whitePawn and blackPawn are on the files a to d; the table is mirrored for it.
	whitePawn = numbered(1, onLeft(6, 5, 4, 3, 2, 1))
	blackPawn = numbered(1, onLeft(1, 2, 3, 4, 5, 6))

	// anyPawn and anyTwoPawns are on any files, where other pawns decide about
	// mirroring.
	anyPawn = numbered(1, func(add func(squares ...uint8)) {
		for sq := uint8(8); sq < 56; sq++ {
			add(sq)
		}
	})

	anyTwoPawns = numbered(2, func(add func(squares ...uint8)) {
		for x := uint8(55); x >= 8; x-- {
			for y := x - 1; y >= 8; y-- {
				add(x, y)
			}
		}
	})

	// twoPawns have the anchor on the files a to d: the pawn on the higher rank, or
	// that nearer to the edge.
	twoPawns = numbered(2, func(add func(squares ...uint8)) {
		seen := map[[2]uint8]bool{}
		for a := uint8(55); a >= 8; a-- {
			if !right(a) {
				continue
			}
			for b := a - 1; b >= 8; b-- {
				x, y := a, b
				if anchors(b, a) {
					x, y = b, a
				}
				if right(x) {
					x, y = x^mirrored, y^mirrored
				}
				if !seen[[2]uint8{x, y}] {
					seen[[2]uint8{x, y}] = true
					add(x, y)
				}
			}
		}
	})

	// threePawns have at most one on the files e to h.
	threePawns = numbered(3, func(add func(squares ...uint8)) {
		var order []uint8
		for _, half := range []uint8{7, 3} {
			for rank := uint8(6); rank >= 1; rank-- {
				for i := range uint8(4) {
					order = append(order, square(half-i, rank))
				}
			}
		}
		for i, x := range order {
			for j := i + 1; j < len(order); j++ {
				for _, z := range order[j+1:] {
					if y := order[j]; !right(y) && !right(z) {
						add(x, y, z)
					}
				}
			}
		}
	})
)

// onLeft lists the squares on the files a to d of some ranks.
func onLeft(ranks ...uint8) func(add func(squares ...uint8)) {
	return func(add func(squares ...uint8)) {
		for _, rank := range ranks {
			for file := range uint8(4) {
				add(square(file, rank))
			}
		}
	}
}

// anchors reports whether x is the anchor of two pawns: the one on the higher rank, or
// nearer to the edge, or, of mirror images, the one on the smaller square.
func anchors(x, y uint8) bool {
	edge := func(sq uint8) uint8 { return max(file(sq), 7-file(sq)) }
	switch {
	case rank(x) != rank(y):
		return rank(x) > rank(y)
	case edge(x) != edge(y):
		return edge(x) > edge(y)
	}
	return x < y
}
