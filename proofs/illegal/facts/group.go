package facts

import chess "retroproof/chess/board"

const (
	// MostGrouped is the largest number of men in a group.
	MostGrouped = 6
	// MostGroupStates is the largest number of states of a group.
	MostGroupStates = 1 << 18
)

// Group is a set of men of the start that obstruct each other, and the squares that they can
// reach.
type Group struct {
	At      []chess.Square              // their squares at the start
	Visited [MostGrouped]chess.Bitboard // squares reached, by man
	Parity  [2]bool                     // whether the number of its pieces' moves can be even, odd
	Missing [MostGrouped]chess.Bitboard // squares where the man can be captured, by man
	States  int
}

// groupState is where the men of a group are, NoSquare if captured, and whether its pieces have
// made an odd number of moves.
type groupState struct {
	at  [MostGrouped]chess.Square
	odd int8 // 1 or 0
}

// Follow enumerates the states of a group of men from the start on, where only blocked men and
// the group itself obstruct them. A pawn of the group moves only to squares of the set that
// behind returns. A piece may be captured anywhere at any time if the goal has fewer men of its
// kind. Follow returns nil if the set has more than MostGrouped men, a blocked man or an empty
// square, or if there are more states than the given number. It stops early when both parities
// are possible.
func (p *Proven) Follow(men chess.Bitboard, most int) *Group {
	if men.Count() > MostGrouped || men&p.Blocked != 0 {
		return nil
	}
	g := &Group{}
	var first groupState
	var behind [MostGrouped]chess.Bitboard
	for sq := range men.Squares() {
		if p.Start.Board[sq] == chess.NoMan {
			return nil
		}
		i := len(g.At)
		first.at[i] = sq
		g.At = append(g.At, sq)
		if p.Start.Board[sq].Kind() == chess.Pawn {
			behind[i] = p.behind(sq)
		}
	}
	var missing [chess.NumMen]bool
	for m := range missing {
		missing[m] = p.at[m].Count() > p.Goal.Count(chess.Man(m))
	}
	seen := map[groupState]bool{first: true}
	todo := []groupState{first}
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if len(seen) > most {
			return nil
		}
		// The states in which every man stands where the goal has one tell the parities.
		occupied, final := p.Blocked, true
		for i, sq := range s.at[:len(g.At)] {
			g.Visited[i] |= sq.Bit()
			occupied |= sq.Bit()
			final = final && (sq == chess.NoSquare || p.Goal.Board[sq] == p.Start.Board[g.At[i]])
		}
		g.Parity[s.odd] = g.Parity[s.odd] || final
		if g.Parity[0] && g.Parity[1] {
			break // nothing follows about the parity
		}
		g.States = len(seen)
		p.groupMoves(g, s, occupied, &behind, &missing, func(s groupState) {
			if !seen[s] {
				seen[s] = true
				todo = append(todo, s)
			}
		})
	}
	return g
}

// groupMoves calls add with the states after one move, or after one capture of a piece of the group.
func (p *Proven) groupMoves(g *Group, s groupState, occupied chess.Bitboard, behind *[MostGrouped]chess.Bitboard,
	missing *[chess.NumMen]bool, add func(groupState)) {
	for i, sq := range s.at[:len(g.At)] {
		if sq == chess.NoSquare {
			continue
		}
		m := p.Start.Board[g.At[i]]
		next := s
		if m.Kind() == chess.Pawn {
			for to := range (p.pawnSteps(m.Color(), sq, occupied) & behind[i]).Squares() {
				next.at[i] = to
				add(next)
			}
			continue
		}
		// A capture is no move of the group's pieces: whoever captures is not in the group, or moves into the empty square
		// next.
		if missing[m&(chess.NumMen-1)] && m.Kind() != chess.King {
			g.Missing[i] |= sq.Bit()
			next.at[i] = chess.NoSquare
			add(next)
		}
		next.odd = 1 - s.odd
		for to := range (chess.Attacks(m, sq, occupied) &^ occupied).Squares() {
			next.at[i] = to
			add(next)
		}
	}
}

// pawnSteps returns the squares to which a pawn can move in one move.
func (p *Proven) pawnSteps(c chess.Color, sq chess.Square, occupied chess.Bitboard) chess.Bitboard {
	to := shift(sq.Bit(), c.Forward()) &^ occupied
	if c.RelativeRank(sq.Rank()) == 1 {
		to |= shift(to, c.Forward()) &^ occupied
	}
	if p.Captures[c] > 0 {
		to |= chess.PawnAttacks(c, sq) &^ occupied
	}
	return to
}

// behind returns the cone behind the squares of the goal that a pawn of the start can reach;
// or, if one of them can be reached by no other pawn, the cone behind that one.
func (p *Proven) behind(pawn chess.Square) (set chess.Bitboard) {
	c := p.Start.Board[pawn].Color()
	for sq := range p.to[c].Squares() {
		switch sources := p.Sources(sq); {
		case sources == pawn.Bit():
			return cones[c][sq]
		case sources.Has(pawn):
			set |= cones[c][sq]
		}
	}
	return set
}

// follow adds the parity of the number of moves of a group's pieces. It returns false if that is
// not determined, or if the group cannot be combined with the men counted before.
func (t *tempo) follow(men chess.Bitboard) bool {
	g := t.Follow(men, MostGroupStates)
	if g == nil || men&t.grouped != 0 || g.Parity[0] == g.Parity[1] {
		return false
	}
	t.grouped |= men
	if g.Parity[1] {
		t.add(1)
	}
	var claimed [chess.NumMen]chess.Bitboard
	for i, sq := range g.At {
		m := t.Start.Board[sq] & (chess.NumMen - 1)
		if m.Kind() == chess.Pawn {
			continue
		}
		claimed[m] |= g.Visited[i]
		t.gone[m.Color()] |= g.Missing[i]
	}
	for m, set := range claimed {
		if t.claimed[m]&set != 0 {
			return false
		}
		t.claimed[m] |= set
	}
	return true
}
