package krk

import (
	"testing"

	"retroproof/proofs/krk/plain"
	"retroproof/proofs/krk/spec"
	boards "retroproof/proofs/strategy/plain"
)

// The strategy of 2013 is defined a second time for boards of any size (package proofs/strategy/plain, which shares no code with
// proofs/krk). Both definitions say the same on the board of 8x8: rules, notions, steps and moves of all positions.
func TestDefinitionsAgree(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at all positions")
	}
	rd := spec.Default()
	ours := on(&rd)
	theirs := boards.KRK(boards.Board{Files: 8, Ranks: 8}, false)
	table := boards.NewTable(theirs)
	// The greatest measure is 100 here, and depends on the board's size there.
	measure := func(q boards.Position) int {
		n := theirs.Notions[0].Value(q)
		if n == theirs.FarMeasure() {
			return spec.FarMeasure
		}
		return n
	}
	same := func(s Square) boards.Square { return boards.Square{X: s.X(), Y: s.Y()} }
	legal, moves := 0, 0
	var buf, bufThere [22]Position
	var bufBoards [32]boards.Position
	for p := range Position(spec.NumPositions) {
		q := boards.Position{WK: same(p.WK()), BK: same(p.BK()), M: same(p.R()), White: p.White()}
		if isLegal(p) != theirs.Legal(q) {
			t.Fatalf("%v: legal %t, %t", q, isLegal(p), theirs.Legal(q))
		}
		if !isLegal(p) {
			continue
		}
		legal++
		if plain.Room(p) != theirs.Room(q) || plain.CriticalDistance(p, &rd) != boards.CriticalDistance(q) || ours.Measure(p) != measure(q) ||
			plain.Exposed(p, &rd) != boards.Exposed(q) || plain.Divides(p, &rd) != boards.Divides(q) || plain.LPattern(p) != boards.LPattern(q) ||
			mate(p) != theirs.Mate(q) || stalemate(p) != theirs.Stalemate(q) || p.Canonical() != theirs.Canonical(q, 8) {
			t.Fatalf("%v: notions differ", q)
		}
		if !p.White() {
			continue
		}
		to, step := StrategyMoves(buf[:0], p, &rd)
		toThere, stepThere := table.By(bufBoards[:0], q)
		there := bufThere[:0]
		for _, m := range toThere {
			there = append(there, spec.Pack(spec.At(m.WK.X, m.WK.Y), spec.At(m.BK.X, m.BK.Y), spec.At(m.M.X, m.M.Y), false))
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
