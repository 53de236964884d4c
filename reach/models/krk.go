package models

import (
	"fmt"

	"retroproof/encode"
	"retroproof/krk/spec"
	"retroproof/reach"
)

// krkModels are the play of the strategy, with each of the properties.
func krkModels() []Model {
	krk := func(bad ...krkProperty) func() *reach.System {
		return func() *reach.System { return KRK(bad...) }
	}
	const play = "king and rook against king: White plays by the strategy, Black as he likes; bad: "
	return []Model{
		{"krk-rook", play + "the rook is captured", krk(RookLost)},
		{"krk-illegal", play + "the position is not legal", krk(NotLegal)},
		{"krk-stale", play + "White can stalemate", krk(Stalemates)},
		{"krk-stuck", play + "no step of the strategy applies", krk(Stuck)},
		{"krk-all", play + "any of the four before", krk(RookLost, NotLegal, Stalemates, Stuck)},
	}
}

// krkProperty is what must not happen in a play.
type krkProperty int

// The properties, about positions with White to move after the play has begun.
const (
	RookLost krkProperty = iota
	NotLegal
	Stalemates // about a move that the strategy allows
	Stuck
)

// krkPlay is the circuit of one full move.
type krkPlay struct {
	spec.Board
	s       *reach.System
	p, q, n spec.Pos    // before White's move, after it, after Black's reply
	i       spec.Pos    // an input: where the play begins
	started encode.Bool // the play has begun
	steps   *spec.Strategy
	by      [spec.NumSteps]encode.Bool // White moves from p to q by this step
	moved   encode.Bool                // a full move from p by way of q to n
}

// newKRKPlay makes the inputs and the move, with squares as binary numbers.
func newKRKPlay() *krkPlay {
	c := encode.NewCircuit()
	b := spec.Board{Ints: encode.Ints{Circuit: c, Rep: encode.Binary}, Reading: spec.Default()}
	k := &krkPlay{Board: b, s: &reach.System{Circuit: c}, started: c.Input("started")}
	k.p = spec.Pos{WK: b.SquareInput("p.wk"), BK: b.SquareInput("p.bk"), R: b.SquareInput("p.r"), White: c.True}
	k.i = spec.Pos{WK: b.SquareInput("i.wk"), BK: b.SquareInput("i.bk"), R: b.SquareInput("i.r"), White: c.True}
	k.q = spec.Pos{WK: b.SquareInput("q.wk"), BK: k.p.BK, R: b.SquareInput("q.r"), White: c.False}
	k.n = spec.Pos{WK: k.q.WK, BK: b.SquareInput("n.bk"), R: k.q.R, White: c.True}
	for _, man := range []string{"i.wk", "i.bk", "i.r", "q.wk", "q.r", "n.bk"} {
		k.s.Inputs = append(k.s.Inputs, k.bits(man)...)
	}
	k.steps = b.Strategy(k.p)
	k.by = k.steps.Move(k.q)
	k.moved = c.And(c.Or(k.by[:]...), b.BlackMove(k.q, k.n))
	return k
}

// bits returns the six inputs of a square.
func (k *krkPlay) bits(man string) []encode.Bool {
	var bits []encode.Bool
	for _, axis := range "xy" {
		for i := range 3 {
			b, ok := k.Lookup(fmt.Sprintf("%s.%c.%d", man, axis, i))
			if !ok {
				panic("models: a square has other inputs")
			}
			bits = append(bits, b)
		}
	}
	return bits
}

// begins returns: the play begins in this step.
func (k *krkPlay) begins() encode.Bool { return k.And(k.started.Not(), k.Legal(k.i)) }

// latches adds the latches of the position: it is the one where the play begins, then what follows
// by a full move, or, if the inputs are no move, the same.
func (k *krkPlay) latches() {
	c := k.Circuit
	moves := c.And(k.started, k.moved)
	for _, man := range []struct{ now, first, then string }{{"p.wk", "i.wk", "q.wk"}, {"p.bk", "i.bk", "n.bk"}, {"p.r", "i.r", "q.r"}} {
		now, first, then := k.bits(man.now), k.bits(man.first), k.bits(man.then)
		for i := range now {
			next := c.Ite(k.begins(), first[i], c.Ite(moves, then[i], now[i]))
			k.s.Latches = append(k.s.Latches, reach.Latch{Now: now[i], Next: next, Reset: c.False})
		}
	}
	k.s.Latches = append(k.s.Latches, reach.Latch{Now: k.started, Next: c.Or(k.started, k.begins()), Reset: c.False})
}

// KRK is the play of king and rook against king from every legal position, in full moves; bad is
// one of the properties.
func KRK(bad ...krkProperty) *reach.System {
	k := newKRKPlay()
	k.latches()
	c := k.Circuit
	var any []encode.Bool
	for _, property := range bad {
		switch property {
		case RookLost:
			any = append(any, k.Same(k.p.R, k.p.BK))
		case NotLegal:
			any = append(any, k.Legal(k.p).Not())
		case Stalemates:
			any = append(any, c.And(c.Or(k.by[:]...), k.Stalemate(k.q)))
		case Stuck:
			var first []encode.Bool
			for step := spec.ImmediateMate; step < spec.NumSteps; step++ {
				first = append(first, k.steps.First(step))
			}
			any = append(any, c.Or(first...).Not())
		}
	}
	k.s.Bad = []encode.Bool{c.And(k.started, c.Or(any...))}
	return k.s
}
