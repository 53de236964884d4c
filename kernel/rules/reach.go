package rules

import (
	"fmt"

	"retroproof/chess"
	"retroproof/internal/answer"
	"retroproof/proofs/illegal/facts"
)

// reachFinder finds out which man of the start can have become which man of the goal.
type reachFinder struct {
	finder
	sources [chess.NumSquares]chess.Bitboard // by goal square: men of the start that can have become its man
	// checked: pawns are stopped where they give check to kings that never move. What that
	// refutes has mostly no kernel either, for which there are words of its own.
	checked bool
}

// Reach refutes a goal if some of its men cannot have come from the start. The goal
// breaks no static rule.
func Reach(start, goal *chess.Setup) *Impossible {
	f := reachFinder{finder: newFinder(start, goal)}
	return f.solve()
}

// ReachFacts returns the men that never move between start and goal, as far as Reach
// finds them before it refutes the goal.
func ReachFacts(start, goal *chess.Setup) []facts.Fact {
	f := reachFinder{finder: newFinder(start, goal)}
	f.solve()
	return f.found
}

// solve finds blocked squares and matches the men of start and goal.
func (f *reachFinder) solve() *Impossible {
	f.findCastling()
	if f.checked {
		f.findChecked()
	}
	// What is blocked decides what is reachable, and a man that could not come
	// back to its square has never left it.
	for {
		before := f.Blocked
		f.Refresh()
		if refuted := f.findSources(); refuted != nil {
			return refuted
		}
		if f.Captures == [2]int{} {
			if refuted := f.deadlock(); refuted != nil {
				return refuted
			}
		}
		if f.Blocked == before {
			break
		}
	}
	for c := chess.White; c <= chess.Black; c++ {
		if refuted := f.match(c); refuted != nil {
			return refuted
		}
	}
	for c := chess.White; c <= chess.Black; c++ {
		if refuted := f.pawnCaptures(c); refuted != nil {
			return refuted
		}
	}
	if refuted := f.firstCapture(); refuted != nil {
		return refuted
	}
	return f.parity()
}

// findChecked adds the facts about kings that never move.
func (f *reachFinder) findChecked() {
	for sq := range f.Blocked.Squares() {
		if f.Start.Board[sq].Kind() == chess.King {
			f.found = append(f.found, facts.Fact{By: facts.ByCheckedKing, Squares: facts.Squares(sq.Bit())})
			f.Checked |= sq.Bit()
		}
	}
}

// ReachPastKings is Reach, and besides pawns do not go on from where they give check to a
// king that has never moved.
func ReachPastKings(start, goal *chess.Setup) *Impossible {
	f := reachFinder{finder: newFinder(start, goal), checked: true}
	return f.solve()
}

// findSources finds, for every man of the goal, the men of the start that can
// have become it, and adds to the blocked squares those of men that can have come
// from nowhere else.
func (f *reachFinder) findSources() *Impossible {
	for sq, m := range f.Goal.Board {
		to := chess.Square(sq)
		if f.Blocked.Has(to) && f.Start.Board[to] != m {
			return changed(f.Start, to).by(facts.Argument{Blocked: f.found, Square: to.String()})
		}
		if m == chess.NoMan {
			continue
		}
		sources := f.Sources(to)
		f.sources[to] = sources
		if sources == 0 {
			return f.unreachable(to, m)
		}
		if !f.Blocked.Has(to) && f.Follows(facts.ByOnlySource, to) {
			f.block(facts.ByOnlySource, to.Bit())
		}
	}
	return nil
}

// unreachable is the sentence for a man of the goal without sources.
func (f *reachFinder) unreachable(to chess.Square, m chess.Man) *Impossible {
	if m.Kind() == chess.Pawn {
		made := "made only " + answer.Counted(f.Captures[m.Color()], "capture", "captures")
		if f.Captures[m.Color()] <= 0 {
			made = "captured nothing"
		}
		return Because(PieceUnreachable, "no %s pawn of the start can have come to %s, as %s has %s",
			m.Color(), to, Side(m.Color()), made).by(f.needing(m, to))
	}
	// Going back from its square it comes to these men, which close every way.
	var walls chess.Bitboard
	for sq := range region(m, to, f.Blocked).Squares() {
		walls |= chess.Attacks(m, sq, f.Blocked) & f.Blocked
	}
	if m.Kind() == chess.King {
		return Because(PieceUnreachable, "the %s king has no way to %s past %s, which never moved",
			m.Color(), to, few(f.Start, walls)).by(f.needing(m, to))
	}
	return Because(PieceUnreachable, "no %s %s of the start, and no pawn that can promote, "+
		"has a way to %s past %s, which never moved%s",
		m.Color(), m.Kind(), to, few(f.Start, walls), f.goneWords(m.Color(), 0)).by(f.needing(m, to))
}

// needing returns the argument that a man of the goal has no man of the start that can have become it.
func (f *reachFinder) needing(m chess.Man, to chess.Square) facts.Argument {
	return facts.Argument{Blocked: f.found, Count: &facts.Count{Side: m.Color().String(), Needs: facts.Squares(to.Bit())}}
}

// goneWords says which pawns of the other side have come to their squares for good before pawns
// of a side promote that are not sources, or nothing.
func (f *reachFinder) goneWords(c chess.Color, sources chess.Bitboard) string {
	for sq := range (menOf(f.Start, chess.MakeMan(c, chess.Pawn)) &^ f.Blocked &^ sources).Squares() {
		if gone := f.Gone(sq) &^ f.Blocked; gone != 0 {
			return fmt.Sprintf(". The pawn from %s promotes only after what is on %s has come there for good",
				sq, Men(f.Goal, gone))
		}
	}
	return ""
}

// changed is the sentence for a man that never moves and is not there at the goal.
func changed(start *chess.Setup, sq chess.Square) *Impossible {
	return Because(BlockedChanged, "the %s %s that was on %s at the start can never have moved, and is not there any more",
		start.Board[sq].Color(), start.Board[sq].Kind(), sq)
}
