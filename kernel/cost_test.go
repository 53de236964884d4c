package kernel

import (
	"context"
	"errors"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"retroproof/chess"
	"retroproof/kernel/formula"
	"retroproof/sat"
)

var (
	costPositions = flag.Int("formula.cost", 0, "positions without kernel for each number of captures in TestFormulaCost")
	costFewest    = flag.Int("formula.fewest", 4, "the smallest number of captures in TestFormulaCost")
	costMost      = flag.Int("formula.captures", 12, "the largest number of captures in TestFormulaCost")
)

// crowded returns a position with so many men missing, mostly pieces, in which most
// pawns have promoted: with many captures, these are the ones without kernel.
func crowded(r *rand.Rand, captures int) chess.Setup {
	s := chess.EmptySetup()
	var left [2][]chess.Kind
	for c := range left {
		left[c] = []chess.Kind{chess.Queen, chess.Rook, chess.Rook, chess.Bishop, chess.Bishop, chess.Knight, chess.Knight}
		for range 8 {
			left[c] = append(left[c], chess.Pawn)
		}
	}
	for range captures {
		c := r.IntN(2)
		i := r.IntN(len(left[c]))
		if pieces := len(left[c]) - 8; pieces > 0 && r.IntN(20) > 0 {
			i = r.IntN(pieces)
		}
		left[c] = slices.Delete(left[c], i, i+1)
	}
	free := func(first, last int) chess.Square {
		for {
			if sq := chess.MakeSquare(r.IntN(8), first+r.IntN(last-first+1)); s.Board[sq] == chess.NoMan {
				return sq
			}
		}
	}
	stays := r.IntN(3)
	for c, kinds := range left {
		s.Board[free(0, 7)] = chess.MakeMan(chess.Color(c), chess.King)
		for _, k := range kinds {
			first, last := 0, 7
			if k == chess.Pawn {
				if r.IntN(8) < stays {
					first, last = 1, 6
				} else {
					k = []chess.Kind{chess.Queen, chess.Rook, chess.Bishop, chess.Knight}[r.IntN(4)]
				}
			}
			s.Board[free(first, last)] = chess.MakeMan(chess.Color(c), k)
		}
	}
	return s
}

// TestFormulaCost prints how formulas grow with the captures, and what their
// refutations cost.
func TestFormulaCost(t *testing.T) {
	t.Parallel()
	if *costPositions == 0 {
		t.Skip("no -formula.cost")
	}
	const mostConflicts = 300_000
	for k := *costFewest; k <= *costMost; k++ {
		r := rand.New(rand.NewPCG(uint64(k), 12))
		var seconds float64
		var conflicts, variables, clauses []int64
		var nodes []int64
		tried := 0
		for n := 0; n < *costPositions && tried < 3000*(*costPositions); tried++ {
			goal := crowded(r, k)
			p, err := newProblem(&initial, &goal)
			if err != nil {
				continue
			}
			found, err := Find(context.Background(), &initial, &goal, Options{Extended: true, Nodes: 300_000})
			if err != nil {
				t.Fatal(err)
			}
			if found.Extended != Absent {
				continue
			}
			n++
			nodes = append(nodes, int64(found.Nodes))
			cnf := formula.New(&p.Abstraction)
			s, err := sat.New(sat.Native)
			if err != nil {
				t.Fatal(err)
			}
			cnf.Emit(s)
			begin := time.Now()
			status, err := s.Solve(sat.WithConflictLimit(context.Background(), mostConflicts))
			if err != nil && !errors.Is(err, sat.ErrConflictLimit) || status == sat.Satisfiable {
				t.Errorf("%s: %v, %v", goal.FEN(), status, err)
			}
			seconds += time.Since(begin).Seconds()
			conflicts = append(conflicts, s.Stats().Conflicts)
			variables, clauses = append(variables, int64(cnf.NumVars())), append(clauses, int64(clausesOf(cnf)))
			s.Close()
		}
		if len(nodes) == 0 {
			t.Logf("%2d captures: none of %d positions is without an extended kernel", k, tried)
			continue
		}
		t.Logf("%2d captures: %d of %d positions; %d variables, %d clauses, %d nodes of the search (medians)",
			k, len(nodes), tried, median(variables), median(clauses), median(nodes))
		t.Logf("   conflicts: median %7d, most %7d; %6.2f s each", median(conflicts), slices.Max(conflicts), seconds/float64(len(nodes)))
	}
}

// counter counts clauses.
type counter int

func (c *counter) AddClause([]int) { *c++ }

func clausesOf(cnf *formula.CNF) int {
	var n counter
	cnf.Emit(&n)
	return int(n)
}

func median(x []int64) int64 {
	x = slices.Sorted(slices.Values(x))
	return x[len(x)/2]
}
