package wins_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"retroproof/internal/expect"
	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/rules"
	"retroproof/proofs/strategy/text"
	"retroproof/proofs/strategy/wins"
)

// long reports whether tests run in their long versions (make soundness).
var long = os.Getenv("RETROPROOF_LONG") != ""

// distributions are the numbers of positions that are mated in 1, 2, ... moves on the board of 8x8.
var distributions = map[string][]int{
	"kqk": {2448, 1276, 1872, 4760, 7468, 11352, 14496, 15888, 16720, 15500, 12144, 9424, 6440, 7900, 7780, 5480, 3232, 328},
	"torres": {20, 14, 14, 46, 42, 90, 70, 102, 94, 136, 156, 160, 184, 208, 198, 262, 240, 264, 270, 278, 316, 318, 302, 326, 300, 344, 336, 358, 348, 342,
		376, 374, 306, 328, 316, 326, 334, 358, 308, 308, 318, 276, 212, 224, 218, 226, 218, 212, 172, 168, 130, 108, 94, 82, 84, 96, 56, 48, 46, 22, 14, 16, 16, 4, 8, 4},
}

// best are the same of best play.
var best = map[string][]int{
	"kbnk": {1840, 1200, 3216, 15960, 39752, 45192, 48396, 40408, 42720, 56240, 95208, 142084, 189592, 190296, 139684, 118004, 114200, 119780,
		127480, 216552, 350136, 484868, 576832, 584456, 729040, 949808, 1278384, 1531500, 1434268, 859400, 261004, 33580, 1104},
	"kbbk": halves(12624, 5216, 29872, 36864, 61344, 75024, 113616, 172432, 248528, 362512, 499312, 589168, 709520, 721072, 632112, 492144, 218720, 26896, 240),
}

// halves are the figures with bishops that are not ordered.
func halves(ordered ...int) (list []int) {
	for _, n := range ordered {
		list = append(list, n/2)
	}
	return list
}

// made has the tables of the program's own strategies that several tests look at.
var made = map[string]*wins.Table{}

func table(t *testing.T, name string, files, ranks int) *wins.Table {
	t.Helper()
	key := fmt.Sprint(name, files, ranks)
	if made[key] != nil {
		return made[key]
	}
	s, err := text.New(name, rules.Board{Files: files, Ranks: ranks})
	expect.NoError(t, err)
	table, err := wins.New(t.Context(), s)
	expect.NoError(t, err)
	if files*ranks <= 64 && name != "kbnk" && name != "kbbk" {
		made[key] = table
	}
	return table
}

func TestPublishedFigures(t *testing.T) {
	var p struct {
		name            string
		files, ranks    int
		claimed         int
		steps           []int
		several         int
		notWon, longest int
	}
	for range expect.Rows(t, "testdata/published.tsv", &p.name, &p.files, &p.ranks, &p.claimed, &p.steps, &p.several,
		&p.notWon, &p.longest) {
		if !long && (p.files*p.ranks > 36 && (p.files != 8 || p.ranks != 8) || p.name == "kbnk" || p.name == "kbbk") {
			continue
		}
		t.Run(fmt.Sprintf("%s-%dx%d", p.name, p.files, p.ranks), func(t *testing.T) {
			x := table(t, p.name, p.files, p.ranks)
			f := x.Figures()
			if p.claimed >= 0 && f.Claimed != p.claimed {
				t.Errorf("%d claimed positions, want %d", f.Claimed, p.claimed)
			}
			if p.steps != nil && !slices.Equal(f.Steps, p.steps) {
				t.Errorf("by step %d, want %d", f.Steps, p.steps)
			}
			if p.several >= 0 && f.Several != p.several {
				t.Errorf("%d positions with several moves, want %d", f.Several, p.several)
			}
			if f.NotWon != p.notWon || p.longest >= 0 && f.Longest() != p.longest {
				t.Errorf("%d not won, longest %d; want %d and %d", f.NotWon, f.Longest(), p.notWon, p.longest)
			}
			expect.Equal(t, x.Err() == nil, p.notWon == 0, "the claim")
			if want := distributions[p.name]; want != nil && p.files == 8 && !slices.Equal(f.ByMoves, want) {
				t.Errorf("by moves %d, want %d", f.ByMoves, want)
			}
			if want := best[p.name]; want != nil && !slices.Equal(f.Best, want) {
				t.Errorf("best play %d, want %d", f.Best, want)
			}
			if n := f.Beyond(50); p.name == "torres" && p.files == 8 && n != 828 {
				t.Errorf("%d positions take more than 50 moves, want 828", n)
			}
		})
	}
}

// Figures of both sides: of Black to move by the tables of others, of KPK those of tablebases.
func TestOtherFigures(t *testing.T) {
	f := table(t, "krk2016", 8, 8).Figures()
	if f.LegalBlack != 223944 || f.Mates != 216 || f.Stalemates != 68 || f.Replies != 1085792 || f.Moves != 206000 || f.Canonical != 21959 {
		t.Errorf("%+v", f)
	}
	if f := table(t, "kpk", 8, 8).Figures(); f.Legal != 163328 || f.Drawn != 38368 {
		t.Errorf("%d positions, %d drawn", f.Legal, f.Drawn)
	}
}

// The table's moves are the text's in every position, and those in an image are the images of the moves.
func TestBy(t *testing.T) {
	for _, name := range []string{"krk2016", "kqk", "torres"} {
		x := table(t, name, 6, 6)
		for n, p := range x.Least(true) {
			if n%7 != 0 || !x.Claims(p) {
				continue
			}
			for _, g := range x.Symmetries(x.Group) {
				image := x.ImageOf(g, p)
				want, step := x.Moves(nil, image)
				got, stepThere := x.By(nil, image)
				if step != stepThere || len(got) != len(want) || slices.ContainsFunc(want, func(q rules.Position) bool { return !slices.Contains(got, q) }) {
					t.Fatalf("%s, %s: %v by %d, want %v by %d", name, x.Describe(image), got, stepThere, want, step)
				}
			}
		}
	}
}

// What a strategy claims falsely is not accepted: a step left out, another condition, a measure that is too
// short-sighted, a claim of too much, drawn positions that are not.
func TestFalseClaims(t *testing.T) {
	source, _ := text.Source("krk2016")
	change := func(from, to string) string {
		expect.Contains(t, source, from, "the text")
		return strings.Replace(source, from, to, 1)
	}
	for name, source := range map[string]string{
		"a step left out":       change("step RookHome:", "step RookHome: false and"),
		"no squeeze":            change("step Squeeze:", "step Squeeze: false and"),
		"another step":          change("critical' < critical and", "critical < critical' and"),
		"nothing is claimed":    "strategy \"x\"\nmen rook r\nclaims where false\nstep S: true\n",
		"any move":              "strategy \"x\"\nmen rook r\nstep S: true\n",
		"a measure by one move": "strategy \"x\"\nmen rook r\nclaims won\nforce distance(wk, bk) within 1\n",
		"rook against rook":     "strategy \"x\"\nmen rook r\nagainst rook b\nboards 4\nstep S: true\n",
		"drawn, and won":        "strategy \"x\"\nmen rook r\nproperty kept = false\ndecides kept\n",
		"won, and drawn":        "strategy \"x\"\nmen knight n\nproperty kept = true\ndecides kept\nstep S: true\n",
	} {
		board := rules.Board{Files: 5, Ranks: 5}
		if strings.Contains(source, "boards 4") {
			board = rules.Board{Files: 4, Ranks: 4}
		}
		s, err := text.Parse("test", source, board)
		expect.NoError(t, err, name)
		x, err := wins.New(t.Context(), s)
		expect.NoError(t, err, name)
		expect.ErrorIs(t, x.Err(), wins.ErrNotWon, "%s", name)
	}
}

// With a man of Black's: White's rook wins against a bare king's side with a knight only where a strategy that looks
// far enough ahead can force it, and best play says where that is.
func TestBlackMen(t *testing.T) {
	s, err := text.Parse("test", "strategy \"x\"\nmen queen q\nagainst knight n\nboards 4\nclaims won\nforce manhattan(wk, bk) within 30\n", rules.Board{Files: 4, Ranks: 4})
	expect.NoError(t, err)
	x, err := wins.New(t.Context(), s)
	expect.NoError(t, err)
	f := x.Figures()
	if f.NotWon != 0 || f.Claimed == 0 || f.Claimed == f.Legal || len(f.Best) == 0 || f.Longest() < len(f.Best) {
		t.Errorf("%+v", f)
	}
	captures := 0
	for _, p := range x.Least(true) {
		if moves, _ := x.By(nil, p); len(moves) > 0 && p.Men[1] != rules.Off && moves[0].Men[1] == rules.Off {
			captures++
		}
	}
	if captures == 0 {
		t.Error("the knight is never taken")
	}
}

// Tables that would be too large are refused, and a context that is done ends the work.
func TestLimits(t *testing.T) {
	s, err := text.Parse("test", "strategy \"x\"\nmen rook a, rook b, rook c\nboards 3..12\nstep S: true\n", rules.Board{Files: 12, Ranks: 12})
	expect.NoError(t, err)
	expect.ErrorIs(t, expect.Err(wins.New(t.Context(), s)), wins.ErrSize, "wins.New")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, name := range []string{"krk2016", "kbbk"} {
		if s, err = text.New(name, rules.Board{Files: 8, Ranks: 8}); err != nil {
			t.Fatal(err)
		}
		expect.ErrorIs(t, expect.Err(wins.New(ctx, s)), context.Canceled, "%s", name)
	}
}

// A text that does not say the same in all images is refused, and so is a step that leads out of the positions that the
// text is about: the table has one position of each set of images, and only those.
func TestSymmetric(t *testing.T) {
	for source, want := range map[string]bool{
		"claims won\nforce distance(wk, bk) within 12\n":                           true,
		"claims won\nforce wk.x + bk.x within 12\n":                                false,
		"claims won\nforce least image true: wk.x + bk.x within 12\n":              true,
		"claims won where wk = a1\nforce distance(wk, bk) within 12\n":             false,
		"claims won where some image: wk = a1\nforce distance(wk, bk) within 12\n": true,
		"positions where wk != a1\nclaims won\nforce distance(wk, bk) within 12\n": false,
		"images files\nclaims won\nforce wk.y within 12\n":                         true,
		"step S: moved(r) and r'.x < r.x\nstep T: true\n":                          false,
		"step S: moved(r) and (r'.x < r.x or r'.x > r.x)\nstep T: true\n":          false,
		"step S: moved(r) and (r'.x = r.x or r'.y = r.y)\nstep T: true\n":          true,
		"step S: moved(r) least r'.x + r'.y from 0 to 4\nstep T: true\n":           false,
		"step S: moved(r) least manhattan(r', bk) from 0 to 4\nstep T: true\n":     true,
		"image low = bk.y <= bk.x\nstep S: low(r'.x = r.x)\nstep T: true\n":        false,
		"def middle = b2\nstep S: distance(wk', middle) <= 1\nstep T: true\n":      true,
	} {
		s, err := text.Parse("test", "strategy \"x\"\nmen rook r\nboards 3..12\n"+source, rules.Board{Files: 3, Ranks: 3})
		expect.NoError(t, err)
		x, err := wins.New(t.Context(), s)
		if err == nil {
			err = x.Symmetric(t.Context())
		}
		if want != (err == nil) || err != nil && !errors.Is(err, wins.ErrText) {
			t.Errorf("%s: %v", source, err)
		}
	}
	for _, name := range text.Builtin {
		board := rules.Board{Files: 6, Ranks: 6}
		if name == "kpk" || name == "kbbk" || name == "kbnk" {
			board = rules.Board{Files: 8, Ranks: 8}
		}
		if s, err := text.New(name, board); err != nil {
			t.Fatal(err)
		} else if name != "kpk" && s.Files == 8 { // by what their measures are made of
			if !core.Invariant(s.Force.Measure) {
				t.Errorf("%s: not invariant", name)
			}
			continue
		}
		expect.Succeeds(t, table(t, name, board.Files, board.Ranks).Symmetric(t.Context()), "%s", name)
	}
	s, err := text.Parse("test", "strategy \"x\"\nmen rook r\nimages files\npositions where r.y < 2\nstep M: mate'\nstep S: moved(r)\n", rules.Board{Files: 4, Ranks: 4})
	expect.NoError(t, err)
	expect.ErrorIs(t, expect.Err(wins.New(t.Context(), s)), wins.ErrText, "a step that leads out")
}

// King and two bishops win with four and five moves of looking ahead, too, and king, bishop and knight with fifteen, if
// the notions have weights; found by a search over sums of notions.
func TestFewerMovesAhead(t *testing.T) {
	if !long {
		t.Skip("some 12 CPU s each")
	}
	for name, want := range map[string][2]int{"kbbk4": {2_503_608, 45}, "kbbk5": {2_503_608, 43}, "kbnk15": {10_822_184, 45}} {
		source, err := os.ReadFile("testdata/" + name + ".strategy")
		expect.NoError(t, err)
		s, err := text.Parse(name, string(source), rules.Board{Files: 8, Ranks: 8})
		expect.NoError(t, err)
		x, err := wins.New(t.Context(), s)
		expect.NoError(t, err)
		expect.Succeeds(t, x.Symmetric(t.Context()), "x.Symmetric")
		f := x.Figures()
		if got := [2]int{f.Claimed, f.Longest()}; x.Err() != nil || got != want {
			t.Errorf("%s: %v, claimed and longest %d, want %d", name, x.Err(), got, want)
		}
	}
}
