package kernel

import (
	"context"
	"fmt"

	"retroproof/chess"
	"retroproof/internal/answer"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
)

// KernelSearch searches for kernels between a start and a goal that no static rule refutes,
// with at most the given number of nodes. It returns soon after the context is done.
type KernelSearch func(ctx context.Context, start, goal *chess.Setup, nodes uint64) Result

// ExtendedKernel is a KernelSearch for an extended proof kernel. It makes two searches with the
// given number of nodes each: for extended kernels and, if there are none, for any kernel. What the
// context has ended is undecided.
func ExtendedKernel(ctx context.Context, start, goal *chess.Setup, nodes uint64) Result {
	r, err := Find(ctx, start, goal, Options{Nodes: nodes, Extended: true})
	r.OutOfBudget = r.Extended == Undecided
	switch {
	case err != nil:
		r.Kernel, r.Extended, r.Ranks, r.Refuted = Undecided, Undecided, nil, nil
	case r.Extended == Absent && r.Kernel == Found:
		r.Refuted = rules.Because(rules.NoExtendedKernel,
			"captures on the right files lead to %s, but the ranks of these captures never fit together",
			rules.MovedPawns(start, goal))
	}
	return r
}

// String says what was found, in a word or two: "none", "kernel".
func (r *Result) String() string {
	switch {
	case r.Kernel == Absent:
		return "none"
	case r.Extended == Found:
		return "extended kernel"
	case r.Kernel == Found && r.Extended == Absent:
		return "no extended kernel"
	case r.Kernel == Found:
		return "kernel"
	}
	return "unknown"
}

// noKernel returns the refutation after an exhaustive search without a kernel.
func (p *problem) noKernel() *rules.Impossible {
	return rules.Because(rules.NoKernel, "no captures, %s by White and %s by Black, leave %s%s",
		rules.NumberOrNone(p.Captures[chess.White]), rules.NumberOrNone(p.Captures[chess.Black]),
		rules.Pawns(p.Start, p.Goal), p.promotionWords())
}

// promotionWords says which promotions the pieces of a goal need, or nothing.
func (p *problem) promotionWords() string {
	var sides []string
	for c := chess.White; c <= chess.Black; c++ {
		if n := int(p.Needed[c]); n > 0 {
			sides = append(sides, fmt.Sprintf("%d by %s", n, rules.Side(c)))
		}
	}
	if sides == nil {
		return ""
	}
	return ". The pieces need promotions, " + answer.List(sides)
}

// kernelKey has everything in a goal that the search for kernels depends on: pawns, the number
// of pieces of each kind, castling rights, and the bishops that may never have moved, or not
// since their promotion: those on the first and last rank, or all of them if the start is not
// the initial position. A test checks this.
type kernelKey struct {
	pawns, bishops [2]chess.Bitboard // by colour
	pieces         [2]uint32
	castling       chess.Castling
}

func kernelKeyOf(s *chess.Setup, allBishops bool) (k kernelKey) {
	k.castling = s.Castling
	for i, m := range s.Board {
		if m == chess.NoMan {
			continue
		}
		sq, c := chess.Square(i), m.Color()
		switch m.Kind() {
		case chess.King:
			continue
		case chess.Pawn:
			k.pawns[c] |= sq.Bit()
			continue
		case chess.Bishop:
			if r := sq.Rank(); r == 0 || r == 7 || allBishops {
				k.bishops[c] |= sq.Bit()
			}
		}
		kind, _ := facts.PieceKindOf(m, sq)
		k.pieces[c] += 1 << (6 * kind)
	}
	return k
}

// kernelCache stores which goals have kernels, for one start.
type kernelCache struct {
	start *chess.Setup
	nodes uint64 // for each search
	left  uint64 // nodes left for all further searches
	known map[kernelKey]*keyed

	search    KernelSearch
	conflicts int64 // left for formulas

	searched uint64 // nodes of all searches
	limit    bool   // a search ended because of its limit nodes
	allLimit bool   // a search ended because of left

	undecided bool // the conflicts ended that of a formula
}

// keyed is what is known of the goals with a key.
type keyed struct {
	refuted *rules.Impossible // all
	limit   bool              // the search for kernels was not finished
	open    bool              // the formula of one does not refute it
}

// formulaPrice is what the formula of an earlier position is charged at least, in conflicts, for making it.
const formulaPrice = 100

func newKernelCache(o *DecideOptions) *kernelCache {
	return &kernelCache{
		start: o.Start, search: o.Kernel, nodes: o.LastMoveKernelNodes, left: o.KernelNodes, conflicts: o.EarlierConflicts,
		known: map[kernelKey]*keyed{},
	}
}

// refute returns a refutation of a goal that has no kernel, or nil if it has one or that is not
// known.
func (c *kernelCache) refute(ctx context.Context, goal *chess.Setup) *rules.Impossible {
	key := kernelKeyOf(goal, *c.start != initial)
	k := c.known[key]
	if k == nil {
		if k = c.find(ctx, goal); k == nil {
			return nil
		}
		c.known[key] = k
	}
	if k.refuted != nil || k.open || c.conflicts <= 0 {
		return k.refuted
	}
	// Closing pawns and jams depend on more than the key, so a refutation is one of this goal alone. That one is not
	// refuted mostly goes for all of a key, and a formula is dear: so no other one is asked about.
	q := closingQuestion{start: c.start, goal: goal, conflicts: c.conflicts}
	refuted, _ := q.refute(ctx, &Result{OutOfBudget: k.limit})
	c.conflicts = min(q.conflicts, c.conflicts-formulaPrice)
	c.undecided = c.undecided || q.limit
	k.open = refuted == nil
	return refuted
}

// find searches for a kernel of a goal. It returns nil if nothing is known afterwards.
func (c *kernelCache) find(ctx context.Context, goal *chess.Setup) *keyed {
	if c.left == 0 {
		c.allLimit = true
		return nil
	}
	nodes := min(c.nodes, c.left)
	r := c.search(ctx, c.start, goal, nodes)
	c.searched += r.Nodes
	c.left -= min(c.left, r.Spent)
	if ctx.Err() != nil && r.Refuted == nil {
		return nil
	}
	if r.OutOfBudget {
		c.limit = c.limit || nodes == c.nodes
		c.allLimit = c.allLimit || nodes < c.nodes
	}
	return &keyed{refuted: r.Refuted, limit: r.OutOfBudget}
}

// Remembered returns a search for kernels that makes no search twice, always from one start: what it finds depends on
// the key of a goal and on the number of nodes alone. It is for one goroutine. A search that the context ended is not
// kept.
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
