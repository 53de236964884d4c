package text_test

import (
	"errors"
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
	var expr string
	var want int
	for range expect.Rows(t, "testdata/values.tsv", &expr, &want) {
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
	wrong := func(source, want string) {
		_, err := text.Parse("test", head+source, chessboard)
		if err == nil || !errors.As(err, new(*text.Error)) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.200q: %v, want %q", source, err, want)
		}
	}
	var source, want string
	for range expect.Rows(t, "testdata/errors.tsv", &source, &want) {
		wrong(source, want)
	}
	wrong("number n = "+deep+" to 3\n", "nested too deeply")
	wrong(wide, "takes too long to evaluate")
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
