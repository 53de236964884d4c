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
	s, err := findShut(q.start, q.goal, found)
	if err != nil || !s.any() && !known.OutOfBudget {
		return nil, true
	}
	switch q.ask(ctx, s.facts(found)) {
	case sat.Satisfiable:
		return nil, true
	case sat.Unknown:
		return nil, false
	}
	for _, set := range []*chess.Bitboard{&s.pawns, &s.men, &s.pieces} {
		for sq := range set.Squares() {
			// A refutation with fewer of them is easier to follow.
			*set &^= sq.Bit()
			if q.ask(ctx, s.facts(found)) != sat.Unsatisfiable {
				*set |= sq.Bit()
			}
		}
	}
	refuted = rules.Because(rules.NoExtendedKernel, "no captures, on whatever ranks, lead to %s%s",
		rules.MovedPawns(q.start, q.goal), s.words(q.goal))
	refuted.Facts = s.facts(found)
	return refuted, true
}

// shut is what pawns of the goal shut in or out.
type shut struct {
	closings []facts.Closing
	jams     []facts.Jam
	made     []facts.Made
	pawns    chess.Bitboard // of those closings that are asked about
	men      chess.Bitboard // of those jams
	pieces   chess.Bitboard // of those that were pawns
}

// findShut finds all that there is for a start and a goal, with the facts that [rules.Blocked] finds.
func findShut(start, goal *chess.Setup, found []facts.Fact) (s shut, err error) {
	if s.closings, err = rules.Closing(start, goal, found); err != nil {
		return s, err
	}
	if s.jams, err = rules.Jams(start, goal, found); err != nil {
		return s, err
	}
	if s.made, err = rules.Made(start, goal, found); err != nil {
		return s, err
	}
	for i := range s.closings {
		s.pawns |= s.closings[i].Pawn.Bit()
	}
	for i := range s.made {
		s.pieces |= s.made[i].Man.Bit()
	}
	for i := range s.jams {
		s.men |= s.jams[i].Man.Bit()
	}
	return s, nil
}

// any reports whether there is anything to ask about.
func (s *shut) any() bool { return s.pawns|s.men|s.pieces != 0 }

// facts returns facts with those that are asked about.
func (s *shut) facts(found []facts.Fact) []facts.Fact {
	found = slices.Clip(found)
	for _, f := range []facts.Fact{{By: facts.ByClosing, Squares: facts.Squares(s.pawns)},
		{By: facts.ByJam, Squares: facts.Squares(s.men)}, {By: facts.ByMakers, Squares: facts.Squares(s.pieces)}} {
		if f.Squares != 0 {
			found = append(found, f)
		}
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

// words says what follows from what is asked about, in sentences after another one.
func (s *shut) words(goal *chess.Setup) string {
	var list []string
	add := func(set chess.Bitboard, before, after string) {
		if set != 0 {
			list = append(list, before+strings.Join(facts.Squares(set).Names(), ", ")+after)
		}
	}
	for i := range s.closings {
		c := &s.closings[i]
		if !s.pawns.Has(c.Pawn) {
			continue
		}
		at := "Once the pawn on " + c.Pawn.String() + " is there, "
		for sq := range c.Taken.Squares() {
			list = append(list, at+goal.NameOn(sq)+" does not move any more, so that nothing promotes there")
		}
		add(c.Gone, "Before the pawn on "+c.Pawn.String()+" came there, the pawn from ",
			" had moved or was captured, as a piece came past it")
		for _, corner := range c.Corners {
			list = append(list, "Before the pawn came from "+corner.From.String()+" to "+c.Pawn.String()+
				", no bishop got out from "+corner.Square.String())
		}
		var lost chess.Bitboard
		for k := range c.Lost {
			lost |= c.Lost[k] &^ c.Taken
		}
		add(lost, at+"not all that promotes on ", " gets out")
	}
	for _, j := range s.jams {
		if s.men.Has(j.Man) {
			came := "the pawn on %s"
			if j.Pawns.Several() {
				came = "the last of the pawns on %s"
			}
			list = append(list, fmt.Sprintf("%s was there before "+came+" came, as it gets in and out nowhere else",
				goal.NameOn(j.Man), strings.Join(facts.Squares(j.Pawns).Names(), ", ")))
		}
	}
	for _, m := range s.made {
		if s.pieces.Has(m.Man) {
			list = append(list, fmt.Sprintf("%s was a pawn, and can only have promoted on %s",
				goal.NameOn(m.Man), answer.Alternatives(facts.Squares(m.On).Names())))
		}
	}
	if len(list) == 0 {
		return ""
	}
	return ". " + strings.Join(list, ". ")
}
