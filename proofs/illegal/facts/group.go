package facts

import "retroproof/chess"

const (
	// MostGrouped is how many men a group has at the most.
	MostGrouped = 6
	// MostGroupStates bounds the states of a group.
	MostGroupStates = 1 << 15
)

// Group is men of the start in each other's way, and where they can get.
type Group struct {
	At      []chess.Square              // at the start
	Visited [MostGrouped]chess.Bitboard // of each man
	Parity  [2]bool                     // the moves of its pieces can be even, odd, in number
	Missing [MostGrouped]chess.Bitboard // where a man can be captured
	States  int
}

// groupState is where the men of a group are, NoSquare if captured, and whether its
// pieces have made an odd number of moves.
type groupState struct {
	at  [MostGrouped]chess.Square
	odd bool
}

// Follow follows the men of a group from the start on, with only blocked men and each
// other in their way. Its pawns stay behind where they can be at the goal. A piece may be
// captured anywhere at any time if the goal has fewer of its kind. It returns nil if there
// are too many men, or more than so many states; and it stops when both parities have been met.
func (p *Proven) Follow(men chess.Bitboard, most int) *Group {
	g := &Group{}
	if men.Count() > MostGrouped || men&p.Blocked != 0 {
		return nil
	}
	var first groupState
	for sq := range men.Squares() {
		if p.Start.Board[sq] == chess.NoMan {
			return nil
		}
		first.at[len(g.At)] = sq
		g.At = append(g.At, sq)
	}
	var behind [MostGrouped]chess.Bitboard
	for i, sq := range g.At {
		if p.Start.Board[sq].Kind() == chess.Pawn {
			behind[i] = p.behind(sq)
		}
	}
	var missing [chess.NumMen]bool
	for m := range missing {
		missing[m] = p.at[m].Count() > p.count(chess.Man(m))
	}
	seen := map[groupState]bool{first: true}
	todo := []groupState{first}
	add := func(s groupState) {
		if !seen[s] {
			seen[s] = true
			todo = append(todo, s)
		}
	}
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if len(seen) > most {
			return nil
		}
		occupied := p.Blocked
		final := true
		for i, sq := range s.at[:len(g.At)] {
			m := p.Start.Board[g.At[i]]
			occupied |= sq.Bit()
			g.Visited[i] |= sq.Bit()
			final = final && (sq == chess.NoSquare || p.Goal.Board[sq] == m)
		}
		if final {
			if s.odd {
				g.Parity[1] = true
			} else {
				g.Parity[0] = true
			}
		}
		if g.Parity[0] && g.Parity[1] {
			break // nothing follows
		}
		g.States = len(seen)
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
			if missing[m&(chess.NumMen-1)] && m.Kind() != chess.King {
				g.Missing[i] |= sq.Bit()
				next.at[i] = chess.NoSquare
				add(next)
			}
			next.odd = !s.odd
			for to := range (chess.Attacks(m, sq, occupied) &^ occupied).Squares() {
				next.at[i] = to
				add(next)
			}
		}
	}
	return g
}

// count returns how many of a man the goal has.
func (p *Proven) count(m chess.Man) (n int) {
	for _, o := range p.Goal.Board {
		if o == m {
			n++
		}
	}
	return n
}

// pawnSteps returns where a pawn can go to in one move.
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

// behind returns the squares behind those of the goal where a pawn of the start can be: one
// that no other pawn can have come to, or any that it can.
func (p *Proven) behind(pawn chess.Square) (set chess.Bitboard) {
	c := p.Start.Board[pawn].Color()
	for sq := range p.to[c].Squares() {
		switch sources, _ := p.Sources(sq); {
		case sources == pawn.Bit():
			return cones[c][sq]
		case sources.Has(pawn):
			set |= cones[c][sq]
		}
	}
	return set
}

// follow adds up the moves of the pieces of a group.
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
