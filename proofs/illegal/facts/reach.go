package facts

import chess "retroproof/chess/board"

// Which man of the start can have become which man of the goal. This is an over-approximation:
// only blocked men obstruct, and a pawn can capture on any square as long as the number of
// captures of its side allows it.

// pawnWays are the squares that a pawn of the start can reach.
type pawnWays struct {
	squares  chess.Bitboard // as a pawn, its own square included
	promotes chess.Bitboard
	takes    chess.Bitboard    // squares on which it can capture, promotion squares included
	by       [9]chess.Bitboard // squares that it can reach with so many captures, promotion squares included
}

// Refresh recomputes the ways of pawns and the regions of pieces from the squares that are
// blocked now. Additional blocked squares can only make them smaller.
func (p *Proven) Refresh() {
	p.regions = [chess.NumMen][chess.NumSquares]chess.Bitboard{}
	for c := chess.White; c <= chess.Black; c++ {
		for sq := range p.from[c].Squares() {
			p.ways[sq] = p.waysOf(c, sq)
		}
	}
}

// waysOf returns the squares that a pawn can reach. Each capture counts against the captures
// that its side makes, no pawn enters a blocked square, and none moves on from a square where
// it gives check to a king of ByCheckedKing: it is captured there, since the king cannot move
// and nothing else answers a pawn's check. A double step does not stop on the square that it
// passes over.
func (p *Proven) waysOf(c chess.Color, sq chess.Square) pawnWays {
	w := pawnWays{squares: sq.Bit(), by: [9]chess.Bitboard{sq.Bit()}}
	if p.Blocked.Has(sq) {
		return w
	}
	up := c.Forward()
	stops := p.checks(c)
	// The squares reached with 0, 1, ... captures, rank by rank.
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
			w.by[n] |= next[n]
			w.squares |= next[n]
		}
		at, passed = next, pass
	}
	w.promotes = w.squares & chess.RankSet(c.RelativeRank(7))
	w.squares &^= w.promotes
	return w
}

// checks returns the squares from which a pawn of a side attacks a king of ByCheckedKing.
func (p *Proven) checks(c chess.Color) (set chess.Bitboard) {
	for king := range (p.Checked & p.at[chess.MakeMan(c.Other(), chess.King)]).Squares() {
		set |= chess.PawnAttacks(c.Other(), king)
	}
	return set
}

// shift moves every square of a set by n square numbers, upwards if n is positive.
func shift(b chess.Bitboard, n int) chess.Bitboard {
	if n >= 0 {
		return b << n
	}
	return b >> -n
}

// Sources returns the men of the start that can have become the goal's man on a square.
func (p *Proven) Sources(to chess.Square) (sources chess.Bitboard) {
	m := p.Goal.Board[to]
	c := m.Color()
	switch {
	case p.Blocked.Has(to):
		return to.Bit()
	case m.Kind() == chess.Pawn:
		for from := range p.from[c].Squares() {
			if p.ways[from].squares.Has(to) && !p.not[to].Has(from) {
				sources |= from.Bit()
			}
		}
		return sources
	}
	sources = p.region(m, to) & p.at[m&(chess.NumMen-1)]
	if len(p.past) > 0 {
		for sq := range sources.Squares() {
			if _, arrivals := p.Walk(sq); !arrivals.Has(to) {
				sources &^= sq.Bit()
			}
		}
	}
	if m.Kind() != chess.King {
		for pawn := range p.from[c].Squares() {
			if p.PromotionSquares(pawn, to) != 0 {
				sources |= pawn.Bit()
			}
		}
	}
	return sources
}

// PromotionSquares returns the squares on which a pawn of the start can have become the goal's
// piece of its side on a square: those that the pawn reaches, and from which the piece gets there.
func (p *Proven) PromotionSquares(pawn, to chess.Square) chess.Bitboard {
	m := p.Goal.Board[to]
	squares, gone := p.ways[pawn].promotes&p.region(m, to), p.Gone(pawn)
	if squares != 0 && gone != 0 {
		squares &= p.flood(m, to, p.Blocked|gone)
	}
	return squares
}

// Promotes returns the squares on which a pawn of the start can promote.
func (p *Proven) Promotes(pawn chess.Square) chess.Bitboard { return p.ways[pawn].promotes }

// Gone returns squares on which pawns of the other side stand for good when a pawn promotes. A
// pawn that never captures passes all squares ahead of it on its file. So a pawn of the other
// side that began on one of them has moved. If only it can have become the goal's pawn on a
// square, and has no third square on its way, then it has moved there, and stays there.
func (p *Proven) Gone(pawn chess.Square) (squares chess.Bitboard) {
	c := p.Start.Board[pawn].Color()
	if p.ways[pawn].takes != 0 || p.Promotes(pawn) == 0 {
		return 0
	}
	for to := range p.to[c.Other()].Squares() {
		from := p.Sources(to)
		if sq := from.First(); from != 0 && !from.Several() && sq.File() == pawn.File() &&
			c.RelativeRank(sq.Rank()) > c.RelativeRank(pawn.Rank()) && p.ways[sq].squares&cones[c.Other()][to] == from|to.Bit() {
			squares |= to.Bit()
		}
	}
	return squares
}

// onlySource: if no other man of the start can have become a man of the goal, it is the start's
// man on that square. It has not left and returned either: a pawn cannot, and a piece has no
// other square in the region of this one.
func (p *Proven) onlySource(sq chess.Square, m chess.Man) bool {
	return p.Goal.Board[sq] == m && p.Sources(sq) == sq.Bit() && (m.Kind() == chess.Pawn || p.region(m, sq) == sq.Bit())
}

// Victims returns the men of the start that a pawn of the goal can have captured, and the pawns
// of its own file that can have become it; if it was none of the latter, it has captured. A
// victim is a man that can come to a square where one of the pawn's sources can capture on the
// way, or that is a pawn and can come to the square behind it, for en passant. Different pawns
// have captured different victims, none of which is at the goal.
func (p *Proven) Victims(to chess.Square) (victims, straight chess.Bitboard) {
	c := p.Goal.Board[to].Color()
	sources := p.Sources(to)
	var takes chess.Bitboard
	for from := range sources.Squares() {
		takes |= p.ways[from].takes
	}
	takes &= cones[c][to]
	for i, m := range p.Start.Board {
		from := chess.Square(i)
		if m == chess.NoMan || m.Color() == c {
			continue
		}
		// A pawn that can promote counts as able to come there, unless the pawn of the goal has made its one move before.
		promoted := p.Promotes(from) != 0 && !p.Gone(from).Has(to)
		if promoted || p.Capturable(from, takes, -c.Forward()) {
			victims |= from.Bit()
		}
	}
	return victims, sources & chess.FileSet(to.File())
}

// Capturable reports whether a man of the start can be captured on one of the squares without having promoted: whether
// it can come there, or, as a pawn, to a square behind one of them. Neither kings nor men that never move are captured.
func (p *Proven) Capturable(from chess.Square, takes chess.Bitboard, back int) bool {
	switch m := p.Start.Board[from]; {
	case m.Kind() == chess.King || p.Blocked.Has(from):
		return false
	case m.Kind() != chess.Pawn:
		region := p.region(m, from)
		if len(p.past) > 0 {
			squares, _ := p.Walk(from)
			region &= squares
		}
		return region&takes != 0
	}
	return p.ways[from].squares&(takes|shift(takes, back)) != 0
}
