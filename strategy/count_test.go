package strategy_test

import (
	"testing"

	"retroproof/chess/notation"
	"retroproof/internal/expect"
	"retroproof/proofs/strategy/rules"
	"retroproof/proofs/strategy/wins"
	"retroproof/strategy"
)

// play plays a game against the optimal defender.
func play(t *testing.T, table *wins.Table, p rules.Position) *strategy.Game {
	t.Helper()
	pl, err := strategy.NewPlayer(t.Context(), table)
	expect.NoError(t, err)
	g, err := pl.Play(p, strategy.PlayOptions{})
	expect.NoError(t, err)
	return g
}

// Textbook positions of king and pawn against king, won and drawn.
func TestKPK(t *testing.T) {
	s := builtin(t, "kpk", 8, 8)
	table := tableOf(t, s)
	for fen, want := range map[string]struct {
		ending strategy.Ending
		moves  int
		last   string
	}{
		"k7/2K5/8/1P6/8/8/8/8 w - - 0 1":  {strategy.Promoted, 6, "b8=Q"},
		"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1": {strategy.Drawn, 0, ""},
		"8/5P1k/5K2/8/8/8/8/8 w - - 0 1":  {strategy.Promoted, 1, "f8=R"}, // a queen would stalemate
		"8/8/8/8/8/1k6/7P/K7 w - - 0 1":   {strategy.Promoted, 5, "h8=Q"},
		"8/8/8/8/3k4/7P/8/K7 b - - 0 1":   {strategy.Drawn, 0, "Kc3"},
		"1k6/1P6/2K5/8/8/8/8/8 b - - 0 1": {strategy.Promoted, 2, "b8=Q"},
		"k7/P7/1K6/8/8/8/8/8 b - - 0 1":   {strategy.Stalemate, 0, ""},
		"3k4/3P4/3K4/8/8/8/8/8 b - - 0 1": {strategy.Stalemate, 0, ""},
		"3k4/8/3K4/3P4/8/8/8/8 b - - 0 1": {strategy.Promoted, 4, "d8=Q+"},
		"7k/8/7K/7P/8/8/8/8 w - - 0 1":    {strategy.Drawn, 0, ""},
	} {
		p, err := strategy.ParseFEN(s, fen)
		expect.NoError(t, err)
		g := play(t, table, p)
		last := ""
		if n := len(g.Plies); n > 0 {
			last = strategy.SAN(&s.Game, g.Plies[n-1].From, g.Plies[n-1].To)
		}
		if g.Ending != want.ending || g.Moves() != want.moves || last != want.last || (g.Ending.Result() == notation.WhiteWins) != (want.ending == strategy.Promoted) {
			t.Errorf("%s: %s in %d moves, %s; want %v", fen, g.Ending, g.Moves(), last, want)
		}
		if q, err := strategy.ParseMove(&s.Game, p, want.last); want.moves == 1 && p.White && (err != nil || strategy.FEN(&s.Game, q) == "") {
			t.Errorf("%s: %v", fen, err)
		}
	}
}

// The automaton's longest game, the one from the literature's position, and one that it does not claim.
func TestGames(t *testing.T) {
	s := builtin(t, "torres", 8, 8)
	table := tableOf(t, s)
	for fen, want := range map[string]int{
		"K7/R7/3k4/8/8/8/8/8 w - - 0 1": 66,
	} {
		p, err := strategy.ParseFEN(s, fen)
		expect.NoError(t, err)
		g := play(t, table, p)
		if g.Ending != strategy.Mate || g.Moves() != want || table.Won(p) != want {
			t.Errorf("%s: %s in %d moves, %d by the table, want %d", fen, g.Ending, g.Moves(), table.Won(p), want)
		}
	}
	p, err := strategy.ParseFEN(s, "KR6/8/k7/8/8/8/8/8 w - - 0 1")
	expect.NoError(t, err)
	if g := play(t, table, p); g.Ending != strategy.Unclaimed {
		t.Errorf("the king on the rook's rank: %s", g.Ending)
	}
}

// What the strategy of 2013 fails in: no step at 5x5, the same position again at 4x4.
func TestFailures(t *testing.T) {
	for _, tt := range []struct {
		name string
		size int
		fen  string
		want strategy.Ending
	}{
		{"krk2013", 5, "5/3R1/2k2/5/K4 w - - 0 1", strategy.NoStep},
		{"krk2013", 4, "4/k3/4/KR2 w - - 0 1", strategy.Repetition},
		{"krk2016", 3, "k2/1R1/K2 w - - 0 1", strategy.NoStep},
	} {
		s := builtin(t, tt.name, tt.size, tt.size)
		table := tableOf(t, s)
		p, err := strategy.ParseFEN(s, tt.fen)
		expect.NoError(t, err)
		if g := play(t, table, p); g.Ending != tt.want || table.Won(p) != 0 {
			t.Errorf("%s, %s: %s, want %s", tt.name, tt.fen, g.Ending, tt.want)
		}
	}
}

// Best play, by going back from mate, takes as long as tablebases say, and strategies some moves more.
func TestBest(t *testing.T) {
	for name, want := range map[string][2]int{"krk2016": {16, 24}, "kqk": {10, 14}} {
		table := tableOf(t, builtin(t, name, 8, 8))
		best, err := strategy.Best(t.Context(), table)
		expect.NoError(t, err)
		if e := strategy.CompareBest(table, best); e.BestLongest != want[0] || e.BestNotWon != 0 || e.Failed != 0 || len(e.Histogram) != want[1]+1 {
			t.Errorf("%s: %d moves, %d not won, %d failed %v, excess %d; want %d", name, e.BestLongest, e.BestNotWon, e.Failed, e.Differences, len(e.Histogram)-1, want)
		}
	}
}

// A comparison is about each position and move once, also on a board with a middle file, on which images can coincide.
func TestCompareCountsAll(t *testing.T) {
	table := tableOf(t, builtin(t, "kqk", 5, 5))
	best, err := strategy.Best(t.Context(), table)
	expect.NoError(t, err)
	e, figures := strategy.CompareBest(table, best), table.Figures()
	if all := e.Steps[len(e.Steps)-1].Positions; all != figures.Claimed || e.Moves != figures.Moves {
		t.Errorf("%d positions and %d moves, want %d and %d", all, e.Moves, figures.Claimed, figures.Moves)
	}
}

// A game of king, bishop and knight, as long as the table says.
func TestForcedGame(t *testing.T) {
	if !expect.Long {
		t.Skip("some 16 CPU s")
	}
	s := builtin(t, "kbnk", 8, 8)
	table := tableOf(t, s)
	p, err := strategy.ParseFEN(s, "8/8/8/8/3k4/8/8/KBN5 w - - 0 1")
	expect.NoError(t, err)
	if g := play(t, table, p); g.Ending != strategy.Mate || g.Moves() != table.Won(p) || g.Moves() < 20 {
		t.Errorf("%s in %d moves, want %d", g.Ending, g.Moves(), table.Won(p))
	}
}
