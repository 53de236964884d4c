package wins

import (
	"context"

	"retroproof/proofs/strategy/core"
)

// Check checks that a strategy wins from every position that it claims. The error wraps ErrSize, ErrText or ErrNotWon, or is
// that of the context.
func Check(ctx context.Context, s *core.Strategy) (*Figures, error) {
	t, err := New(ctx, s)
	if err != nil {
		return nil, err
	}
	if err := t.Symmetric(ctx); err != nil {
		return nil, err
	}
	f := t.Figures()
	return f, f.Err(s)
}
