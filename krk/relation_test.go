package krk

import (
	"reflect"
	"testing"

	"retroproof/krk/spec"
)

func TestFigures(t *testing.T) {
	r := NewRelation(spec.Default())
	var steps [spec.NumSteps]int
	several, most := 0, 0
	eachWithWhiteToMove(func(p Position) {
		steps[r.Step(p)]++
		if n := len(r.movesFrom(p)); n > 1 {
			several++
			most = max(most, n)
		}
	})
	want := [spec.NumSteps]int{0, 1512, 648, 119236, 12192, 4124, 3472, 184, 33368, 432}
	if steps != want {
		t.Errorf("positions per step %v, want %v", steps, want)
	}
	if several != 13840 || most != 6 {
		t.Errorf("%d positions with several moves, at most %d; want 13840, 6", several, most)
	}
	if o := r.Verify(); o.Longest() != 33 || len(o.NotWon) != 0 {
		t.Errorf("strategy: longest win %d, %d not won", o.Longest(), len(o.NotWon))
	}
	o := Optimal()
	hist := []int{0, 1512, 4676, 3852, 1900, 4848, 8708, 11320, 17172, 20088, 19016, 20476, 21480, 17824, 16136, 5244, 916}
	if !reflect.DeepEqual(o.Histogram, hist) {
		t.Errorf("optimal play %v, want %v", o.Histogram, hist)
	}
}
