package proofgame

import (
	"slices"
	"testing"

	"retroproof/chess"
)

// TestReplace: each time that a game has become shorter, its positions and the pairs of moves that could be one are
// those that a look at the whole game finds.
func TestReplace(t *testing.T) {
	t.Parallel()
	start := chess.InitialPosition()
	r := newRouter(t.Context(), 5, 1)
	replaced := 0
	for range 40 {
		p := *start
		var moves []chess.Move
		for len(moves) < 300 {
			legal := p.LegalMoves(nil)
			if len(legal) == 0 {
				break
			}
			m := legal[r.random(len(legal))]
			for range 5 { // pieces rather than pawns, and no captures: there is more to be left out
				if p.At(m.From()).Kind() == chess.Pawn || p.At(m.To()) != chess.NoMan {
					m = legal[r.random(len(legal))]
				}
			}
			p.Make(m)
			moves = append(moves, m)
		}
		g := newShortening(start, moves)
		for at := 0; at < len(g.moves); {
			if !g.improve(at) {
				at++
				continue
			}
			replaced++
			fresh := newShortening(start, g.moves)
			if len(g.positions) != len(fresh.positions) || len(g.found) != len(fresh.found) {
				t.Fatalf("%d moves, %d positions and %d lists", len(g.moves), len(g.positions), len(g.found))
			}
			for ply := range g.positions {
				a, b := &g.positions[ply], &fresh.positions[ply]
				if !a.Repeats(b) || a.EnPassant() != b.EnPassant() {
					t.Fatalf("ply %d is %s, not %s", ply, a.FEN(), b.FEN())
				}
			}
			for ply := range g.found {
				if !slices.Equal(g.found[ply], fresh.found[ply]) {
					t.Fatalf("pairs at ply %d are %v, not %v", ply, g.found[ply], fresh.found[ply])
				}
			}
		}
		if !replays(*start, &p, g.moves, 0) {
			t.Fatalf("%v does not lead to %s", g.moves, p.FEN())
		}
	}
	if replaced < 500 {
		t.Errorf("lopsided test: %d replacements", replaced)
	}
}
