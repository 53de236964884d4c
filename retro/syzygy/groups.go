package syzygy

import (
	"fmt"
	"math/bits"
)

// groups are the men of a file, as they are listed for a side to move and a file of the
// leading pawn, and what each group of them adds to the number of a position.
type groups struct {
	men    []man
	size   []int    // of the groups, in the order of the men
	factor []uint64 // of each group
	cells  uint64   // how many numbers there are
	pawns  [2]int   // in the first group and in the second; none without pawns
	file   int      // of the leading pawn, 0 to 3
}

// noOrder is the order of the second group of pawns in tables without such a group.
const noOrder = 15

// newGroups groups the men of a list. order is where the first group's factor comes
// among the others, order2 where the second one's does.
func newGroups(men []man, order, order2, file int) (*groups, error) {
	g := &groups{men: men, file: file}
	var count [16]int
	for _, m := range men {
		if !m.valid() {
			return nil, fmt.Errorf("%d is no man", m)
		}
		count[m]++
	}
	if count[king] != 1 || count[king|otherColor] != 1 {
		return nil, fmt.Errorf("%d and %d kings", count[king], count[king|otherColor])
	}
	var err error
	if count[pawn]+count[pawn|otherColor] > 0 {
		err = g.leadByPawns(count[pawn], count[pawn|otherColor])
	} else {
		err = g.leadByPieces(&count)
	}
	if err != nil {
		return nil, err
	}
	rest := 0
	for _, n := range g.size {
		rest += n
	}
	for rest < len(men) {
		n := 1
		for rest+n < len(men) && men[rest+n] == men[rest] {
			n++
		}
		if n != count[men[rest]] {
			return nil, fmt.Errorf("equal men are not listed together")
		}
		g.size = append(g.size, n)
		rest += n
	}
	return g, g.factors(order, order2)
}

// leadByPawns makes the first groups of pawns, of which there are some of both colours: those of the color with fewer
// lead.
func (g *groups) leadByPawns(a, b int) error {
	g.pawns = [2]int{a, b}
	lead := pawn
	if a == 0 || b > 0 && (a > b || a == b && g.men[0] == pawn|otherColor) {
		g.pawns = [2]int{b, a}
		lead = pawn | otherColor
	}
	for i, m := range g.men[:a+b] {
		if i < g.pawns[0] && m != lead || i >= g.pawns[0] && m != lead^otherColor {
			return fmt.Errorf("the pawns are not listed first")
		}
	}
	g.size = append(g.size, g.pawns[0])
	if g.pawns[1] > 0 {
		g.size = append(g.size, g.pawns[1])
	}
	return nil
}

// leadByPieces makes the first group in tables without pawns: three different men if there are as many, or else the
// kings.
func (g *groups) leadByPieces(count *[16]int) error {
	unique := 0
	for _, n := range count {
		if n == 1 {
			unique++
		}
	}
	first := min(unique, 3)
	for _, m := range g.men[:first] {
		if count[m] != 1 || first == 2 && m&7 != king {
			return fmt.Errorf("the first men are not those of the first group")
		}
	}
	g.size = append(g.size, first)
	return nil
}

// factors sets the factors and the number of cells.
func (g *groups) factors(order, order2 int) error {
	g.factor = make([]uint64, len(g.size))
	product := uint64(1)
	multiply := func(group int, by uint64) error {
		g.factor[group] = product
		high, low := bits.Mul64(product, by)
		if high != 0 || low >= 1<<50 {
			return fmt.Errorf("too many positions")
		}
		product = low
		return nil
	}
	next, free := 1, 64-g.size[0]
	if g.pawns[1] > 0 {
		next, free = 2, free-g.pawns[1]
	}
	for k := range g.size {
		var err error
		switch {
		case k == order:
			err = multiply(0, g.firstNumbers())
		case k == order2 && g.pawns[1] > 0:
			err = multiply(1, choose(48-g.pawns[0], g.pawns[1]))
		case next == len(g.size):
			return fmt.Errorf("no place for the first groups among %d: orders %d and %d", len(g.size), order, order2)
		default:
			err = multiply(next, choose(free, g.size[next]))
			free -= g.size[next]
			next++
		}
		if err != nil {
			return err
		}
	}
	if order >= len(g.size) || g.pawns[1] > 0 && (order2 >= len(g.size) || order2 == order) {
		return fmt.Errorf("orders %d and %d of %d groups", order, order2, len(g.size))
	}
	g.cells = product
	return nil
}

// firstNumbers returns how many numbers the first group has.
func (g *groups) firstNumbers() uint64 {
	switch {
	case g.pawns[0] > 0:
		return leadPawns[g.pawns[0]-1].all[g.file]
	case g.size[0] == 3:
		return threeMen
	}
	return kingPairs
}

// choose returns a binomial coefficient; 0 if n < k.
func choose(n, k int) uint64 {
	if k < 0 || n < k {
		return 0
	}
	c := uint64(1)
	for i := range k {
		c = c * uint64(n-i) / uint64(i+1)
	}
	return c
}
