package rules

import (
	"slices"

	"retroproof/chess"
	"retroproof/internal/answer"
	"retroproof/kernel/ways"
	"retroproof/proofs/illegal/facts"
)

// Captures that pawns need: an assignment of men of the start to the men of the goal for which
// pawns need the fewest captures, and prices that show that there is no better one. See
// TooManyCaptures.

// assignment gives men of the goal men of the start, such that the costs are least: rows are men of the goal, then
// those that have been captured, at no cost; columns are men of the start.
type assignment struct {
	ways.Matrix
	to, from []chess.Square // men of the goal, and of the start
	total    int
}

// assign returns an assignment of all men of a side, or nil if there is none. sources has the men
// that can have become each man of the goal.
func (f *reachFinder) assign(c chess.Color, sources *[chess.NumSquares]chess.Bitboard) *assignment {
	a := &assignment{to: slices.Collect(sideOf(f.Goal, c).Squares()), from: slices.Collect(sideOf(f.Start, c).Squares())}
	if len(a.to) > len(a.from) {
		return nil
	}
	a.N = len(a.from)
	for i, to := range a.to {
		for j, from := range a.from {
			if a.Cost[i][j] = ways.Forbidden; sources[to].Has(from) {
				a.Cost[i][j] = int32(f.LeastCaptures(from, to))
			}
		}
	}
	var ok bool
	if a.total, ok = a.SolveByRows(); !ok {
		return nil
	}
	return a
}

// count returns the numbers as an argument has them. They prove that no assignment costs less: no man of the goal is
// worth more than its cost with the price of the man of the start, and prices are not below 0.
func (a *assignment) count(c chess.Color) *facts.Count {
	n := &facts.Count{Side: c.String(), Worth: map[string]int{}, Price: map[string]int{}}
	for i, to := range a.to {
		if a.U[i] > 0 {
			n.Worth[to.String()] = int(a.U[i])
		}
	}
	for j, from := range a.from {
		if a.V[j] < 0 {
			n.Price[from.String()] = int(-a.V[j])
		}
	}
	return n
}

// pawnCaptures refutes a goal for whose men the pawns of a side need more captures than it makes.
func (f *reachFinder) pawnCaptures(c chess.Color) *Impossible {
	a := f.assign(c, &f.sources)
	if a == nil {
		return nil // match finds that
	}
	if a.total <= f.PawnCaptures(c) {
		f.findDead(c.Other())
	}
	if a.total <= f.PawnCaptures(c) {
		return nil
	}
	count := a.count(c)
	var men chess.Bitboard
	for i, to := range a.to {
		if a.U[i] > 0 {
			men |= to.Bit()
		}
	}
	but := ""
	if f.PawnCaptures(c) < f.Captures[c] {
		but = ", without those of bishops that pieces captured at home"
	}
	return Because(TooManyCaptures, "to become the %s men on %s, pawns need at least %s. But %s has made only %d%s",
		c, Men(f.Goal, men), answer.Counted(a.total, "capture", "captures"), Side(c), f.PawnCaptures(c), but).
		by(facts.Argument{Blocked: f.found, Count: count})
}

// findDead adds the facts about bishops of a side that were captured between men that never move.
func (f *finder) findDead(c chess.Color) {
	for sq := range (menOf(f.Start, chess.MakeMan(c, chess.Bishop)) &^ f.Blocked &^ f.Dead).Squares() {
		if f.Follows(facts.ByDeadBishop, sq) {
			f.addDead(sq)
		}
	}
}
