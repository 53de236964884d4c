package ask

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/chess/randomgames"
	"retroproof/internal/expect"
	"retroproof/kernel"
	"retroproof/kernel/resolve"
	"retroproof/kernel/rules"
	"retroproof/proofs/answers"
	"retroproof/proofs/illegal/facts"
	"retroproof/proofs/replay"
)

// premisesOf returns premises that a game keeps, as it shows move by move: the men that never moved and were not
// captured, the sides that did not promote, the captures, and whether it ended before a dead position.
func premisesOf(way []chess.Position, game []chess.Move) (list []*answers.Premise) {
	start, stay, promoted, monochromatic := way[0].Setup(), way[0].Occupied(), [2]bool{}, true
	for i, m := range game {
		stay &^= m.From().Bit() | m.To().Bit()
		if captured := way[i].Captured(m); m.IsEnPassant() || captured != chess.NoMan {
			stay &= way[i+1].Occupied()
		}
		if m.IsCastling() {
			stay &= way[i+1].Occupied()
			monochromatic = monochromatic && m.To().File() == 6
		}
		if m.Promotion() != chess.NoKind {
			promoted[way[i].Turn()] = true
		}
		monochromatic = monochromatic && m.From().Dark() == m.To().Dark()
	}
	alive, longest := true, 1
	for i := range game {
		s := way[i].Setup()
		longest = max(longest, 1+s.HalfmoveClock)
		alive = alive && (&answers.Premise{Dead: true}).Allows(&start, &s, &s)
	}
	captures := way[0].Occupied().Count() - way[len(game)].Occupied().Count()
	sides := ""
	for c, letter := range []string{"w", "b"} {
		if !promoted[c] {
			sides += letter
		}
	}
	for _, p := range []answers.Premise{
		{NeverMoved: facts.Squares(stay), Captures: &captures},
		{NoPromotion: sides, NeverMoved: facts.Squares(stay & start.Castling.Homes())},
		{Monochromatic: monochromatic, NoPromotion: sides, Dead: alive},
		{MaxQuiet: longest},
	} {
		if p != (answers.Premise{}) {
			list = append(list, &p)
		}
	}
	return list
}

// TestPremiseGames asks about positions of random games with premises that these games keep: what was played is never
// impossible, all that is possible has a game that keeps the premise, and the checker accepts what is claimed.
func TestPremiseGames(t *testing.T) {
	n := expect.Size(12, 5000)
	const each = 17
	asked, possible, dropped := 0, 0, 0
	for _, start := range []func(*rand.Rand) *chess.Setup{
		func(*rand.Rand) *chess.Setup { return nil },
		randomgames.OrdinaryStart, randomgames.AnySmallStart, randomgames.PawnsStart,
	} {
		var game []chess.Move
		visited := 0
		randomgames.PlayFrom(58, each*n/4, start, func(g *randomgames.Position) bool {
			if g.Ply == 0 {
				game = nil
			} else {
				game = append(game, g.Move)
			}
			if visited++; visited%each != 0 || len(game) == 0 {
				return true
			}
			p, err := chess.NewPosition(*rules.StartOr(g.Start))
			expect.NoError(t, err)
			way := replayed(p, game)
			goal := way[len(game)].Setup()
			for _, premise := range premisesOf(way, game) {
				o := Options{Positions: 300, Questions: 30, Resolve: resolve.Options{Effort: 1}}
				o.Suppose(premise)
				o.Resolve.Refute.Start = g.Start
				o.Resolve.Refute.KernelNodes, o.Resolve.Refute.LastMovePositions, o.Resolve.Game.States = 2000, 100, 30_000
				expect.NoError(t, premise.Check(rules.StartOr(g.Start)))
				l, err := AskLastMoves(context.Background(), &goal, o)
				expect.NoError(t, err)
				last, captured := game[len(game)-1], way[len(game)-1].Captured(game[len(game)-1])
				asked++
				found := false
				for _, u := range l.Moves {
					found = found || u.Move == last && u.Captured == captured && u.Verdict != Impossible
					for _, before := range u.Before {
						switch {
						case before.Reason == Excluded:
							dropped++
						case before.Verdict == kernel.Legal:
							possible++
							keepsPremise(t, before, premise)
						}
					}
				}
				if !found {
					t.Errorf("%s with %s: %s is impossible, and %s leads there",
						goal.FEN(), premise.Text(), last, notation.UCI(game))
				}
				if asked%5 != 0 {
					continue
				}
				if r := claimed(t, l, g.Start, premise); r.Premise.Text() != premise.Text() {
					t.Errorf("checked with %s", r.Premise.Text())
				}
			}
			return !t.Failed()
		})
	}
	if asked < n/2 || possible == 0 || dropped == 0 {
		t.Errorf("%d questions, %d positions possible, %d excluded", asked, possible, dropped)
	}
}

// keepsPremise replays the game to a position under the premise.
func keepsPremise(t *testing.T, a *resolve.Answer, premise *answers.Premise) {
	t.Helper()
	uci, err := notation.InUCI(&a.Start, a.Game)
	expect.NoError(t, err)
	allows := func(before, after *replay.Position) bool {
		b, s := facts.Setup(before), facts.Setup(after)
		return premise.Allows(&a.Start, &b, &s)
	}
	if _, err := replay.Check(a.Start.FEN(), a.Setup.FEN(), uci, replay.Options{Allows: allows, MaxQuiet: premise.MaxQuiet}); err != nil {
		t.Errorf("%s with %s: %v", a.Setup.FEN(), premise.Text(), err)
	}
}

// TestPremises has questions that a premise decides.
func TestPremises(t *testing.T) {
	two := 2
	for _, tt := range []struct {
		name, fen string
		premise   answers.Premise
		want      string // last moves that are left
	}{
		{"promotion", "3Brk1K/2p1pp1p/8/8/8/8/8/8 b - - 0 1", answers.Premise{NoPromotion: "w"}, ""},
		{"promotion by the other side", "3Brk1K/2p1pp1p/8/8/8/8/8/8 b - - 0 1",
			answers.Premise{NoPromotion: "b"}, "d7-d8=B"},
		{"never moved", "rnbqkbnr/pppp1ppp/4p3/8/8/4P3/PPPP1PPP/RNBQKBNR w KQkq - 0 1",
			answers.Premise{NeverMoved: facts.Squares(chess.SetOf(57, 59, 60, 61, 62, 63))}, "e7-e6"},
		{"a pawn on the other colour", "rnbqkbnr/1ppppppp/1p6/8/8/3P4/PPP1PPPP/RNB1KBNR w KQkq - 0 1",
			answers.Premise{Monochromatic: true}, ""},
		{"number of captures", "3Brk1K/2p1pp1p/8/8/8/8/8/8 b - - 0 1", answers.Premise{Captures: &two}, ""},
	} {
		o := Options{Resolve: resolve.Options{NoGame: true, Effort: 1}}
		o.Suppose(&tt.premise)
		s := setup(t, tt.fen)
		l, err := AskLastMoves(context.Background(), s, o)
		expect.NoError(t, err)
		var left []string
		for _, u := range l.With(Possible, Open) {
			left = append(left, u.Text)
		}
		if got := strings.Join(left, " "); got != tt.want {
			t.Errorf("%s: left are %q, want %q", tt.name, got, tt.want)
		}
		claimed(t, l, nil, &tt.premise)
	}
}

// TestGamesThatEndDead: bare kings end games with a capture, which games to the position before show.
func TestGamesThatEndDead(t *testing.T) {
	var o Options
	o.Suppose(&answers.Premise{Dead: true})
	f, err := AskFields(context.Background(), "8/8/8/3k4/8/8/8/K7 w - - 0 1", o)
	if err != nil || f.Positions[0].Verdict != kernel.Legal {
		t.Fatalf("%+v, %v", f, err)
	}
	keepsPremise(t, f.Positions[0], o.Premise)
}
