package facts_test

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
)

var initial = chess.InitialSetup()

// proof is an argument about a start and a goal.
type proof struct {
	start, goal chess.Setup
	argument    *facts.Argument
}

func mustFEN(tb testing.TB, fen string) chess.Setup {
	tb.Helper()
	return expect.Must(chess.ParseFEN(fen))
}

// otherExamples are positions of rules that have none, as others come first from the initial position.
var otherExamples = []rules.Rule{
	{Reason: rules.PawnMovedBack, Kind: facts.Unmatched, Example: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", Start: "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1"},
	{Reason: rules.PawnStructure, Kind: facts.Unmatched, Example: "4k3/8/8/8/P7/PP6/8/4K3 w - - 0 1", Start: "4k3/8/8/8/8/P7/6PP/4K3 w - - 0 1"},
}

// refutations returns all that the finders have against a goal. Those behind the
// static rules only look at goals that break none.
func refutations(start, goal *chess.Setup) (list []*rules.Impossible) {
	add := func(refuted *rules.Impossible) {
		if refuted != nil {
			list = append(list, refuted)
		}
	}
	if add(rules.Static(start, goal)); list != nil || facts.SameSetup(start, goal) {
		return list
	}
	p, err := chess.NewPosition(*goal)
	if err != nil {
		panic(err)
	}
	add(rules.LastMove(start, p))
	add(rules.Reach(start, goal))
	_, refuted := rules.Abstract(start, goal)
	add(refuted)
	if rules.Reach(start, goal) == nil {
		refuted, _, _ = rules.Cage(start, goal, rules.CageBudget{States: 400, EachTry: 200, MostMen: 6})
		add(refuted)
	}
	return list
}

// goals returns start and goal of the rows of data, as far as they are positions, and of all samples.
func goals(tb testing.TB) (list []proof) {
	tb.Helper()
	const folder = "../../../testdata/legality/"
	var goal, start, other string
	for _, file := range []string{"legality-cases.tsv", "seed-figures.tsv", "kernel-figures.tsv"} {
		for range expect.Rows(tb, folder+file, &other, &other, &goal, &start, &other) {
			to, err := chess.ParseFEN(goal)
			from, also := chess.ParseFEN(cmp.Or(start, chess.InitialFEN))
			if _, playable := chess.NewPosition(from); errors.Join(err, also, playable) == nil {
				list = append(list, proof{start: from, goal: to})
			}
		}
	}
	for range expect.Rows(tb, folder+"legality-random-1k.tsv", &goal, &other, &other, &other) {
		list = append(list, proof{start: initial, goal: mustFEN(tb, goal)})
	}
	return list
}

// proofs returns the arguments of all finders about all goals and the examples.
func proofs(tb testing.TB) (list []proof) {
	tb.Helper()
	all := goals(tb)
	for _, rule := range slices.Concat(rules.Rules, otherExamples) {
		if rule.Kind == "" || rule.Example == "" {
			continue
		}
		p := proof{start: mustFEN(tb, cmp.Or(rule.Start, chess.InitialFEN)), goal: mustFEN(tb, rule.Example)}
		found := false
		for _, refuted := range refutations(&p.start, &p.goal) {
			found = found || refuted.Reason == rule.Reason
		}
		if !found {
			tb.Errorf("%s: the example is not refuted by it", rule.Reason)
		}
		all = append(all, p)
	}
	for _, p := range all {
		for _, refuted := range refutations(&p.start, &p.goal) {
			if refuted.Argument == nil {
				tb.Errorf("%s: %s without an argument", p.goal, refuted.Reason)
				continue
			}
			list = append(list, proof{p.start, p.goal, refuted.Argument})
		}
	}
	return list
}

// throughJSON returns what is left of an argument after it was written and read.
func throughJSON(tb testing.TB, a *facts.Argument) *facts.Argument {
	tb.Helper()
	text := expect.Must(json.Marshal(a))
	back := new(facts.Argument)
	expect.NoError(tb, json.Unmarshal(text, back), string(text))
	if again, err := json.Marshal(back); err != nil || string(again) != string(text) {
		tb.Fatalf("%s is read as %s, %v", text, again, err)
	}
	return back
}

// TestCheckAccepts: whatever the finders say has an argument that Check accepts.
func TestCheckAccepts(t *testing.T) {
	t.Parallel()
	count := map[facts.Kind]int{}
	for _, p := range proofs(t) {
		a := throughJSON(t, p.argument)
		expect.Succeeds(t, facts.Check(&p.start, &p.goal, a), "from %s to %s: %s", p.start, p.goal, a.Kind)
		count[a.Kind]++
	}
	t.Log(count)
	for _, kind := range kinds {
		if count[kind] == 0 {
			t.Errorf("no argument of kind %s", kind)
		}
	}
}

// TestArgumentJSON shows the form of an argument.
func TestArgumentJSON(t *testing.T) {
	t.Parallel()
	goal := mustFEN(t, "rnbqk1nr/pppppp1p/6p1/8/8/7P/PPPPPP1P/RNBQKBNR w KQkq - 0 1")
	text := expect.Must(json.Marshal(rules.Reach(&initial, &goal).Argument))
	const want = `{"kind":"unmatched","blocked":[{"by":"castling","squares":["e1","h1"]},{"by":"castling","squares":["a1"]},`
	if !strings.HasPrefix(string(text), want) {
		t.Errorf("%s", text)
	}
	t.Logf("%s", text)
	for _, bad := range []string{`["e2","e2"]`, `["e9"]`, `"e2"`, `[7]`} {
		expect.Fails(t, json.Unmarshal([]byte(bad), new(facts.Squares)), "%s", bad)
	}
}
