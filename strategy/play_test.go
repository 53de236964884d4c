package strategy_test

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"retroproof/chess/notation"
	golden "retroproof/internal/expect"
	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/rules"
	"retroproof/proofs/strategy/text"
	"retroproof/strategy"
)

// player plays the strategy of 2013.
func player(t *testing.T) *strategy.Player {
	t.Helper()
	pl, err := strategy.NewPlayer(t.Context(), tableOf(t, builtin(t, "krk2013", 8, 8)))
	golden.NoError(t, err)
	return pl
}

func position(t *testing.T, pl *strategy.Player, fen string) rules.Position {
	t.Helper()
	p, err := strategy.ParseFEN(pl.Strategy, fen)
	golden.NoError(t, err)
	return p
}

// playBy plays a game whose moves follow one another, each of White's with a step and a reason.
func playBy(t *testing.T, pl *strategy.Player, p rules.Position, o strategy.PlayOptions) *strategy.Game {
	t.Helper()
	g, err := pl.Play(p, o)
	golden.NoError(t, err)
	last := p
	for _, ply := range g.Plies {
		if ply.From != last || ply.From.White && (ply.Step == "" || ply.Why == "") {
			t.Fatalf("%s: bad ply %+v", strategy.FEN(&pl.Game, p), ply)
		}
		last = ply.To
	}
	return g
}

// Every game is won in at most as many moves as the table says, and in as many if both sides take the longest way. The
// same options make the same game, and so do Black's moves, given.
func TestEveryGameIsWon(t *testing.T) {
	pl := player(t)
	random := rand.New(rand.NewPCG(1, 2))
	for n := 150; n > 0; {
		p := rules.Position{WK: pl.Square(random.IntN(64)), BK: pl.Square(random.IntN(64)), Men: [rules.Most]rules.Square{pl.Square(random.IntN(64))}, White: true}
		if !pl.Legal(&p) {
			continue
		}
		n--
		for _, d := range []strategy.Defender{strategy.OptimalDefender, strategy.RandomDefender} {
			for _, c := range []strategy.Choice{strategy.FirstChoice, strategy.LongestChoice, strategy.RandomChoice} {
				o := strategy.PlayOptions{Defender: d, Choice: c, Seed: uint64(n)}
				g := playBy(t, pl, p, o)
				most := pl.Won(p)
				longest := d == strategy.OptimalDefender && c == strategy.LongestChoice
				if g.Ending != strategy.Mate || g.Moves() > most || most > 33 || longest && g.Moves() != most || g.DTM < 1 || g.DTM > 16 {
					t.Fatalf("%s, %s, %s: %s in %d moves, worst %d, DTM %d", strategy.FEN(&pl.Game, p), d, c, g.Ending, g.Moves(), most, g.DTM)
				}
				if n%50 > 0 {
					continue
				}
				if again := playBy(t, pl, p, o); !reflect.DeepEqual(g, again) {
					t.Fatalf("%s, %s, %s: two games", strategy.FEN(&pl.Game, p), d, c)
				}
				var black []string
				for _, ply := range g.Plies {
					if !ply.From.White {
						black = append(black, strategy.UCI(&pl.Game, ply.From, ply.To))
					}
				}
				if o.Defender, o.Moves = strategy.GivenDefender, black; c != strategy.RandomChoice {
					if again := playBy(t, pl, p, o); !reflect.DeepEqual(g.Plies, again.Plies) {
						t.Fatalf("%s, %s: another game from the same moves", strategy.FEN(&pl.Game, p), c)
					}
				}
			}
		}
	}
}

// Positions in which little or nothing is left to play, moves that are given and wrong, and games as PGN and with
// boards.
func TestGamesInFull(t *testing.T) {
	pl := player(t)
	for _, tt := range []struct {
		fen     string
		ending  strategy.Ending
		plies   int
		summary string
	}{
		{"k6R/8/1K6/8/8/8/8/8 b - - 0 1", strategy.Mate, 0, "Black is already mated"},
		{"k7/1R6/1K6/8/8/8/8/8 b - - 0 1", strategy.Stalemate, 0, "not won: Black is stalemated"},
		{"8/8/8/4k3/3R4/8/8/K7 b - - 0 1", strategy.Captured, 1, "not won: Black has captured a man; by best play a draw"},
		{"1k6/8/1K6/8/8/8/8/7R w - - 0 1", strategy.Mate, 1, "mate in 1 move; DTM was 1"},
	} {
		g := playBy(t, pl, position(t, pl, tt.fen), strategy.PlayOptions{})
		if g.Ending != tt.ending || len(g.Plies) != tt.plies || g.Summary() != tt.summary {
			t.Errorf("%s: %s, %d plies, %q; want %s, %d, %q", tt.fen, g.Ending, len(g.Plies), g.Summary(), tt.ending, tt.plies, tt.summary)
		}
	}
	const start = "8/8/8/3k4/8/8/8/K6R w - - 0 1"
	for moves, want := range map[string]string{
		"Kd6 Kd7":       "",
		"d5d6 d6d7 Kzz": `move 3, "Kzz": not a legal move; legal: `,
		"Kd6 Kh1":       `move 2, "Kh1": not a legal move; legal: `,
	} {
		_, err := pl.Play(position(t, pl, start), strategy.PlayOptions{Defender: strategy.GivenDefender, Moves: strings.Fields(moves)})
		if want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", moves, err, want)
		}
	}
	_, err := pl.Play(position(t, pl, "1k6/8/1K6/8/8/8/8/7R w - - 0 1"), strategy.PlayOptions{Defender: strategy.GivenDefender, Moves: []string{"Ka8"}})
	if err == nil || err.Error() != `move 1, "Ka8": the game is over: mate in 1 move` {
		t.Error(err)
	}
	var b bytes.Buffer
	for _, tt := range []struct {
		fen string
		o   strategy.PlayOptions
	}{
		{start, strategy.PlayOptions{}},
		{"8/8/8/3k4/8/8/8/K6R b - - 0 1", strategy.PlayOptions{Defender: strategy.RandomDefender, Choice: strategy.RandomChoice, Seed: 7}},
		{"k6R/8/1K6/8/8/8/8/8 b - - 0 1", strategy.PlayOptions{}},
		{"8/8/8/4k3/3R4/8/8/K7 b - - 0 1", strategy.PlayOptions{}},
	} {
		golden.NoError(t, golden.Err(playBy(t, pl, position(t, pl, tt.fen), tt.o).PGN("krk2013").WriteTo(&b)))
	}
	golden.Compare(t, "testdata/play.pgn", b.String())
	golden.Compare(t, "testdata/play.txt", playBy(t, pl, position(t, pl, "8/8/8/1R6/8/1K6/8/1k6 w - - 0 1"), strategy.PlayOptions{}).Text(true))
}

// The names of defenders and choices, and what PGN says of endings.
func TestNames(t *testing.T) {
	for i, name := range []string{"optimal", "random", "given"} {
		if d, err := strategy.ParseDefender(name); err != nil || d.String() != name || d != strategy.Defender(i) {
			t.Errorf("%s: %s, %v", name, d, err)
		}
	}
	for i, name := range []string{"first", "longest", "random"} {
		if c, err := strategy.ParseChoice(name); err != nil || c.String() != name || c != strategy.Choice(i) {
			t.Errorf("%s: %s, %v", name, c, err)
		}
	}
	if _, err := strategy.ParseDefender("karpov"); err == nil || err.Error() != `unknown defender "karpov" (known: optimal, random, given)` {
		t.Error(err)
	}
	if strategy.Mate.Result() != notation.WhiteWins || strategy.NoStep.Result() != notation.Unfinished || strategy.Repetition.Result() != notation.Draw {
		t.Error("wrong results")
	}
}

// The conditions that explanations take one by one are together those of the step, in the words of its text.
func TestConditionsInWords(t *testing.T) {
	for _, name := range text.Builtin {
		s := builtin(t, name, 8, 8)
		random := rand.New(rand.NewPCG(3, 4))
		for i, step := range s.Steps {
			list := strategy.Conditions(s, i)
			if step.Condition.Op == core.And && len(list) != len(step.Condition.Args) {
				t.Errorf("%s: %s is not divided: %d", name, step.Name, len(list))
			}
			for _, c := range list {
				if c.Words == "" || !strings.Contains(strings.Join(strings.Fields(s.Source), " "), strings.TrimSuffix(c.Words, " ")) && len(strings.Fields(c.Words)) < 4 {
					t.Errorf("%s: %s: %q", name, step.Name, c.Words)
				}
			}
			for n := 0; n < 200; {
				p := rules.Position{WK: s.Square(random.IntN(64)), BK: s.Square(random.IntN(64)), White: true}
				for m := range s.Men {
					p.Men[m] = s.Square(random.IntN(64))
				}
				if !s.Covers(&p) {
					continue
				}
				n++
				for _, q := range s.Game.Moves(nil, p) {
					all := true
					for _, c := range list {
						all = all && s.Eval(c.Expr, p, q) == 1
					}
					if all != (s.Eval(step.Condition, p, q) == 1) {
						t.Fatalf("%s: %s: %s to %s", name, step.Name, s.Describe(p), s.Describe(q))
					}
				}
			}
		}
	}
}

// A step that a text has on some boards only is explained in its words, too.
func TestConditionOnSomeBoards(t *testing.T) {
	s, err := text.Parse("test", "strategy \"x\"\nmen rook r\nwhen files = 8: step S: moved(r) and\n  r'.y = 0\n", rules.Board{Files: 8, Ranks: 8})
	golden.NoError(t, err)
	if list := strategy.Conditions(s, 0); len(list) != 2 || list[0].Words != "moved(r)" || list[1].Words != "r'.y = 0" {
		t.Errorf("%+v", list)
	}
}

// Judgements of single moves, and of all moves in some positions: they are what the table says.
func TestJudge(t *testing.T) {
	pl := player(t)
	const squeeze = "8/8/8/4k3/8/3K4/8/R7 w - - 0 1"
	for _, tt := range []struct {
		fen, move string
		strategy  bool
		why       string
	}{
		{squeeze, "Re1+", false, "the strategy uses Squeeze here: room 14 -> 15, the rook does not divide the kings, it meets the conditions of RookHome, a later step"},
		{squeeze, "Kc3", false, "it does not move the rook"},
		{"8/8/8/3k4/8/8/8/K6R w - - 0 1", "h1b1", false, "Squeeze wants the least room, which is 12, not 13"},
		{"1k6/8/1K6/8/8/8/8/7R w - - 0 1", "Rh8", true, "mate"},
		{"1k6/8/1K6/8/8/8/8/7R w - - 0 1", "7R/8/8/8/8/8/8/1k1K4 b", false, "is not a legal move"},
		{"1k6/8/1K6/8/8/8/8/7R w - - 0 1", "1k5R/8/1K6/8/8/8/8/8 b - - 7 9", true, "mate"},
		{"8/8/8/4k3/3R4/8/8/K7 b - - 0 1", "Kxd4", true, "a legal reply: it captures a man, a draw"},
		{"8/8/8/4k3/3R4/8/8/K7 b - - 0 1", "Ke6", true, "a legal reply"},
	} {
		j := strategy.Judge(pl.Table, position(t, pl, tt.fen), tt.move)
		if j.InStrat != tt.strategy || !strings.Contains(j.Why, tt.why) {
			t.Errorf("%s %s: %t, %q; want %t, %q", tt.fen, tt.move, j.InStrat, j.Why, tt.strategy, tt.why)
		}
	}
	for n, p := range pl.Least(true) {
		if n%97 > 0 {
			continue
		}
		moves, _ := pl.By(nil, p)
		for _, q := range pl.Game.Moves(nil, p) {
			j := strategy.Judge(pl.Table, p, strategy.UCI(&pl.Game, p, q))
			if j.SAN != strategy.SAN(&pl.Game, p, q) || j.InStrat != slices.Contains(moves, q) || j.Why == "" || len(j.Moves) != len(moves) {
				t.Fatalf("%s: %+v", pl.Describe(p), j)
			}
		}
	}
}
