package rules

import (
	"flag"
	"math/rand/v2"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/chess/randomgames"
	"retroproof/proofs/illegal/facts"
)

var (
	historyPositions = flag.Int("history-positions", 6_000, "positions of games for TestHistory")
	historySeed      = flag.Uint64("history-seed", 1, "seed of these games")
)

// holds compares a fact with what has happened. It returns what is wrong, or "".
func (c *course) holds(f facts.Fact) string {
	set := chess.Bitboard(f.Squares)
	for sq := range set.Squares() {
		switch who := c.of[sq]; {
		case f.By == facts.ByClosing || f.By == facts.ByJam || f.By == facts.ByMakers:
			return ""
		case who.moved && f.By == facts.ByDeadBishop && who.by != chess.NoKind && who.taken == sq:
			return "it has moved before it was captured"
		case who.moved:
			return "it has moved"
		case f.By == facts.ByDeadBishop && (who.by == chess.NoKind || who.by == chess.Pawn):
			return "no piece has captured it"
		case f.By != facts.ByDeadBishop && who.by != chess.NoKind:
			return "it was captured"
		}
	}
	return ""
}

// ask compares everything that is said about start and end of the game with what has happened.
func (c *course) ask(t *testing.T, goal *chess.Setup, hits map[string]int) {
	wrong := func(format string, args ...any) {
		t.Helper()
		t.Fatalf("from %s to %s after %d plies: "+format, append([]any{c.start.FEN(), goal.FEN(), c.ply}, args...)...)
	}
	asked := []*Impossible{Static(&c.start, goal), Reach(&c.start, goal), ReachPastKings(&c.start, goal)}
	if c.ply%8 == 0 { // it takes most of the time
		caged, _, _ := Cage(&c.start, goal, CageBudget{States: 300, EachTry: 100, MostMen: 8})
		asked = append(asked, caged)
		hits["cages"]++
	}
	for _, refuted := range asked {
		if refuted != nil {
			wrong("it is called illegal: %s: %s", refuted.Reason, refuted.Detail)
		}
	}
	blocked, refuted := Blocked(&c.start, goal)
	if refuted != nil {
		wrong("%s", refuted.Detail)
	}
	past := reachFinder{finder: newFinder(&c.start, goal), checked: true}
	past.solve()
	for _, list := range [][]facts.Fact{blocked, ReachFacts(&c.start, goal), past.found} {
		p, err := facts.Verify(&c.start, goal, list)
		if err != nil {
			wrong("%v", err)
		}
		for _, f := range list {
			if no := c.holds(f); no != "" {
				wrong("%s on %v: %s", f.By, f.Squares.Names(), no)
			}
			hits[string(f.By)] += chess.Bitboard(f.Squares).Count()
		}
		p.Refresh()
		c.origins(p, wrong, hits)
	}
}

// origins compares what men of the start can have become, and what pawns can have captured, with what they have.
func (c *course) origins(p *facts.Proven, wrong func(string, ...any), hits map[string]int) {
	for i, m := range p.Goal.Board {
		if m == chess.NoMan {
			continue
		}
		to, from := chess.Square(i), c.on[i].home
		if sources := p.Sources(to); !sources.Has(from) {
			wrong("the man on %s was on %s, and not on one of %v", to, from, facts.Squares(sources).Names())
		} else if sources == from.Bit() {
			hits["sources"]++
		}
		prey := c.on[i].prey
		if least := p.LeastCaptures(from, to); least > len(prey) {
			wrong("the man on %s, a pawn on %s, has made %d captures, not %d", to, from, len(prey), least)
		} else if least > 0 {
			hits["captures"]++
		}
		if m.Kind() != chess.Pawn {
			continue
		}
		victims, straight := p.Victims(to)
		if len(prey) == 0 && !straight.Has(from) {
			wrong("the pawn on %s has captured nothing, and %v have not come to it", to, facts.Squares(straight).Names())
		}
		for _, v := range prey {
			if !victims.Has(v) {
				wrong("the pawn on %s has captured the man on %s, which is none of %v", to, v, facts.Squares(victims).Names())
			}
			hits["victims"]++
		}
	}
}

// TestHistory plays games, and compares what is proven of start and end with what has happened: men that never move, that are captured where they stand, that have become others; pawns and what they
// have captured. Nothing may call the end illegal. "make soundness" has millions.
func TestHistory(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*historySeed, 61))
	hits := map[string]int{}
	kinds := []string{"initial", "initial", "initial", "small", "pawns", "remains", "tricky"}
	for n := 0; n < *historyPositions; {
		start := chess.InitialSetup()
		kind := kinds[r.IntN(len(kinds))]
		if s := randomgames.Starts[kind](r); s != nil {
			start = *s
		}
		start.FullmoveNumber, start.HalfmoveClock = 1, 0
		c := newCourse(&start)
		move := randomgames.AnyManner(r).Move
		if kind == "initial" && r.IntN(2) == 0 {
			move = randomgames.NewCrowded(r).Move
		}
		for range 4 + r.IntN(80) {
			m, ok := move(r, c.pos)
			if !ok {
				break
			}
			c.move(m)
			n++
			goal := c.pos.Setup()
			if facts.SameSetup(&c.start, &goal) {
				continue
			}
			c.ask(t, &goal, hits)
		}
	}
	t.Logf("seed %d, %d positions: %v", *historySeed, *historyPositions, hits)
	for _, f := range strings.Fields("castling home-pawn cone goes-on only-source deadlock caged-bishop dead-bishop checked-king sources captures victims") {
		if hits[f] == 0 {
			t.Errorf("nothing is said by %s", f)
		}
	}
}
