package krk

import (
	"bytes"
	"context"
	"sync"
	"sync/atomic"
	"testing"

	"retroproof/proofs/krk/spec"
)

// fromTable is the tablebase of this endgame, fromChess the rules of package
// chess; a test that changes them copies first.
var (
	fromTable = sync.OnceValue(func() Values {
		table, err := NewTable(context.Background())
		if err != nil {
			panic(err)
		}
		return TableValues(table)
	})
	fromChess = sync.OnceValue(ChessRulebook)
)

// wantEqual compares the sets of a rulebook with those of package chess.
func wantEqual(t *testing.T, of, with *Rulebook) {
	t.Helper()
	for s := range Set(NumSets) {
		if !of.Has(s) {
			continue
		}
		d := CompareSets(s, of, with, 3)
		if d.Missing+d.Surplus > 0 {
			t.Errorf("%s by %s: %d missing, %d surplus: %v", s, of.Name, d.Missing, d.Surplus, d.Elements)
		}
	}
}

func TestRulebooks(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at all positions")
	}
	for s := range Set(NumSets) {
		if n := fromChess().Count(s); n != s.Published() {
			t.Errorf("%s: %d by package chess, want %d", s, n, s.Published())
		}
	}
	table := TableRulebook(fromTable())
	for _, s := range []Set{legalWhite, legalBlack, checks, mates} {
		if !table.Has(s) {
			t.Errorf("the table says nothing about %s", s)
		}
	}
	wantEqual(t, table, fromChess())
	wantEqual(t, Plain().Rulebook(), fromChess())
	if !long {
		// A corner, edges and the middle, every file and every rank.
		var squares []Square
		for x := range 8 {
			squares = append(squares, spec.At(x, 3*x%8))
		}
		wantEqual(t, listModels(t, SpecCircuits(), squares), fromChess().only(squares))
		return
	}
	squares := 0
	circuits, err := SpecCircuits().Rulebook(context.Background(), 1, func() { squares++ })
	if err != nil {
		t.Fatal(err)
	}
	if squares != 64 {
		t.Errorf("%d squares reported", squares)
	}
	for s := range Set(NumSets) {
		if n := circuits.Count(s); n != s.Published() {
			t.Errorf("%s: %d models, want %d", s, n, s.Published())
		}
	}
	wantEqual(t, circuits, fromChess())
}

// listModels enumerates the models of circuits that have the black king on some squares.
func listModels(t *testing.T, c Circuits, squares []Square) *Rulebook {
	t.Helper()
	r := newRulebook("circuits", allSets...)
	for _, bk := range squares {
		if err := c.enumerate(context.Background(), bk, func(add func(*Rulebook)) { add(r) }); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// An interrupted enumeration is not mistaken for a complete one.
func TestInterruptedRulebook(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	var squares atomic.Int32
	done := func() {
		if squares.Add(1) == 1 {
			cancel()
		}
	}
	if _, err := SpecCircuits().Rulebook(ctx, 2, done); err != context.Canceled {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

func TestValues(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at all positions")
	}
	if n := fromTable().Count(); n != PublishedValues() {
		t.Errorf("the table has %+v, want %+v", n, PublishedValues())
	}
	diffs, total := CompareValues(fromTable(), PlainValues(Optimal()), "table", "plain code", 3)
	if total > 0 {
		t.Errorf("%d positions differ: %v", total, diffs)
	}
}

// Figure 3 with the table's curve is the one that krk count draws.
func TestFigure3FromTable(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at all positions")
	}
	strategy := defaultRelation().Verify()
	var want, got bytes.Buffer
	if err := WriteFigure3(&want, Optimal(), strategy); err != nil {
		t.Fatal(err)
	}
	if err := WriteFigure3(&got, fromTable().Outcome(), strategy); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want.Bytes()) {
		t.Error("the pictures differ")
	}
}

func TestStrategyAgainstTable(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at all positions")
	}
	r := defaultRelation()
	e := r.CompareWithTable(fromTable(), 3)
	if e.Failed > 0 {
		t.Errorf("%d failures: %v", e.Failed, e.Failures)
	}
	if want := (ExcessCount{Positions: 175168, Optimal: 2868, sum: 1633296, Most: 24}); e.ByStep[spec.NoStep] != want {
		t.Errorf("all positions: %+v, want %+v", e.ByStep[spec.NoStep], want)
	}
	var sum ExcessCount
	for _, c := range e.ByStep[spec.ImmediateMate:] {
		sum.Positions += c.Positions
		sum.Optimal += c.Optimal
		sum.sum += c.sum
		sum.Most = max(sum.Most, c.Most)
	}
	if sum != e.ByStep[spec.NoStep] {
		t.Errorf("the steps add up to %+v, not to %+v", sum, e.ByStep[spec.NoStep])
	}
	// Depths by another road: the retrograde analyses of this package.
	optimal, strategy := Optimal(), r.Verify()
	histogram := make([]int, len(e.Histogram))
	eachWithWhiteToMove(func(p Position) { histogram[strategy.depth[p&^turn]-optimal.depth[p&^turn]]++ })
	for n, want := range histogram {
		if e.Histogram[n] != want {
			t.Errorf("excess %d: %d positions, want %d", n, e.Histogram[n], want)
		}
	}
	if p := e.MostAt; int(strategy.depth[p&^turn]-optimal.depth[p&^turn]) != 24 {
		t.Errorf("the greatest excess is not at %s", FEN(p))
	}
}
