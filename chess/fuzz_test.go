package chess

import (
	"errors"
	"slices"
	"testing"
)

func FuzzParsePosition(f *testing.F) {
	for _, tt := range perftPositions {
		f.Add(tt.fen)
	}
	fens, _ := goldenPositions(f)
	for _, fen := range fens[:24] {
		f.Add(fen)
	}
	f.Add("QQQQQQQQ/QQQQQQQQ/8/8/8/5QQQ/7Q/K6k b - - 0 0")
	f.Add("k7/8/8/8/8/8/8/K6r b - - 0 1")
	f.Add("4k3/8/4n3/4p3/8/8/8/4K3 w - e6 0 1")
	f.Fuzz(func(t *testing.T, fen string) {
		p, err := ParsePosition(fen)
		if err != nil {
			var syntax *FENError
			var diagram *PositionError
			if p != nil || !errors.As(err, &syntax) && !errors.As(err, &diagram) || err.Error() == "" {
				t.Fatalf("%q: %v, %v", fen, p, err)
			}
			return
		}
		s, _ := ParseFEN(fen)
		if p.Setup() != s || p.FEN() != s.FEN() {
			t.Fatalf("%q: %v, want %v", fen, p, s)
		}
		checkMoves(t, p)
	})
}

// FuzzMoves plays games in which each byte chooses a move, and takes all back.
func FuzzMoves(f *testing.F) {
	f.Add(InitialFEN, []byte("some opening"))
	for _, tt := range perftPositions {
		f.Add(tt.fen, []byte{0, 1, 2, 3, 40, 50, 60})
	}
	fens, _ := goldenPositions(f)
	for _, fen := range fens[:24] {
		f.Add(fen, []byte{200, 100, 50, 25, 12, 6, 3, 1})
	}
	f.Fuzz(func(t *testing.T, fen string, choices []byte) {
		p, err := ParsePosition(fen)
		if err != nil {
			return
		}
		type played struct {
			before Position
			move   Move
			undo   Undo
		}
		var game []played
		for _, choice := range choices[:min(len(choices), 100)] {
			moves := p.LegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[int(choice)%len(moves)]
			before := *p
			game = append(game, played{before, m, p.Make(m)})
			if p.Key() != p.computeKey() {
				t.Fatalf("%v: key", p)
			}
		}
		checkMoves(t, p)
		for _, ply := range slices.Backward(game) {
			p.Unmake(ply.move, ply.undo)
			if *p != ply.before {
				t.Fatalf("taking back %v: %+v, want %+v", ply.move, *p, ply.before)
			}
		}
	})
}
