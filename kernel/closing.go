package kernel

import (
	"context"
	"errors"
	"slices"
	"strings"

	"retroproof/chess"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
	"retroproof/proofs/illegal/formula"
	"retroproof/sat"
)

// The search for kernels knows nothing of what pawns of the goal shut in or out once they stand on
// their squares (see [facts.Closing]). The formula does. So a solver decides the question where there
// is such a pawn, and where the search was not finished.

// closingQuestion is the kernel question of a goal with facts about closing pawns.
type closingQuestion struct {
	start, goal *chess.Setup
	conflicts   int64 // left
	limit       bool  // the conflicts ended a search
}

// refute returns a refutation of a goal that no rule refutes, or nil. decided reports that the
// formula has a model, or that there is nothing to ask.
func (q *closingQuestion) refute(ctx context.Context, known *KernelResult) (refuted *rules.Impossible, decided bool) {
	found, impossible := rules.Blocked(q.start, q.goal)
	if impossible != nil || q.conflicts <= 0 {
		return nil, impossible != nil
	}
	said, err := rules.Closing(q.start, q.goal, found)
	if err != nil || len(said) == 0 && !known.OutOfBudget {
		return nil, true
	}
	var pawns chess.Bitboard
	for i := range said {
		pawns |= said[i].Pawn.Bit()
	}
	switch q.ask(ctx, found, pawns) {
	case sat.Satisfiable:
		return nil, true
	case sat.Unknown:
		return nil, false
	}
	for sq := range pawns.Squares() {
		// A refutation with fewer of them is easier to follow.
		if q.ask(ctx, found, pawns&^sq.Bit()) == sat.Unsatisfiable {
			pawns &^= sq.Bit()
		}
	}
	refuted = rules.Because(rules.NoExtendedKernel, "the pawns cannot have captured and promoted as they must, whatever the captures and their ranks%s", q.words(said, pawns))
	refuted.Facts = withClosing(found, pawns)
	return refuted, true
}

// withClosing returns facts with those about closing pawns.
func withClosing(found []facts.Fact, pawns chess.Bitboard) []facts.Fact {
	if pawns == 0 {
		return found
	}
	return append(slices.Clip(found), facts.Fact{By: facts.ByClosing, Squares: facts.Squares(pawns)})
}

// ask decides the formula with some closing pawns. It is Unknown if the conflicts or the context end the
// search.
func (q *closingQuestion) ask(ctx context.Context, found []facts.Fact, pawns chess.Bitboard) sat.Status {
	a, err := facts.NewAbstraction(q.start, q.goal, withClosing(found, pawns))
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

// words says what follows from some closing pawns, as the end of a sentence.
func (q *closingQuestion) words(said []facts.Closing, pawns chess.Bitboard) string {
	var list []string
	add := func(set chess.Bitboard, before, after string) {
		if set != 0 {
			list = append(list, before+strings.Join(facts.Squares(set).Names(), ", ")+after)
		}
	}
	for i := range said {
		c := &said[i]
		if !pawns.Has(c.Pawn) {
			continue
		}
		at := "once the pawn on " + c.Pawn.String() + " is there, "
		for sq := range c.Taken.Squares() {
			list = append(list, at+q.goal.NameOn(sq)+" does not move any more, so that nothing promotes there")
		}
		add(c.Gone, "before the pawn on "+c.Pawn.String()+" came there, the pawn from ", " had moved or was captured, as a piece came past it")
		for _, corner := range c.Corners {
			list = append(list, "before the pawn came from "+corner.From.String()+" to "+c.Pawn.String()+", no bishop got out from "+corner.Square.String())
		}
		var lost chess.Bitboard
		for k := range c.Lost {
			lost |= c.Lost[k] &^ c.Taken
		}
		add(lost, at+"not all that promotes on ", " gets out")
	}
	if len(list) == 0 {
		return ""
	}
	return ": " + strings.Join(list, "; ")
}
