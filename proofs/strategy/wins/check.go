package wins

import (
	"context"
	"fmt"

	"retroproof/proofs/strategy/core"
)

// Check checks that a strategy wins from every position that it claims, and returns its table. The error wraps ErrSize,
// ErrText or ErrNotWon, or is that of the context.
func Check(ctx context.Context, s *core.Strategy) (*Table, error) {
	t, err := New(ctx, s)
	if err == nil {
		err = t.Symmetric(ctx)
	}
	if err == nil {
		err = t.Err()
	}
	return t, err
}

// Err returns an error that wraps ErrNotWon unless the strategy does what it claims: it wins from every claimed
// position, of which there are some; and if it decides, all other positions are drawn.
func (t *Table) Err() error {
	claimed, notWon, won, drawn := false, 0, 0, 0 // of positions that are not claimed, the last two are
	for k, n := range t.white.weight {
		switch claimed = claimed || t.claim[k]; {
		case t.claim[k] && t.won[k] == 0:
			notWon += int(n)
		case t.claim[k] || t.Kept == "":
		case t.best[k] > 0:
			won += int(n)
		default:
			drawn += int(n)
		}
	}
	switch {
	case notWon > 0:
		return fmt.Errorf("%w: %d positions by going back from mate", ErrNotWon, notWon)
	case won > 0:
		return fmt.Errorf("%w: of the other positions %d are drawn, %d are not", ErrNotWon, drawn, won)
	case !claimed && t.Kept == "":
		return fmt.Errorf("%w: it claims none", ErrNotWon)
	}
	return nil
}
