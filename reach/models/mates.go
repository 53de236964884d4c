package models

import (
	"fmt"

	"retroproof/encode"
	"retroproof/krk/spec"
	"retroproof/reach"
)

// window is the number of moves within which the measure falls.
const window = 4

// KRKWindow is the play of [KRKMates], of which only the windows are looked at: bad is a position that is not legal,
// and a window of so many moves.
func KRKWindow(moves int) *reach.System { return krkWithRanking(false, moves) }

// KRKMates is the play of king and rook against king with a ranking: it is safe only if every play
// of the strategy ends with mate.
//
// The state has the position; the measure at the beginning of the present window and how many moves were made in it,
// from 0; whether any move was made; whether the last one was by ReadyToMate, or by a step of the rook; and how
// often RookHome was used just before. A window ends when the measure is less than at its beginning, or by
// ReadyToMate, RookHome or RookSafe. What is no move ends the play, and another one begins.
//
// Bad is, in a play that has begun, each with a literal of its own:
//   - a position that is not legal; a window of four moves; a position in which no step applies; a move that stalemates;
//   - RookSafe after any move; RookHome after a move by another step than these two; RookHome three times in a row;
//   - after ReadyToMate a position in which White cannot mate.
//
// If none of these can be reached, a play has RookSafe and RookHome in its first three moves only, mates at once after
// ReadyToMate, and is otherwise divided into windows of less than four moves with measures that fall. As
// the measure is at least 0, it ends, and it can end only where Black has no move: by mate.
//
// Numbers are in the order encoding, as the lemmas of package spec are.
func KRKMates() *reach.System { return krkWithRanking(true, window) }

func krkWithRanking(all bool, window int) *reach.System {
	c := encode.NewCircuit()
	m := &mates{Board: spec.Board{Ints: encode.Ints{Circuit: c, Rep: encode.Order}, Reading: spec.Default()}, s: &reach.System{Circuit: c}}
	p := spec.Pos{WK: m.SquareInput("p.wk"), BK: m.SquareInput("p.bk"), R: m.SquareInput("p.r"), White: c.True}
	i := spec.Pos{WK: m.SquareInput("i.wk"), BK: m.SquareInput("i.bk"), R: m.SquareInput("i.r"), White: c.True}
	q := spec.Pos{WK: m.SquareInput("q.wk"), BK: p.BK, R: m.SquareInput("q.r"), White: c.False}
	n := spec.Pos{WK: q.WK, BK: m.SquareInput("n.bk"), R: q.R, White: c.True}
	started := c.Input("started")
	for _, man := range []string{"i.wk", "i.bk", "i.r", "q.wk", "q.r", "n.bk"} {
		m.s.Inputs = append(m.s.Inputs, m.bits(man)...)
	}

	strategy := m.Strategy(p)
	by := strategy.Move(q)
	white := c.And(started, m.valid("q.wk"), m.valid("q.r"), c.Or(by[:]...))
	moved := c.And(white, m.valid("n.bk"), m.BlackMove(q, n))
	begins := c.And(started.Not(), m.valid("i.wk"), m.valid("i.bk"), m.valid("i.r"), m.Legal(i))
	for _, man := range []struct{ now, first, then string }{{"p.wk", "i.wk", "q.wk"}, {"p.bk", "i.bk", "n.bk"}, {"p.r", "i.r", "q.r"}} {
		now, first, then := m.bits(man.now), m.bits(man.first), m.bits(man.then)
		for k := range now {
			m.latch(now[k], c.Ite(started, c.And(moved, then[k]), c.And(begins, first[k])))
		}
	}
	m.latch(started, c.Or(moved, begins))

	home, safe, ready := by[spec.RookHome], by[spec.RookSafe], by[spec.ReadyToMate]
	longWindow := m.windows(p, n, moved, c.Or(home, safe, ready), window)
	legal := c.And(m.valid("p.wk"), m.valid("p.bk"), m.valid("p.r"), m.Legal(p))
	if !all {
		m.s.Bad = []encode.Bool{c.And(started, legal.Not()), c.And(started, longWindow)}
		return m.s
	}
	later, lastRook, lastReady := c.Input("later"), c.Input("last.rook"), c.Input("last.ready")
	home1, home2 := c.Input("home>=1"), c.Input("home>=2")
	m.latch(later, moved)
	m.latch(lastRook, c.And(moved, c.Or(home, safe)))
	m.latch(lastReady, c.And(moved, ready))
	m.latch(home1, c.And(moved, home))
	m.latch(home2, c.And(moved, home, home1))

	var first []encode.Bool
	for step := spec.ImmediateMate; step < spec.NumSteps; step++ {
		first = append(first, strategy.First(step))
	}
	firstHome, firstSafe := strategy.First(spec.RookHome), strategy.First(spec.RookSafe)
	for _, bad := range []encode.Bool{
		legal.Not(),
		longWindow,
		c.Or(first...).Not(),
		c.And(white, m.Stalemate(q)),
		c.And(later, firstSafe),
		c.And(later, firstHome, lastRook.Not()),
		c.And(home2, firstHome),
		c.And(lastReady, strategy.First(spec.ImmediateMate).Not()),
	} {
		m.s.Bad = append(m.s.Bad, c.And(started, bad))
	}
	return m.s
}

// mates is the system under construction.
type mates struct {
	spec.Board
	s *reach.System
}

func (m *mates) latch(now, next encode.Bool) {
	m.s.Latches = append(m.s.Latches, reach.Latch{Now: now, Next: next, Reset: m.False})
}

// axis returns the inputs of a coordinate, in the order encoding: that it is at least 1, 2, and so on.
func (m *mates) axis(man string, axis rune) []encode.Bool {
	var bits []encode.Bool
	for k := 1; k < spec.Size; k++ {
		b, ok := m.Lookup(fmt.Sprintf("%s.%c>=%d", man, axis, k))
		if !ok {
			panic("models: a coordinate has other inputs")
		}
		bits = append(bits, b)
	}
	return bits
}

func (m *mates) bits(man string) []encode.Bool {
	return append(m.axis(man, 'x'), m.axis(man, 'y')...)
}

// valid returns the condition that the inputs of a square encode one.
func (m *mates) valid(man string) encode.Bool {
	all := m.True
	for _, axis := range "xy" {
		bits := m.axis(man, axis)
		for k := 1; k < len(bits); k++ {
			all = m.And(all, m.Implies(bits[k], bits[k-1]))
		}
	}
	return all
}

// windows adds the latches of the window, which some moves break off, and returns the condition that so many moves are in it.
func (m *mates) windows(p, n spec.Pos, moved, breaks encode.Bool, window int) encode.Bool {
	c := m.Circuit
	made := make([]encode.Bool, window+1) // at least so many moves
	made[0] = c.True
	for k := 1; k <= window; k++ {
		made[k] = c.Input(fmt.Sprintf("made>=%d", k))
	}
	before, after := m.AtLeast(spec.Measure, p), m.AtLeast(spec.Measure, n)
	falls := c.False
	for k := 1; k < len(before)-1; k++ { // it is at least 0, and not more than the greatest
		was := c.Input(fmt.Sprintf("measure>=%d", k))
		start := c.Ite(made[1], was, before[k])
		falls = c.Or(falls, c.And(start, after[k].Not()))
		m.latch(was, start)
	}
	goesOn := c.And(moved, breaks.Not(), falls.Not())
	for k := 1; k <= window; k++ {
		m.latch(made[k], c.And(goesOn, made[k-1]))
	}
	return made[window]
}
