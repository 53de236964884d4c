package rules

import (
	"math/rand/v2"
	"testing"

	"retroproof/chess"
	"retroproof/proofs/illegal/facts"
)

// cheapest returns the least cost of giving the men of the goal from the n-th on men of the start
// that are not taken, by trying all.
func cheapest(cost [][]int, n int, taken uint) int {
	if n == len(cost) {
		return 0
	}
	least := noWay
	for j, c := range cost[n] {
		if taken>>j&1 == 0 && c < least {
			least = min(least, c+cheapest(cost, n+1, taken|1<<j))
		}
	}
	return least
}

// TestAssign compares with all assignments, and adds up worth and prices.
func TestAssign(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 13))
	none := 0
	for range 3000 {
		a := &assignment{}
		from, to := 1+r.IntN(7), 0
		to = 1 + r.IntN(from)
		a.from, a.to = make([]chess.Square, from), make([]chess.Square, to)
		for range to {
			costs := make([]int, from)
			for j := range costs {
				if costs[j] = r.IntN(6); r.IntN(3) == 0 {
					costs[j] = noWay
				}
			}
			a.cost = append(a.cost, costs)
		}
		least := cheapest(a.cost, 0, 0)
		ok := a.solve()
		if ok != (least < noWay) {
			t.Fatalf("%v: %t, the least is %d", a.cost, ok, least)
		}
		if !ok {
			none++
			continue
		}
		sum := 0
		for i, worth := range a.worth {
			sum += worth
			for j, price := range a.price {
				if price < 0 || worth < 0 || worth > price+a.cost[i][j] {
					t.Fatalf("%v: worth %v, prices %v", a.cost, a.worth, a.price)
				}
			}
		}
		for _, price := range a.price {
			sum -= price
		}
		if a.total != least || sum != least {
			t.Fatalf("%v: total %d, worth less prices %d, want %d", a.cost, a.total, sum, least)
		}
	}
	if none < 200 {
		t.Errorf("only %d without an assignment", none)
	}
}

// TestPawnCaptures has positions that captures of pawns refute, where the sides of a pair differ
// in one man that can have been captured, and the argument is accepted.
func TestPawnCaptures(t *testing.T) {
	for _, tt := range []struct {
		fen   string
		wrong bool
	}{
		{"r1bqkb1r/pppppppp/8/8/2P3P1/8/1PPPPPP1/RNBQKBNR b KQkq - 0 1", true},
		{"r1bqkb2/pppppppp/8/8/2P3P1/8/1PPPPPP1/RNBQKBNR b KQq - 0 1", false},
		{"r2qkb2/pppppppp/8/8/2P3P1/8/1PPPPPP1/RNBQKBNR b KQq - 0 1", false},
		{"r2qkb1r/pppppppp/8/8/2P3P1/8/1PPPPPP1/RNBQKBNR b KQkq - 0 1", true}, // the bishop from c8 never left it
		{"7B/6p1/7P/6PP/5KPk/3q3p/7P/3B4 w - - 0 1", true},
		{"7B/6p1/7P/6PP/5KPk/7p/7P/3B4 w - - 0 1", false},
	} {
		goal, err := chess.ParseFEN(tt.fen)
		if err != nil {
			t.Fatal(err)
		}
		refuted := Reach(&initial, &goal)
		if got := refuted != nil && refuted.Reason == facts.TooManyCaptures; got != tt.wrong {
			t.Errorf("%s: %v", tt.fen, refuted)
		}
		if tt.wrong && refuted != nil {
			if err := facts.Check(&initial, &goal, refuted.Argument); err != nil {
				t.Errorf("%s: %v", tt.fen, err)
			}
		}
	}
}
