package cpi

import (
	"retroproof/count"
	"retroproof/count/wide"
)

// The other's army is found number by number: queens, rooks, bishops, knights, once
// the pawns are known. What is counted are the ways to place its free pieces, since
// all else is the same for all armies with as many pawns.

// single returns the ways of one army.
func (c *context) single(x armyClass, a count.Army, squares int) wide.Uint {
	if a.Rooks < c.rooks[1] || !a.Valid() || a.Promoted() > x.promotedLeft(a.Pawns, a.Pieces()) {
		return wide.Uint{}
	}
	words := count.Multinomial(a.Queens, a.Rooks-c.rooks[1], a.Bishops, a.Knights)
	return wide.Of(count.Choose(squares, a.Pieces()-c.rooks[1])).Mul(words)
}

// withBishops returns the ways of all armies that begin with an army's numbers, and
// have any number of knights.
func (c *context) withBishops(x armyClass, a count.Army, squares int) (v wide.Uint) {
	for a.Knights = 0; a.Valid(); a.Knights++ {
		v = v.Add(c.single(x, a, squares))
	}
	return v
}

// sumsOf returns the ways of all armies in a node of the table.
func (c *context) sumsOf(x armyClass, pawns, squares int, sums *pieceSums) wide.Uint {
	if sums == nil {
		return wide.Uint{}
	}
	return c.orders(x, pawns, squares, sums)
}

// otherAt returns the army that the v-th way has, from 0 on, and the ways of armies
// before it.
func (c *context) otherAt(x armyClass, pawns, squares int, v wide.Uint) (a count.Army, before wide.Uint) {
	a.Pawns = pawns
	table := &armiesOf().others[c.rooks[1]]
	// pick looks for the last number whose smaller ones have no more than v ways.
	pick := func(ways func(n int) wide.Uint) int {
		for n := 0; ; n++ {
			w := ways(n)
			if next := before.Add(w); v.Less(next) {
				return n
			} else {
				before = next
			}
		}
	}
	a.Queens = pick(func(n int) wide.Uint { return c.sumsOf(x, pawns, squares, table.queens[pawns][n]) })
	a.Rooks = pick(func(n int) wide.Uint { return c.sumsOf(x, pawns, squares, table.rooks[pawns][a.Queens][n]) })
	a.Bishops = pick(func(n int) wide.Uint {
		b := a
		b.Bishops = n
		return c.withBishops(x, b, squares)
	})
	a.Knights = pick(func(n int) wide.Uint {
		b := a
		b.Knights = n
		return c.single(x, b, squares)
	})
	return a, before
}

// othersBefore returns the ways of armies before one that has as many pawns.
func (c *context) othersBefore(x armyClass, army count.Army, squares int) (before wide.Uint) {
	table := &armiesOf().others[c.rooks[1]]
	a := count.Army{Pawns: army.Pawns}
	for n := range army.Queens {
		before = before.Add(c.sumsOf(x, a.Pawns, squares, table.queens[a.Pawns][n]))
	}
	a.Queens = army.Queens
	for n := range army.Rooks {
		before = before.Add(c.sumsOf(x, a.Pawns, squares, table.rooks[a.Pawns][a.Queens][n]))
	}
	a.Rooks = army.Rooks
	for n := range army.Bishops {
		a.Bishops = n
		before = before.Add(c.withBishops(x, a, squares))
	}
	a.Bishops = army.Bishops
	for n := range army.Knights {
		a.Knights = n
		before = before.Add(c.single(x, a, squares))
	}
	return before
}
