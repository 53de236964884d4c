package facts_test

import (
	"cmp"
	"encoding/json"
	"errors"
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
	s, err := chess.ParseFEN(fen)
	expect.NoError(tb, err, fen)
	return s
}

// examples has, by reason, a position that the rule refutes, and a start if that is not
// the initial position.
var examples = map[facts.Reason][2]string{
	facts.MissingKing:       {"8/8/8/8/8/8/8/K7 w - - 0 1"},
	facts.TooManyKings:      {"k7/8/8/8/8/8/8/K1K5 w - - 0 1"},
	facts.PawnOnLastRank:    {"k6P/8/8/8/8/8/8/K7 w - - 0 1"},
	facts.AdjacentKings:     {"8/8/8/3k4/3K4/8/8/8 w - - 0 1"},
	facts.BothKingsInCheck:  {"4k3/4R3/8/8/8/8/4r3/4K3 w - - 0 1"},
	facts.OppositeCheck:     {"4k3/4R3/8/8/8/8/8/4K3 w - - 0 1"},
	facts.CastlingAway:      {"4k3/8/8/8/8/8/8/4K2N w K - 0 1"},
	facts.EnPassantNoStep:   {"4k3/8/8/8/8/8/8/4K3 w - e6 0 1"},
	rules.TooManyMen:        {"4k3/8/8/8/8/PPPPPPPP/PP6/4K1N1 w - - 0 1", "4k3/8/8/8/8/8/PPPPPPPP/4K1N1 w - - 0 1"},
	rules.TooManyPromotions: {"4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1"},
	rules.BishopColors:      {"4k3/8/8/8/8/8/PPPPPPPP/B1B1K3 w - - 0 1"},
	rules.LostCastling:      {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R b - - 0 1"},
	facts.EnPassantCheck:    {"8/7k/8/8/3pP3/8/8/1B2K3 b - e3 0 1"},
	facts.TripleCheck:       {"4k3/8/5N2/1B6/8/8/8/4RK2 b - - 0 1"},
	facts.DoubleCheck:       {"4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1"},
	rules.NoLastMove:        {"rnbqkbnr/ppp1pppp/2Bp4/1Q6/4P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 1"},
	rules.PieceUnreachable:  {"rnbqkbnr/1ppppppp/8/8/2B5/8/1PPPPPPP/RNBQKBNR w KQ - 0 1"},
	rules.Deadlock:          {"1k6/1Pb4b/1P6/8/8/8/8/4K3 w - - 0 1", "1k6/bP5b/1P6/8/8/8/8/4K3 w - - 0 1"},
	rules.MenUnmatched:      {"rnbqk1nr/pppppp1p/6p1/8/8/7P/PPPPPP1P/RNBQKBNR w KQkq - 0 1"},
	rules.MoveParity:        {"rnbqkbnr/1ppppppp/p7/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
	rules.TooManyCaptures:   {"r1bqkb1r/pppppppp/8/8/2P3P1/8/1PPPPPP1/RNBQKBNR b KQkq - 0 1"},
	rules.NoFirstCapture:    {"rnbqk1nr/pppppp1p/7p/8/8/P7/P1PPPPPP/RN1QKBNR w KQkq - 0 1"},
	rules.CagedMen:          {"4k1b1/5pp1/6p1/8/8/8/8/4K3 b - - 0 1"},
	rules.PawnMovedBack:     {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1"},
	rules.PawnStructure:     {"4k3/8/8/8/P7/PP6/8/4K3 w - - 0 1", "4k3/8/8/8/8/P7/6PP/4K3 w - - 0 1"},
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
	for reason, fens := range examples {
		p := proof{start: initial, goal: mustFEN(tb, fens[0])}
		if fens[1] != "" {
			p.start = mustFEN(tb, fens[1])
		}
		found := false
		for _, refuted := range refutations(&p.start, &p.goal) {
			found = found || refuted.Reason == reason
		}
		if !found {
			tb.Errorf("%s: the example is not refuted by it", reason)
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
	text, err := json.Marshal(a)
	expect.NoError(tb, err)
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
		if err := facts.Check(&p.start, &p.goal, a); err != nil {
			t.Errorf("from %s to %s: %s: %v", p.start, p.goal, a.Kind, err)
		}
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
	goal := mustFEN(t, examples[rules.MenUnmatched][0])
	text, err := json.Marshal(rules.Reach(&initial, &goal).Argument)
	expect.NoError(t, err)
	const want = `{"kind":"unmatched","blocked":[{"by":"castling","squares":["e1","h1"]},{"by":"castling","squares":["a1"]},`
	if !strings.HasPrefix(string(text), want) {
		t.Errorf("%s", text)
	}
	t.Logf("%s", text)
	for _, bad := range []string{`["e2","e2"]`, `["e9"]`, `"e2"`, `[7]`} {
		if err := json.Unmarshal([]byte(bad), new(facts.Squares)); err == nil {
			t.Errorf("%s is read", bad)
		}
	}
}
