package rules

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/chess/randomgames"
	"retroproof/internal/expect"
	"retroproof/proofs/illegal/facts"
)

// TestClosedSetsOfLastMoves: published diagrams of a unique last move, with the other side to move, have closed sets of
// all their men near where they stand, whatever else refutes them: no last move, cages, trees of last moves.
func TestClosedSetsOfLastMoves(t *testing.T) {
	t.Parallel()
	text := expect.Must(os.ReadFile("../../testdata/legality/composed.tsv"))
	var sizes []int
	for line := range strings.Lines(string(text)) {
		fen, kind, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if kind != "last-move" {
			continue
		}
		goal := expect.Must(chess.ParseFEN(fen))
		known := ReachFacts(&initial, &goal)
		p, err := facts.Verify(&initial, &goal, known)
		expect.NoError(t, err)
		var states []facts.State
		for radius := 1; radius <= 2 && states == nil; radius++ {
			whole := p.Whole()
			zone := around(whole.Known, radius)
			states = newClosure(p, whole, func(before, _ *facts.Partial) { before.Forget(^zone) }).states(8000)
		}
		if states == nil {
			// Its men have to go three ranks back, and are too many for this.
			expect.Equal(t, fen, "RK1k4/r1ppRpp1/pp2p2p/8/8/8/8/8 w - - 0 1", "the position without a closed set")
			continue
		}
		if err := facts.Check(&initial, &goal, &facts.Argument{Kind: facts.ClosedSet, Blocked: known, States: states}); err != nil {
			t.Errorf("%s: %v", fen, err)
		}
		sizes = append(sizes, len(states))
	}
	slices.Sort(sizes)
	t.Log(sizes)
	if len(sizes) != 27 || sizes[13] > 20 || sizes[26] > 400 {
		t.Errorf("%d have one, of %v states", len(sizes), sizes)
	}
}

// TestClosedSetsOfGames asks for closed sets of positions that games lead to, with some men known and squares kept at
// random: there are none.
func TestClosedSetsOfGames(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(39, 2))
	asked, known := 0, 0
	most := expect.Size(1200, 200_000)
	for asked < most {
		start := randomgames.AnySmallStart(r)
		if r.IntN(3) == 0 {
			start = openStart(r)
		}
		p, err := chess.NewPosition(*start)
		if err != nil {
			continue
		}
		how := randomgames.AnyManner(r)
		for range 4 + r.IntN(40) {
			if m, ok := how.Move(r, p); ok {
				p.Make(m)
			}
		}
		goal := p.Setup()
		if facts.SameSetup(start, &goal) {
			continue
		}
		f := reachFinder{finder: newFinder(start, &goal), checked: true}
		if no := f.solve(); no != nil {
			t.Fatalf("%s to %s: %s", start.FEN(), goal.FEN(), no.Detail)
		}
		asked++
		whole := f.Whole()
		for sq := range whole.Known.Squares() {
			if r.IntN(4) == 0 {
				whole.Forget(sq.Bit())
			}
		}
		known += whole.Known.Count()
		zone := ^chess.NoSquares
		if r.IntN(3) > 0 {
			zone = around(whole.Known, 1+r.IntN(3))
		}
		follow, counted := r.IntN(2) == 0, r.IntN(2) == 0
		states := newClosure(f.Proven, whole, func(before, after *facts.Partial) {
			if !follow {
				before.ForgetCaptured(after, counted)
			}
			before.Forget(^zone)
		}).states(300)
		if states != nil {
			t.Fatalf("%s to %s, blocked %v, dead %v: closed: %v", start.FEN(), goal.FEN(), facts.Squares(f.Blocked).Names(), facts.Squares(f.Dead).Names(), states)
		}
	}
	t.Logf("%d asked, with %d known men", asked, known)
}
