package exact

import (
	"retroproof/chess"
	"retroproof/kernel/assign"
)

// far is the number of moves to where there is no way.
const far = 0xFF

// maxLayer is the last number of moves that sets of squares are kept for; the last set
// has all squares to which there is a way.
const maxLayer = 15

// maxTakes is the number of captures that a pawn can make.
const maxTakes = 6

// distances are those between a square and all others, in moves of one man.
type distances struct {
	moves  [chess.NumSquares]uint8      // far if there is no way
	within [maxLayer + 1]chess.Bitboard // by number of moves: the squares at most so far
}

// upTo returns the squares at most n moves away; none if n is negative.
func (d *distances) upTo(n int) chess.Bitboard {
	if n < 0 {
		return 0
	}
	return d.within[min(n, maxLayer)]
}

// to returns the least number of moves to or from a square.
func (d *distances) to(sq chess.Square) int { return int(d.moves[sq&63]) }

// toAny returns the least number of moves to or from a square of a set.
func (d *distances) toAny(set chess.Bitboard) int {
	if d.within[maxLayer]&set == 0 {
		return far
	}
	for n := range maxLayer {
		if d.within[n]&set != 0 {
			return n
		}
	}
	best := far
	for b := set & d.within[maxLayer]; b != 0; b = b.WithoutFirst() {
		best = min(best, d.to(b.First()))
	}
	return best
}

// begin starts distances with a square, and add adds those at n moves.
func (d *distances) begin(sq chess.Square) {
	for i := range d.moves {
		d.moves[i] = far
	}
	d.moves[sq&63] = 0
	d.within[0] = sq.Bit()
}

func (d *distances) add(n int, squares chess.Bitboard) {
	for b := squares; b != 0; b = b.WithoutFirst() {
		d.moves[b.First()&63] = uint8(n)
	}
	d.within[min(n, maxLayer)] |= squares
}

// finish makes the sets cumulative.
func (d *distances) finish() {
	for n := 1; n <= maxLayer; n++ {
		d.within[n] |= d.within[n-1]
	}
}

// routes has the ways of men around blocked squares: no other men are in the way. It is
// computed as it is needed.
type routes struct {
	blocked chess.Bitboard
	// unsafe has by colour of a king squares that men attack that never move.
	unsafe [2]chess.Bitboard

	pieces   [chess.Pawn][chess.NumSquares]*distances
	kingTo   [2][chess.NumSquares]*distances
	kingFrom [2][chess.NumSquares]*distances
	pawnFrom [2][maxTakes + 1][chess.NumSquares]*distances
	pawnTo   [2][maxTakes + 1][chess.NumSquares]*distances
}

// newRoutes returns the ways around squares whose men never move. The squares next to these
// that they attack, and those of knights, are attacked for good: nothing can stand between.
func newRoutes(blocked chess.Bitboard, p *chess.Position) *routes {
	r := &routes{blocked: blocked}
	for b := blocked; b != 0; b = b.WithoutFirst() {
		m := p.At(b.First())
		r.unsafe[m.Color().Other()] |= chess.Attacks(m, b.First(), chess.AllSquares)
	}
	return r
}

// to returns the distances of a piece to a square.
func (r *routes) to(m chess.Man, sq chess.Square) *distances {
	if m.Kind() != chess.King {
		return r.piece(m.Kind(), sq)
	}
	d := &r.kingTo[m.Color()&1][sq&63]
	if *d == nil {
		*d = r.king(m.Color(), sq, true)
	}
	return *d
}

// from returns the distances of a piece from a square.
func (r *routes) from(m chess.Man, sq chess.Square) *distances {
	if m.Kind() != chess.King {
		return r.piece(m.Kind(), sq)
	}
	d := &r.kingFrom[m.Color()&1][sq&63]
	if *d == nil {
		*d = r.king(m.Color(), sq, false)
	}
	return *d
}

// piece returns the distances of pieces that go where they came from.
func (r *routes) piece(k chess.Kind, sq chess.Square) *distances {
	p := &r.pieces[k%chess.Pawn][sq&63]
	if *p != nil {
		return *p
	}
	d := new(distances)
	*p = d
	d.begin(sq)
	man := chess.MakeMan(chess.White, k)
	seen := sq.Bit() | r.blocked
	for n, front := 1, sq.Bit(); ; n++ {
		next := chess.NoSquares
		for b := front; b != 0; b = b.WithoutFirst() {
			next |= chess.Attacks(man, b.First(), r.blocked)
		}
		if front = next &^ seen; front == 0 {
			break
		}
		seen |= front
		d.add(n, front)
	}
	d.finish()
	return d
}

// king returns the distances of a king, who steps on no square that is unsafe; he may
// stand on one now, where a man has just checked him.
func (r *routes) king(c chess.Color, sq chess.Square, to bool) *distances {
	d := new(distances)
	d.begin(sq)
	seen := sq.Bit() | r.blocked
	if !to {
		seen |= r.unsafe[c]
	}
	for n, front := 1, sq.Bit(); ; n++ {
		if to {
			front &^= r.unsafe[c]
		}
		next := chess.NoSquares
		for b := front; b != 0; b = b.WithoutFirst() {
			next |= chess.KingAttacks(b.First())
		}
		if front = next &^ seen; front == 0 {
			break
		}
		seen |= front
		d.add(n, front)
	}
	d.finish()
	return d
}

// pawn returns the distances of a pawn from a square, with at most a number of captures;
// the squares of the last rank are among them.
func (r *routes) pawn(c chess.Color, takes int, sq chess.Square) *distances {
	p := &r.pawnFrom[c&1][takes][sq&63]
	if *p != nil {
		return *p
	}
	d := new(distances)
	*p = d
	d.begin(sq)
	seen := sq.Bit()
	at := [maxTakes + 1]chess.Bitboard{sq.Bit()}
	for n := 1; n <= 6; n++ {
		var next [maxTakes + 1]chess.Bitboard
		all := chess.NoSquares
		for k := range takes + 1 {
			b := ahead(c, at[k])
			if k > 0 {
				b |= captures(c, at[k-1])
			}
			next[k] = b &^ r.blocked
			all |= next[k]
		}
		if n == 1 && homeRank(c).Has(sq) {
			two := ahead(c, next[0]) &^ r.blocked
			next[0] |= two
			all |= two
		}
		at = next
		d.add(n, all&^seen)
		seen |= all
	}
	d.finish()
	return d
}

// pawnBack returns the distances of pawns to a square, with at most a number of captures.
func (r *routes) pawnBack(c chess.Color, takes int, sq chess.Square) *distances {
	p := &r.pawnTo[c&1][takes][sq&63]
	if *p != nil {
		return *p
	}
	d := new(distances)
	*p = d
	d.begin(sq)
	seen := sq.Bit()
	back := c.Other()
	at := [maxTakes + 1]chess.Bitboard{sq.Bit()}
	for n := 1; n <= 6; n++ {
		var next [maxTakes + 1]chess.Bitboard
		all := chess.NoSquares
		for k := range takes + 1 {
			one := ahead(back, at[k]) & pawnRanks &^ r.blocked
			b := one | ahead(back, one)&homeRank(c)&^r.blocked
			if k > 0 {
				b |= captures(back, at[k-1]) & pawnRanks &^ r.blocked
			}
			next[k] = b
			all |= b
		}
		at = next
		d.add(n, all&^seen)
		seen |= all
	}
	d.finish()
	return d
}

// promotion returns the least number of moves with which a pawn, with at most so many captures, becomes a piece and
// goes on to a square, and the least number of captures; assign.Forbidden if there is no way.
func (r *routes) promotion(c chess.Color, most int, sq chess.Square, to *distances) (moves, takes int) {
	from := r.pawn(c, most, sq)
	moves, takes = assign.Forbidden, far
	for b := from.within[maxLayer] & lastRank(c) & to.within[maxLayer]; b != 0; b = b.WithoutFirst() {
		moves = min(moves, from.to(b.First())+to.to(b.First()))
		takes = min(takes, fileDistance(sq, b.First()))
	}
	return moves, takes
}

// captured returns the least number of moves after which a man can be captured on a square of a set, a pawn with at
// most so many captures, also after it has promoted; far if there is no way.
func (r *routes) captured(m chess.Man, most int, sq chess.Square, on chess.Bitboard) int {
	switch m.Kind() {
	case chess.King:
		return far
	case chess.Pawn:
		from := r.pawn(m.Color(), most, sq)
		return min(from.toAny(on), from.toAny(lastRank(m.Color()))+1)
	}
	return r.from(m, sq).toAny(on)
}

// pawnRanks are the squares on which pawns stand.
const pawnRanks = chess.AllSquares &^ (0xFF | 0xFF<<56)

// homeRank returns the squares on which pawns of a colour begin.
func homeRank(c chess.Color) chess.Bitboard { return chess.RankSet(c.RelativeRank(1)) }

// lastRank returns the squares on which pawns of a colour promote.
func lastRank(c chess.Color) chess.Bitboard { return chess.RankSet(c.RelativeRank(7)) }

// ahead returns the squares one step ahead of a set, as pawns of a colour go.
func ahead(c chess.Color, set chess.Bitboard) chess.Bitboard {
	if c == chess.White {
		return set << 8
	}
	return set >> 8
}

// captures returns the squares on which pawns of a colour on the squares of a set
// capture.
func captures(c chess.Color, set chess.Bitboard) chess.Bitboard {
	west, east := set&^chess.FileSet(0), set&^chess.FileSet(7)
	if c == chess.White {
		return west<<7 | east<<9
	}
	return west>>9 | east>>7
}
