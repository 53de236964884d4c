package ask

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/chess/randomgames"
	"retroproof/internal/expect"
	"retroproof/kernel"
	"retroproof/kernel/resolve"
	"retroproof/kernel/rules"
	"retroproof/proofs/replay"
)

// retracted asks a question, and compares its answer with the evidence and with a recursion that shares nothing.
func retracted(t *testing.T, goal *chess.Setup, plies int, o Options) *Retract {
	t.Helper()
	r, err := AskRetract(context.Background(), goal, plies, o)
	expect.NoError(t, err)
	for _, s := range r.memory.states {
		if s.Verdict == kernel.Legal {
			if _, err := replay.Check(r.Start.FEN(), s.Setup.FEN(), strings.Fields(notation.UCI(r.memory.played(s))), replay.Options{}); err != nil {
				t.Fatalf("%s: %v", s.Setup.FEN(), err)
			}
		}
	}
	if root := r.Root(); root != nil && !r.Cut {
		plain := map[string]Verdict{}
		r.memory.recursion(root.states[0], plies, "", plain)
		count := [2]int{}
		for _, v := range plain {
			count[v]++
		}
		got, want := fmt.Sprint(&root.Ways.Possible, " ", &root.Ways.Open), fmt.Sprint(count[Possible], " ", count[Open])
		if got != want {
			t.Errorf("%s, %d plies: %s ways, and %s without a memory of ways", goal.FEN(), plies, got, want)
		}
	}
	return r
}

// recursion follows each un-move on its own, with the verdicts of the memory on positions and nothing else, and notes
// the best verdict at the end of each way.
func (m *memory) recursion(s *state, plies int, way string, ends map[string]Verdict) {
	if plies == 0 {
		if v, ok := ends[way]; !ok || v == Open {
			ends[way] = map[kernel.Verdict]Verdict{kernel.Legal: Possible, kernel.Unknown: Open}[s.Verdict]
		}
		return
	}
	for _, u := range s.position.Unmoves(nil, chess.UnmoveOptions{}) {
		q := s.position.Before(u)
		setup := q.Setup()
		if before := m.states[withoutClocks(&setup)]; before != nil && before.Verdict != kernel.Illegal {
			m.recursion(before, plies-1, fmt.Sprintf("%s %d %d", way, u.Move, u.Captured), ends)
		}
	}
}

// follow takes a game back as far as the tree goes, says what is missing there, and returns the number of plies.
func (r *Retract) follow(t *testing.T, way []chess.Position, game []chess.Move) (plies int) {
	t.Helper()
	n := r.Root()
	if n == nil {
		t.Errorf("%s is called illegal, for %s, and %v leads there", r.Setup.FEN(), r.Whole.Reason, game)
		return 0
	}
	for i := len(game) - 1; i >= 0 && n.End == GoesOn; i-- {
		captured := way[i].Captured(game[i])
		at := slices.IndexFunc(n.Unmoves, func(u Unmove) bool { return u.Move == game[i] && u.Captured == captured })
		if at < 0 || n.Unmoves[at].Before == nil {
			t.Errorf("%s: %s is not taken back %d plies before, and %v leads there", r.Setup.FEN(), game[i], n.Plies, game)
			return n.Plies
		}
		n = n.Unmoves[at].Before
		before := way[i].Setup()
		want := key(t, &before)
		if !slices.ContainsFunc(n.states, func(s *state) bool { return key(t, &s.Setup) == want }) {
			t.Errorf("%s: %s is not among the positions %d plies before, and %v leads there", r.Setup.FEN(), want, n.Plies, game)
			return n.Plies
		}
	}
	return n.Plies
}

// TestRetractGames takes back positions of random games: the moves that were played are always among the ways, and
// whatever is called legal has a game.
func TestRetractGames(t *testing.T) {
	n := expect.Size(8, 5000)
	plies, nodes, cut, composed, legal := 0, 0, 0, 0, 0
	const each = 23 // so many positions of games are not asked about, for one that is
	visited := 0
	for _, start := range []func(*rand.Rand) *chess.Setup{
		func(*rand.Rand) *chess.Setup { return nil },
		randomgames.OrdinaryStart, randomgames.AnySmallStart, randomgames.PawnsStart,
	} {
		var game []chess.Move
		randomgames.PlayFrom(41, each*n/4, start, func(g *randomgames.Position) bool {
			if g.Ply == 0 {
				game = nil
			} else {
				game = append(game, g.Move)
			}
			if visited++; visited%each != 0 {
				return true
			}
			o := Options{Questions: 700, Positions: 300, Resolve: resolve.Options{Effort: 2}}
			o.Resolve.Refute.Start = g.Start
			o.Resolve.Refute.KernelNodes, o.Resolve.Refute.LastMovePositions, o.Resolve.Game.States = 2000, 100, 30_000
			p, err := chess.NewPosition(*rules.StartOr(g.Start))
			expect.NoError(t, err)
			way := replayed(p, game)
			goal := way[len(game)].Setup()
			r := retracted(t, &goal, 1+g.Ply%3, o)
			plies += r.follow(t, way, game)
			nodes += len(r.Nodes)
			if r.Cut {
				cut++
			}
			for _, s := range r.memory.states {
				if s.Verdict == kernel.Legal {
					legal++
				} else if s.Reason == rules.LastMovesRefuted && s.taken {
					composed++
				}
			}
			return !t.Failed()
		})
	}
	if plies < n/2 {
		t.Errorf("%d plies were taken back", plies)
	}
	t.Logf("%d plies, %d nodes, %d trees cut; %d legal positions, %d refuted by those before them", plies, nodes, cut, legal, composed)
}

// TestRetractWorlds compares the ways back with all that there are in closed small worlds: those that only positions of
// the world are on.
func TestRetractWorlds(t *testing.T) {
	sample := expect.Size(8, 500)
	for _, start := range []string{
		"8/k7/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/K7 w - - 0 1",
		"8/k7/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/K1b5 w - - 0 1",
		"8/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/R3K2k w Q - 0 1",
	} {
		w := explore(t, start, 6000)
		r := rand.New(rand.NewPCG(41, 2))
		found := map[string]int{}
		for range sample {
			g := w.order[r.IntN(len(w.order))]
			o := Options{Resolve: resolve.Options{Effort: 1}}
			o.Resolve.Refute.Start, o.Resolve.Refute.KernelNodes, o.Resolve.Game.States = &w.start, 1000, 20_000
			a := retracted(t, &g.at, 1+r.IntN(3), o)
			root := a.Root()
			if root == nil {
				t.Fatalf("%s from %s is called illegal", g.at.FEN(), start)
			}
			if a.Cut {
				found["cut"]++
				continue
			}
			truth := map[string]bool{}
			w.ways(t, &root.states[0].position, a.Plies, "", truth)
			possible, open := int(root.Ways.Possible.Int64()), int(root.Ways.Open.Int64())
			if len(truth) > possible+open || w.closed && len(truth) < possible {
				t.Errorf("%s from %s, %d plies: %d possible, %d open, and there are %d",
					g.at.FEN(), start, a.Plies, possible, open, len(truth))
			}
			found["possible"] += possible
			found["open"] += open
			found["true"] += len(truth)
		}
		t.Logf("%s: %d positions, closed %t; %v", start, len(w.order), w.closed, found)
	}
}

// ways finds all ways back in a world.
func (w *world) ways(t *testing.T, p *chess.Position, plies int, way string, ends map[string]bool) {
	if plies == 0 {
		ends[way] = true
		return
	}
	for _, u := range p.Unmoves(nil, chess.UnmoveOptions{}) {
		q := p.Before(u)
		if s := q.Setup(); w.games[key(t, &s)] != nil {
			w.ways(t, &q, plies-1, fmt.Sprintf("%s %d %d", way, u.Move, u.Captured), ends)
		}
	}
}

// TestRetractCage has the forced un-move of a published problem, and a certificate of all that is claimed.
func TestRetractCage(t *testing.T) {
	r := retracted(t, setup(t, "3Brk1K/2p1pp1p/8/8/8/8/8/8 b - - 0 1"), 3, Options{})
	forced := r.Forced()
	if len(forced) != 1 || forced[0].Text != "d7-d8=B" || forced[0].Verdict != Possible {
		t.Errorf("forced: %v", forced)
	}
	if got := r.Root().Ways.Possible.String(); got != "232" {
		t.Errorf("%s ways are possible, want 232", got)
	}
	report := claimed(t, r, nil, nil)
	if len(report.Claims) != 20 || !strings.Contains(report.Claims[0].Text(), "d7-d8=B (possible), and no other") {
		t.Errorf("%d claims, the first: %s", len(report.Claims), report.Claims[0].Text())
	}
}

// TestRetractComposed: a position that all un-moves lead back from to illegal ones is illegal itself, with evidence.
func TestRetractComposed(t *testing.T) {
	o := Options{Resolve: resolve.Options{NoGame: true, Effort: 1}}
	// The memory alone looks at last moves.
	o.Resolve.Refute.LastMovePositions, o.Resolve.Refute.CageStates = -1, -1
	r := retracted(t, setup(t, "4k3/8/8/1pP5/B7/1P6/8/4K3 w - b6 0 1"), 3, o)
	if r.Whole.Reason != rules.LastMovesRefuted || r.Root() != nil {
		t.Errorf("it is %s %s", r.Whole.Verdict, r.Whole.Reason)
	}
	claimed(t, r, nil, nil)
}
