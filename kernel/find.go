package kernel

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"

	"retroproof/chess"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
)

// Status is the result of a search for something.
type Status uint8

// The three answers of a search.
const (
	Undecided Status = iota // the budget ended the search
	Found
	Absent // there is none: the search was exhaustive
)

// String returns "undecided", "found" or "absent".
func (s Status) String() string { return [...]string{"undecided", "found", "absent"}[s] }

// DefaultNodes is the default budget of a search: one or two seconds.
const DefaultNodes = 500_000

// Options are those of [Find] and [List].
type Options struct {
	// Nodes is the budget of each search in nodes; 0 means DefaultNodes. A node with many moves
	// counts as several, so that time is roughly proportional to the budget: about three
	// microseconds for each.
	Nodes uint64
	// Extended restricts Find or List to kernels that can be extended, with their ranks.
	Extended bool
	// Classes makes List return only the first of the kernels that differ in the order of
	// independent captures.
	Classes bool
	// Seed makes Find try captures in a random order, so that it may find different kernels; 0
	// means the usual order, which is mostly faster.
	Seed uint64
	// RandomRanks makes Find choose the ranks of captures at random, too, if Seed is not 0.
	RandomRanks bool
	// Without is what Find leaves out. It returns Undecided if it then finds no kernel: there may be
	// others.
	Without Exclusions
}

// Exclusions are promotions on the last squares of files, by colour, a bit for each file, 1<<7 for h;
// and captures.
type Exclusions struct {
	Bishops  [2]uint8 // promotions to bishops
	Straight [2]uint8 // promotions by moves without captures
	// Captures are those that pawns make, by the pawn's colour, whether it goes to the right, and the square: a bit 1<<p
	// for a piece or pawn p. A capture of a queen, rook or knight is left out where all three are, as kernels differ
	// little by which of them is captured.
	Captures [2][2][chess.NumSquares]uint8
}

// rightward returns 1 for a capture that goes to the right, and else 0.
func rightward(file int, to chess.Square) int {
	if to.File() > file {
		return 1
	}
	return 0
}

// captures reports whether a pawn's capture from a file is left out. The piece may be NoPiece, for
// one that was a pawn.
func (e *Exclusions) captures(c chess.Color, file int, p Piece, sq chess.Square) bool {
	bits := uint8(1<<Queen | 1<<Rook | 1<<Knight)
	if p == DarkBishop || p == LightBishop || p == Pawn {
		bits = 1 << p
	}
	return e.Captures[c][rightward(file, sq)][sq]&bits == bits
}

func (o Options) nodes() uint64 { return cmp.Or(o.Nodes, DefaultNodes) }

// Result is the result of [Find] and of a [KernelSearch].
type Result struct {
	Kernel, Extended Status
	// Moves are a kernel, and Ranks is its extension, if they were found.
	Moves []Move
	Ranks *Extended
	// Impossible is the refutation if there is no kernel and no search was needed to prove
	// that.
	Impossible *rules.Impossible
	Nodes      uint64 // of all searches together
	// Spent is the part of the budget that all searches together have used. A node counts for
	// the moves tried in it, so it may count more than once.
	Spent uint64

	// Refuted is the refutation if there is no kernel, with or without a search, or, of an
	// [ExtendedKernel], none that can be extended.
	Refuted *rules.Impossible
	// OutOfBudget reports that with more nodes [ExtendedKernel] may find something else.
	OutOfBudget bool

	asked bool // the formula of the goal, with all closing pawns and jams, has a model
}

// Find searches for a kernel from a start to a goal. With o.Extended it searches for one that
// can be extended and, if there is none, for any kernel. Without o.Extended, the status
// Extended stays Undecided unless there is no kernel. The error is the context's.
func Find(ctx context.Context, start, goal *chess.Setup, o Options) (Result, error) {
	var r Result
	p, err := newProblem(start, goal)
	if errors.As(err, &r.Impossible) {
		r.Kernel, r.Extended, r.Refuted = Absent, Absent, r.Impossible
		return r, nil
	} else if err != nil {
		return r, err
	}
	p.leaveOut(o.Without)
	visit := func(moves []Move, e *Extended) bool {
		r.Moves, r.Ranks = moves, e
		return true
	}
	// find searches and leaves all that was found of the columns to the next.
	var columns *labels
	find := func(extended bool) Status {
		q := newLabels(ctx, p, o.nodes(), extended)
		if columns != nil {
			q.possible, q.columns.failed = columns.possible, columns.columns.failed
		}
		columns = q
		q.visit = visit
		if o.Seed != 0 {
			random := rand.New(rand.NewPCG(o.Seed, 0))
			most := disorder << random.IntN(3)
			q.jitter = func() int { return random.IntN(most) }
			if o.RandomRanks {
				p.random = random
			}
		}
		found := q.search()
		r.Nodes += q.nodes + q.columns.nodes
		r.Spent += (q.spent() + columnNodes - 1) / columnNodes
		return q.status(found)
	}
	if o.Extended {
		r.Extended = find(true)
		r.Kernel = r.Extended
	}
	if r.Kernel != Found && ctx.Err() == nil {
		r.Kernel = find(false)
	}
	if o.Without != (Exclusions{}) {
		// What was not found may be among what was left out.
		if r.Kernel == Absent {
			r.Kernel = Undecided
		}
		if r.Extended == Absent {
			r.Extended = Undecided
		}
	}
	if r.Kernel == Absent {
		r.Extended, r.Refuted = Absent, p.noKernel()
	}
	return r, ctx.Err()
}

// leaveOut makes a problem one without some promotions and captures.
func (p *problem) leaveOut(w Exclusions) {
	if w == (Exclusions{}) {
		return
	}
	p.without = w
	for c := range 2 {
		for f := range 8 {
			if w.Straight[c]>>f&1 != 0 {
				p.Promotes[c][f][1] = false
			}
			if w.Bishops[c]>>f&1 == 0 {
				continue
			}
			// Promotions to such squares are straight ones.
			p.Class[c][f] = facts.CagedSquare
			if f > 0 {
				p.Promotes[c][f-1][2] = false
			}
			if f < 7 {
				p.Promotes[c][f+1][0] = false
			}
		}
	}
	p.findTables()
}

// status returns the result of a search that has ended.
func (l *labels) status(found bool) Status {
	switch {
	case found:
		return Found
	case l.stop != nil:
		return Undecided
	}
	return Absent
}

// List calls visit for every kernel from a start to a goal until it returns
// false; the ranks are nil unless Extended is set. It returns Found if visit was
// called for all kernels there are or ended the search, Absent if there are
// none, and Undecided if the budget ended the search. The error is the
// context's.
//
// A piece that promoted without capturing and is then captured by a piece is
// listed as a pawn that is captured by a piece.
func List(ctx context.Context, start, goal *chess.Setup, o Options, visit func([]Move, *Extended) bool) (
	Status, error) {
	p, err := newProblem(start, goal)
	if impossible := (*rules.Impossible)(nil); errors.As(err, &impossible) {
		return Absent, nil
	} else if err != nil {
		return Undecided, err
	}
	q := newLabels(ctx, p, o.nodes(), o.Extended)
	q.every, q.classes = true, o.Classes
	ended := false
	q.visit = func(moves []Move, e *Extended) bool {
		ended = !visit(moves, e)
		return ended
	}
	found := q.search()
	if ctx.Err() != nil {
		return Undecided, ctx.Err()
	}
	if q.stop != nil && !ended {
		return Undecided, nil
	}
	return q.status(found || ended), nil
}
