package story

import (
	"slices"

	"retroproof/chess"
	"retroproof/internal/answer"
	"retroproof/kernel"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
)

const (
	mostFollowed = 400 // states of a closed set whose moves back are followed: each is compared with each
	mostTaken    = 12  // moves that are named
)

// caged shows how far back men can be taken that cannot have come to their squares together, and what stops them. The
// closed set of the argument has all that they can come to.
func (ex *explainer) caged(e *kernel.Evidence) *argument {
	a := e.Argument
	if a == nil || a.Kind != facts.ClosedSet || len(a.States) > mostFollowed {
		return nil
	}
	p, err := facts.Verify(ex.start, &e.Setup, a.Blocked)
	if err != nil {
		return nil
	}
	var states []facts.Partial
	for i := range a.States {
		state, err := a.States[i].Partial()
		if err != nil {
			return nil
		}
		states = append(states, state)
	}
	line, end := followBack(p, states, e.Men)
	they, are, them := "They get", "the men are", "them"
	if !e.Men.Several() {
		they, are, them = "It gets", "it is", "it"
	}
	because := said(rules.Sentence(e.Words(ex.start)))
	switch {
	case end == nil:
	case len(line) == 0:
		because.sentences = append(because.sentences, "No move back leads out of there.")
	default:
		if n := len(line) - mostTaken; n > 0 {
			line = append(line[:mostTaken], several(n, "more move"))
		}
		on := rules.Men(&chess.Setup{Board: end.Board}, end.Known)
		because.sentences = append(because.sentences, they+" farthest back by taking back "+answer.List(line)+".",
			"Then "+are+" on "+on+", and every move back from there is impossible or leads to a position met before.")
	}
	if keep := keepers(p, states); keep != 0 && keep.Count() <= mostTaken {
		because.sentences = append(because.sentences,
			"Of the men that never moved, "+rules.Men(ex.start, keep)+answer.Plural(keep.Count(), " keeps ",
				" keep ")+them+" in.")
	}
	return because
}

// keepers returns the men that never moved that known pieces of some states meet, or that make their squares illegal:
// for a king those that attack him next to where he can be, for others the king to whom they would give check.
func keepers(p *facts.Proven, states []facts.Partial) (keep chess.Bitboard) {
	attacks := func(at, to chess.Square, m chess.Man) bool { return chess.Attacks(m, at, p.Blocked).Has(to) }
	for i := range states {
		for sq := range states[i].Known.Squares() {
			m := states[i].Board[sq]
			if m.Kind() == chess.Pawn {
				continue
			}
			from := chess.Attacks(m, sq, p.Blocked)
			keep |= from & p.Blocked
			for at := range p.Blocked.Squares() {
				other := p.Start.Board[at]
				for next := range (from &^ p.Blocked).Squares() {
					if other.Color() != m.Color() && (m.Kind() == chess.King && attacks(at, next, other) ||
						other.Kind() == chess.King && attacks(next, at, m)) {
						keep |= at.Bit()
					}
				}
			}
		}
	}
	return keep
}

// followBack takes men back from the goal through the states of a closed set, in all ways, and returns the longest
// series of moves, the last one first, that does not repeat a state, and the state to which it leads. The moves are
// those of the men only; the state is nil if the set does not have the goal.
func followBack(p *facts.Proven, states []facts.Partial, men chess.Bitboard) (line []string, end *facts.Partial) {
	covering := func(a *facts.Partial) int {
		return slices.IndexFunc(states, func(b facts.Partial) bool { return b.Covers(a) })
	}
	goal := p.Whole()
	goal.Forget(^men)
	first := covering(&goal)
	if first < 0 {
		return nil, nil
	}
	lines := make([][]string, len(states))
	seen := make([]bool, len(states))
	seen[first] = true
	best := first
	var before []facts.Partial
	for todo := []int{first}; len(todo) > 0; todo = todo[1:] {
		i := todo[0]
		if len(lines[i]) > len(lines[best]) {
			best = i
		}
		before = p.Before(before[:0], &states[i])
		for j := range before {
			to := covering(&before[j])
			if to < 0 || seen[to] {
				continue
			}
			seen[to] = true
			lines[to] = slices.Clone(lines[i])
			if move := moveBetween(&before[j], &states[i]); move != "" {
				lines[to] = append(lines[to], move)
			}
			todo = append(todo, to)
		}
	}
	return lines[best], &states[best]
}

// moveBetween names the move of a known man that leads from one partial position to another, "" for another man's.
func moveBetween(before, after *facts.Partial) string {
	for to := range after.Known.Squares() {
		if before.Board[to] == after.Board[to] {
			continue
		}
		for from := range before.Known.Squares() {
			if m := before.Board[from]; after.Board[from] == chess.NoMan && m.Color() == after.Board[to].Color() {
				s := chess.Setup{Board: before.Board}
				return s.NameOn(from) + "-" + to.String()
			}
		}
	}
	return ""
}
