package kernel

import (
	"context"
	"flag"
	"math/rand/v2"
	"testing"
	"time"

	"retroproof/chess"
	"retroproof/chess/randomgames"
	"retroproof/internal/expect"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
)

// Positions of random legal games, none of which may ever be called illegal: the test
// that matters more than any example.

var gamePositions = flag.Int("game-positions", expect.Size(2000, 8_000), "positions of random games that no rule may call illegal")

var gamesSeed = flag.Uint64("games-seed", 20, "of these games")

// falseAlarm asks every rule about a position of a game, and returns what calls
// it illegal. The searches are asked at random only.
func falseAlarm(r *rand.Rand, g *randomgames.Position) *rules.Impossible {
	start := rules.StartOr(g.Start)
	field := g.Pos.Setup()
	legal := field // the other habit: an en passant square only where it matters
	legal.EnPassant = g.Pos.CapturableEnPassant()
	for _, s := range []*chess.Setup{&field, &legal} {
		reason, p := rules.QuickStatic(start, s)
		refuted := rules.Static(start, s)
		if refuted != nil {
			return refuted
		}
		if reason != "" {
			return rules.Because(reason, "without words")
		}
		if facts.SameSetup(start, s) {
			continue
		}
		if len(p.Retractions(nil, chess.UnmoveOptions{MaterialLimit: g.Start == nil})) == 0 {
			return rules.NoUnmoves(p)
		}
		if refuted := rules.Reach(start, s); refuted != nil {
			return refuted
		}
	}
	if r.IntN(12) > 0 {
		return nil
	}
	s := &field
	if r.IntN(2) == 0 {
		s = &legal
	}
	d, err := Decide(context.Background(), s, DecideOptions{Start: g.Start, KernelNodes: 3000, LastMovePositions: 25, LastMoveKernelNodes: 500})
	if err != nil {
		return rules.Because("Error", "%v", err)
	}
	if d.Verdict == Illegal {
		return &rules.Impossible{Reason: d.Reason, Detail: d.Evidence.Words(&d.Start)}
	}
	if g.Before == nil {
		return nil
	}
	// The predecessor as the un-moves tell it.
	before := g.Before.Setup()
	before.EnPassant = g.Before.CapturableEnPassant()
	u := chess.Unmove{Move: g.Move, Captured: g.Before.Captured(g.Move), Castling: before.Castling, EnPassant: before.EnPassant}
	found := false
	for _, v := range g.Pos.Unmoves(nil, chess.UnmoveOptions{MaterialLimit: g.Start == nil}) {
		found = found || u == v
	}
	if !found {
		return rules.Because("MissingUnmove", "%s is not among the un-moves", u)
	}
	q := g.Pos.Before(u)
	a := newRetroanalysis(context.Background(), start, newKernelCache(&DecideOptions{Start: start, Kernel: ExtendedKernel, KernelNodes: 3000, LastMoveKernelNodes: 500}), 10)
	if a.node(&q, true) && a.close() {
		s := q.Setup()
		e := a.find(q.Key(), &s)
		return rules.Because(e.Reason, "the predecessor by %s: %s", u, e.Detail)
	}
	return nil
}

// TestRandomGames is the stream of positions.
func TestRandomGames(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(2, 2))
	begin, n, byManner := time.Now(), 0, map[string]int{}
	randomgames.Play(*gamesSeed, *gamePositions, func(g *randomgames.Position) bool {
		n++
		byManner[g.Manner]++
		if refuted := falseAlarm(r, g); refuted != nil {
			start := ""
			if g.Start != nil {
				start = " from " + g.Start.FEN()
			}
			t.Errorf("%s, ply %d%s (%s) is called illegal: %s: %s", g.Pos, g.Ply, start, g.Manner, refuted.Reason, refuted.Detail)
		}
		return true
	})
	t.Logf("%d positions in %v: %v", n, time.Since(begin), byManner)
}
