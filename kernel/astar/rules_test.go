package astar

import (
	"context"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/chess/randomgames"
	"retroproof/internal/expect"
)

// ruleNames are those of the document.
var ruleNames = map[string]rules{
	"source": sourceRule, "deadlock": deadlockRule, "takes": takesRule,
	"cut": cutRule, "leaving": leavingRule, "rights": rightsRule, "caged": cagedRule, "once": onceRule,
}

// boundWithout is Bound without some rules, by the names in doc/astar.md.
func boundWithout(tb testing.TB, start, goal *chess.Setup, off rules) string {
	from, t, reachable, err := prepare(start, goal)
	expect.NoError(tb, err)
	if reachable {
		e := newEstimator(t)
		e.off = off
		if plies := e.estimate(from); plies < infinitePlies {
			return strconv.Itoa(plies + len(t.tail))
		}
	}
	return "unreachable"
}

// TestDocument checks the positions of doc/astar.md, one a rule at least.
func TestDocument(t *testing.T) {
	t.Parallel()
	text := expect.Must(os.ReadFile("../../doc/astar.md"))
	seen := rules(0)
	for line := range strings.Lines(string(text)) {
		w := strings.Split(strings.TrimSpace(line), "|")
		for i := range w {
			w[i] = strings.Trim(w[i], " `")
		}
		if len(w) != 7 || !strings.Contains(w[2], "/") {
			continue
		}
		start, goal := setup(t, w[2]), setup(t, w[3])
		expect.Equal(t, boundWithout(t, &start, &goal, 0), w[4], "%s", line)
		if w[1] == "" {
			continue
		}
		rule := ruleNames[w[1]]
		if rule == 0 {
			t.Errorf("%sno such rule", line)
		}
		seen |= rule
		if got := boundWithout(t, &start, &goal, rule); got != w[5] || got == w[4] {
			t.Errorf("%swithout the rule %s", line, got)
		}
	}
	for name, rule := range ruleNames {
		if !seen.has(rule) {
			t.Errorf("no position for %s", name)
		}
	}
}

// TestRulesOff finds shortest games with all rules and without some: they are as long.
func TestRulesOff(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*seed, 4))
	compared := 0
	for range numPairs(20, 150) {
		start := randomgames.AnySmallStart(r)
		from, err := chess.NewPosition(*start)
		if err != nil || from.Occupied().Count() > 32 {
			continue
		}
		all := around(r, start, 1000)
		if len(all) == 0 {
			continue
		}
		g := all[r.IntN(len(all))]
		p := expect.Must(chess.NewPosition(g.goal))
		for _, off := range []rules{0, 1 << r.IntN(len(ruleNames)), rules(r.IntN(1 << len(ruleNames))), 1<<len(ruleNames) - 1} {
			tt := newTarget([]chess.Position{*p}, nil)
			s := newSearch(context.Background(), from, tt, Options{WeightA: 1, WeightB: 1, Nodes: 20_000, Memory: defaultMemory})
			s.e.off = off
			expect.NoError(t, s.run())
			if got := s.result; got.Status == Unknown && off != 0 {
				continue
			} else if got.Status != Found || len(got.Moves) != g.plies {
				t.Fatalf("%s\n%s\n%d plies away, without %b %s %v", start, &g.goal, g.plies, off, got.Status, got.Moves)
			}
			compared++
		}
	}
	t.Logf("%d searches", compared)
}
