package strategy_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/lemmas"
	"retroproof/proofs/strategy/rules"
	"retroproof/proofs/strategy/text"
	"retroproof/retro/table"
	"retroproof/strategy"
)

// Rules and best play agree with package chess and the tablebase, and wrong values of a table are caught where they
// are.
func TestTablebase(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at all positions")
	}
	s := builtin(t, "krk2013", 8, 8)
	best, err := strategy.Best(t.Context(), tableOf(t, s))
	expect.NoError(t, err)
	tables, err := strategy.Tablebase(t.Context(), s)
	expect.NoError(t, err)
	a, err := strategy.CompareTablebase(t.Context(), best, tables.Probe)
	expect.NoError(t, err)
	want := []int{175168, 223944, 48776, 216, 68, 175168, 31, 201700, 32}
	for i, n := range a.Counts {
		if n.Rules != want[i] || n.Tablebase != want[i] {
			t.Errorf("%s: %d by the rules, %d by the tablebase, want %d", n.Name, n.Rules, n.Tablebase, want[i])
		}
	}
	if a.Compared != 399112 || a.Different != 0 || len(a.Differences) != 0 {
		t.Errorf("%d compared, %d differ: %v", a.Compared, a.Different, a.Differences)
	}
	for _, m := range []struct {
		name, fen string
		to        table.Value
		images    int
	}{
		{"a loss takes two plies less", "8/8/8/8/3k4/8/8/K6R b - - 0 1", table.Value{Result: table.Lost, Plies: 20}, 4},
		{"a win is a draw", "8/8/8/8/3k4/8/8/K6R w - - 0 1", table.Value{Result: table.Drawn}, 4},
		{"a win takes an even number of plies", "8/8/8/8/3k4/8/8/K6R w - - 0 1", table.Value{Result: table.Won, Plies: 22}, 4},
		{"the loss of the rook is a loss for Black", "8/8/8/8/3k4/4R3/8/K7 b - - 0 1", table.Value{Result: table.Lost, Plies: 20}, 4},
		{"a mate is a draw", "8/8/8/8/8/2K5/8/2k4R b - - 0 1", table.Value{Result: table.Drawn}, 8},
		{"a stalemate is a mate", "8/8/8/8/8/2K5/1R6/k7 b - - 0 1", table.Value{Result: table.Lost}, 4},
		{"a legal position is missing", "8/8/8/8/3k4/8/8/K6R b - - 0 1", table.Value{}, 4},
	} {
		wrong := func(p *chess.Position) (table.Value, error) {
			v, err := tables.Probe(p)
			if p.Setup().FEN() == m.fen {
				if v == m.to {
					t.Errorf("%s: %s is right", m.fen, v)
				}
				v = m.to
			}
			return v, err
		}
		a, err := strategy.CompareTablebase(t.Context(), best, wrong)
		if err != nil || a.Different != m.images || len(a.Differences) == 0 || slices.ContainsFunc(a.Differences, func(d string) bool { return !strings.HasPrefix(d, m.fen) }) {
			t.Errorf("%s: %d differ: %v, %v", m.name, a.Different, a.Differences, err)
		}
	}
	broken := errors.New("broken")
	if _, err := strategy.CompareTablebase(t.Context(), best, func(*chess.Position) (table.Value, error) { return table.Value{}, broken }); !errors.Is(err, broken) {
		t.Errorf("a table that cannot be read: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	expect.ErrorIs(t, expect.Err(strategy.CompareTablebase(ctx, best, tables.Probe)), context.Canceled, "interrupted")
}

// Where there is no tablebase, it is said why.
func TestNoTablebase(t *testing.T) {
	rooks, err := text.Parse("test", "strategy \"x\"\nmen rook a, rook b\nclaims won\nforce distance(wk, bk) within 3\n", rules.Board{Files: 8, Ranks: 8})
	expect.NoError(t, err)
	for _, s := range []*core.Strategy{builtin(t, "krk2016", 8, 9), rooks} {
		expect.ErrorIs(t, expect.Err(strategy.Tablebase(t.Context(), s)), strategy.ErrNoTablebase,
			"%s on %v", s.Material(), s.Board)
	}
}

// changed returns krk2013 with a change of its text.
func changed(t *testing.T, from, to string, size int) *core.Strategy {
	t.Helper()
	source, _ := text.Source("krk2013")
	if !strings.Contains(source, from) {
		t.Fatalf("the text has no %s", from)
	}
	s, err := text.Parse("test", strings.Replace(source, from, to, 1), rules.Board{Files: size, Ranks: size})
	expect.NoError(t, err)
	return s
}

// A mistake of the strategy's is caught by best play, and by the lemma that excludes it: by SAT and by exhaustion.
func TestBrokenStrategies(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at all positions")
	}
	for _, m := range []struct {
		name, from, to string
		failed         int
		problem, lemma string
	}{
		{"the rook is lost", "home and guarded' and safe", "home and safe", 9300, ": a man is lost", "closed"},
		{"stalemate", "def safe = not stalemate'", "def safe = true", 166568, ": stalemate", "stalemate"},
		{"no step has a move", "def apart = 3", "def apart = 5", 48, "no step has a move", "moves"},
		{"to and fro", "critical' < critical and not exposed'", "critical' <= critical + 1 and not exposed'", 172816, "does not always win", ""},
	} {
		t.Run(m.name, func(t *testing.T) {
			c, x := tables(t, changed(t, m.from, m.to, 8))
			best, err := strategy.Best(t.Context(), x)
			expect.NoError(t, err)
			e := strategy.CompareBest(x, best)
			if e.Failed != m.failed || !slices.ContainsFunc(e.Differences, func(f string) bool { return strings.Contains(f, m.problem) }) {
				t.Errorf("%d failures: %v", e.Failed, e.Differences)
			}
			list := slices.DeleteFunc(c.Lemmas(), func(l lemmas.Lemma) bool { return l.Key != m.lemma })
			results, err := strategy.Prove(t.Context(), c, x, list, strategy.Options{})
			expect.NoError(t, err)
			for _, r := range results {
				if a := strategy.NewExhaustion(x).Compare(r); r.Verdict != strategy.Refuted || a.Exhaustion != strategy.Refuted.String() || a.Problem != "" {
					t.Errorf("%s: %v by SAT, %v by exhaustion: %s", m.lemma, r.Verdict, a.Exhaustion, a.Problem)
				}
			}
		})
	}
	// A strategy that is better than best play, which it cannot be: that is of another board.
	table, other := tableOf(t, builtin(t, "krk2016", 4, 4)), tableOf(t, builtin(t, "krk2016", 5, 5))
	best, err := strategy.Best(t.Context(), other)
	expect.NoError(t, err)
	if e := strategy.CompareBest(table, best); !slices.ContainsFunc(e.Differences, func(f string) bool { return strings.Contains(f, "fewer moves than best play") }) {
		t.Errorf("%d failures: %v", e.Failed, e.Differences)
	}
}

// Verdicts that do not agree are told, and so is a counterexample that begins elsewhere.
func TestDisagreements(t *testing.T) {
	c, x := tables(t, builtin(t, "krk2013", 4, 4))
	results, err := strategy.Prove(t.Context(), c, x, c.Lemmas()[:2], strategy.Options{})
	expect.NoError(t, err)
	e := strategy.NewExhaustion(x)
	for _, r := range results {
		if a := e.Compare(r); a.Problem != "" || a.Exhaustion != r.Verdict.String() {
			t.Errorf("%s: %s", r.Lemma.Key, a.Problem)
		}
	}
	closed, moves := *results[0], *results[1]
	closed.Verdict, closed.Counterexample = strategy.Refuted, moves.Counterexample
	elsewhere, proved, undecided := moves, moves, moves
	proved.Verdict = strategy.Proved
	undecided.Verdict, undecided.Err = strategy.Undecided, context.DeadlineExceeded
	for _, p := range x.Least(true) {
		if x.Won(p) > 0 {
			elsewhere.Counterexample = []rules.Position{p}
			break
		}
	}
	for want, r := range map[string]*strategy.Result{
		"refuted by SAT with a play from ": &closed, "proved by SAT, but violated by a play from ": &proved,
		"which exhaustion has not found": &elsewhere, "undecided by SAT: context deadline exceeded": &undecided,
	} {
		if a := e.Compare(r); !strings.Contains(a.Problem, want) {
			t.Errorf("problem %q, want %q", a.Problem, want)
		}
	}
}

// Conditions of lemmas are tried, whatever they are about.
func TestConditions(t *testing.T) {
	for _, never := range []string{
		"(measure@2 = measure@0 or by(1, Squeeze, RookHome)) and not measure@2 < 9",
		"measure@0 < measure@2 and measure@2 < measure@4",
		"not (measure@4 <= measure@2 or measure@2 <= measure@0)",
		"by(1, Squeeze) and by(2, ImmediateMate)",
		"by(2, RookSafe)",
		"distance(wk, bk)@2 > 3",
		"some image: wk = a1",
	} {
		c, x := tables(t, changed(t, "last ReadyToMate", "last ReadyToMate\nlemma own \"It holds.\" play 2 strictly reply never "+never, 5))
		list := slices.DeleteFunc(c.Lemmas(), func(l lemmas.Lemma) bool { return l.Key != "own" })
		results, err := strategy.Prove(t.Context(), c, x, list, strategy.Options{})
		if err != nil || len(results) != 1 {
			t.Fatal(err)
		}
		a := strategy.NewExhaustion(x).Compare(results[0])
		if a.Exhaustion != results[0].Verdict.String() || a.Problem != "" {
			t.Errorf("%s: %v by SAT, %v by exhaustion: %s", never, results[0].Verdict, a.Exhaustion, a.Problem)
		}
	}
}
