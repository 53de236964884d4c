package facts

import "retroproof/chess"

// Rules that ask which man of the start can have become which man of the goal.
// They use squares that are blocked: the man on one never moves and is never
// captured between start and goal, so that no other man ever comes there or
// passes over. All other men are taken to be out of the way, and captures to be
// at hand where a pawn wants one, up to their number.

const (
	// PieceUnreachable: no man of the start can have become this one of the goal.
	PieceUnreachable Reason = "PieceUnreachable"
	// MenUnmatched: some men of the goal have too few men of the start between
	// them that can have become them.
	MenUnmatched Reason = "MenUnmatched"
	// BlockedChanged: a man that never moves is another one, or gone, at the goal.
	BlockedChanged Reason = "BlockedChanged"
)

// reach is what is known of one start and one goal, and where their men can get.
type reach struct {
	known
	captures    [2]int                       // that a side makes
	blockedPawn [2]chess.Bitboard            // the pawns among the blocked squares
	cones       [64]pawnCone                 // of the start's pawns
	sources     [64]chess.Bitboard           // by goal square: men of the start that can have become its man
	pawnsOf     [2]chess.Bitboard            // the start's pawns
	at          [chess.NumMen]chess.Bitboard // where men stand at the start

	// regions are sets of squares that are connected for a piece, as far as they
	// have been asked for.
	regions [chess.NumMen][6]chess.Bitboard
}

// pawnCone is where a pawn of the start can get.
type pawnCone struct {
	squares  chess.Bitboard // as a pawn, its own square included
	promotes chess.Bitboard
	takes    chess.Bitboard // squares on which it can capture, those included where it promotes
}

// Reach refutes a goal if some of its men cannot have come from the start. The goal
// breaks no static rule.
func Reach(start, goal *chess.Setup) *Impossible {
	return prepareReach(start, goal).solve()
}

// ReachFacts returns the men that never move between start and goal, as far as Reach
// finds them before it refutes the goal.
func ReachFacts(start, goal *chess.Setup) []Fact {
	r := prepareReach(start, goal)
	r.solve()
	return r.facts
}

// prepareReach only counts.
func prepareReach(start, goal *chess.Setup) *reach {
	r := &reach{known: known{start: start, goal: goal}}
	men := [2][2]int{}
	for sq := range chess.Square(64) {
		if m := start.Board[sq]; m != chess.NoMan {
			men[0][m.Color()]++
			r.at[m&(chess.NumMen-1)] |= sq.Bit()
		}
		if m := goal.Board[sq]; m != chess.NoMan {
			men[1][m.Color()]++
		}
	}
	for c := range 2 {
		r.captures[1-c] = men[0][c] - men[1][c]
		r.pawnsOf[c] = r.at[chess.MakeMan(chess.Color(c), chess.Pawn)]
	}
	return r
}

// solve finds blocked squares and matches the men of start and goal.
func (r *reach) solve() *Impossible {
	r.findCastling()
	// What is blocked decides what is reachable, and a man that could not come
	// back to its square has never left it.
	for {
		before := r.blocked
		r.refresh()
		if refuted := r.findSources(); refuted != nil {
			return refuted
		}
		if r.captures == [2]int{} {
			if refuted := r.deadlock(); refuted != nil {
				return refuted
			}
		}
		if r.blocked == before {
			break
		}
	}
	for c := chess.White; c <= chess.Black; c++ {
		if refuted := r.match(c); refuted != nil {
			return refuted
		}
	}
	if r.captures == [2]int{} {
		if refuted := r.parity(); refuted != nil {
			return refuted
		}
	}
	return nil
}

// refresh makes cones and regions follow from the squares that are blocked by now.
func (r *reach) refresh() {
	for c := range 2 {
		r.blockedPawn[c] = r.blocked & r.pawnsOf[c]
	}
	r.regions = [chess.NumMen][6]chess.Bitboard{}
	r.findCones()
}

// findCones finds where the pawns of the start can get: a capture takes one of
// those that the side makes, and no pawn comes to a blocked square.
func (r *reach) findCones() {
	for c := chess.White; c <= chess.Black; c++ {
		up, last := 8, 7
		if c == chess.Black {
			up, last = -8, 0
		}
		for sq := range r.pawnsOf[c].Squares() {
			cone := pawnCone{squares: sq.Bit()}
			if !r.blocked.Has(sq) {
				// The squares with 0, 1, ... captures, rank by rank.
				var at [9]chess.Bitboard
				at[0] = sq.Bit()
				most := min(r.captures[c], 8)
				for rank := sq.Rank(); rank != last; rank += up / 8 {
					var next [9]chess.Bitboard
					any := chess.NoSquares
					for n := 0; n <= most; n++ {
						b := shift(at[n], up)
						if n > 0 {
							takes := shift(at[n-1]&^chess.FileSet(0), up-1) | shift(at[n-1]&^chess.FileSet(7), up+1)
							cone.takes |= takes &^ r.blocked
							b |= takes
						}
						next[n] = b &^ r.blocked
						any |= next[n]
					}
					at = next
					cone.squares |= any
				}
				cone.promotes = cone.squares & chess.RankSet(last)
				cone.squares &^= cone.promotes
			}
			r.cones[sq] = cone
		}
	}
}

// shift moves a set by n squares, to higher ones if n is positive.
func shift(b chess.Bitboard, n int) chess.Bitboard {
	if n >= 0 {
		return b << n
	}
	return b >> -n
}

// findSources finds, for every man of the goal, the men of the start that can
// have become it, and adds to the blocked squares those of men that can have come
// from nowhere else.
func (r *reach) findSources() *Impossible {
	for sq, m := range r.goal.Board {
		to := chess.Square(sq)
		if r.blocked.Has(to) && r.start.Board[to] != m {
			return r.changed(to)
		}
		if m == chess.NoMan {
			continue
		}
		sources, alone := r.sourcesOf(to, m)
		r.sources[to] = sources
		if sources == 0 {
			return r.unreachable(to, m)
		}
		if alone {
			r.block(ByOnlySource, to.Bit())
		}
	}
	return nil
}

// sourcesOf returns the men of the start that can have become a man of the goal, and
// whether nothing but the man that is on the square can have come to it, or come back.
func (r *reach) sourcesOf(to chess.Square, m chess.Man) (sources chess.Bitboard, alone bool) {
	c := m.Color()
	switch {
	case r.blocked.Has(to):
		return to.Bit(), true
	case m.Kind() == chess.Pawn:
		for from := range r.pawnsOf[c].Squares() {
			if r.cones[from].squares.Has(to) {
				sources |= from.Bit()
			}
		}
		return sources, sources == to.Bit() // a pawn that leaves does not come back
	}
	from := r.region(m, to)
	sources = from & r.at[m&(chess.NumMen-1)]
	if m.Kind() != chess.King {
		for p := range r.pawnsOf[c].Squares() {
			if r.cones[p].promotes&from != 0 {
				sources |= p.Bit()
			}
		}
	}
	return sources, from == to.Bit() && sources == to.Bit() && r.start.Board[to] == m
}

// onlySource: a man of the goal that no other man of the start can have become has
// been there from the start. It has not left and come back either: a pawn does not, and
// no square leads a piece there.
func (r *reach) onlySource(sq chess.Square, m chess.Man) bool {
	if r.goal.Board[sq] != m {
		return false
	}
	_, alone := r.sourcesOf(sq, m)
	return alone
}

// unreachable is the sentence for a man of the goal without sources.
func (r *reach) unreachable(to chess.Square, m chess.Man) *Impossible {
	if m.Kind() == chess.Pawn {
		return Because(PieceUnreachable, "the %s pawn on %s has come from no square where one was at the start, with %d captures at the most",
			m.Color(), to, r.captures[m.Color()]).by(Argument{Blocked: r.facts, Square: to.String()})
	}
	return Because(PieceUnreachable, "no %s %s of the start, and no pawn that can promote, has a way to %s past the men that have never moved, on %s",
		m.Color(), m.Kind(), to, SquareList(r.start, r.blocked)).by(Argument{Blocked: r.facts, Square: to.String()})
}

// changed is the sentence for a man that never moves and is not there at the goal.
func (k *known) changed(sq chess.Square) *Impossible {
	return Because(BlockedChanged, "the %s %s on %s can never have moved, and is not there any more",
		k.start.Board[sq].Color(), k.start.Board[sq].Kind(), sq).by(Argument{Blocked: k.facts, Square: sq.String()})
}
