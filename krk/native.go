package krk

import (
	"fmt"
	"slices"

	"retroproof/krk/spec"
)

// Refutations decides a lemma or control by exhaustion, without SAT: it
// returns the positions from which some play refutes the lemma, those that
// the lemma's formula allows as p1 (without symmetry breaking).
func (r *Relation) Refutations(key string) ([]Position, error) {
	after := func(n int, bad func(p Position) bool) func(Position) bool { return r.within(n, nil, bad) }
	anyMove := func(bad func(p, q Position) bool) func(Position) bool {
		return func(p Position) bool {
			return slices.ContainsFunc(r.movesFrom(p), func(q Position) bool { return bad(p, q) })
		}
	}
	rook := func(p Position) bool { s := r.Step(p); return s == spec.RookHome || s == spec.RookSafe }
	rd := &r.Reading
	noStep := func(p Position) bool { return r.Step(p) == spec.NoStep }
	var refutes func(p Position) bool
	switch key {
	case "0":
		// That nothing else changes is how positions are written here.
		refutes = anyMove(func(p, q Position) bool {
			s := r.Step(p)
			kings := s >= spec.ApproachDiag && s < spec.RookHome
			return !slices.Contains(whiteMoves(nil, p), q) || kings && p.R() != q.R()
		})
	case "1":
		refutes = after(1, func(p Position) bool { return !isLegal(p) })
	case "2", "2-above-19":
		above := 24
		if key != "2" {
			above = 19
		}
		allowed := func(p Position) bool { s := r.Step(p); return s != spec.ReadyToMate && !rook(p) }
		return r.notFalling(above, allowed), nil
	case "3":
		ready := func(p Position) bool { return r.Step(p) == spec.ReadyToMate }
		refutes = r.within(1, ready, anyMove(func(_, q Position) bool { return !mate(q) }))
	case "4":
		refutes = after(3, rook)
	case "4-third":
		refutes = after(2, rook)
	case "4-second":
		refutes = after(1, rook)
	case "5", "5-five":
		n := 7
		if key != "5" {
			n = 5
		}
		long := after(n, func(Position) bool { return true })
		refutes = func(p Position) bool { return on(rd).Measure(p) <= 24 && long(p) }
	case "6":
		refutes = after(1, rookCaptured)
	case "7":
		refutes = func(p Position) bool { return len(r.movesFrom(p)) > 0 && noStep(p) }
	case "7s":
		refutes = noStep
	case "8":
		refutes = anyMove(func(_, q Position) bool { return stalemate(q) })
	case "9":
		refutes = anyMove(func(_, q Position) bool { return flight(q) == 0 && !mate(q) })
	default:
		return r.refutationsInReading(key)
	}
	var out []Position
	eachWithWhiteToMove(func(p Position) {
		if refutes(p) {
			out = append(out, p)
		}
	})
	return out, nil
}

// within returns the property "some play of n full moves from p leads to a
// position with the property bad"; first, if set, has to hold at p itself. Each
// position is decided once.
func (r *Relation) within(n int, first, bad func(Position) bool) func(Position) bool {
	memo := make([][]int8, n+1) // 0 unknown, 1 yes, 2 no
	for i := 1; i <= n; i++ {
		memo[i] = make([]int8, turn)
	}
	var leads func(p Position, n int) bool
	leads = func(p Position, n int) bool {
		if n == 0 {
			return bad(p)
		}
		m := &memo[n][p&^turn]
		if *m == 0 {
			*m = 2
			var buf [8]Position
		search:
			for _, q := range r.movesFrom(p) {
				for _, p2 := range BlackMoves(buf[:0], q) {
					if leads(p2, n-1) {
						*m = 1
						break search
					}
				}
			}
		}
		return *m == 1
	}
	return func(p Position) bool { return (first == nil || first(p)) && leads(p, n) }
}

// refutationsInReading is Refutations for a lemma or control about another reading.
func (r *Relation) refutationsInReading(key string) ([]Position, error) {
	for _, l := range append(spec.Lemmas(), spec.Controls()...) {
		if rd := l.In(r.Reading); l.Key == key && rd != r.Reading {
			return NewRelation(rd).Refutations(map[int]string{7: "7s", 8: "8", 9: "9"}[l.Number])
		}
	}
	return nil, fmt.Errorf("no lemma or control %q", key)
}

// notFalling returns the positions with a measure greater than above from
// which some three moves from allowed positions leave the measure no less.
func (r *Relation) notFalling(above int, allowed func(Position) bool) []Position {
	// most[p] is the greatest measure reached by the moves looked at so far.
	const none = -1
	most := make([]int16, turn)
	next := make([]int16, turn)
	measure := make([]int16, turn)
	for i := range turn {
		measure[i] = int16(on(&r.Reading).Measure(i | turn))
	}
	copy(most, measure)
	var buf [8]Position
	for range 3 {
		for i := range next {
			next[i] = none
		}
		eachWithWhiteToMove(func(p Position) {
			if !allowed(p) {
				return
			}
			for _, q := range r.movesFrom(p) {
				for _, p2 := range BlackMoves(buf[:0], q) {
					next[p&^turn] = max(next[p&^turn], most[p2&^turn])
				}
			}
		})
		most, next = next, most
	}
	var out []Position
	eachWithWhiteToMove(func(p Position) {
		if i := p &^ turn; measure[i] > int16(above) && most[i] >= measure[i] {
			out = append(out, p)
		}
	})
	return out
}
