package ask

import (
	"context"
	"errors"
	"slices"
	"testing"

	"retroproof/chess"
	"retroproof/chess/randomgames"
	"retroproof/internal/expect"
	"retroproof/kernel/certify"
	"retroproof/kernel/resolve"
	"retroproof/proofs/answers"
)

// TestClockOfGames: no game has fewer plies at its end without captures and moves of pawns than is said, the checker
// accepts that, and where a game shows that there are no more, it refuses a ply more.
func TestClockOfGames(t *testing.T) {
	n := expect.Size(15, 20_000)
	const each = 7
	asked, long, shown, visited := 0, 0, 0, 0
	randomgames.PlayFrom(81, each*n, randomgames.AnySmallStart, func(g *randomgames.Position) bool {
		if visited++; visited%each != 0 || g.Ply == 0 {
			return true
		}
		o := Options{Questions: 150, Resolve: resolve.Options{Effort: 1}}
		o.Resolve.Refute.Start = g.Start
		o.Resolve.Refute.KernelNodes, o.Resolve.Refute.LastMovePositions, o.Resolve.Game.States = 2000, 100, 30_000
		goal := g.Pos.Setup()
		k, err := AskClock(context.Background(), &goal, o)
		expect.NoError(t, err)
		asked++
		if k.Plies > min(goal.HalfmoveClock, g.Ply) {
			t.Errorf("%s from %s: %d plies, and a game has %d", goal.FEN(), g.Start.FEN(), k.Plies, goal.HalfmoveClock)
		}
		clockClaims(t, k)
		if k.Plies > 0 {
			long++
		}
		if k.Game != nil {
			shown++
		}
		return !t.Failed()
	})
	if asked < n/2 || long == 0 || shown == 0 {
		t.Errorf("%d asked, %d of them with quiet plies, %d with a game", asked, long, shown)
	}
}

// clockClaims has the checker verify what is claimed, and refuse a ply more where a game shows that.
func clockClaims(t *testing.T, k *Clock) {
	t.Helper()
	claimed(t, k, &k.Start, nil)
	if k.Game == nil {
		return
	}
	c := NewCertificate(certify.Options{Start: &k.Start})
	expect.NoError(t, c.Add(t.Context(), k))
	c.claims = append(slices.DeleteFunc(c.claims, func(c answers.Claim) bool { return c.Kind == answers.KindClock }),
		answers.Claim{Kind: answers.KindClock, FEN: plain(&k.Setup), Clock: k.Plies + 1})
	if _, err := checked(t, c); !errors.Is(err, answers.ErrClaim) {
		t.Errorf("%s: %d plies, and a game has %d: %v", k.Setup.FEN(), k.Plies+1, k.Plies, err)
	}
}

// TestClockOfWorld: where all moves are quiet, the least number is the distance from the start, as all games show.
func TestClockOfWorld(t *testing.T) {
	start := setup(t, "8/8/k7/p1p1p1p1/P1P1P1P1/8/8/7K w - - 0 1")
	p, err := chess.NewPosition(*start)
	expect.NoError(t, err)
	distance := map[uint64]int{p.Key(): 0}
	for layer, plies := []chess.Position{*p}, 1; plies <= 5; plies++ {
		var next []chess.Position
		for _, from := range layer {
			for _, m := range from.LegalMoves(nil) {
				q := from
				q.Make(m)
				if _, ok := distance[q.Key()]; !ok {
					distance[q.Key()] = plies
					next = append(next, q)
				}
			}
		}
		for i := 0; i < len(next); i += 1 + len(next)/2 {
			o := Options{}
			o.Resolve.Refute.Start = start
			goal := next[i].Setup()
			k, err := AskClock(context.Background(), &goal, o)
			if err != nil || k.Plies != plies || k.Game == nil {
				t.Errorf("%s: %+v, %v, want %d plies", goal.FEN(), k, err, plies)
			}
		}
		layer = next
	}
}
