package exact

import (
	"context"
	"math/big"

	"retroproof/chess"
)

// Engine is a way to search, for tests that compare them.
type Engine uint8

const (
	// AnyEngine searches as [Search] does.
	AnyEngine Engine = iota
	// Forward searches depth first, by the deductions alone: it uses nothing of what the pairs rest on.
	Forward
	// BothEnds searches from both ends at once.
	BothEnds
)

// With are options with an engine.
type With struct {
	Options
	Engine Engine
}

// SearchWith searches with an engine.
func SearchWith(ctx context.Context, start *chess.Setup, target *Target, plies int, o With) (Result, error) {
	if o.Engine != Forward {
		o.BothEnds = o.Engine == BothEnds
		return Search(ctx, start, target, plies, o.Options)
	}
	s, err := newSearch(ctx, start, target, plies, o.Options)
	if err != nil {
		return Result{}, err
	}
	if s == nil {
		return Result{Complete: true, Total: new(big.Int)}, nil
	}
	return s.forward(plies)
}
