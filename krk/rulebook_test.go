package krk

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"

	"retroproof/proofs/krk/spec"
)

// fromChess are the rules of package chess.
var fromChess = sync.OnceValue(ChessRulebook)

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
