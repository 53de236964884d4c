package ways

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// cheapest returns the least cost of giving the rows from the i-th on columns that are not taken, by trying all.
func cheapest(a *Matrix, i int, taken uint) int {
	if i == a.N {
		return 0
	}
	least := Forbidden
	for j, c := range a.Cost[i][:a.N] {
		if taken>>j&1 == 0 && c < Forbidden {
			least = min(least, int(c)+cheapest(a, i+1, taken|1<<j))
		}
	}
	return least
}

// TestSolve compares with all assignments of random matrices, some rows of which cost nothing, and adds up the
// potentials.
func TestSolve(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 13))
	none := 0
	for range 3000 {
		var a Matrix
		a.N = 1 + r.IntN(7)
		rows := 1 + r.IntN(a.N) // with costs
		for i := range rows {
			for j := range a.N {
				if a.Cost[i][j] = int32(r.IntN(6)); r.IntN(3) == 0 {
					a.Cost[i][j] = Forbidden
				}
			}
		}
		least := cheapest(&a, 0, 0)
		if least >= Forbidden {
			none++
		}
		for way, solve := range []func() (int, bool){a.Solve, a.SolveByRows, a.SolveInOrder} {
			total, ok := solve()
			if ok != (least < Forbidden) {
				t.Fatalf("%v: %t, the least is %d", a.Cost, ok, least)
			}
			if !ok {
				continue
			}
			sum, solved := 0, 0
			for i := range a.N {
				sum += int(a.U[i] + a.V[i])
				solved += int(a.Cost[i][a.Column[i]])
				for j := range a.N {
					if a.Reduced(i, j) < 0 || (a.Row[j] == int8(i)) != (a.Column[i] == int8(j)) {
						t.Fatalf("%v: potentials %v, %v", a.Cost, a.U, a.V)
					}
				}
			}
			if total != least || sum != least || solved != least {
				t.Fatalf("%v: total %d, potentials add up to %d, solved pairs to %d, want %d", a.Cost, total, sum, solved, least)
			}
			if way == 1 && (slices.Min(a.U[:a.N]) < 0 || slices.Max(a.V[:a.N]) != 0) {
				t.Fatalf("%v: potentials by rows %v, %v", a.Cost, a.U, a.V)
			}
		}
	}
	if none < 200 {
		t.Errorf("only %d without an assignment", none)
	}
}
