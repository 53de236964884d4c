package kernel

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"retroproof/chess"
	"retroproof/internal/answer"
	"retroproof/kernel/formula"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
	"retroproof/sat"
)

// The search for kernels knows nothing of what pawns of the goal shut in or out once they stand on
// their squares (see [facts.Closing] and [facts.Jam]). The formula does. So a solver decides the question
// where there is such a pawn, and where the search was not finished.

// closingQuestion is the kernel question of a goal with facts about closing pawns and jams.
type closingQuestion struct {
	start, goal *chess.Setup
	conflicts   int64 // left
	limit       bool  // the conflicts ended a search
}

// refute returns a refutation of a goal that no rule refutes, or nil. decided reports that the
// formula has a model, or that there is nothing to ask.
func (q *closingQuestion) refute(ctx context.Context, known *Result) (refuted *rules.Impossible, decided bool) {
	found, impossible := rules.Blocked(q.start, q.goal)
	if impossible != nil || q.conflicts <= 0 {
		return nil, impossible != nil
	}
	list, err := findShut(q.start, q.goal, found)
	if err != nil || len(list) == 0 && !known.OutOfBudget {
		return nil, true
	}
	switch q.ask(ctx, withFacts(found, list)) {
	case sat.Satisfiable:
		return nil, true
	case sat.Unknown:
		return nil, false
	}
	for i := 0; i < len(list); {
		// A refutation with fewer of them is easier to follow.
		if fewer := slices.Delete(slices.Clone(list), i, i+1); q.ask(ctx, withFacts(found, fewer)) == sat.Unsatisfiable {
			list = fewer
		} else {
			i++
		}
	}
	words := ""
	for _, s := range list {
		words += s.words
	}
	refuted = rules.Because(rules.NoExtendedKernel, "no captures, on whatever ranks, lead to %s%s",
		rules.MovedPawns(q.start, q.goal), words)
	refuted.Facts = withFacts(found, list)
	return refuted, true
}

// shut is a fact about one square: what the pawn of the goal there shuts in or out, that the piece there was there
// before pawns shut it in, or where it promoted.
type shut struct {
	by    facts.FactRule
	at    chess.Square
	words string // sentences after another one
}

// findShut finds all that there is for a start and a goal, with the facts that [rules.Blocked] finds.
func findShut(start, goal *chess.Setup, found []facts.Fact) (list []shut, err error) {
	p, err := facts.Verify(start, goal, found)
	if err != nil {
		return nil, err
	}
	for _, c := range rules.Closing(p) {
		list = append(list, shut{facts.ByClosing, c.Pawn, closingWords(&c, goal)})
	}
	for _, j := range rules.Jams(p) {
		came := answer.Plural(j.Pawns.Count(), "the pawn on %s", "the last of the pawns on %s")
		list = append(list, shut{facts.ByJam, j.Man, fmt.Sprintf(
			". %s was there before "+came+" came, as it gets in and out nowhere else",
			goal.NameOn(j.Man), strings.Join(facts.Squares(j.Pawns).Names(), ", "))})
	}
	for _, m := range rules.Made(p) {
		list = append(list, shut{facts.ByMakers, m.Man, fmt.Sprintf(". %s was a pawn, and can only have promoted on %s",
			goal.NameOn(m.Man), answer.Alternatives(facts.Squares(m.On).Names()))})
	}
	return list, nil
}

// withFacts adds those of a list that is in the order of its rules.
func withFacts(found []facts.Fact, list []shut) []facts.Fact {
	found = slices.Clip(found)
	for i, s := range list {
		if i == 0 || s.by != list[i-1].by {
			found = append(found, facts.Fact{By: s.by})
		}
		found[len(found)-1].Squares |= facts.Squares(s.at.Bit())
	}
	return found
}

// ask decides the formula with some facts. It is Unknown if the conflicts or the context end the search.
func (q *closingQuestion) ask(ctx context.Context, list []facts.Fact) sat.Status {
	a, err := facts.NewAbstraction(q.start, q.goal, list)
	if err != nil || q.conflicts <= 0 || ctx.Err() != nil {
		return sat.Unknown
	}
	s, err := sat.New(sat.Native)
	if err != nil {
		return sat.Unknown
	}
	defer s.Close()
	sat.StayStable(s)
	formula.New(a).Emit(s)
	status, err := s.Solve(sat.WithConflictLimit(ctx, q.conflicts))
	q.limit = q.limit || errors.Is(err, sat.ErrConflictLimit)
	q.conflicts -= s.Stats().Conflicts
	return status
}

// closingWords says what follows from a closing pawn.
func closingWords(c *facts.Closing, goal *chess.Setup) (words string) {
	say := func(format string, args ...any) { words += ". " + fmt.Sprintf(format, args...) }
	for sq := range c.Taken.Squares() {
		say("Once the pawn on %s is there, %s does not move any more, so that nothing promotes there",
			c.Pawn, goal.NameOn(sq))
	}
	if c.Gone != 0 {
		say("Before the pawn on %s came there, the pawn from %s had moved or was captured, as a piece came past it",
			c.Pawn, strings.Join(facts.Squares(c.Gone).Names(), ", "))
	}
	for _, corner := range c.Corners {
		say("Before the pawn came from %s to %s, no bishop got out from %s", corner.From, c.Pawn, corner.Square)
	}
	var lost chess.Bitboard
	for k := range c.Lost {
		lost |= c.Lost[k] &^ c.Taken
	}
	if lost != 0 {
		say("Once the pawn on %s is there, not all that promotes on %s gets out", c.Pawn,
			strings.Join(facts.Squares(lost).Names(), ", "))
	}
	return words
}
