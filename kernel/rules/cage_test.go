package rules

import (
	"math/rand/v2"
	"os"
	"testing"

	"retroproof/chess"
	"retroproof/proofs/illegal/facts"
)

// plainlyClosed searches all steps back, as facts.Cage.Closed does, and leaves out none. ok is false if
// there are more states than most.
func plainlyClosed(c *facts.Cage, most int) (closed, ok bool) {
	seen := map[facts.CageState]bool{c.Goal: true}
	todo := []facts.CageState{c.Goal}
	var before []facts.CageStep
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if c.AtStart(&s) {
			return false, true
		}
		before = c.Before(before[:0], &s)
		for i := range before {
			if q := before[i].Before; !seen[q] {
				if seen[q] = true; len(seen) > most {
					return false, false
				}
				todo = append(todo, q)
			}
		}
	}
	return true, true
}

// TestCovered: leaving out states that others cover changes no answer. Positions have most men at home
// and some elsewhere, men of cages are near each other.
func TestCovered(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 7))
	count := map[bool]int{}
	most := 12_000
	if os.Getenv("RETROPROOF_LONG") != "" {
		most = 500_000
	}
	for tries := range most {
		start := *StartOr(nil)
		if tries%3 == 0 {
			start = *crowdedStart(r)
		}
		goal := start
		goal.Castling, goal.Turn = goal.Castling&chess.Castling(r.IntN(16)), chess.Color(r.IntN(2))
		middle := chess.Square(r.IntN(64))
		for range 1 + r.IntN(8) {
			near := chess.MakeSquare(min(7, max(0, middle.File()+r.IntN(5)-2)), min(7, max(0, middle.Rank()+r.IntN(5)-2)))
			from := chess.Square(r.IntN(64))
			if goal.Board[near].Kind() != chess.King && !(goal.Board[from].Kind() == chess.Pawn && (near.Rank() == 0 || near.Rank() == 7)) {
				goal.Board[near], goal.Board[from] = goal.Board[from], chess.NoMan
			}
		}
		withHomes(&goal)
		if facts.DiagramReason(&goal) != "" {
			continue
		}
		f := reachFinder{finder: newFinder(&start, &goal), checked: true}
		if f.solve() != nil {
			continue
		}
		var men chess.Bitboard
		around := around(middle.Bit(), 2)
		for sq := range (f.occupiedGoal() & around &^ f.Blocked).Squares() {
			if r.IntN(8) > 0 && men.Count() < 8 {
				men |= sq.Bit()
			}
		}
		if men == 0 {
			continue
		}
		c, err := f.NewCage(men, zoneOf(men, 1+r.IntN(3)))
		if err != nil {
			t.Fatal(err)
		}
		closed, ok := plainlyClosed(c, 20_000)
		if !ok {
			continue
		}
		count[closed]++
		if got := c.Closed(1 << 20); got != closed {
			t.Fatalf("%s, men %s, from %s: closed %t, without states that are covered %t", goal.FEN(), SquareList(&goal, men), start.FEN(), closed, got)
		}
	}
	t.Log(count)
	if count[true] < 40 || count[false] < 50 {
		t.Errorf("too few cages of a kind: %v", count)
	}
}
