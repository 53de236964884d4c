package astar

import (
	"context"
	"math"
	"slices"

	"retroproof/chess"
)

// The nodes of the first attempt of restarts, and by how much the limit grows from one
// attempt to the next.
const (
	firstNodes = 4000
	growNodes  = 19
	growFrom   = 16
)

// SearchWithRestarts repeats Search with other seeds and growing limits of nodes, until
// one decides, or all attempts together have kept Options.Nodes positions, or the context
// ends. Every second attempt counts obstacles, and two of every four are less greedy: a
// WeightB of 5 becomes 2. After each failure a shorter attempt starts from the best
// position, counting obstacles. The seed decides between positions that are equally good,
// and many short searches find a game sooner than a long one. For shortest games restarts
// do not help. Each attempt calls OnBest from the start; if nothing is decided, the bound
// and the best position are the best of all attempts.
func SearchWithRestarts(ctx context.Context, start, goal *chess.Setup, o Options) (Result, error) {
	if o.WeightA == 0 && o.WeightB == 0 {
		o.WeightA, o.WeightB = DefaultWeightA, DefaultWeightB
	}
	limit, nodes := o.Nodes, uint64(firstNodes)
	sum := Result{Remain: math.MaxInt}
	for k := uint64(0); ; k++ {
		// Other seeds and other greed: what one attempt cannot see, the next may. Limits grow by a factor, so that all
		// attempts together cost a few times the last.
		try := o
		try.Seed = o.Seed + k
		try.NonAdmissible = o.NonAdmissible || k%2 == 1
		if k%4 >= 2 {
			try.WeightB = max(try.WeightA, (try.WeightA+try.WeightB)/3)
		}
		r, err := attempt(ctx, start, goal, try, nodes, limit, &sum)
		if r.Status != Unknown {
			return r, err
		}
		sum.Bound = max(sum.Bound, r.Bound)
		sum.nearer(nil, r)
		if err == nil && len(r.Best) > 0 && r.Cause == ErrNodes && (limit == 0 || sum.Nodes < limit) {
			// A quarter of the work goes on from where the attempt came nearest to the goal.
			from := After(start, r.Best)
			try.NonAdmissible = true
			if o.OnBest != nil {
				try.OnBest = func(p Progress) {
					p.Moves = slices.Concat(r.Best, p.Moves)
					o.OnBest(p)
				}
			}
			var on Result
			on, err = attempt(ctx, &from, goal, try, nodes/4, limit, &sum)
			if on.Status == Found {
				on.Moves, on.Best, on.Bound = slices.Concat(r.Best, on.Moves), slices.Concat(r.Best, on.Best), sum.Bound
				on.Shortest = len(on.Moves) == sum.Bound
				return on, err
			}
			if on.Status == Unknown {
				sum.nearer(r.Best, on)
			}
		}
		if err != nil || r.Cause != ErrNodes || limit > 0 && sum.Nodes >= limit {
			sum.Cause = r.Cause
			return sum, err
		}
		nodes = nodes * growNodes / growFrom
	}
}

// nearer replaces the best position by that of a search that began after some moves, if
// that is nearer to the goal.
func (r *Result) nearer(before []chess.Move, next Result) {
	if next.Remain < r.Remain {
		r.Best, r.Remain = slices.Concat(before, next.Best), next.Remain
	}
}

// attempt is a search with a limit of nodes, which also keeps to the limit of all
// attempts together; sum counts their nodes.
func attempt(ctx context.Context, start, goal *chess.Setup, o Options, nodes, limit uint64,
	sum *Result) (Result, error) {
	if limit > 0 {
		nodes = min(nodes, limit-sum.Nodes)
	}
	o.Nodes = max(nodes, 1)
	if report := o.OnBest; report != nil {
		before := sum.Nodes
		o.OnBest = func(p Progress) {
			p.Nodes += before
			report(p)
		}
	}
	r, err := Search(ctx, start, goal, o)
	sum.Nodes += r.Nodes
	sum.Expanded += r.Expanded
	r.Nodes, r.Expanded = sum.Nodes, sum.Expanded
	return r, err
}

// After returns the position after moves that are legal there.
func After(start *chess.Setup, moves []chess.Move) chess.Setup {
	p, err := chess.NewPosition(*start)
	if err != nil {
		panic(err) // moves were legal there
	}
	for _, m := range moves {
		p.Make(m)
	}
	return p.Setup()
}
