package krk

import (
	"fmt"

	"retroproof/proofs/krk/spec"
	"retroproof/retro/table"
)

// Excess compares the strategy with best play: how many moves more than
// necessary it takes, Black holding out as long as he can and White making
// whichever of the strategy's moves takes longest.
type Excess struct {
	ByStep    [spec.NumSteps]ExcessCount // by the step used; NoStep is the sum
	Histogram []int                      // Histogram[n]: positions with an excess of n moves
	MostAt    Position                   // the first with the greatest excess
	Moves     int                        // moves of the relation
	Best      int                        // those that are best play
	Failures  []Failure                  // the first of them
	Failed    int                        // their number
}

// ExcessCount summarizes a set of positions.
type ExcessCount struct {
	Positions int
	Optimal   int // won in as few moves as by best play
	sum, Most int // of the excess, in moves
}

// Mean returns the mean excess.
func (c ExcessCount) Mean() float64 { return float64(c.sum) / float64(max(1, c.Positions)) }

// Failure is a play of the strategy that does not stay among the wins.
type Failure struct {
	play    []Position // White to move, then its move and Black's reply as far as need be
	problem string
}

// String shows the play and what is wrong.
func (f Failure) String() string {
	s := "strategy: " + FEN(f.play[0])
	for i := range len(f.play) - 1 {
		s += " " + SAN(f.play[i], f.play[i+1])
	}
	return s + ": " + f.problem
}

// CompareWithTable holds the strategy against the values of a table: each of
// its moves must lead to a position that Black loses, each reply back to one
// that White wins, and its length must not be less than that of best play. It
// keeps the first limit failures.
func (r *Relation) CompareWithTable(values Values, limit int) *Excess {
	e := &Excess{}
	fail := func(problem string, play ...Position) {
		if e.Failed++; e.Failed <= limit {
			e.Failures = append(e.Failures, Failure{play, problem})
		}
	}
	outcome := r.Verify()
	eachWithWhiteToMove(func(p Position) {
		best := values[p]
		if len(r.movesFrom(p)) == 0 {
			fail("it has no move", p)
			return
		}
		var buf [8]Position
		for _, q := range r.movesFrom(p) {
			e.Moves++
			v := values[q]
			if v.Result != table.Lost {
				fail(fmt.Sprintf("the table has %s for Black", v), p, q)
			} else if v.Plies+1 == best.Plies {
				e.Best++
			}
			for _, p2 := range BlackMoves(buf[:0], q) {
				if rookCaptured(p2) {
					fail("the rook is lost", p, q, p2)
				} else if v := values[p2]; v.Result != table.Won {
					fail(fmt.Sprintf("the table has %s for White", v), p, q, p2)
				}
			}
		}
		n := int(outcome.depth[p&^turn])
		over := n - best.Moves()
		switch {
		case n < 0:
			fail("it does not always win", p)
			return
		case best.Result != table.Won || over < 0:
			fail(fmt.Sprintf("it wins in %d moves, the table has %s", n, best), p)
			return
		}
		for len(e.Histogram) <= over {
			e.Histogram = append(e.Histogram, 0)
			e.MostAt = p
		}
		e.Histogram[over]++
		for _, s := range []Step{spec.NoStep, r.Step(p)} {
			c := &e.ByStep[s]
			c.Positions++
			c.Optimal += truth(over == 0)
			c.sum += over
			c.Most = max(c.Most, over)
		}
	})
	return e
}
