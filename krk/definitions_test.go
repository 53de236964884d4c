package krk

import (
	"testing"

	"retroproof/krk/spec"
	"retroproof/proofs/strategy/rules"
	"retroproof/proofs/strategy/text"
	"retroproof/proofs/strategy/wins"
)

// The strategy of 2013 is defined a second time, as a text for boards of any size (package proofs/strategy/text, which shares
// no code with proofs/krk). Both definitions say the same on the board of 8x8: rules, measure, steps and moves of all positions.
func TestDefinitionsAgree(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at all positions")
	}
	rd := spec.Default()
	ours := on(&rd)
	theirs, err := text.New("krk2013", rules.Board{Files: 8, Ranks: 8})
	if err != nil {
		t.Fatal(err)
	}
	table, err := wins.New(t.Context(), theirs)
	if err != nil {
		t.Fatal(err)
	}
	// The greatest measure is 100 here, and depends on the board's size there.
	measure := func(q rules.Position) int {
		n := theirs.Value(theirs.Notions[0], q)
		if n == theirs.Notions[0].Greatest {
			return spec.FarMeasure
		}
		return n
	}
	same := func(s Square) rules.Square { return rules.Square{X: s.X(), Y: s.Y()} }
	legal, moves := 0, 0
	var buf, bufThere [22]Position
	var bufBoards [32]rules.Position
	for p := range Position(spec.NumPositions) {
		q := rules.Position{WK: same(p.WK()), BK: same(p.BK()), White: p.White(), Men: [rules.Most]rules.Square{same(p.R())}}
		if isLegal(p) != theirs.Legal(&q) {
			t.Fatalf("%v: legal %t, %t", q, isLegal(p), theirs.Legal(&q))
		}
		if !isLegal(p) {
			continue
		}
		legal++
		if ours.Measure(p) != measure(q) || !p.White() && (mate(p) != (theirs.Stuck(q) && theirs.Lost(&q)) || stalemate(p) != (theirs.Stuck(q) && !theirs.Lost(&q))) {
			t.Fatalf("%v: notions differ", q)
		}
		if !p.White() {
			continue
		}
		to, step := StrategyMoves(buf[:0], p, &rd)
		toThere, stepThere := table.By(bufBoards[:0], q)
		there := bufThere[:0]
		for _, m := range toThere {
			r := m.Men[0]
			there = append(there, spec.Pack(spec.At(m.WK.X, m.WK.Y), spec.At(m.BK.X, m.BK.Y), spec.At(r.X, r.Y), false))
		}
		if int(step)-int(spec.ImmediateMate) != stepThere || step.String() != theirs.Steps[stepThere].Name || !sameMoves(to, there) {
			t.Fatalf("%v: %v %v, %v %v", q, step, to, theirs.Steps[stepThere].Name, toThere)
		}
		moves += len(to)
	}
	if legal != 175168+223944 || moves == 0 {
		t.Errorf("%d positions and %d moves compared", legal, moves)
	}
}

// sameMoves reports whether two lists without repetition have the same positions.
func sameMoves(a, b []Position) bool {
	in := map[Position]bool{}
	for _, p := range a {
		in[p] = true
	}
	for _, p := range b {
		if !in[p] {
			return false
		}
	}
	return len(a) == len(b)
}
