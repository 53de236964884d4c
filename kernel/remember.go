package kernel

import (
	"context"

	"retroproof/chess"
)

// Remembered returns a search for kernels that makes no search twice, always from one start: what it finds depends on the key
// of a goal and on the number of nodes alone. It is for one goroutine. A search that the context ended is not kept.
func Remembered(search KernelSearch) KernelSearch {
	type question struct {
		key   kernelKey
		nodes uint64
	}
	known := map[question]Result{}
	return func(ctx context.Context, start, goal *chess.Setup, nodes uint64) Result {
		q := question{kernelKeyOf(goal, *start != initial), nodes}
		r, ok := known[q]
		if !ok {
			if r = search(ctx, start, goal, nodes); ctx.Err() == nil {
				known[q] = r
			}
		}
		return r
	}
}
