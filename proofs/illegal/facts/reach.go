package facts

import "retroproof/chess"

// Which man of the start can have become which man of the goal. Only blocked squares are
// in the way: all other men are taken to be out of it, and captures to be at hand where
// a pawn wants one, up to their number.

// pawnWays are where a pawn of the start can get.
type pawnWays struct {
	squares  chess.Bitboard // as a pawn, its own square included
	promotes chess.Bitboard
	takes    chess.Bitboard // squares on which it can capture, those included where it promotes
}

// Refresh makes the ways of pawns and pieces follow from the squares that are blocked
// by now. Blocking more squares makes them fewer.
func (p *Proven) Refresh() {
	p.regions = [chess.NumMen][6]chess.Bitboard{}
	for c := chess.White; c <= chess.Black; c++ {
		for sq := range p.from[c].Squares() {
			p.ways[sq] = p.waysOf(c, sq)
		}
	}
}

// waysOf returns where a pawn can get: a capture takes one of those that the side makes,
// no pawn comes to a blocked square, and none goes on from where it gives check to a king
// that never moves, if a fact names him: it is captured there, since nothing else answers
// the check. A double step does not stop on the square that it passes.
func (p *Proven) waysOf(c chess.Color, sq chess.Square) pawnWays {
	w := pawnWays{squares: sq.Bit()}
	if p.Blocked.Has(sq) {
		return w
	}
	up := c.Forward()
	stops := p.checks(c)
	// The squares with 0, 1, ... captures, rank by rank.
	var at, passed [9]chess.Bitboard
	at[0] = sq.Bit()
	most := max(0, min(p.Captures[c], 8))
	for rank := c.RelativeRank(sq.Rank()); rank < 7; rank++ {
		var next, pass [9]chess.Bitboard
		for n := 0; n <= most; n++ {
			b := shift(at[n]&^stops, up)
			if rank == 1 {
				pass[n] = b &^ p.Blocked
			}
			b |= shift(passed[n], up)
			if n > 0 {
				from := at[n-1] &^ stops
				takes := shift(from&^chess.FileSet(0), up-1) | shift(from&^chess.FileSet(7), up+1)
				w.takes |= takes &^ p.Blocked
				b |= takes
			}
			next[n] = b &^ p.Blocked
			w.squares |= next[n]
		}
		at, passed = next, pass
	}
	w.promotes = w.squares & chess.RankSet(c.RelativeRank(7))
	w.squares &^= w.promotes
	return w
}

// checks returns where a pawn of a side attacks a king of which a fact says that pawns
// stop there.
func (p *Proven) checks(c chess.Color) (set chess.Bitboard) {
	for king := range (p.Checked & p.at[chess.MakeMan(c.Other(), chess.King)]).Squares() {
		set |= chess.PawnAttacks(c.Other(), king)
	}
	return set
}

// shift moves a set by n squares, to higher ones if n is positive.
func shift(b chess.Bitboard, n int) chess.Bitboard {
	if n >= 0 {
		return b << n
	}
	return b >> -n
}

// Sources returns the men of the start that can have become the goal's man on a square,
// and whether nothing but the man that was on the square at the start can have come to
// it, or come back.
func (p *Proven) Sources(to chess.Square) (sources chess.Bitboard, alone bool) {
	m := p.Goal.Board[to]
	c := m.Color()
	switch {
	case p.Blocked.Has(to):
		return to.Bit(), true
	case m.Kind() == chess.Pawn:
		for from := range p.from[c].Squares() {
			if p.ways[from].squares.Has(to) {
				sources |= from.Bit()
			}
		}
		return sources, sources == to.Bit() // a pawn that leaves does not come back
	}
	from := p.region(m, to)
	sources = from & p.at[m&(chess.NumMen-1)]
	if m.Kind() != chess.King {
		for pawn := range p.from[c].Squares() {
			if p.ways[pawn].promotes&from != 0 {
				sources |= pawn.Bit()
			}
		}
	}
	return sources, from == to.Bit() && sources == to.Bit() && p.Start.Board[to] == m
}

// onlySource: a man of the goal that no other man of the start can have become has
// been there from the start. It has not left and come back either: a pawn does not, and
// no square leads a piece there.
func (p *Proven) onlySource(sq chess.Square, m chess.Man) bool {
	if p.Goal.Board[sq] != m {
		return false
	}
	_, alone := p.Sources(sq)
	return alone
}

// Victims returns the men of the start that a pawn of the goal can have captured, and the
// pawns of its own file that can have become it: if it was none of these, it has captured.
// The victim can come to a square where such a pawn can capture on the way, or, a pawn
// taken en passant, to the square behind. Two pawns have two victims, and these are not
// at the goal.
func (p *Proven) Victims(to chess.Square) (victims, straight chess.Bitboard) {
	c := p.Goal.Board[to].Color()
	sources, _ := p.Sources(to)
	var takes chess.Bitboard
	for from := range sources.Squares() {
		takes |= p.ways[from].takes
	}
	takes &= cones[c][to]
	for from, m := range p.Start.Board {
		if m != chess.NoMan && m.Color() != c && p.capturable(m, chess.Square(from), takes, -c.Forward()) {
			victims |= chess.Square(from).Bit()
		}
	}
	return victims, sources & chess.FileSet(to.File())
}

// capturable reports whether a man of the start can come to one of the squares,
// or as a pawn to one behind them.
func (p *Proven) capturable(m chess.Man, from chess.Square, takes chess.Bitboard, back int) bool {
	switch {
	case m.Kind() == chess.King || p.Blocked.Has(from):
		return false
	case m.Kind() != chess.Pawn:
		return p.region(m, from)&takes != 0
	}
	w := &p.ways[from]
	return w.promotes != 0 || w.squares&(takes|shift(takes, back)) != 0
}
