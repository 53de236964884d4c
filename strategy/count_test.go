package strategy_test

import (
	"fmt"
	"slices"
	"testing"

	"retroproof/proofs/strategy/plain"
	"retroproof/proofs/strategy/spec"
	"retroproof/strategy"
)

// published has the figures of exhaustive programs of others: positions by step, with several
// moves, without a win, and the longest win. Nil and -1 are not known.
var published = []struct {
	name            string
	files, ranks    int
	legal           int
	steps           []int
	several         int
	notWon, longest int
}{
	{"krk2016", 3, 3, 108, []int{32, 40, 0, 0, 8, 0, 0, 8, 0, 12}, 28, 8, -1},
	{"krk2016", 4, 4, 1312, []int{120, 404, 436, 72, 124, 24, 24, 60, 28, 20}, 216, 0, 10},
	{"krk2016", 5, 5, 7040, []int{288, 968, 3660, 576, 472, 136, 64, 768, 96, 12}, 984, 0, 16},
	{"krk2016", 6, 6, 25440, []int{560, 1836, 15376, 2124, 1140, 520, 88, 3604, 192, 0}, 3524, 0, 22},
	{"krk2016", 7, 7, 72380, []int{960, 3056, 46300, 5524, 2320, 1448, 152, 12320, 300, 0}, 11680, 0, 28},
	{"krk2016", 8, 8, 175168, []int{1512, 4676, 116504, 12160, 4020, 3160, 184, 32520, 432, 0}, 29008, 0, 33},
	{"krk2016", 9, 9, 376992, []int{2240, 6744, 254544, 23808, 6728, 6160, 272, 75908, 588, 0}, 72040, 0, 39},
	{"krk2016", 10, 10, 742080, []int{3168, 9308, 509484, 42796, 10204, 10688, 312, 155352, 768, 0}, 142932, 0, 44},
	{"krk2016", 11, 11, 1361580, []int{4320, 12416, 940336, 72364, 15360, 17528, 424, 297860, 972, 0}, 291304, 0, 50},
	{"krk2016", 12, 12, 2360160, []int{5720, 16116, 1643188, 115840, 21564, 26880, 472, 529180, 1200, 0}, 502704, 0, 55},
	{"krk2016", 4, 5, -1, nil, -1, 0, 14},
	{"krk2016", 4, 6, -1, nil, -1, 0, 17},
	{"krk2016", 4, 8, -1, nil, -1, 0, 23},
	{"krk2016", 5, 6, -1, nil, -1, 0, 19},
	{"krk2016", 5, 7, -1, nil, -1, 0, 23},
	{"krk2016", 6, 8, -1, nil, -1, 0, 28},
	{"krk2016", 7, 8, -1, nil, -1, 0, 31},
	{"krk2016", 8, 10, -1, nil, -1, 0, 39},
	{"krk2013", 3, 3, 108, nil, -1, 36, -1},
	{"krk2013", 4, 4, 1312, nil, -1, 196, -1},
	{"krk2013", 5, 5, 7040, nil, -1, 12, -1},
	{"krk2013", 4, 5, -1, nil, -1, 152, -1},
	{"krk2013", 4, 6, -1, nil, -1, 188, -1},
	{"krk2013", 4, 8, -1, nil, -1, 268, -1},
	{"krk2013", 6, 6, 25440, nil, -1, 0, 22},
	{"krk2013", 7, 7, 72380, nil, -1, 0, 28},
	{"krk2013", 8, 8, 175168, []int{1512, 648, 119236, 12192, 4124, 3472, 184, 33368, 432}, 13840, 0, 33},
	{"krk2013", 12, 12, 2360160, nil, -1, 0, 55},
	{"kqk", 5, 5, 4976, nil, -1, 0, 15},
	{"kqk", 6, 6, 19360, nil, -1, 0, 13},
	{"kqk", 7, 7, 57760, nil, -1, 0, 17},
	{"kqk", 8, 8, 144508, []int{2448, 5760, 2600, 24, 49908, 81008, 2736, 24}, -1, 0, 18},
	{"kqk", 9, 9, 318752, nil, -1, 0, 23},
	{"kqk", 10, 10, 639456, nil, -1, 0, 25},
	{"torres", 8, 8, 12544, []int{3584, 5600, 2400, 480, 360, 120}, 0, 0, 66},
	{"torres", 9, 9, 24192, nil, -1, 0, 81},
	{"torres", 10, 10, 43200, nil, -1, 0, 98},
	{"torres", 12, 12, 116160, nil, -1, 0, 142},
}

// distributions are the numbers of positions that are mated in 1, 2, ... moves on the board of 8x8.
var distributions = map[string][]int{
	"kqk": {2448, 1276, 1872, 4760, 7468, 11352, 14496, 15888, 16720, 15500, 12144, 9424, 6440, 7900, 7780, 5480, 3232, 328},
	"torres": {20, 14, 14, 46, 42, 90, 70, 102, 94, 136, 156, 160, 184, 208, 198, 262, 240, 264, 270, 278, 316, 318, 302, 326, 300, 344, 336, 358, 348, 342,
		376, 374, 306, 328, 316, 326, 334, 358, 308, 308, 318, 276, 212, 224, 218, 226, 218, 212, 172, 168, 130, 108, 94, 82, 84, 96, 56, 48, 46, 22, 14, 16, 16, 4, 8, 4},
}

func TestPublishedFigures(t *testing.T) {
	for _, p := range published {
		if !long && p.files*p.ranks > 36 && (p.files != 8 || p.ranks != 8) {
			continue
		}
		t.Run(fmt.Sprintf("%s-%dx%d", p.name, p.files, p.ranks), func(t *testing.T) {
			f := strategy.Count(circuits(t, p.name, p.files, p.ranks).Strategy)
			if p.legal >= 0 && f.Claimed != p.legal {
				t.Errorf("%d claimed positions, want %d", f.Claimed, p.legal)
			}
			if p.steps != nil && !slices.Equal(f.Steps, p.steps) {
				t.Errorf("by step %d, want %d", f.Steps, p.steps)
			}
			if p.several >= 0 && f.Several != p.several {
				t.Errorf("%d positions with several moves, want %d", f.Several, p.several)
			}
			if f.Retrograde.NotWon != p.notWon || p.longest >= 0 && f.Retrograde.Longest() != p.longest {
				t.Errorf("%d not won, longest %d; want %d and %d", f.Retrograde.NotWon, f.Retrograde.Longest(), p.notWon, p.longest)
			}
			if want := distributions[p.name]; want != nil && p.files == 8 && p.ranks == 8 {
				if !slices.Equal(f.Retrograde.ByMoves, want) {
					t.Errorf("by moves %d, want %d", f.Retrograde.ByMoves, want)
				}
				if n := f.Retrograde.Beyond(50); p.name == "torres" && n != 828 {
					t.Errorf("%d positions take more than 50 moves, want 828", n)
				}
			}
		})
	}
}

// King and pawn against king: tablebases have 124,960 won positions and 38,368 drawn ones with White to
// move. The evaluator says so of the same ones: all that it claims are won by its strategy, all others
// drawn whatever White plays.
func TestKPK(t *testing.T) {
	c := circuits(t, "kpk", 8, 8)
	f := strategy.Count(c.Strategy)
	if r := f.Retrograde; f.Legal != 163328 || f.Claimed != 124960 || r.NotWon != 0 || r.Drawn != 38368 || r.Longest() != 21 || f.Several != 10226 ||
		!slices.Equal(f.Steps, []int{25498, 86640, 12822}) {
		t.Errorf("%+v", f)
	}
	table := plain.NewTable(c.Strategy)
	table.Solve()
	for fen, want := range map[string]struct {
		ending strategy.Ending
		moves  int
		last   string
	}{
		"k7/2K5/8/1P6/8/8/8/8 w - - 0 1":  {strategy.Promoted, 6, "b8=Q"},
		"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1": {strategy.Drawn, 0, ""},
		"8/5P1k/5K2/8/8/8/8/8 w - - 0 1":  {strategy.Promoted, 1, "f8=R"}, // a queen would stalemate
		"8/8/8/8/8/1k6/7P/K7 w - - 0 1":   {strategy.Promoted, 5, "h8=Q"},
		"8/8/8/8/3k4/7P/8/K7 b - - 0 1":   {strategy.Drawn, 0, "Ke4"},
		"1k6/1P6/2K5/8/8/8/8/8 b - - 0 1": {strategy.Promoted, 2, "b8=Q"},
		"k7/P7/1K6/8/8/8/8/8 b - - 0 1":   {strategy.Stalemate, 0, ""},
		"3k4/3P4/3K4/8/8/8/8/8 b - - 0 1": {strategy.Stalemate, 0, ""},
		"3k4/8/3K4/3P4/8/8/8/8 b - - 0 1": {strategy.Promoted, 4, "d8=Q+"},
		"7k/8/7K/7P/8/8/8/8 w - - 0 1":    {strategy.Drawn, 0, ""},
	} {
		p, err := strategy.ParseFEN(c.Game, fen)
		if err != nil {
			t.Fatal(err)
		}
		g := strategy.Play(table, p)
		last := ""
		if n := len(g.Plies); n > 0 {
			last = strategy.SAN(c.Game, g.Plies[n-1].From, g.Plies[n-1].To)
		}
		if g.Ending != want.ending || g.Moves() != want.moves || last != want.last || g.Won() != (want.ending == strategy.Promoted) {
			t.Errorf("%s: %s in %d moves, %s; want %v", fen, g.Ending, g.Moves(), last, want)
		}
		if q, err := strategy.ParseMove(c.Game, p, want.last); want.moves == 1 && p.White && (err != nil || strategy.FEN(c.Game, q) == "") {
			t.Errorf("%s: %v", fen, err)
		}
	}
}

func circuits(t *testing.T, name string, files, ranks int) *spec.Circuits {
	t.Helper()
	c, err := spec.New(name, plain.Board{Files: files, Ranks: ranks})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// The automaton's longest game, the one from the literature's position, and one that it does not claim.
func TestGames(t *testing.T) {
	c := circuits(t, "torres", 8, 8)
	table := plain.NewTable(c.Strategy)
	table.Solve()
	for fen, want := range map[string]int{
		"K7/R7/3k4/8/8/8/8/8 w - - 0 1": 66,
	} {
		p, err := strategy.ParseFEN(c.Game, fen)
		if err != nil {
			t.Fatal(err)
		}
		g := strategy.Play(table, p)
		if g.Ending != strategy.Mate || g.Moves() != want || table.Won(p) != want {
			t.Errorf("%s: %s in %d moves, %d by the table, want %d", fen, g.Ending, g.Moves(), table.Won(p), want)
		}
	}
	p, err := strategy.ParseFEN(c.Game, "KR6/8/k7/8/8/8/8/8 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	if g := strategy.Play(table, p); g.Ending != strategy.Unclaimed {
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
		c := circuits(t, tt.name, tt.size, tt.size)
		table := plain.NewTable(c.Strategy)
		table.Solve()
		p, err := strategy.ParseFEN(c.Game, tt.fen)
		if err != nil {
			t.Fatal(err)
		}
		if g := strategy.Play(table, p); g.Ending != tt.want || table.Won(p) != 0 {
			t.Errorf("%s, %s: %s, want %s", tt.name, tt.fen, g.Ending, tt.want)
		}
	}
}

// Best play, by going back from mate, takes as long as tablebases say.
func TestOptimum(t *testing.T) {
	if !long {
		t.Skip("several seconds")
	}
	for name, want := range map[string]int{"krk2016": 16, "kqk": 10} {
		table := plain.NewTable(circuits(t, name, 8, 8).Strategy)
		table.Solve()
		if byMoves, notWon, _ := strategy.Optimum(table); len(byMoves) != want || notWon != 0 {
			t.Errorf("%s: %d moves, %d not won, want %d and 0", name, len(byMoves), notWon, want)
		}
	}
}
