package kernel

import (
	"context"
	"math/rand/v2"
	"retroproof/internal/expect"
	"slices"
	"testing"
)

// TestClasses: the classes are what exchanging independent neighbours makes of
// all kernels.
func TestClasses(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 8))
	several := 0
	for range 300 {
		start, goal := smallProblem(r, 2, 1+r.IntN(3))
		list := func(classes bool) (kernels [][]Move) {
			_, err := List(context.Background(), &start, &goal, Options{Classes: classes}, func(moves []Move, _ *Extended) bool {
				kernels = append(kernels, slices.Clone(moves))
				return len(kernels) < 3000
			})
			expect.NoError(t, err)
			return kernels
		}
		all := list(false)
		if len(all) == 3000 {
			continue
		}
		number := map[string]int{}
		class := make([]int, len(all))
		for i, moves := range all {
			if _, ok := number[FormatMoves(moves)]; ok {
				t.Fatalf("%s is listed twice", FormatMoves(moves))
			}
			number[FormatMoves(moves)] = i
			class[i] = i
		}
		find := func(i int) int {
			for class[i] != i {
				i = class[i]
			}
			return i
		}
		for i, moves := range all {
			for j := range len(moves) - 1 {
				if !independent(moves[j], moves[j+1]) {
					continue
				}
				other := slices.Clone(moves)
				other[j], other[j+1] = other[j+1], other[j]
				k, ok := number[FormatMoves(other)]
				if !ok {
					t.Fatalf("from %s\nto %s: %s is no kernel, %s is", start.FEN(), goal.FEN(), FormatMoves(other), FormatMoves(moves))
				}
				class[find(i)] = find(k)
			}
		}
		seen := map[int]bool{}
		for _, moves := range list(true) {
			i, ok := number[FormatMoves(moves)]
			if !ok || seen[find(i)] {
				t.Fatalf("from %s\nto %s: %s is not the one of its class", start.FEN(), goal.FEN(), FormatMoves(moves))
			}
			seen[find(i)] = true
		}
		classes := 0
		for i := range class {
			if find(i) == i {
				classes++
			}
		}
		if len(seen) != classes {
			t.Fatalf("from %s\nto %s: %d classes of %d", start.FEN(), goal.FEN(), len(seen), classes)
		}
		if classes < len(all) {
			several++
		}
	}
	if several < 20 {
		t.Errorf("only %d problems with kernels in several orders", several)
	}
}
