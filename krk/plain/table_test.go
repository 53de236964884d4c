package plain

import (
	"testing"

	"retroproof/krk/spec"
)

// The published figures: positions, moves, mates and stalemates, and positions by the step used.
func TestFigures(t *testing.T) {
	table := NewTable(spec.Default())
	for bk := range Square(64) {
		table.Fill(bk)
	}
	var got [8]int
	var steps [spec.NumSteps]int
	for p := range Position(spec.NumPositions) {
		if !table.Legal(p) {
			continue
		}
		if p.White() {
			got[0]++
			m := table.White(p)
			got[1] += m.King.Len() + m.Rook.Len()
			step, by := table.By(p)
			steps[step]++
			got[2] += by.King.Len() + by.Rook.Len()
			continue
		}
		got[3]++
		got[4] += table.Black(p).Len()
		for i, is := range []bool{table.Check(p), table.Mate(p), table.Stalemate(p)} {
			if is {
				got[5+i]++
			}
		}
	}
	if want := [8]int{175168, 3383416, 189712, 223944, 1085792, 48776, 216, 68}; got != want {
		t.Errorf("White: positions, moves, moves of the strategy; Black: positions, moves, checks, mates, stalemates: %v, want %v", got, want)
	}
	if want := [spec.NumSteps]int{0, 1512, 648, 119236, 12192, 4124, 3472, 184, 33368, 432}; steps != want {
		t.Errorf("positions by step: %v, want %v", steps, want)
	}
}
