package krk

import (
	"slices"

	"retroproof/strategy"
)

// Violations returns, without SAT, by trying all plays, how many positions some play begins from that violates the
// lemma; ok is false for a part of a lemma, of which no plays are tried.
func (l Lemma) Violations() (n int, ok bool, err error) {
	in, err := l.exhaustion()
	if err != nil {
		return 0, false, err
	}
	v, ok := l.pattern(in)
	if !ok {
		return 0, false, nil
	}
	for _, p := range in.Starts(v) {
		n += in.Weight(in.Place(p))
	}
	return n, true, nil
}

// pattern returns what a play has that violates the lemma.
func (l Lemma) pattern(x *strategy.Exhaustion) (v strategy.Pattern, ok bool) {
	type play = *strategy.Play
	of := func(moves int, reply bool, parts ...strategy.Part) (strategy.Pattern, bool) {
		return strategy.Pattern{Moves: moves, Reply: reply, Parts: parts}, true
	}
	measure := func(p play, move int) int { return x.Value("measure", p.Number[move]) }
	switch l.Key {
	case "1":
		return x.Pattern("closed")
	case "2", "2-above-19":
		above := smallEnough
		if l.Key != "2" {
			above = 19
		}
		parts := []strategy.Part{strategy.At(0, func(p play) bool { return measure(p, 0) > above }),
			{First: 6, Last: 6, Holds: func(p play) bool { return measure(p, 3) >= measure(p, 0) }, Start: true}}
		for i := range 3 {
			parts = append(parts, strategy.By(i, otherSteps...))
		}
		return of(3, true, parts...)
	case "3":
		return x.Pattern("last")
	case "4", "4-second", "4-third":
		n := len(l.Moves)
		return of(n, false, strategy.By(n-1, rookSteps...))
	case "5", "5-five":
		return of(len(l.Moves), true, strategy.At(0, func(p play) bool { return measure(p, 0) <= smallEnough }))
	case "6":
		return of(1, true, strategy.At(2, func(p play) bool { return x.Captured(&p.At[2]) }))
	case "7":
		return of(1, false, strategy.At(1, func(p play) bool { return !slices.Contains(allSteps, p.By[0]) }))
	case "7s", "7s-distance-5":
		return x.Pattern("moves")
	}
	if l.Number == 8 || l.Number == 9 {
		return x.Pattern("stalemate")
	}
	return v, false
}
