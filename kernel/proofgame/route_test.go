package proofgame

import (
	"context"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
)

// TestRoute scrambles positions by quiet moves of kings and pieces and finds the way
// back.
func TestRoute(t *testing.T) {
	t.Parallel()
	const fen = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 1"
	solved, n := 0, 0
	for seed := range uint64(40) {
		r := newRouter(context.Background(), seed, 20_000_000)
		start := expect.Must(chess.ParsePosition(fen))
		goal := *start
		var moves []chess.Move
		for range 60 {
			moves = goal.LegalMoves(moves[:0])
			k := 0
			for _, m := range moves {
				if goal.At(m.From()).Kind() != chess.Pawn && goal.At(m.To()) == chess.NoMan && !m.IsCastling() {
					moves[k] = m
					k++
				}
			}
			if k == 0 {
				break
			}
			goal.Make(moves[r.random(k)])
		}
		setup := start.Setup()
		b := newBoard(&setup)
		n++
		way, ok := r.route(b, &goal, 1<<32-1, len(widths))
		if !ok {
			t.Logf("seed %d: %s not reached", seed, goal.FEN())
			continue
		}
		p := *start
		for i, m := range way {
			if !playAll(&p, []chess.Move{m}, 0) {
				t.Fatalf("seed %d: move %d, %s, is illegal in %s", seed, i, m, p.FEN())
			}
		}
		if !p.Repeats(&goal) {
			t.Fatalf("seed %d: %s is not %s", seed, p.FEN(), goal.FEN())
		}
		solved++
	}
	if solved < n {
		t.Errorf("%d of %d solved", solved, n)
	}
}
