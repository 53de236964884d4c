package text_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"retroproof/internal/expect"
	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/rules"
	"retroproof/proofs/strategy/text"
)

var chessboard = rules.Board{Files: 8, Ranks: 8}

// Every strategy that is built in is read for all boards that it is defined for, and for no others.
func TestBuiltin(t *testing.T) {
	for _, name := range text.Builtin {
		b, err := text.BoardsOf(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for files := -1; files <= core.Largest+1; files++ {
			for ranks := -1; ranks <= core.Largest+1; ranks++ {
				want := min(files, ranks) >= b.Least && max(files, ranks) <= b.Most && (!b.Square || files == ranks)
				if _, err := text.New(name, rules.Board{Files: files, Ranks: ranks}); (err == nil) != want {
					t.Errorf("%s on %dx%d: %v", name, files, ranks, err)
				}
			}
		}
	}
	for _, name := range []string{"", "kqqk", "../builtin/krk2016", "krk"} {
		expect.Fails(t, expect.Err(text.New(name, chessboard)), "%q", name)
	}
}

const head = "strategy \"Test\"\nmen rook r\n"

// value evaluates a number in a position: Kc3 Rh5 ke7.
func value(t *testing.T, source, name string) int {
	t.Helper()
	s, err := text.Parse("test", head+source, chessboard)
	expect.NoError(t, err, source)
	at := func(name string) rules.Square { return rules.Square{X: int16(name[0] - 'a'), Y: int16(name[1] - '1')} }
	p := rules.Position{WK: at("c3"), BK: at("e7"), Men: [rules.Most]rules.Square{at("h5")}, White: true}
	for _, n := range s.Notions {
		if n.Name == name {
			return s.Value(n, p)
		}
	}
	t.Fatalf("%s: no %s", source, name)
	return 0
}

// What expressions mean, by their values in one position.
func TestValues(t *testing.T) {
	for expr, want := range map[string]int{
		"1 + 2 * 3 - 4":                          3,
		"-wk.x + 7":                              5,
		"(2 + 3) / 2":                            2,
		"files * ranks":                          64,
		"wk.x":                                   2,
		"bk.y":                                   6,
		"r.x - wk.x":                             5,
		"abs(wk.x - r.x)":                        5,
		"min(wk.x, bk.y) + max(wk.x, bk.y)":      8,
		"distance(wk, bk)":                       4,
		"manhattan(wk, bk)":                      6,
		"distance(wk, (0, 0))":                   2,
		"distance(a1, wk)":                       2,
		"if wk = c3 then 5 else 6":               5,
		"if wk != c3 then 5 else 6":              6,
		"if white then 1 else 0":                 1,
		"if not white or wk.x > 1 then 1 else 0": 1,
		"if wk.x <= 1 implies wk.x = 9 then 1 else 0":       1,
		"if even(wk.x) and not even(r.x) then 1 else 0":     1,
		"if attacked(e5) then 1 else 0":                     1, // by the rook
		"if attacked(d4) then 1 else 0":                     1, // by the king
		"if attacked(e6) then 1 else 0":                     0,
		"if attacked(h5) then 1 else 0":                     0, // the rook does not attack its own square
		"if legal then 1 else 0":                            1,
		"if stuck or lost then 1 else 0":                    0,
		"if mate or stalemate then 1 else 0":                0,
		"digits(wk.x, 10, bk.y)":                            26,
		"count s in squares: s.y = 0":                       8,
		"count s in region: true":                           41, // also past the rook, whose square he can enter
		"count s in region(1): true":                        9,
		"greatest s in region: s.y":                         7,
		"greatest s in squares: if s.x = 2 then s.y else 0": 7,
		"least image bk.x <= 3: wk.x + 8 * wk.y":            21,
		"if some image: wk = f3 then 1 else 0":              1, // the files mirrored
		"if some image: wk = f4 then 1 else 0":              0,
		"if some move: r' = h7 and lost' then 1 else 0":     1,
		"if some move: r' = g7 and stuck' then 1 else 0":    0,
	} {
		expect.Equal(t, value(t, "number n = "+expr+" to 100\n", "n"), want, "%s", expr)
	}
	expect.Equal(t, value(t, "def f(a, b) = a * 2 + b\ndef g(s) = f(s.x, s.y)\nnumber n = f(g(wk), 1) to 99\n", "n"), 13,
		"definitions")
	// The first image in which the white king is on f3.
	expect.Equal(t, value(t, "image mirror = wk = f3\nnumber n = mirror(r.x * 8 + r.y) to 99\n", "n"), 4, "in an image")
	expect.Equal(t, value(t, "when files > 8: number n = 1 to 9\nwhen files = 8: number n = 2 to 9\n", "n"), 2, "when")
}

// What is wrong is said with its line, and never ends the program.
func TestErrors(t *testing.T) {
	deep := strings.Repeat("(", 5000) + "1" + strings.Repeat(")", 5000)
	wide := "def a(x) = x + x + x + x + x + x + x + x\nnumber n = a(a(a(a(a(a(a(a(wk.x)))))))) to 1\n"
	tower := "def a = wk.x\n"
	for c := 'b'; c <= 'z'; c++ {
		if c != 'r' && c != 's' {
			tower += fmt.Sprintf("def %c = %c + %c\n", c, before(c), before(c))
		}
	}
	for source, want := range map[string]string{
		"number n = wk to 3\n":                         "line 3: n is a square, want a number",
		"property n = 3\n":                             "want a condition",
		"number n = 3\n":                               "want \"to\"",
		"number n = wk.z to 3\n":                       ".z, want .x or .y",
		"number n = other to 3\n":                      "\"other\" is not known here",
		"number n = 1 + wk to 3\n":                     "found a square where a number is wanted",
		"number n = wk.x * bk.x to 3\n":                "neither is constant",
		"number n = wk.x / 2 to 3\n":                   "only constants can be divided",
		"number n = if white then 1 else wk to 3\n":    "if a condition then a number else a square",
		"number n = 1 to wk.x\n":                       "constant number",
		"number n = " + deep + " to 3\n":               "nested too deeply",
		wide:                                           "takes too long to evaluate",
		"def f(x) = f(x)\nnumber n = f(1) to 3\n":      "nested too deeply",
		"def wk = 1\n":                                 "has a meaning already",
		"def a1 = 1\n":                                 "has a meaning already",
		"def r = 1\n":                                  "has a meaning already",
		"def false = true\n":                           "has a meaning already",
		"step S: wk.x\n":                               "where a condition is wanted",
		"step S: true least wk from 0 to 3\n":          "least wants a number",
		"step S: true\nstep S: true\n":                 "has a meaning already",
		"property p = wk' = a1\n":                      "stand in the conditions of steps",
		"step S: moved(bk)\n":                          "want a white man",
		"step S: some move: some thing: true\n":        "some image or some move",
		"claims where 3\n":                             "where a condition is wanted",
		"images half\n":                                "images are all, files or colours",
		"force wk.x within 0\n":                        "force NUMBER within",
		"force wk.x within 3\nstep S: true\n":          "has no other steps",
		"case 0..3 within 3\n":                         "without a descent",
		"descent d\n":                                  "no number or property",
		"property p = true\ndescent p\n":               "p is no number",
		"last S\n":                                     "no step",
		"lemma l \"x\" play fast never true\n":         "no relation",
		"lemma l \"x\" play strictly never by(2, S)\n": "no step",
		"step S: true\nlemma l \"x\" play strictly never by(2, S)\n":              "1 White moves",
		"step S: true\nlemma l \"x\" play strictly never legal@2\n":               "positions 0 to 1",
		"step S: true\nlemma l \"x\" play 99 strictly never true\n":               "more than 40 moves",
		"step S: true\nrelation any\nlemma l \"x\" play any never not by(1, S)\n": "only what is asked for",
		"property p = legal@1\n":     "lemmas only",
		"when wk.x = 1: def a = 1\n": "condition of constants",
		"decides p\n":                "no number or property",
		" def a = 1\n":               "more than the statement has",
		"strategy \"unfinished\n":    "quotation without end",
		"def a = 1 $ 2\n":            "unexpected",
		"frobnicate\n":               "begins no statement",
		"men pawn p\n":               "men are",
		"number n = greatest a in squares: greatest b in squares: greatest c in squares: greatest d in squares: greatest e in squares: 1 to 3\n": "quantifiers in each other",
	} {
		_, err := text.Parse("test", head+source, chessboard)
		if err == nil || !errors.As(err, new(*text.Error)) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.200q: %v, want %q", source, err, want)
		}
	}
	// A pawn goes up: the board may be mirrored, and not turned.
	const pawn = "# x\nstrategy \"A title # with a sign\" # and a remark\nmen pawn p\n"
	expect.ErrorSays(t, expect.Err(text.Parse("test", pawn, chessboard)), "it wants images files", "a pawn")
	if s, err := text.Parse("test", pawn+"images files\n", chessboard); err != nil || s.Title != "A title # with a sign" {
		t.Errorf("a pawn: %v", err)
	}
	for _, source := range []string{"", "\n", "men rook r\n", "strategy \"x\"\n", strings.Repeat("#", text.MostBytes+1), "x"} {
		expect.Fails(t, expect.Err(text.Parse("test", source, chessboard)), "%.20q", source)
	}
}

// before returns the letter before one, r and s left out.
func before(c rune) rune {
	if c == 't' {
		return 'q'
	}
	return c - 1
}

// A strategy's moves are those of the first step that has some, with the least amount.
func TestMoves(t *testing.T) {
	s, err := text.Parse("test", head+"step Never: false\nstep Near: moved(r) least manhattan(r', bk) from 0 to 14\nstep Later: true\n", chessboard)
	expect.NoError(t, err)
	p := rules.Position{WK: rules.Square{}, BK: rules.Square{X: 7, Y: 7}, Men: [rules.Most]rules.Square{{X: 3, Y: 3}}, White: true}
	moves, step := s.Moves(nil, p)
	if step != 1 || len(moves) != 2 {
		t.Errorf("step %d, %v", step, moves)
	}
}

// FuzzParse reads anything as a text: an error with a line, or a strategy whose expressions can be evaluated.
func FuzzParse(f *testing.F) {
	for _, name := range text.Builtin {
		source, _ := text.Source(name)
		f.Add(source)
	}
	f.Add(head + "number n = greatest s in region: least image even(s.x): s.y to 9\nstep A: wk' = a1\n")
	f.Fuzz(func(t *testing.T, source string) {
		s, err := text.Parse("test", source, chessboard)
		if err != nil {
			return
		}
		p := rules.Position{WK: rules.Square{X: 1, Y: 2}, BK: rules.Square{X: 6, Y: 5}, White: true}
		for i := range s.Game.Men {
			p.Men[i] = rules.Square{X: int16(3 + i), Y: 1}
		}
		if s.Covers(&p) && s.Claimed(p) && s.Force == nil {
			s.Moves(nil, p)
		}
		for _, n := range s.Notions {
			s.Value(n, p)
		}
	})
}
