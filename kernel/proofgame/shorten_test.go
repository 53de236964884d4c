package proofgame

import (
	"context"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
)

// movesOf reads moves like "e2e4 e7e5".
func movesOf(t *testing.T, p chess.Position, text string) (list []chess.Move) {
	t.Helper()
	for _, word := range strings.Fields(text) {
		found := false
		for _, m := range p.LegalMoves(nil) {
			if m.String() == word {
				p.Make(m)
				list, found = append(list, m), true
				break
			}
		}
		if !found {
			t.Fatalf("%s is not legal in %s", word, p.FEN())
		}
	}
	return list
}

// TestShorten: what is left out, and what has to stay.
func TestShorten(t *testing.T) {
	t.Parallel()
	start := expect.Must(chess.NewPosition(chess.InitialSetup()))
	for _, tt := range []struct {
		name, game string
		plies      int
	}{
		{"a cycle", "g1f3 g8f6 f3g1 f6g8 e2e4", 1},
		{"a move of each side", "e2e4 e7e5 f1e2 f8e7 g1f3 g8f6 e2b5 e7b4", 6},
		{"a loop for two moves", "e2e4 e7e5 b1c3 f8e7 a2a3 e7c5 c3b1 d8e7 a3a4 e7f6", 6},
		{"only one side could", "e2e4 e7e5 f1e2 b8c6 e2b5 a7a6", 6},
		{"a man in the way", "e2e4 e7e5 d1f3 d8f6 f3h3 f6h6 g1f3 g8f6", 8},
	} {
		game := movesOf(t, *start, tt.game)
		end := *start
		for _, m := range game {
			end.Make(m)
		}
		short := shorten(start, game)
		expect.Equal(t, len(short), tt.plies, "%s: %v plies", tt.name, short)
		if !replays(*start, &end, short, 0) {
			t.Errorf("%s: %v does not lead to %s", tt.name, short, end.FEN())
		}
	}
}

// TestShortenBuilt: no position occurs twice in a game that was built.
func TestShortenBuilt(t *testing.T) {
	t.Parallel()
	start := chess.InitialSetup()
	from := expect.Must(chess.NewPosition(start))
	for i, fen := range legalSamples(t) {
		if i%10 != 0 {
			continue
		}
		goal := expect.Must(chess.ParseFEN(fen))
		g, err := Construct(context.Background(), &start, &goal, Options{})
		expect.NoError(t, err, fen)
		p := *from
		seen := map[uint64]bool{p.Key(): true}
		for _, m := range g.Moves {
			if p.Make(m); seen[p.Key()] {
				t.Errorf("%s: a position occurs twice", fen)
			}
			seen[p.Key()] = true
		}
	}
}
