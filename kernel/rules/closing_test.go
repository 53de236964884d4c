package rules

import (
	"flag"
	"math/rand/v2"
	"testing"

	"retroproof/chess"
	"retroproof/chess/randomgames"
	"retroproof/internal/expect"
	"retroproof/proofs/illegal/facts"
)

var (
	closingGoals = flag.Int("closing-goals", expect.Size(6000, 20_000), "positions of games for TestClosingGames")
	closingSeed  = flag.Uint64("closing-seed", 1, "seed of these games")
)

// man is a man of a game.
type man struct {
	home     chess.Square // where it was at the start
	pawn     bool         // at the start
	left     int          // the ply with which it first moved or was captured; 0 if it has not
	arrived  int          // the ply with which it came to where it is
	alive    bool
	promoted chess.Square // NoSquare if it has not
	at       int          // the ply of the promotion
	kind     facts.PieceKind
	moved    bool
	by       chess.Kind     // by what it was captured, NoKind if it was not
	taken    chess.Square   // where that was
	prey     []chess.Square // homes of the men that it has captured as a pawn
}

// course is a game with its men.
type course struct {
	start chess.Setup
	pos   *chess.Position
	ply   int
	men   []*man
	on    [chess.NumSquares]*man
	of    [chess.NumSquares]*man // by home
}

func newCourse(start *chess.Setup) *course {
	p, err := chess.NewPosition(*start)
	if err != nil {
		panic(err)
	}
	c := &course{start: *start, pos: p}
	for i, m := range start.Board {
		if m != chess.NoMan {
			who := &man{home: chess.Square(i), pawn: m.Kind() == chess.Pawn, alive: true, promoted: chess.NoSquare}
			c.men = append(c.men, who)
			c.on[i], c.of[i] = who, who
		}
	}
	return c
}

// move makes a move.
func (c *course) move(m chess.Move) {
	c.ply++
	touch := func(who *man) {
		if who.left == 0 {
			who.left = c.ply
		}
	}
	at := m.To()
	if m.IsEnPassant() {
		at = chess.MakeSquare(m.To().File(), m.From().Rank())
	}
	if victim := c.on[at]; victim != nil {
		touch(victim)
		victim.alive, victim.by, victim.taken = false, c.pos.At(m.From()).Kind(), at
		if victim.by == chess.Pawn {
			c.on[m.From()].prey = append(c.on[m.From()].prey, victim.home)
		}
		c.on[at] = nil
	}
	step := func(from, to chess.Square) {
		who := c.on[from]
		touch(who)
		who.arrived, who.moved = c.ply, true
		c.on[from], c.on[to] = nil, who
	}
	step(m.From(), m.To())
	for _, path := range chess.CastlingPaths {
		if m.IsCastling() && path.KingTo == m.To() {
			step(path.Home[1].Square, path.RookTo)
		}
	}
	if m.Promotion() != chess.NoKind {
		who := c.on[m.To()]
		who.promoted, who.at = m.To(), c.ply
		who.kind, _ = facts.PieceKindOf(chess.MakeMan(c.pos.Turn(), m.Promotion()), m.To())
	}
	c.pos.Make(m)
}

// against returns what in the game contradicts what is said to follow from a closing pawn, and
// counts in met how often something happened that might.
func (c *course) against(said *facts.Closing, met map[string]int) string {
	pawn := c.on[said.Pawn]
	for _, who := range c.men {
		if who.promoted != chess.NoSquare {
			after := who.at > pawn.arrived
			switch {
			case said.Taken.Has(who.promoted) && after:
				return "a pawn promotes on " + who.promoted.String() + ", which is taken"
			case said.Taken.Has(who.promoted):
				met["promoted where it was taken later"]++
			}
			if lost := said.Lost[who.kind]; lost.Has(who.promoted) && who.alive {
				if after {
					return "what promotes on " + who.promoted.String() + " is lost, and at the goal"
				}
				met["got out before"]++
			}
			if said.Lost[who.kind].Has(who.promoted) && after {
				met["lost"]++
			}
			for _, corner := range said.Corners {
				if who.kind != facts.DarkBishop && who.kind != facts.LightBishop || who.promoted != corner.Square {
					continue
				}
				piece := c.on[corner.Square]
				again := corner.Again && piece.promoted == corner.Square && piece.kind != facts.DarkBishop && piece.kind != facts.LightBishop
				switch {
				case pawn.home != corner.From:
					met["a bishop of a corner, another pawn"]++
				case !who.alive:
					met["a bishop captured in a corner"]++
				case again:
					met["a bishop that left a corner before a piece promoted there"]++
				default:
					return "a bishop from the corner " + corner.Square.String() + " is at the goal"
				}
			}
		}
		if who.pawn && said.Gone.Has(who.home) {
			switch {
			case who.left == 0 || pawn.arrived > 0 && who.left >= pawn.arrived:
				return "the pawn from " + who.home.String() + " was there when the pawn came to " + said.Pawn.String()
			default:
				met["gone"]++
			}
		}
	}
	return ""
}

// TestClosingGames holds what is said of closing pawns against games: nothing of it may be untrue
// of any position of a game, as the goal.
func TestClosingGames(t *testing.T) {
	t.Parallel()
	goals := expect.Short(min(*closingGoals, 4_000), *closingGoals)
	r := rand.New(rand.NewPCG(*closingSeed, 23))
	met := map[string]int{}
	n := 0
	for n < goals {
		start, stay, near := randomgames.CornerStart(r)
		if r.IntN(8) == 0 {
			start, stay = randomgames.AnySmallStart(r), 0
		}
		c := newCourse(start)
		for range 6 + r.IntN(30) {
			m, ok := randomgames.CornerMove(r, c.pos, stay, near)
			if !ok {
				break
			}
			c.move(m)
			goal := c.pos.Setup()
			found, impossible := Blocked(start, &goal)
			if impossible != nil {
				t.Fatalf("%s from %s: %s", goal.FEN(), start.FEN(), impossible.Detail)
			}
			p, err := facts.Verify(start, &goal, found)
			expect.NoError(t, err)
			n++
			p.Refresh()
			for sq := range goal.Board {
				if said, ok := p.Made(chess.Square(sq)); ok {
					if why := c.denies(&said, met); why != "" {
						t.Fatalf("%s from %s: %s", goal.FEN(), start.FEN(), why)
					}
				}
			}
			for sq, m := range goal.Board {
				if m.Kind() == chess.Pawn && !p.Blocked.Has(chess.Square(sq)) {
					said := p.Closing(chess.Square(sq))
					if why := c.against(&said, met); why != "" {
						t.Fatalf("%s from %s, closed by %s: %s", goal.FEN(), start.FEN(), chess.Square(sq), why)
					}
				}
			}
		}
	}
	t.Logf("%d positions: %v", n, met)
	for _, event := range []string{"makers", "went on", "promoted where it was taken later", "got out before", "lost", "gone", "a bishop captured in a corner",
		"a bishop that left a corner before a piece promoted there"} {
		if met[event] == 0 && goals >= 1_000_000 {
			t.Errorf("in no game: %s", event)
		}
	}
}
