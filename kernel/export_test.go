package kernel

import (
	"context"

	"retroproof/chess"
	"retroproof/kernel/rules"
)

// AskFormula decides the formula of a goal with closing pawns and jams, after the search for kernels.
func AskFormula(start, goal *chess.Setup, known *Result, conflicts int64) *rules.Impossible {
	q := closingQuestion{start: start, goal: goal, conflicts: conflicts}
	refuted, _ := q.refute(context.Background(), known)
	return refuted
}

// KernelKey is what the search for kernels depends on in a goal, or in a start.
func KernelKey(s *chess.Setup, allBishops bool) any { return kernelKeyOf(s, allBishops) }

// LastMoves analyses the last moves of a position, so many positions at the most, and keeps the arguments of so many.
func LastMoves(start, goal *chess.Setup, positions, arguments int) *Evidence {
	p, err := chess.NewPosition(*goal)
	if err != nil {
		panic(err)
	}
	o := DecideOptions{Start: start, LastMovePositions: positions}.withDefaults()
	a := newRetroanalysis(context.Background(), start, newKernelCache(&o), positions)
	a.arguments = arguments
	return a.root(p, *goal)
}
