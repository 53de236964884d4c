package rules

import (
	"slices"

	"retroproof/chess"
	"retroproof/proofs/illegal/facts"
)

// parity refutes a goal if the squares of the men determine the parity of the number of moves,
// and it contradicts the side to move.
func (f *reachFinder) parity() *Impossible { return f.parityOf(nil) }

// groupedParity is parity with groups of men, if they are found within the given number of
// states. It returns the number of states that it has examined.
func (f *reachFinder) groupedParity(states int) (*Impossible, int) {
	if !f.pawnsKept() {
		return nil, 0
	}
	g := grouping{reachFinder: f, left: states}
	if groups := g.groups(); len(groups) > 0 {
		return f.parityOf(groups), states - g.left
	}
	return nil, states - g.left
}

func (f *reachFinder) parityOf(groups []facts.Squares) *Impossible {
	if !f.pawnsKept() {
		return nil
	}
	groups, ok := ParityGroups(f.Proven, groups)
	if !ok {
		return nil
	}
	odd, ok := f.Parity(groups)
	if !ok || odd == (f.Start.Turn != f.Goal.Turn) {
		return nil
	}
	number, turn := "even", f.Start.Turn
	if odd {
		number, turn = "odd", turn.Other()
	}
	moved, taken := f.movable()
	who := "Only men that cannot lose a tempo can have moved"
	if moved != 0 {
		who = "Of the pieces, only " + Men(f.Start, moved) + " can have moved, and none of these can lose a tempo"
	}
	what := "nothing was captured"
	switch n := f.Captures[0] + f.Captures[1]; {
	case n == 0:
	case n == taken.Count():
		what = "what was captured, " + Men(f.Start, taken) + ", never moved"
	default:
		what = "what was captured never moved, or its moves can be counted"
	}
	return Because(MoveParity, "%s. %s. So the squares show that both sides together have made an %s number of moves, "+
		"and it should be %s's move",
		what, who, number, Side(turn)).by(facts.Argument{Blocked: f.found, Groups: groups})
}

// ParityGroups adds groups of those pieces that are in none: each with the others of its kind that come to the same
// squares. It returns false if one of them can lose a tempo, alone on the board with blocked men. Knights cannot.
func ParityGroups(p *facts.Proven, groups []facts.Squares) ([]facts.Squares, bool) {
	grouped := p.Blocked
	for _, g := range groups {
		grouped |= chess.Bitboard(g)
	}
	groups = slices.Clip(groups)
	for sq := range (occupied(p.Start) &^ pawnsOf(p.Start)).Squares() {
		m, set := p.Start.Board[sq], reachable(p, sq)
		if grouped.Has(sq) || m.Kind() == chess.Knight && set != sq.Bit() {
			continue
		}
		if !alternates(p, m, sq) {
			return nil, false
		}
		men := set &^ grouped & menOf(p.Start, m)
		grouped |= men
		groups = append(groups, facts.Squares(men))
	}
	return groups, true
}

// alternates reports whether the squares that a piece can reach from a square can be coloured with two colours such
// that every move changes the colour.
func alternates(p *facts.Proven, m chess.Man, sq chess.Square) bool {
	one, other := sq.Bit(), chess.Bitboard(0)
	for todo := one; todo != 0; {
		at := todo.First()
		todo = todo.WithoutFirst()
		next := chess.Attacks(m, at, p.Blocked) &^ p.Blocked
		same, opposite := &one, &other
		if other.Has(at) {
			same, opposite = &other, &one
		}
		if next&*same != 0 {
			return false
		}
		todo |= next &^ *opposite
		*opposite |= next
	}
	return true
}

// movable returns the pieces of the start that men that never move leave a square to go to, and
// those others that were captured where they stood: castling is impossible where there is a parity.
func (f *reachFinder) movable() (moved, taken chess.Bitboard) {
	pieces := f.free() &^ pawnsOf(f.Start)
	moved = where(pieces, func(sq chess.Square) bool { return reachable(f.Proven, sq) != sq.Bit() })
	taken = where(pieces&^moved, func(sq chess.Square) bool { return f.Goal.Board[sq] != f.Start.Board[sq] })
	return moved, taken
}

// pawnsKept reports whether all pawns of the start are pawns of the goal.
func (f *reachFinder) pawnsKept() bool {
	return f.Start.Count(chess.WhitePawn) == f.Goal.Count(chess.WhitePawn) &&
		f.Start.Count(chess.BlackPawn) == f.Goal.Count(chess.BlackPawn)
}

// grouping finds groups of men.
type grouping struct {
	*reachFinder
	left int // states
}

// groups returns groups of men that [facts.Proven.Parity] has to follow: around each
// piece that, alone, can lose a tempo, or was captured somewhere on its way, as few others
// as it takes to show whether it did.
func (g *grouping) groups() (groups []facts.Squares) {
	var grouped chess.Bitboard
	free := g.free()
	var order []chess.Square // those that are most likely to be able to lose a tempo first
	for _, k := range []chess.Kind{chess.Queen, chess.Bishop, chess.Rook, chess.King} {
		for sq := range free.Squares() {
			if g.Start.Board[sq].Kind() == k {
				order = append(order, sq)
			}
		}
	}
	for _, sq := range order {
		if grouped.Has(sq) {
			continue
		}
		if alone := g.follow(sq.Bit()); alone != nil && alone.Parity[0] != alone.Parity[1] &&
			alone.Missing[0]&^sq.Bit() == 0 {
			continue
		}
		men := g.group(sq, free&^grouped, false)
		if men == 0 {
			men = g.group(sq, free&^grouped, true)
		}
		if men == 0 {
			return nil
		}
		groups = append(groups, facts.Squares(men))
		grouped |= men
	}
	return groups
}

// follow is Follow within the budget.
func (g *grouping) follow(men chess.Bitboard) *facts.Group {
	most := min(g.left, facts.MostGroupStates)
	found := g.Follow(men, most)
	if found == nil {
		g.left -= most
	} else {
		g.left -= found.States
	}
	return found
}

// free returns the men of the start that may move.
func (f *reachFinder) free() chess.Bitboard { return occupied(f.Start) &^ f.Blocked }

// group takes more men of the start to one, the nearest in the way first, until the moves of all show a parity; 0 if
// they do not. Knights step aside, and have many squares: they are in a group only if so wished, with all others of
// their side.
func (g *grouping) group(first chess.Square, free chess.Bitboard, alsoKnights bool) chess.Bitboard {
	men := first.Bit()
	var knights [2]chess.Bitboard
	for c := range knights {
		knights[c] = free & menOf(g.Start, chess.MakeMan(chess.Color(c), chess.Knight))
	}
	if !alsoKnights {
		free &^= knights[chess.White] | knights[chess.Black]
	}
	for g.left > 0 {
		if found := g.follow(men); found != nil && found.Parity[0] != found.Parity[1] {
			return men
		}
		var near chess.Bitboard
		for sq := range (men &^ pawnsOf(g.Start)).Squares() {
			near |= reachable(g.Proven, sq)
		}
		next := nearest(first, near&free&^men)
		for _, all := range knights {
			if next&all != 0 {
				next = all
			}
		}
		if men |= next; next == 0 || men.Count() > facts.MostGrouped {
			return 0
		}
	}
	return 0
}

// reachable returns the squares that a piece of the start can come to past blocked men.
func reachable(p *facts.Proven, sq chess.Square) chess.Bitboard {
	return region(p.Start.Board[sq], sq, p.Blocked)
}

// region returns the squares between which and a square a man that is no pawn can go past blocked men.
func region(m chess.Man, sq chess.Square, blocked chess.Bitboard) chess.Bitboard {
	set := sq.Bit()
	for todo := set; todo != 0; {
		next := chess.Attacks(m, todo.First(), blocked) &^ blocked &^ set
		set |= next
		todo = todo.WithoutFirst() | next
	}
	return set
}

// nearest returns one of the squares of a set with the fewest king's steps from a square.
func nearest(sq chess.Square, set chess.Bitboard) chess.Bitboard {
	if set == 0 {
		return 0
	}
	at := sq.Bit()
	for at&set == 0 {
		for s := range at.Squares() {
			at |= chess.KingAttacks(s)
		}
	}
	return (at & set).First().Bit()
}
