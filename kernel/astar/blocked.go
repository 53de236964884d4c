package astar

import (
	"retroproof/chess"
	"retroproof/kernel/ways"
)

// structure finds the men that never move, and which men of the position can become
// which of the target. It reports whether nothing is impossible.
func (e *estimator) structure(p *chess.Position) bool {
	e.pos = p
	t := e.t
	if p.Castling()&t.must != t.must {
		return false
	}
	e.blocked = t.must.Homes()
	for c := chess.White; c <= chess.Black; c++ {
		e.spare[c] = p.Side(c).Count() - t.men[c]
		pawns := p.Men(chess.MakeMan(c, chess.Pawn))
		if e.spare[c] < 0 || t.home[c]&^pawns != 0 {
			return false
		}
		e.blocked |= t.home[c]
	}
	for {
		before := e.blocked
		e.useRoutes()
		for c := chess.White; c <= chess.Black; c++ {
			if !e.findSources(c) {
				return false
			}
		}
		if e.spare == [2]int{} && !e.off.has(deadlockRule) && !e.blockDeadlocked() {
			return false
		}
		if e.blocked == before {
			return true
		}
	}
}

// useRoutes makes the routes follow from the blocked squares.
func (e *estimator) useRoutes() {
	if e.routes != nil && e.routes.Blocked == e.blocked {
		return
	}
	p := e.routesOf[e.blocked]
	if p == nil {
		if len(e.routesOf) >= maxRoutes {
			clear(e.routesOf)
		}
		p = newRoutes(e.t, e.blocked)
		e.routesOf[e.blocked] = p
	}
	e.routes = p
}

// newRoutes returns the routes past men of the target that never move. A king does not step on squares attacked by
// pawns of the other side among them.
func newRoutes(t *target, blocked chess.Bitboard) *ways.Routes {
	return &ways.Routes{
		Blocked: blocked,
		Unsafe: [2]chess.Bitboard{
			ways.Captures(chess.Black, blocked&t.pawns[chess.Black]),
			ways.Captures(chess.White, blocked&t.pawns[chess.White]),
		},
	}
}

// promoters returns the squares from which a pawn of a colour can become a piece that has a way to where distances
// lead, with at most a number of captures.
func (e *estimator) promoters(to *ways.Distances, c chess.Color, most int) (from chess.Bitboard) {
	for b := to.Region() & ways.LastRank(c) &^ e.blocked; b != 0; b = b.WithoutFirst() {
		from |= e.routes.PawnTo(c, most, b.First()).Region() &^ b.First().Bit()
	}
	return from
}

// takes returns the number of captures that a side's pawns may make.
func (e *estimator) takes(c chess.Color) int { return min(e.spare[c.Other()], ways.MostTakes) }

// findSources finds the men that can have become each man of the target, and blocks
// those that cannot have been replaced.
func (e *estimator) findSources(c chess.Color) bool {
	t, s := e.t, &e.sides[c]
	s.men = e.pos.Side(c) &^ e.blocked
	s.kept = e.pos.Men(chess.MakeMan(c, chess.King)) & s.men
	s.goals = 0
	pawns := e.pos.Men(chess.MakeMan(c, chess.Pawn))
	stay := pawns.Count() == t.pawns[c].Count() // no pawn is captured or promotes
	if stay {
		s.kept |= pawns & s.men
	}
	pawns &^= e.blocked
	takes := e.takes(c)
	for b := t.side[c] &^ e.blocked; b != 0; b = b.WithoutFirst() {
		to := b.First() & 63
		m := t.board[to]
		var from chess.Bitboard
		if m.Kind() == chess.Pawn {
			from = e.routes.PawnTo(c, takes, to).Region() & pawns
		} else {
			w := e.routes.To(m, to)
			from = w.Region() & e.pos.Men(m)
			if m.Kind() != chess.King && !stay && pawns != 0 {
				from |= e.promoters(w, c, takes) & pawns
			}
		}
		if from == 0 {
			return false
		}
		s.to[s.goals], s.src[s.goals] = to, from
		s.goals++
	}
	if e.spare[c] == 0 {
		s.kept = s.men
	}
	return e.propagate(c)
}

// propagate removes sources that are impossible: the only source of one man is not the
// source of another, and is not captured; a man that is not captured and can become
// only one man of the target becomes that. A man of the target whose only source stands
// on its square and could not come back to it is blocked.
func (e *estimator) propagate(c chess.Color) bool {
	s := &e.sides[c]
	var done uint32
	for again := true; again; {
		again = false
		for j := range s.goals {
			// What one man alone can have become takes that man from all others.
			only := s.src[j]
			if done>>j&1 != 0 || only.Several() {
				continue
			}
			if only == 0 {
				return false
			}
			done |= 1 << j
			again = true
			s.kept |= only
			for k := range s.goals {
				if k != j {
					s.src[k] &^= only
				}
			}
		}
		if again {
			continue
		}
		for b := s.kept; b != 0; b = b.WithoutFirst() {
			// And a man that is kept and can become one thing alone becomes that. Each round settles something, so that
			// there are as many as men, of men times goals steps.
			man, options, at := b.First().Bit(), 0, 0
			for j := range s.goals {
				if s.src[j]&man != 0 {
					options++
					at = j
				}
			}
			switch {
			case options == 0:
				return false
			case options == 1 && s.src[at] != man:
				s.src[at] = man
				again = true
			}
		}
	}
	if e.off.has(sourceRule) {
		return true
	}
	for j := range s.goals {
		to := s.to[j]
		if s.src[j] != to.Bit() || e.pos.At(to) != e.t.board[to] {
			continue
		}
		if m := e.t.board[to]; m.Kind() == chess.Pawn || e.routes.To(m, to).Region() == to.Bit() {
			e.blocked |= to.Bit()
		}
	}
	return true
}
