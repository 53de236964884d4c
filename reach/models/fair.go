package models

import (
	"fmt"

	"retroproof/encode"
	"retroproof/reach"
)

// builder makes a system of numbers with constant resets.
type builder struct {
	*encode.Circuit
	s *reach.System
}

func newBuilder() builder {
	c := encode.NewCircuit()
	return builder{c, &reach.System{Circuit: c}}
}

func (b builder) input(name string) encode.Bool {
	in := b.Input(name)
	b.s.Inputs = append(b.s.Inputs, in)
	return in
}

// register makes a number with its reset; set gives it its next value.
func (b builder) register(name string, width int, reset uint64) (n encode.Num, set func(encode.Num)) {
	n = b.NumInput(name, width)
	first := len(b.s.Latches)
	for i, now := range n {
		b.s.Latches = append(b.s.Latches, reach.Latch{Now: now, Reset: b.Of(reset>>i&1 == 1)})
	}
	return n, func(next encode.Num) {
		for i, x := range next {
			b.s.Latches[first+i].Next = x
		}
	}
}

func (b builder) bad(x ...encode.Bool) *reach.System {
	b.s.Bad = []encode.Bool{b.And(x...)}
	return b.s
}

// rotated moves each bit to the next place.
func rotated(n encode.Num) encode.Num { return append(encode.Num{n[len(n)-1]}, n[:len(n)-1]...) }

// fairKinds are models with a justice property: that somebody waits for ever.
var fairKinds = []struct {
	kind, text string
	most       int // the largest size, from 2; 0: there is one
	make       func(n int, fair bool) *reach.System
}{
	{
		"token", "N stations pass a token round; justice: the last one waits for ever (-unfair: it may be kept)",
		24, token,
	},
	{
		"grants", "N clients take turns; justice: the last one waits for ever (-unfair: the first one goes first)",
		24, grants,
	},
	{
		"mutex", "Peterson's algorithm; bad: both are critical; justice: one waits for ever (-unfair: without turn)",
		0, mutex,
	},
}

// Fair returns models with a justice property. Those whose names end with -unfair violate it.
func Fair() (list []Model) {
	for _, k := range fairKinds {
		add := func(name string, n int) {
			list = append(list, Model{name, k.text, func() *reach.System { return k.make(n, true) }},
				Model{name + "-unfair", k.text, func() *reach.System { return k.make(n, false) }})
		}
		if k.most == 0 {
			add(k.kind, 0)
		}
		for n := 2; n <= k.most; n++ {
			add(fmt.Sprintf("%s-%d", k.kind, n), n)
		}
	}
	return list
}

// waiting adds a justice property: that somebody who has begun to ask, in a state that an input chooses, never has what
// he asked for. It returns that he waits.
func (b builder) waiting(asks, has func(waits encode.Bool) encode.Bool) {
	begun, setBegun := b.register("begun", 1, 0)
	waits, set := b.register("waits", 1, 0)
	choose := b.And(b.input("choose"), begun[0].Not(), asks(waits[0]))
	setBegun(encode.Num{b.Or(begun[0], choose)})
	set(encode.Num{b.And(b.Or(choose, waits[0]), has(waits[0]).Not())})
	b.s.Justice = [][]encode.Bool{{waits[0]}}
}

// token: a ring of stations; fairness: the token is passed on.
func token(n int, fair bool) *reach.System {
	b := newBuilder()
	at, set := b.register("at", n, 1)
	pass := b.input("pass")
	set(b.IteNum(pass, rotated(at), at))
	b.waiting(func(encode.Bool) encode.Bool { return b.True }, func(encode.Bool) encode.Bool { return at[n-1] })
	if fair {
		b.s.Fairness = []encode.Bool{pass}
	}
	return b.s
}

// grants: who has the turn, which goes round, gets the grant; or who asks and has none before him who asks.
func grants(n int, fair bool) *reach.System {
	b := newBuilder()
	turn, set := b.register("turn", n, 1)
	set(rotated(turn))
	none := b.True
	for i := range n - 1 {
		none = b.And(none, b.input(fmt.Sprintf("ask%d", i)).Not())
	}
	ask, may := b.input("ask"), none
	if fair {
		may = turn[n-1]
	}
	asks := func(waits encode.Bool) encode.Bool { return b.Or(ask, waits) }
	b.waiting(asks, func(waits encode.Bool) encode.Bool { return b.And(asks(waits), may) })
	return b.s
}

// mutex: two processes, of which one makes a step at a time; fairness: each does.
func mutex(_ int, fair bool) *reach.System {
	b := newBuilder()
	who := b.input("who")
	goes := b.input("goes")
	last, setLast := b.register("last", 1, 0) // who came last, and lets the other one go first
	var at [2]encode.Num
	var set [2]func(encode.Num)
	is := func(p int, place uint64) encode.Bool { return b.EqNum(at[p], b.Num(place, 2)) }
	const idle, wants, waits, critical = 0, 1, 2, 3
	for p := range at {
		at[p], set[p] = b.register(fmt.Sprint("at", p), 2, idle)
	}
	next := last[0]
	for p := range at {
		step := b.Iff(who, b.Of(p == 1))
		free := b.Or(is(1-p, idle), b.Iff(last[0], b.Of(p == 0)))
		moves := b.And(step, b.Or(b.And(is(p, idle), goes), is(p, wants), b.And(is(p, waits), free), is(p, critical)))
		set[p](b.Add(at[p], b.Bool2Num(moves, 2)))
		next = b.Ite(b.And(step, is(p, wants)), b.Of(p == 1), next)
	}
	setLast(encode.Num{next})
	asks := func(encode.Bool) encode.Bool { return is(0, wants) }
	b.waiting(asks, func(encode.Bool) encode.Bool { return is(0, critical) })
	if fair {
		b.s.Fairness = []encode.Bool{who, who.Not()}
	}
	return b.bad(is(0, critical), is(1, critical))
}
