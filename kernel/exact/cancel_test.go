package exact

import (
	"context"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
)

// ending is a context that ends when it has been asked a number of times.
type ending struct {
	context.Context
	left int
}

// Err implements context.Context.
func (e *ending) Err() error {
	if e.left--; e.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestEndedContext ends the context at every place where a search looks at it: what is called complete is so.
func TestEndedContext(t *testing.T) {
	start := chess.InitialSetup()
	for _, tt := range []struct {
		goal  string
		plies int
		games uint64
	}{
		{"rnbqkb1r/pppppppp/8/8/8/3B1n2/PPPPNPPP/RNBQ1RK1 w kq - 0 1", 8, 1},
		{"rnb1kbnr/pp1p1ppp/2p1p3/2B5/q2P4/8/PPP1PPPP/RN1QKBNR w KQkq - 0 1", 8, 2},
		{"1nbqkbnr/1ppppppp/8/1B6/1r2P3/p7/PPPPNPPP/RNBQ2RK b k - 0 1", 11, 1},
	} {
		goal := expect.Must(chess.ParseFEN(tt.goal))
		for _, engine := range []Engine{AnyEngine, Forward, BothEnds} {
			ended, complete := 0, 0
			for left := 0; complete < 3; left++ {
				ctx := &ending{context.Background(), left}
				r, err := SearchWith(ctx, &start, &Target{Setup: goal}, tt.plies, With{Options: Options{All: true}, Engine: engine})
				if err != nil {
					ended++
				} else if complete++; !r.Complete || r.Solutions != tt.games {
					t.Fatalf("%s, engine %d, ended after %d looks: %v", tt.goal, engine, left, r)
				}
			}
			t.Logf("engine %d: %d places", engine, ended)
		}
	}
}
