package rules

import (
	"retroproof/chess"
	"retroproof/proofs/illegal/facts"
)

// Captures that pawns need: an assignment of men of the start to the men of the goal for which
// pawns need the fewest captures, and prices that show that there is no better one. See
// facts.TooManyCaptures.

// assignment gives men of the goal men of the start, such that the costs are least.
type assignment struct {
	to, from []chess.Square // men of the goal, and of the start
	cost     [][]int        // by man of the goal and of the start; noWay
	// worth and price prove that no assignment costs less: no man of the goal is worth more than
	// its cost with the price of the man of the start, and prices are not below 0.
	worth, price []int
	total        int
	of           []int // by man of the start: 1 + the man of the goal; 0 for none
}

// noWay is the cost of a man that cannot have become another. It is above all sums.
const noWay = 1 << 20

// assign returns an assignment of all men of a side, or nil if there is none. sources has the men
// that can have become each man of the goal.
func (f *reachFinder) assign(c chess.Color, sources *[chess.NumSquares]chess.Bitboard) *assignment {
	a := &assignment{}
	for sq := range chess.Square(chess.NumSquares) {
		if m := f.Goal.Board[sq]; m != chess.NoMan && m.Color() == c {
			a.to = append(a.to, sq)
		}
		if m := f.Start.Board[sq]; m != chess.NoMan && m.Color() == c {
			a.from = append(a.from, sq)
		}
	}
	for _, to := range a.to {
		costs := make([]int, len(a.from))
		for j, from := range a.from {
			if costs[j] = noWay; sources[to].Has(from) {
				costs[j] = f.LeastCaptures(from, to)
			}
		}
		a.cost = append(a.cost, costs)
	}
	if !a.solve() {
		return nil
	}
	return a
}

// solve adds one man of the goal after the other, each by a cheapest way of exchanging men of
// the start (the Hungarian method). It reports whether all have one.
func (a *assignment) solve() bool {
	a.worth, a.price, a.of = make([]int, len(a.to)), make([]int, len(a.from)), make([]int, len(a.from))
	for first := range a.to {
		// least[j] is the least that is to be added to have man j of the start, who is had from
		// man via[j] of the goal.
		least, via, done := make([]int, len(a.from)), make([]int, len(a.from)), make([]bool, len(a.from))
		for j := range least {
			least[j] = noWay
		}
		// tree has the men of the goal that are reached.
		tree := []int{first}
		last := -1
		for row := first; ; {
			next := -1
			for j := range a.from {
				if done[j] {
					continue
				}
				if rest := a.cost[row][j] + a.price[j] - a.worth[row]; rest < least[j] {
					least[j], via[j] = rest, row
				}
				if next < 0 || least[j] < least[next] {
					next = j
				}
			}
			if next < 0 || least[next] >= noWay/2 {
				return false
			}
			step := least[next]
			for _, i := range tree {
				a.worth[i] += step
			}
			for j := range a.from {
				if done[j] {
					a.price[j] += step
				} else if least[j] < noWay {
					least[j] -= step
				}
			}
			done[next] = true
			if last = next; a.of[next] == 0 {
				break
			}
			row = a.of[next] - 1
			tree = append(tree, row)
		}
		// Exchange along the way.
		for j := last; ; {
			i := via[j]
			before := -1
			for k, x := range a.of {
				if x == i+1 {
					before = k
				}
			}
			a.of[j] = i + 1
			if before < 0 || i == first {
				break
			}
			j = before
		}
	}
	a.total = 0
	for j, i := range a.of {
		if i > 0 {
			a.total += a.cost[i-1][j]
		}
	}
	return true
}

// count returns the numbers as an argument has them.
func (a *assignment) count(c chess.Color) *facts.Count {
	n := &facts.Count{Side: c.String(), Worth: map[string]int{}}
	for i, worth := range a.worth {
		if worth > 0 {
			n.Worth[a.to[i].String()] = worth
		}
	}
	for j, price := range a.price {
		if price > 0 {
			if n.Price == nil {
				n.Price = map[string]int{}
			}
			n.Price[a.from[j].String()] = price
		}
	}
	return n
}

// pawnCaptures refutes a goal for whose men the pawns of a side need more captures than it makes.
func (f *reachFinder) pawnCaptures(c chess.Color) *Impossible {
	a := f.assign(c, &f.sources)
	if a == nil {
		return nil // match finds that
	}
	if a.total <= f.PawnCaptures(c) {
		f.findDead(c.Other())
	}
	if a.total <= f.PawnCaptures(c) {
		return nil
	}
	count := a.count(c)
	var men chess.Bitboard
	for i, worth := range a.worth {
		if worth > 0 {
			men |= a.to[i].Bit()
		}
	}
	made := "makes"
	if f.PawnCaptures(c) < f.Captures[c] {
		made = "makes besides those of bishops that pieces captured at home"
	}
	return Because(facts.TooManyCaptures, "to become the %s men on %s, pawns need %d captures at least, and these are more than the %d that %s %s",
		c, SquareList(f.Goal, men), a.total, f.PawnCaptures(c), Capital(c), made).by(facts.Argument{Blocked: f.found, Count: count})
}

// findDead adds the facts about bishops of a side that were captured between men that never move.
func (f *finder) findDead(c chess.Color) {
	for sq := range chess.Square(chess.NumSquares) {
		if f.Start.Board[sq] == chess.MakeMan(c, chess.Bishop) && !(f.Blocked | f.Dead).Has(sq) && f.Follows(facts.ByDeadBishop, sq) {
			f.found = append(f.found, facts.Fact{By: facts.ByDeadBishop, Squares: facts.Squares(sq.Bit())})
			f.Dead |= sq.Bit()
		}
	}
}
