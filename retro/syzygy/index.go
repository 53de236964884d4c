package syzygy

import "slices"

const (
	threeMen  = 31332 // placements of three different men, up to symmetry
	kingPairs = 462
)

func file(sq uint8) int { return int(sq & 7) }
func rank(sq uint8) int { return int(sq >> 3) }

// edge returns how far a square is from the nearer edge file, 0 to 3.
func edge(sq uint8) int { return min(file(sq), 7-file(sq)) }

func transpose(sq uint8) uint8 { return sq>>3 | sq&7<<3 }

// The numbers of squares: in the triangle a1-d1-d4, those on the diagonal last; below
// the diagonal a1-h8; on it. The pairs of kings.
var (
	triangle, below, diagonal, pairs = func() (t, l, d [64]int, p [64][64]int) {
		for i, sq := range []uint8{1, 2, 3, 10, 11, 19, 0, 9, 18, 27} { // b1 c1 d1 c2 d2 d3 a1 b2 c3 d4
			t[sq] = i
		}
		n := 0
		for sq := range uint8(64) {
			switch {
			case rank(sq) < file(sq):
				l[sq] = n
				n++
			case rank(sq) == file(sq):
				d[sq] = file(sq)
			}
		}
		for a := range p {
			for b := range p[a] {
				p[a][b] = -1
			}
		}
		n = 0
		for pass := range 3 {
			for _, a := range []uint8{1, 2, 3, 10, 11, 19, 0, 9, 18, 27} {
				if onDiagonal := file(a) == rank(a); onDiagonal != (pass > 0) {
					continue
				}
				for b := range uint8(64) {
					files, ranks := file(a)-file(b), rank(a)-rank(b)
					if files*files <= 1 && ranks*ranks <= 1 ||
						pass == 1 && rank(b) >= file(b) || pass == 2 && rank(b) != file(b) {
						continue
					}
					p[a][b] = n
					n++
				}
			}
		}
		return t, l, d, p
	}()
)

// leadPawns has, by the number of other leading pawns, what the leader's square adds,
// and the numbers there are for each of its files.
var leadPawns = func() (table [5]struct {
	of  [24]uint64 // by leader
	all [4]uint64
}) {
	for t := range table {
		for f := range 4 {
			sum := uint64(0)
			for r := range 6 {
				table[t].of[6*f+r] = sum
				sum += choose(height(uint8(f+8*(r+1))), t)
			}
			table[t].all[f] = sum
		}
	}
	return table
}()

// leader numbers the squares of a pawn by file from the edge, then rank.
func leader(sq uint8) int { return 6*edge(sq) + rank(sq) - 1 }

// height numbers the squares in reverse order, and distinguishes the halves of the board.
func height(sq uint8) int {
	h := 47 - 12*edge(sq) - 2*(rank(sq)-1)
	if file(sq) > 3 {
		h--
	}
	return h
}

func turn(squares []uint8, by func(uint8) uint8) {
	for i, sq := range squares {
		squares[i] = by(sq)
	}
}

// leaderFile puts the leading pawn first, and returns its file from the edge.
func leaderFile(squares []uint8, pawns int) int {
	for i := 1; i < pawns; i++ {
		if leader(squares[0]) > leader(squares[i]) {
			squares[0], squares[i] = squares[i], squares[0]
		}
	}
	return edge(squares[0])
}

// number returns the number of a position from the squares of the men, in the order of
// the list. It changes the squares. ok is false if the men cannot stand so.
func (g *groups) number(squares []uint8) (n uint64, ok bool) {
	before := g.size[0]
	n, ok = g.leadNumber(squares)
	if !ok {
		return 0, false
	}
	n *= g.factor[0]
	for i := 1; i < len(g.size); i++ {
		group := squares[before : before+g.size[i]]
		slices.Sort(group)
		lowest := 0
		if i == 1 && g.pawns[1] > 0 {
			lowest = 8
		}
		sum := uint64(0)
		for j, sq := range group {
			less := lowest
			for _, other := range squares[:before] {
				if other < sq {
					less++
				}
			}
			sum += choose(int(sq)-less, j+1)
		}
		n += sum * g.factor[i]
		before += g.size[i]
	}
	return n, n < g.cells
}

// leadNumber turns the board as the first group asks for, and returns the number of that.
func (g *groups) leadNumber(squares []uint8) (n uint64, ok bool) {
	first := g.size[0]
	if file(squares[0]) > 3 {
		turn(squares, func(sq uint8) uint8 { return sq ^ 7 })
	}
	if g.pawns[0] > 0 {
		slices.SortStableFunc(squares[1:first], func(a, b uint8) int { return height(b) - height(a) })
		n = leadPawns[first-1].of[leader(squares[0])]
		for i := 1; i < first; i++ {
			n += choose(height(squares[i]), first-i)
		}
		return n, true
	}
	if rank(squares[0]) > 3 {
		turn(squares, func(sq uint8) uint8 { return sq ^ 56 })
	}
	for _, sq := range squares[:first] {
		if rank(sq) != file(sq) {
			if rank(sq) > file(sq) {
				turn(squares, transpose)
			}
			break
		}
	}
	if first == 3 {
		return threeNumber(squares[0], squares[1], squares[2]), true
	}
	pair := pairs[squares[0]][squares[1]]
	return uint64(pair), pair >= 0
}

// threeNumber returns the number of three different men, the first in the triangle.
func threeNumber(a, b, c uint8) uint64 {
	i, j := 0, 0
	if b > a {
		i++
	}
	if c > a {
		j++
	}
	if c > b {
		j++
	}
	on := func(sq uint8) bool { return rank(sq) == file(sq) }
	const offDiagonal, onceOn, twiceOn = 6 * 3906, 4 * 1736, 4 * 196
	var n int
	switch {
	case !on(a):
		n = triangle[a]*3906 + (int(b)-i)*62 + int(c) - j
	case !on(b):
		n = offDiagonal + diagonal[a]*1736 + below[b]*62 + int(c) - j
	case !on(c):
		n = offDiagonal + onceOn + diagonal[a]*196 + (diagonal[b]-i)*28 + below[c]
	default:
		n = offDiagonal + onceOn + twiceOn + diagonal[a]*42 + (diagonal[b]-i)*6 + diagonal[c] - j
	}
	return uint64(n)
}
