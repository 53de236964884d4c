package kernel

import (
	"context"

	"retroproof/chess"
	"retroproof/kernel/rules"
)

// The budgets of [Decision.EnPassantHint]: it shall cost next to nothing beside the decision.
const (
	hintKernelNodes         = 20_000
	hintLastMovePositions   = 30
	hintLastMoveKernelNodes = 2_000
)

// EnPassantHint returns the en passant squares with which a diagram without one, which was refuted, is not refuted
// within small budgets, at most those of o. Only squares count on which a capture is legal: with others the position is
// the same.
func (d *Decision) EnPassantHint(ctx context.Context, o DecideOptions) (squares []chess.Square, err error) {
	if d.Verdict != Illegal {
		return nil, nil
	}
	o = o.withDefaults()
	o.Start, o.Known, o.Log = &d.Start, nil, nil
	o.KernelNodes = min(o.KernelNodes, hintKernelNodes)
	o.LastMovePositions = min(o.LastMovePositions, hintLastMovePositions)
	o.LastMoveKernelNodes = min(o.LastMoveKernelNodes, hintLastMoveKernelNodes)
	o.CageStates, o.FormulaConflicts = -1, -1
	for _, field := range rules.EnPassantSquares(&d.Setup) {
		with := d.Setup
		with.EnPassant = field
		found, err := Decide(ctx, &with, o)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		if found.Verdict != Illegal {
			squares = append(squares, field)
		}
	}
	return squares, nil
}
