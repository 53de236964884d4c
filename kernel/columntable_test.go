package kernel

import (
	"testing"

	"retroproof/chess"
)

// TestChangesNeeded compares the bound with a search for the fewest changes, of which each takes a pawn out of a column
// or changes its colour; pawns may come to any place at any time. Long columns have no use here: whatever comes does so
// in its place among what the goal has and what promotes.
func TestChangesNeeded(t *testing.T) {
	t.Parallel()
	const most = 4
	for goal := emptyColumn; goal.len() <= 2; goal++ {
		// least has, for columns of up to twice as many pawns, how many changes they need: what costs nothing first.
		least := map[column]int{}
		var level []column
		for c := emptyColumn; c.len() <= 2*most; c++ {
			if _, ok := c.promoted(goal); ok {
				least[c] = 0
				level = append(level, c)
			}
		}
		for n := 0; len(level) > 0; n++ {
			var next []column
			for i := 0; i < len(level); i++ { // it grows: back to before a pawn came
				for at := range level[i].len() {
					if c := level[i].remove(at); !known(least, c) {
						least[c] = n
						level = append(level, c)
					}
				}
			}
			for _, c := range level {
				for at := range c.len() + 1 {
					for color := chess.White; color <= chess.Black; color++ {
						before := []column{c.insert(at, color)}
						if at < c.len() {
							before = append(before, c.set(at, color))
						}
						for _, b := range before {
							if b.len() <= 2*most && !known(least, b) {
								least[b] = n + 1
								next = append(next, b)
							}
						}
					}
				}
			}
			level = next
		}
		for c := emptyColumn; c.len() <= most; c++ {
			if got := changesNeeded(c, goal); int(got) != least[c] {
				t.Errorf("from %b to %b: got %d, want %d", c, goal, got, least[c])
			}
		}
	}
}

func known(least map[column]int, c column) bool {
	_, ok := least[c]
	return ok
}
