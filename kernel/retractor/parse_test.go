package retractor

import (
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Stipulation{
		"-1w #1": {1, true, chess.White, 1}, "-2b & #3": {2, true, chess.Black, 3}, "-2 & #1": {2, false, chess.White, 1},
		"-1&#2": {1, false, chess.White, 2}, "–2w, #2": {2, true, chess.White, 2},
	} {
		if got, err := Parse(text); err != nil || got != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "-1", "1w #1", "-0w #1", "-3w #1", "-1w #0", "-1w #4", "-1 #1", "-1w h#1", "-99999999999999999999 & #1"} {
		expect.Fails(t, expect.Err(Parse(text)), "%s", text)
	}
}

// TestDiagram counts the positions that a diagram stands for.
func TestDiagram(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"4k3/8/8/8/8/8/8/R3K2R":              4, // any right of White's
		"4k3/8/8/8/8/8/8/R3K2R b K - 0 1":    1,
		"4k3/8/8/8/pP6/8/8/4K3":              2, // with a capture on b3 or without
		"4k3/8/8/8/pP6/8/8/4K3 b ? b3 0 1":   1,
		"8/8/8/8/8/8/8/8":                    0,
		"r3k2r/8/8/8/8/8/8/4K3 w ? - 0 1":    4,
		"4k3/8/8/8/8/8/8/4K3 b - - 0 1 nope": 0,
	} {
		all, err := Diagram(text, chess.White)
		if len(all) != want || (err == nil) != (want > 0) {
			t.Errorf("%s: %d positions, %v, want %d", text, len(all), err, want)
		}
	}
}

// TestForward compares mates in one to three moves with those found without a budget.
func TestForward(t *testing.T) {
	t.Parallel()
	for _, fen := range []string{
		"7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "k7/8/1K6/8/8/8/8/7R w - - 0 1", "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1", "8/8/8/8/8/2k5/1q6/K7 w - - 0 1",
	} {
		p := position(t, fen)
		for moves := 1; moves <= 3; moves++ {
			brute := 0
			for _, m := range p.LegalMoves(nil) {
				q := *p
				q.Make(m)
				if !q.HasLegalMove() {
					if q.InCheck() {
						brute++
					}
					continue
				}
				ok := moves > 1
				for _, r := range q.LegalMoves(nil) {
					after := q
					after.Make(r)
					ok = ok && mates(&after, moves-1, chess.NoMove)
				}
				if ok {
					brute++
				}
			}
			f := Forward{Nodes: 1 << 20}
			keys, ok := f.Mate(p, moves)
			if !ok || len(keys) != brute {
				t.Errorf("%s: %d mates in %d, %t; %d by brute force", fen, len(keys), moves, ok, brute)
			}
			if few := (Forward{Nodes: 2}); p.CountMoves() > 2 {
				if _, ok := few.Mate(p, moves); ok {
					t.Errorf("%s: all mates in %d with two positions", fen, moves)
				}
			}
		}
	}
}
