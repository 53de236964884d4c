package formula

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"retroproof/chess"
	"retroproof/chess/randomgames"
	"retroproof/internal/expect"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
)

var jamGames = flag.Int("formula.jams", 400, "positions with jams for TestJamGamesSatisfy")

// TestJamGamesSatisfy is TestGamesSatisfy for positions with jams, along games that are likely to have some.
func TestJamGamesSatisfy(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*gamesSeed, 53))
	caught := caught{}
	checked, made, games := 0, 0, 0
	for checked < *jamGames {
		j := randomgames.NewJam(r)
		p, g := playUCI(t, j.Start, "")
		games++
		var last *facts.Abstraction
		for range 40 {
			m, ok := j.Move(r, p)
			if !ok {
				break
			}
			g.make(p, m)
			goal := p.Setup()
			if len(g.events) == 0 || !jammed(t, j.Start, &goal) || last != nil && r.IntN(3) > 0 {
				continue
			}
			a := closingGoal(t, j.Start, &goal)
			if a == nil {
				continue
			}
			caught.see(evaluateGame(t, a, g))
			last = a
			checked++
			if slices.ContainsFunc(a.Made, func(m facts.Made) bool {
				return slices.ContainsFunc(a.Jams, func(j facts.Jam) bool { return j.Man == m.Man })
			}) {
				made++
			}
		}
	}
	missed := caught.missed(t, "jams")
	if *jamGames >= 3000 && *gamesSeed == 1 && missed != nil {
		t.Errorf("no game shows that these are wrong: %q", missed)
	}
	t.Logf("%d positions of %d games, %d with men in jams that have promoted; %d mutants are not caught", checked, games, made, len(missed))
}

// jammed reports whether there is a jam.
func jammed(t *testing.T, start, goal *chess.Setup) bool {
	t.Helper()
	found := blocked(t, start, goal)
	p := expect.Must(facts.Verify(start, goal, found))
	return len(rules.Jams(p)) > 0
}
