package proofgame

import (
	"context"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/kernel"
)

// TestHard builds games to positions for which that was hard.
func TestHard(t *testing.T) {
	t.Parallel()
	var fen string
	var o Options
	for range expect.Rows(t, "testdata/hard.tsv", &fen, &o.Seed, &o.States) {
		expect.Succeeds(t, construct(t, fen, o), "%s", fen)
	}
}

// TestKingsStay: pieces do not end where only a king that has castling rights could let them
// out, as a knight on c8 behind the pawn of b6. The budget is seven times what each seed needs; when
// such kings were no obstacles, a thousand times as much was not enough for the first one.
func TestKingsStay(t *testing.T) {
	t.Parallel()
	start := chess.InitialSetup()
	goal := expect.Must(chess.ParseFEN("rn1qkbnr/p1pppppp/1p6/8/8/1P6/P1PPPPPP/RNBQKBNR w KQkq - 0 1"))
	for seed := range uint64(20) {
		g, err := Construct(context.Background(), &start, &goal, Options{Seed: seed, States: 100_000})
		if err != nil {
			t.Errorf("seed %d: %v", seed, err)
			continue
		}
		t.Logf("seed %d: %d plies, %d states", seed, len(g.Moves), g.States)
	}
}

// TestSearchBack: the moves of each position that was found lead from there to the goal, and
// kings and pieces have more room there than where the search began, by each of the two measures.
func TestSearchBack(t *testing.T) {
	t.Parallel()
	for _, fen := range []string{
		"2nb3K/pkPRp1p1/p2p4/P1p5/1Pp4B/2PP2P1/4P2P/n7 w - - 0 1",
		"KBrk4/1pppRp2/1p2p3/8/8/8/8/8 b - - 0 1",
		"8/8/8/8/8/1P6/1PkPP3/KR1b4 b - - 0 1",
	} {
		c, goal := backwards(t, fen, 10_000_000)
		tight, _ := c.tightness(goal, false)
		cages := c.searchBack(goal)
		list := c.searchBack(goal)
		if len(list) == 0 || len(list) > unwindKept || len(cages) > unwindKept {
			t.Fatalf("%s: %d and %d positions", fen, len(cages), len(list))
		}
		shut, _ := c.tightness(goal, true)
		for _, l := range cages {
			if score, _ := c.tightness(&l.p, true); score > shut/2 {
				t.Errorf("%s: %d by pieces, and %d in %s", fen, shut, score, l.p.FEN())
			}
			if !c.hasSources(&l.p) || !replays(l.p, goal, l.tail, 0) {
				t.Errorf("%v does not lead from the start by %s to %s", l.tail, l.p.FEN(), fen)
			}
		}
		for i, l := range list {
			if looser, _ := c.tightness(&l.p, false); i == 0 && looser >= tight {
				t.Errorf("%s: tightness %d, and %d in %s", fen, tight, looser, l.p.FEN())
			}
			if !replays(l.p, goal, l.tail, 0) {
				t.Errorf("%v does not lead from %s to %s", l.tail, l.p.FEN(), fen)
			}
		}
	}
}

// TestPostponed follows a kernel in which a pawn promotes where a bishop stands that only a later move of the kernel
// lets out.
func TestPostponed(t *testing.T) {
	t.Parallel()
	start := expect.Must(chess.ParseFEN("2b3k1/1p1p4/2P5/8/8/8/8/6KN w - - 0 1"))
	goal := expect.Must(chess.ParseFEN("6k1/1p6/4p3/8/Q7/8/4b3/6K1 b - - 0 1"))
	e := expect.Must(kernel.ParseExtended("wPc6-c8Q wNh1-e6 bPd7xe6"))
	expect.Succeeds(t, expect.Err(Construct(context.Background(), &start, &goal, Options{Kernel: e, States: 1_000_000})),
		"Construct")
}
