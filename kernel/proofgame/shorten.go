package proofgame

import (
	"slices"

	"retroproof/chess"
)

// A game is put together from stages, and a man may go somewhere for one of them and on in
// the next. shorten replaces two moves of a man by one, for a man of each side at a time, so
// that the sides keep taking turns. Between the four moves the others are replayed, and after
// them the position is the same as before.

const (
	shortenSpan   = 80 // plies that are replayed at most
	tripleSpan    = 40 // the same for three pairs, which are many
	shortenPasses = 4
)

// pair is two moves of a man, by their plies, that one move can replace: the first or the
// second of them is left out, and the other one leads from where the first began to where the
// second ends. If that is the same square, both are left out.
type pair struct {
	first, second int
	atFirst       bool // the move is made in the place of the first
	loop          bool
}

// saves returns how many moves are left out.
func (p pair) saves() int {
	if p.loop {
		return 2
	}
	return 1
}

// shorten returns a game without some quiet moves, to the same end. The game is legal.
func shorten(start *chess.Position, moves []chess.Move) []chess.Move {
	for range shortenPasses {
		before := len(moves)
		moves = cutCycles(start, moves)
		g := newShortening(start, moves)
		for at := 0; at < len(g.moves); {
			if !g.improve(at) {
				at++
			}
		}
		if moves = g.moves; len(moves) == before {
			break
		}
	}
	return moves
}

// cutCycles leaves out what lies between two occurrences of a position.
func cutCycles(start *chess.Position, moves []chess.Move) []chess.Move {
	p := *start
	at := map[uint64]int{p.Key(): 0}
	kept := make([]chess.Move, 0, len(moves))
	keys := []uint64{p.Key()}
	for _, m := range moves {
		p.Make(m)
		kept, keys = append(kept, m), append(keys, p.Key())
		if n, ok := at[p.Key()]; ok {
			for _, k := range keys[n+1:] {
				delete(at, k)
			}
			kept, keys = kept[:n], keys[:n+1]
		}
		at[p.Key()] = len(kept)
	}
	return kept
}

// shortening is a game with all its positions.
type shortening struct {
	moves     []chess.Move
	positions []chess.Position // before each move, and at the end; the clocks may be others
	found     [][]pair         // what pairs has found, by ply

	// Memory of improve and try.
	both          [2][]pair
	legal, window []chess.Move
}

func newShortening(start *chess.Position, moves []chess.Move) *shortening {
	g := &shortening{moves: slices.Clone(moves), positions: make([]chess.Position, 1, len(moves)+1),
		found: make([][]pair, len(moves))}
	p := *start
	g.positions[0] = p
	for _, m := range moves {
		p.Make(m)
		g.positions = append(g.positions, p)
	}
	for ply := range moves {
		g.found[ply] = g.pairs(ply, nil)
	}
	return g
}

// replace puts other moves in the place of some that lead to the same position.
func (s *shortening) replace(first, end int, moves []chess.Move) {
	s.moves = slices.Replace(s.moves, first, end, moves...)
	s.positions = slices.Delete(s.positions, first+1, first+1+end-first-len(moves))
	p := s.positions[first]
	for i, m := range moves {
		p.Make(m)
		s.positions[first+1+i] = p
	}
	after, saved := first+len(moves), end-first-len(moves)
	s.found = slices.Delete(s.found, first, first+saved)
	for ply := range s.found {
		switch {
		case ply >= after:
			for i := range s.found[ply] {
				s.found[ply][i].first -= saved
				s.found[ply][i].second -= saved
			}
		case ply > first-shortenSpan:
			s.found[ply] = s.pairs(ply, s.found[ply][:0])
		}
	}
}

// quiet reports whether a move is one of a king or piece that captures nothing and is no castling.
func (s *shortening) quiet(ply int) bool {
	m, p := s.moves[ply], &s.positions[ply]
	return !m.IsCastling() && p.At(m.From()).Kind() != chess.Pawn && p.At(m.To()) == chess.NoMan
}

// pairs appends the pairs whose first move is at a ply.
func (s *shortening) pairs(ply int, list []pair) []pair {
	if !s.quiet(ply) {
		return list
	}
	p := &s.positions[ply]
	m := s.moves[ply]
	man := p.At(m.From())
	for next := ply + 2; next < min(len(s.moves), ply+shortenSpan); next += 2 {
		n := s.moves[next]
		if n.From() != m.To() {
			continue
		}
		if n.To() == m.From() && s.quiet(next) {
			return append(list, pair{ply, next, false, true})
		}
		if n.IsCastling() || !chess.Attacks(man, m.From(), chess.NoSquares).Has(n.To()) {
			return list
		}
		list = append(list, pair{ply, next, false, false})
		if s.quiet(next) {
			list = append(list, pair{ply, next, true, false})
		}
		return list
	}
	return list
}

// improve leaves out as many moves of each side, the first pair beginning at a ply. It reports
// whether it has.
func (s *shortening) improve(ply int) bool {
	ours := s.found[ply]
	if len(ours) == 0 {
		return false
	}
	both := &s.both // of later plies of our side, and of the other
	both[0], both[1] = both[0][:0], both[1][:0]
	for other := ply + 1; other < min(len(s.moves), ply+shortenSpan); other++ {
		both[(other-ply)%2] = append(both[(other-ply)%2], s.found[other]...)
	}
	theirs := both[1]
	for _, our := range ours {
		if p := s.positions[ply]; our.atFirst && !s.makes(&p, s.joined(our)) {
			continue
		}
		for i, their := range theirs {
			if our.loop == their.loop && s.try(our, their) {
				return true
			}
			// A loop for two moves of the other side, ours or theirs.
			for _, third := range both[0] {
				if !our.loop && their.loop && !third.loop && third.second-ply < tripleSpan && our.apart(third) &&
					s.try(our, their, third) {
					return true
				}
			}
			for _, third := range theirs[i+1:] {
				if our.loop && !their.loop && !third.loop && third.second-ply < tripleSpan && their.apart(third) &&
					s.try(our, their, third) {
					return true
				}
			}
		}
	}
	return false
}

// apart reports whether two pairs have no move in common.
func (p pair) apart(q pair) bool {
	return p.first != q.first && p.first != q.second && p.second != q.first && p.second != q.second
}

// joined returns the move that replaces those of a pair.
func (s *shortening) joined(p pair) chess.Move {
	return chess.NewMove(s.moves[p.first].From(), s.moves[p.second].To())
}

// try replays the plies from the first pair to the last without the moves that the pairs save,
// as many of either side. It reports whether that leads to the same position.
func (s *shortening) try(pairs ...pair) bool {
	first, end, saved := pairs[0].first, 0, 0
	for _, p := range pairs {
		end = max(end, p.second+1)
		saved += p.saves()
	}
	if end-first > shortenSpan {
		return false
	}
	p := s.positions[first]
	s.window = s.window[:0]
	next := [2]int{first, first + 1} // the next plies of both sides
	for i := range end - first - saved {
		ply := &next[i%2]
		m, left := s.instead(*ply, pairs)
		for left {
			*ply += 2
			m, left = s.instead(*ply, pairs)
		}
		*ply += 2
		if !s.makes(&p, m) {
			return false
		}
		s.window = append(s.window, m)
	}
	if !p.Repeats(&s.positions[end]) || p.EnPassant() != s.positions[end].EnPassant() {
		return false
	}
	s.replace(first, end, s.window)
	return true
}

// instead returns the move that pairs leave at a ply, and whether they leave it out.
func (s *shortening) instead(ply int, pairs []pair) (m chess.Move, left bool) {
	for _, p := range pairs {
		if ply == p.first || ply == p.second {
			return s.joined(p), p.loop || (ply == p.first) != p.atFirst
		}
	}
	return s.moves[ply], false
}

// makes makes a move, and reports whether it is legal. It does not make all legal moves of a man to find that out.
func (s *shortening) makes(p *chess.Position, m chess.Move) bool {
	us, man := p.Turn(), p.At(m.From())
	if man.Kind() == chess.Pawn || m.IsCastling() {
		s.legal = p.LegalMoves(s.legal[:0])
		if !slices.Contains(s.legal, m) {
			return false
		}
		p.Make(m)
		return true
	}
	if man == chess.NoMan || man.Color() != us || !(chess.Attacks(man, m.From(), p.Occupied()) &^ p.Side(us)).Has(m.To()) {
		return false
	}
	p.Make(m)
	return !p.Attacked(p.King(us), us.Other())
}
