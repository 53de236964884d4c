package facts

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	chess "retroproof/chess/board"
)

// Captures that pawns need. A capture takes a pawn to the next file. So a pawn that has become a
// certain man of the goal has made at least so many captures, before its promotion if it
// promoted. The goal's men come from different men of the start, and a capture is made by one
// man. So if there is no way to give every man of the goal a man of the start such that the
// captures needed are at most those that the side makes, the goal cannot be reached.
//
// That there is no such way is shown by numbers, without a search for one (duality of linear
// programming): each man of the goal has a worth, each of the start a price, such that no man of
// the goal can be had for less than its worth, counting the price of the man that became it and a
// capture as 1.

// mostWorth is the largest worth or price.
const mostWorth = 100

// LeastCaptures returns the least number of captures that a pawn of the start, being one of the
// sources of the goal's man on a square, has made on its way there as a pawn. It is 0 for any
// other man.
func (p *Proven) LeastCaptures(from, to chess.Square) int {
	m := p.Start.Board[from]
	if m.Kind() != chess.Pawn {
		return 0
	}
	targets := to.Bit()
	if is := p.Goal.Board[to]; is.Kind() != chess.Pawn {
		targets = p.region(is, to) & chess.RankSet(m.Color().RelativeRank(7))
	}
	for n, squares := range p.ways[from].by {
		if squares&targets != 0 {
			return n
		}
	}
	return mostWorth
}

// PawnCaptures returns how many captures the pawns of a side make at most: not those of dead
// bishops, which pieces capture.
func (p *Proven) PawnCaptures(c chess.Color) int {
	n := p.Captures[c]
	for sq := range p.Dead.Squares() {
		if p.Start.Board[sq].Color() != c {
			n--
		}
	}
	return n
}

// checkWorth adds up worth and prices. In any game, take the men of the start that have become
// the men with a worth. Each of these has made at least as many captures, as a pawn, as that
// worth exceeds its price. They are different men, and no price is below 0. So together they have
// made at least as many captures as all worth exceeds all prices.
func (a *Argument) checkWorth(p *Proven) error {
	// Worth and price are a dual solution of the assignment of men: no man of the goal is to be had for less than
	// his worth, so that captures are at least all worth less all prices.
	c := a.Count
	side, err := c.color()
	if err != nil {
		return err
	}
	if c.Needs|c.Captures|c.Men != 0 {
		return errors.New("captures are counted, and not men")
	}
	needed := 0
	for _, name := range slices.Sorted(maps.Keys(c.Worth)) {
		worth := c.Worth[name]
		to, err := chess.ParseSquare(name)
		if err != nil {
			return err
		}
		if m := p.Goal.Board[to]; m == chess.NoMan || m.Color() != side || worth < 1 || worth > mostWorth {
			return fmt.Errorf("no %s man is on %s at the goal, or its worth is not between 1 and %d", side, name, mostWorth)
		}
		sources := p.Sources(to)
		for from := range sources.Squares() {
			if cost := c.Price[from.String()] + p.LeastCaptures(from, to); worth > cost {
				return fmt.Errorf("the man on %s is worth %d, and costs %d from %s", name, worth, cost, from)
			}
		}
		needed += worth
	}
	for _, name := range slices.Sorted(maps.Keys(c.Price)) {
		price := c.Price[name]
		from, err := chess.ParseSquare(name)
		if err != nil {
			return err
		}
		if m := p.Start.Board[from]; m == chess.NoMan || m.Color() != side || price < 1 || price > mostWorth {
			return fmt.Errorf("no %s man is on %s at the start, or its price is not between 1 and %d", side, name, mostWorth)
		}
		needed -= price
	}
	// Prices of men that nobody takes are subtracted too: that only weakens the bound.
	if most := p.PawnCaptures(side); needed <= most {
		return fmt.Errorf("%d captures are needed, and %d can be made", needed, most)
	}
	return nil
}
