package kernel

import (
	"context"

	"retroproof/chess"
	"retroproof/kernel/rules"
)

// Remembered returns a search for kernels from one start that makes no search twice: what it finds depends on the key
// of a goal and on the number of nodes alone. It is for one goroutine. A search that the context ended is not kept.
func Remembered(start *chess.Setup, search KernelSearch) KernelSearch {
	type question struct {
		key   kernelKey
		nodes uint64
	}
	allBishops := *rules.StartOr(start) != initial
	known := map[question]Result{}
	return func(ctx context.Context, start, goal *chess.Setup, nodes uint64) Result {
		q := question{kernelKeyOf(goal, allBishops), nodes}
		r, ok := known[q]
		if !ok {
			if r = search(ctx, start, goal, nodes); ctx.Err() == nil {
				known[q] = r
			}
		}
		return r
	}
}
