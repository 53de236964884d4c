package models

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"retroproof/encode"
	"retroproof/reach"
)

// A Model is a system with a name.
type Model struct {
	Name string
	Text string // what it is, and when it is bad
	make func() *reach.System
}

// System makes the system.
func (m Model) System() *reach.System { return m.make() }

// All returns the models that have names of their own.
func All() []Model {
	list := []Model{
		{"counter-N", "a counter of N bits with an enable input; bad is its last value (N from 2 to 24)", nil},
		{"counter-N-safe", "the same, but it skips its last value, which is bad", nil},
	}
	list = append(list, krkModels()...)
	list = append(list, Model{"krk-window", "the same play; bad: the measure does not fall within four moves that are " +
		"not ReadyToMate, RookHome or RookSafe", func() *reach.System { return KRKWindow(window) }})
	list = append(list, Model{"krk-mates", "the same play with a ranking: bad also if the measure does not fall within " +
		"four moves, and so on: safe only if every play ends with mate", KRKMates})
	list = append(list, orderModel())
	for _, k := range fairKinds {
		name := k.kind
		if k.most > 0 {
			name += "-N"
		}
		list = append(list, Model{name, k.text, nil})
	}
	return list
}

// Find returns the model of a name.
func Find(name string) (Model, error) {
	list := All()
	i := slices.IndexFunc(list, func(m Model) bool { return m.Name == name && m.make != nil })
	if i >= 0 {
		return list[i], nil
	}
	if rest, ok := strings.CutPrefix(name, "counter-"); ok {
		text, safe := strings.CutSuffix(rest, "-safe")
		if bits, err := strconv.Atoi(text); err == nil && bits >= 2 && bits <= 24 && strconv.Itoa(bits) == text {
			last := 1<<bits - 1
			skip := -1
			if safe {
				skip = last
			}
			return Model{name, list[0].Text, func() *reach.System { return counter(bits, last, skip) }}, nil
		}
	}
	fair := Fair()
	if i := slices.IndexFunc(fair, func(m Model) bool { return m.Name == name }); i >= 0 {
		return fair[i], nil
	}
	names := make([]string, len(list))
	for i, m := range list {
		names[i] = m.Name
	}
	return Model{}, fmt.Errorf("no model %q (%s)", name, strings.Join(names, ", "))
}

// counter is a counter of some bits, from 0, that goes on when its input says so, from the last
// value to 0; the value skip, if it is not negative, is left out. It must not be 0. bad is a value.
func counter(bits, bad, skip int) *reach.System {
	c := encode.NewCircuit()
	enable, n := c.Input("enable"), c.NumInput("n", bits)
	next := c.Add(n, c.Num(1, bits))
	if skip >= 0 {
		next = c.IteNum(c.EqNum(next, c.Num(uint64(skip), bits)), c.Num(uint64(skip+1), bits), next)
	}
	s := &reach.System{Circuit: c, Inputs: []encode.Bool{enable}, Bad: []encode.Bool{c.EqNum(n, c.Num(uint64(bad), bits))}}
	for i := range n {
		s.Latches = append(s.Latches, reach.Latch{Now: n[i], Next: c.Ite(enable, next[i], n[i]), Reset: c.False})
	}
	return s
}
