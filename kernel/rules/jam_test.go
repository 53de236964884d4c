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
	jamGoals = flag.Int("jam-goals", expect.Size(500, 2_000), "positions with jams for TestJamGames")
	jamSeed  = flag.Uint64("jam-seed", 1, "seed of their games")
)

// contradicts returns what in the game contradicts what is said of a jam.
func (c *course) contradicts(j *facts.Jam, met map[string]int) string {
	who, last := c.on[j.Man], 0
	for sq := range j.Pawns.Squares() {
		last = max(last, c.on[sq].arrived)
	}
	switch {
	case last == 0 && who.arrived == 0:
		met["at the start"]++
	case who.arrived >= last:
		return "the man on " + j.Man.String() + " came later than the last pawn"
	case who.arrived > 0:
		met["came before the last pawn"]++
	}
	if j.Pawns.Several() {
		met["several pawns"]++
	}
	if who.promoted != chess.NoSquare {
		met["promoted"]++
	}
	if who.promoted != chess.NoSquare && who.at >= last {
		return "the man on " + j.Man.String() + " promoted after the last pawn came"
	}
	return ""
}

// denies returns what in the game contradicts what is said of a piece that was a pawn.
func (c *course) denies(m *facts.Made, met map[string]int) string {
	who := c.on[m.Man]
	met["makers"]++
	if who.promoted != m.Man {
		met["went on"]++
	}
	if !m.Makers.Has(who.home) || !m.On.Has(who.promoted) || m.Kind != who.kind {
		return "the man on " + m.Man.String() + " was no such pawn, or promoted elsewhere"
	}
	return ""
}

// TestJamGames holds what is said of jams against games: nothing of it may be untrue of any position of a
// game, as the goal.
func TestJamGames(t *testing.T) {
	t.Parallel()
	goals := expect.Short(min(*jamGoals, 300), *jamGoals)
	r := rand.New(rand.NewPCG(*jamSeed, 29))
	met := map[string]int{}
	n := 0
	for n < goals {
		j := randomgames.NewJam(r)
		start, move := j.Start, j.Move
		if r.IntN(8) == 0 {
			manner := randomgames.AnyManner(r)
			start, move = randomgames.AnySmallStart(r), manner.Move
		}
		c := newCourse(start)
		for range 40 {
			m, ok := move(r, c.pos)
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
			jams := Jams(p)
			if len(jams) == 0 {
				continue
			}
			var men chess.Bitboard
			for _, j := range jams {
				men |= j.Man.Bit()
			}
			a, err := facts.NewAbstraction(start, &goal, append(found, facts.Fact{By: facts.ByJam, Squares: facts.Squares(men)}))
			expect.NoError(t, err)
			n++
			for i := range a.Made {
				if why := c.denies(&a.Made[i], met); why != "" {
					t.Fatalf("%s from %s: %s", goal.FEN(), start.FEN(), why)
				}
			}
			for i := range a.Jams {
				if why := c.contradicts(&a.Jams[i], met); why != "" {
					t.Fatalf("%s from %s: %s", goal.FEN(), start.FEN(), why)
				}
				met[goal.Board[a.Jams[i].Man].Kind().String()]++
			}
		}
	}
	t.Logf("%d positions: %v", n, met)
	for _, event := range []string{"came before the last pawn", "several pawns", "promoted", "makers"} {
		if met[event] == 0 && goals >= 2_000 {
			t.Errorf("in no game: %s", event)
		}
	}
}
