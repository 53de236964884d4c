package astar

import "retroproof/chess"

// far is the number of moves to where there is no way.
const far = 0xFF

// maxCaptures is the number of captures that a pawn can make.
const maxCaptures = 6

// paths has the ways of men around the blocked squares; other men are not in the way. It
// is computed as it is needed.
type paths struct {
	blocked chess.Bitboard
	// unsafe has by colour of a king the squares attacked by pawns of the other side that
	// never move: the king never steps there.
	unsafe [2]chess.Bitboard

	pieces [chess.NumMen][chess.NumSquares]*ways
	pawns  [2][maxCaptures + 1][chess.NumSquares]*walk
	// sources has by colour, captures, and square the squares from which a pawn
	// can come there; on the last rank to promote.
	sources [2][maxCaptures + 1][chess.NumSquares]chess.Bitboard
}

// ways are those of a piece to one square.
type ways struct {
	moves  [chess.NumSquares]uint8 // by the square that it stands on; far if there is no way
	region chess.Bitboard          // from where there is one
	// promoters has by colour and captures the squares from which a pawn can promote
	// within the region, and computed by colour, as bits, which of these are filled in.
	promoters [2][maxCaptures + 1]chess.Bitboard
	computed  [2]uint8
}

// walk is where a pawn can get.
type walk struct {
	squares chess.Bitboard    // its own included, and those where it promotes
	layers  [7]chess.Bitboard // by number of moves, the least
}

// moves returns the least number of moves to a square.
func (w *walk) moves(to chess.Square) int {
	bit := to.Bit()
	if w.squares&bit == 0 {
		return far
	}
	n := 0
	for w.layers[n]&bit == 0 {
		n++
	}
	return n
}

// newPaths returns the ways past men of the target that never move.
func newPaths(t *target, blocked chess.Bitboard) *paths {
	return &paths{
		blocked: blocked,
		unsafe: [2]chess.Bitboard{
			captures(chess.Black, blocked&t.pawns[chess.Black]),
			captures(chess.White, blocked&t.pawns[chess.White]),
		},
	}
}

// piece returns the ways of a piece to a square.
func (p *paths) piece(m chess.Man, to chess.Square) *ways {
	if m.Kind() != chess.King {
		m = chess.MakeMan(chess.White, m.Kind())
	}
	w := &p.pieces[m&(chess.NumMen-1)][to&63]
	if *w == nil {
		*w = p.findWays(m, to)
	}
	return *w
}

// findWays searches backwards from a square. The moves of pieces can be reversed, except that
// a king may leave an unsafe square, where it may be in check now, but not enter one.
func (p *paths) findWays(m chess.Man, to chess.Square) *ways {
	w := &ways{region: to.Bit()}
	for i := range w.moves {
		w.moves[i] = far
	}
	w.moves[to] = 0
	unsafe := chess.NoSquares
	if m.Kind() == chess.King {
		unsafe = p.unsafe[m.Color()]
	}
	for n, front := uint8(1), to.Bit(); front != 0; n++ {
		next := chess.NoSquares
		for b := front &^ unsafe; b != 0; b = b.WithoutFirst() {
			next |= chess.Attacks(m, b.First(), p.blocked)
		}
		front = next &^ (p.blocked | w.region)
		w.region |= front
		for b := front; b != 0; b = b.WithoutFirst() {
			w.moves[b.First()&63] = n
		}
	}
	return w
}

// pawn returns the ways of a pawn with at most a number of captures.
func (p *paths) pawn(c chess.Color, most int, from chess.Square) *walk {
	w := &p.pawns[c&1][most][from&63]
	if *w == nil {
		*w = p.findWalk(c, most, from)
	}
	return *w
}

// findWalk goes forward from a square; at has the squares by number of captures.
func (p *paths) findWalk(c chess.Color, most int, from chess.Square) *walk {
	w := &walk{squares: from.Bit()}
	w.layers[0] = from.Bit()
	at := [maxCaptures + 1]chess.Bitboard{from.Bit()}
	for n := 1; n <= 6; n++ {
		var next [maxCaptures + 1]chess.Bitboard
		any := chess.NoSquares
		for k := range most + 1 {
			b := ahead(c, at[k])
			if k > 0 {
				b |= captures(c, at[k-1])
			}
			next[k] = b &^ p.blocked
			any |= next[k]
		}
		if n == 1 && homeRank(c).Has(from) {
			next[0] |= ahead(c, next[0]) &^ p.blocked
			any |= next[0]
		}
		at = next
		w.layers[n] = any &^ w.squares
		w.squares |= any
	}
	return w
}

// pawnSources returns the squares from which a pawn can come to a square with at most a
// number of captures, the square itself among them.
func (p *paths) pawnSources(c chess.Color, most int, to chess.Square) chess.Bitboard {
	s := &p.sources[c&1][most][to&63]
	if *s == 0 {
		*s = p.findSources(c, most, to)
	}
	return *s
}

func (p *paths) findSources(c chess.Color, most int, to chess.Square) chess.Bitboard {
	const pawnRanks = chess.AllSquares &^ (0xFF | 0xFF<<56)
	all := to.Bit()
	at := [maxCaptures + 1]chess.Bitboard{to.Bit()}
	for range 6 {
		var next [maxCaptures + 1]chess.Bitboard
		for k := range most + 1 {
			b := ahead(c.Other(), at[k])
			if k > 0 {
				b |= captures(c.Other(), at[k-1])
			}
			next[k] = b & pawnRanks &^ p.blocked
			all |= next[k]
		}
		at = next
	}
	return all
}

// promoters returns the squares from which a pawn of a colour can become a piece
// that has a way to a square, with at most a number of captures.
func (p *paths) promoters(w *ways, c chess.Color, most int) chess.Bitboard {
	if w.computed[c&1]>>most&1 != 0 {
		return w.promoters[c&1][most]
	}
	from := chess.NoSquares
	for b := w.region & lastRank(c) &^ p.blocked; b != 0; b = b.WithoutFirst() {
		from |= p.pawnSources(c, most, b.First()) &^ b.First().Bit()
	}
	w.promoters[c&1][most] = from
	w.computed[c&1] |= 1 << most
	return from
}
