package circuits_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"retroproof/internal/expect"
	"retroproof/proofs/strategy"
	"retroproof/proofs/strategy/lemmas"
	"retroproof/proofs/strategy/rules"
	"retroproof/proofs/strategy/text"
	"retroproof/proofs/strategy/wins"
	"retroproof/strategy/circuits"
)

// mutant is a mistake in the circuits of rules and strategy: Go text that is put in place of other
// text, which occurs once in the file. Mistakes that only give White more moves are none of them: a
// formula with more plays says more.
type mutant struct {
	name  string
	edits []edit
	again bool // what refuses it refuses another one: for RETROPROOF_LONG=1, as two thirds of the others
}

type edit struct{ file, right, wrong string }

func one(name, file, right, wrong string) mutant {
	return mutant{name: name, edits: []edit{{file, right, wrong}}}
}

// likewise marks a mutant in which the same circuit differs from the same text as with another.
func likewise(m mutant) mutant {
	m.again = true
	return m
}

var mutants = []mutant{
	// Those of which it was once found out that they would be proved.
	{name: "Black may not take a man", edits: []edit{
		{"board.go", "b.And(on, b.within(p.WK, t).Not(), b.hit(p, t).Not(), b.promoted(p).Not())", "b.And(on, b.within(p.WK, t).Not(), b.hit(p, t).Not(), b.Same(p.Men[0], t).Not())"},
		{"board.go", "b.And(b.within(p.BK, q.BK), b.Same(p.BK, q.BK).Not(), b.within(p.WK, q.BK).Not(), b.hit(p, q.BK).Not(),\n\t\tb.promoted(p).Not())", "b.And(b.within(p.BK, q.BK), b.Same(p.BK, q.BK).Not(), b.within(p.WK, q.BK).Not(), b.hit(p, q.BK).Not(), b.Same(p.Men[0], q.BK).Not())"},
	}},
	one("Black never moves to the a-file", "board.go", "b.And(b.within(p.BK, q.BK), b.Same(p.BK, q.BK).Not(), b.within(p.WK, q.BK).Not(), b.hit(p, q.BK).Not(),\n\t\tb.promoted(p).Not())",
		"b.And(b.within(p.BK, q.BK), b.Same(p.BK, q.BK).Not(), b.within(p.WK, q.BK).Not(), b.hit(p, q.BK).Not(), b.Ge(q.BK.X, 1))"),
	one("lost without check", "expr.go", "b.Lost", "func(Pos) encode.Bool { return b.True }"),
	one("no shield by the king", "board.go", "append(p.Men[:len(p.Men):len(p.Men)], p.WK)", "p.Men"),
	one("check allowed in a legal position", "board.go", "check.Not()", "b.True"),
	one("the black king sees the rook through the king", "board.go", "b.And(b.Eq(l.same(k), l.same(s)), b.between(l.along(s), l.along(k), l.along(t)))", "b.False"),

	// Others about the rules of chess.
	one("kings may touch", "board.go", "b.within(p.WK, p.BK).Not()", "b.Same(p.WK, p.BK).Not()"),
	likewise(one("a captured man is legal", "board.go", "b.Same(p.BK, m).Not()", "b.True")),
	likewise(one("the king stands on a man", "board.go", "b.Same(p.WK, m).Not()", "b.True")),
	one("within two squares", "board.go", "b.And(b.Lte(x, b.Plus(y, 1)), b.Lte(y, b.Plus(x, 1)))", "b.And(b.Lte(x, b.Plus(y, 2)), b.Lte(y, b.Plus(x, 2)))"),
	one("the rook attacks its own square", "board.go", "b.And(b.Eq(l.same(s), l.same(t)), b.Eq(l.along(s), l.along(t)).Not())", "b.Eq(l.same(s), l.same(t))"),
	one("a rook moves as a queen", "board.go", "k == rules.Bishop || k == rules.Queen", "k != rules.Knight"),
	one("a rook moves along files alone", "board.go", "line{rankOf, fileOf}", "line{fileOf, rankOf}"),
	likewise(one("the board ends before the last file", "board.go", "b.Le(t.X, b.Files-1)", "b.Le(t.X, b.Files-2)")),
	one("an image in seven of eight symmetries", "expr.go", "s.image(g).bool(x.Args[0])", "s.b.And(s.b.Of(g != 7), s.image(g).bool(x.Args[0]))"),
	one("canonical is less", "board.go", "b.Le(p.BK.X, (b.Files-1)/2)", "b.Le(p.BK.X, 2)"),
	one("candidates are stopped from everywhere", "move.go", "b.Eq(across(s), across(m))", "b.True"),
	likewise(one("a candidate may stay where it is", "move.go", "b.Is(along(m), k).Not()", "b.True")),
	one("straight is diagonal", "move.go", "b.And(b.Eq(p.WK.X, q.WK.X).Not(), b.Eq(p.WK.Y, q.WK.Y).Not())", "b.Or(b.Eq(p.WK.X, q.WK.X).Not(), b.Eq(p.WK.Y, q.WK.Y).Not())"),

	// And about the language and the strategy.
	one("less is at most", "expr.go", "b.Lt(s.num(x), s.num(y))", "b.Lte(s.num(x), s.num(y))"),
	one("less than a number is at most it", "expr.go", "b.Le(s.num(x), y.N-1)", "b.Le(s.num(x), y.N)"),
	one("if is else", "expr.go", "ite(s.bool(x.Args[0]), build(s, x.Args[1]), build(s, x.Args[2]))", "ite(s.bool(x.Args[0]).Not(), build(s, x.Args[1]), build(s, x.Args[2]))"),
	one("after the move is before it", "expr.go", "build(s.next, x.Args[0])", "build(s.base, x.Args[0])"),
	one("five times is six times", "expr.go", "b.Times(x.N, s.num(x.Args[0]))", "b.Times(x.N-1, s.num(x.Args[0]))"),
	one("a distance is a sum", "board.go", "b.Max(b.AbsDiff(s.X, t.X), b.AbsDiff(s.Y, t.Y))", "b.Add(b.AbsDiff(s.X, t.X), b.AbsDiff(s.Y, t.Y))"),
	one("not is left out", "expr.go", "s.bool(x.Args[0]).Not()", "s.bool(x.Args[0])"),
	one("the king's moves are by the rook", "expr.go", "s.move.men[x.N]", "s.move.king"),
	one("no step is preferred", "circuits.go", "usable.Not()", "b.True"),
	one("a relation that lacks moves of the strategy", "circuits.go", "[]encode.Bool{r.none[step], m.move.legal, x.ok}", "[]encode.Bool{r.none[step], m.move.legal, x.ok, b.Or(b.Of(len(r.relation.None) < 3), b.Ge(q.WK.X, 1))}"),
	one("a step is preferred to nothing", "circuits.go", "[]encode.Bool{r.none[step], m.move.legal, x.ok}", "[]encode.Bool{b.Or(r.none[step], b.Of(step == 3)), m.move.legal, x.ok}"),
	likewise(one("candidates need not be legal", "circuits.go", "b.And(x.ok, m.move.legal)", "x.ok")),
	one("the claim is all positions but one file", "circuits.go", "p.bool(n.Expr)", `p.b.And(p.bool(n.Expr), p.b.Or(p.b.Of(n.Name != "claimed"), p.b.Ge(p.p.WK.X, 1)))`),
}

// mutate writes the circuits with all mistakes in them, of which an environment variable chooses
// one, to a folder, and says which files replace which.
func mutate(t *testing.T, spec, folder string) map[string]string {
	t.Helper()
	type place struct {
		at      int
		right   string
		choices []string // "number, text"
	}
	places := map[string]map[string]*place{} // by file and text
	texts := map[string]string{}
	for i, m := range mutants {
		for _, e := range m.edits {
			if places[e.file] == nil {
				data, err := os.ReadFile(filepath.Join(spec, e.file))
				expect.NoError(t, err)
				texts[e.file], places[e.file] = string(data), map[string]*place{}
			}
			if n := strings.Count(texts[e.file], e.right); n != 1 {
				t.Fatalf("%s: %s has %q %d times, want once", m.name, e.file, e.right, n)
			}
			p := places[e.file][e.right]
			if p == nil {
				p = &place{at: strings.Index(texts[e.file], e.right), right: e.right}
				places[e.file][e.right] = p
			}
			p.choices = append(p.choices, fmt.Sprintf("%d, %s", i+1, e.wrong))
		}
	}
	replace := map[string]string{}
	write := func(name, text string) {
		path := filepath.Join(folder, name)
		expect.NoError(t, os.WriteFile(path, []byte(text), 0o666))
		replace[filepath.Join(spec, name)] = path
	}
	for file, at := range places {
		var sorted []*place
		for _, p := range at {
			sorted = append(sorted, p)
		}
		slices.SortFunc(sorted, func(p, q *place) int { return p.at - q.at })
		text, out, from := texts[file], "", 0
		for _, p := range sorted {
			if p.at < from {
				t.Fatalf("%s: %q overlaps with another", file, p.right)
			}
			expression := p.right
			for _, c := range p.choices {
				number, wrong, _ := strings.Cut(c, ", ")
				expression = fmt.Sprintf("mutant(%s, %s, %s)", number, expression, wrong)
			}
			out += text[from:p.at] + expression
			from = p.at + len(p.right)
		}
		write(file, out+text[from:])
	}
	write("mutants.go", `package circuits

import "os"
import "strconv"

var chosen, _ = strconv.Atoi(os.Getenv("RETROPROOF_MUTANT"))

func mutant[T any](number int, right, wrong T) T {
	if number == chosen {
		return wrong
	}
	return right
}
`)
	return replace
}

// Circuits with a mistake are refused, whatever proofs there are: they are compared with the rules of chess and the
// strategy's text. A program that writes them is built from sources with mistakes in them.
func TestWrongCircuits(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program and runs it some thirty times")
	}
	here, err := filepath.Abs(".")
	expect.NoError(t, err)
	dir := t.TempDir()
	overlay, err := json.Marshal(map[string]any{"Replace": mutate(t, here, dir)})
	expect.NoError(t, err)
	replaced := filepath.Join(dir, "overlay.json")
	expect.NoError(t, os.WriteFile(replaced, overlay, 0o666))
	program := filepath.Join(dir, "write")
	if out, err := exec.Command("go", "build", "-ldflags=-s -w", "-overlay", replaced, "-o", program, "./testdata/write").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	s, err := text.New("krk2013", rules.Board{Files: 8, Ranks: 8})
	expect.NoError(t, err)
	table, err := wins.New(t.Context(), s)
	expect.NoError(t, err)
	compare := func(number int) error {
		write := exec.Command(program)
		write.Env = append(os.Environ(), fmt.Sprint("RETROPROOF_MUTANT=", number))
		file, err := write.Output()
		expect.NoError(t, err)
		c, err := lemmas.New(s)
		expect.NoError(t, err)
		expect.NoError(t, c.ReadSides(bytes.NewReader(file)))
		return strategy.Compare(t.Context(), c, table)
	}
	expect.NoError(t, compare(0))
	for i, m := range mutants {
		if (m.again || i%3 > 0) && os.Getenv("RETROPROOF_LONG") == "" {
			continue
		}
		err := compare(i + 1)
		if !errors.Is(err, strategy.ErrCircuits) {
			t.Errorf("%s: %v", m.name, err)
		}
		t.Logf("%-40s %v", m.name, err)
	}
}

// What is written is read as the same circuits: written again, it is the same.
func TestWrite(t *testing.T) {
	for name, board := range map[string]rules.Board{"krk2016": {Files: 5, Ranks: 4}, "kpk": {Files: 8, Ranks: 8}, "knk": {Files: 4, Ranks: 4}} {
		s, err := text.New(name, board)
		expect.NoError(t, err)
		c, err := circuits.New(s, lemmas.Encoding{})
		expect.NoError(t, err)
		var first, second bytes.Buffer
		expect.NoError(t, circuits.Write(&first, c))
		read, err := lemmas.New(s)
		expect.NoError(t, err)
		expect.NoError(t, read.ReadSides(bytes.NewReader(first.Bytes())))
		expect.NoError(t, circuits.Write(&second, read))
		if !bytes.Equal(first.Bytes(), second.Bytes()) {
			t.Errorf("%s: other bytes", name)
		}
	}
}

// What no circuit is made of says why.
func TestNoCircuits(t *testing.T) {
	for source, want := range map[string]string{
		"step S: moved(r) least count s in region: true from 0 to 64\n": "count",
		"property p = (greatest s in squares: s.x) > 3\nstep S: true\n": "greatest",
		"number n = least image true: wk.x to 8\nstep S: true\n":        "least image",
	} {
		s, err := text.Parse("test", "strategy \"x\"\nmen rook r\n"+source, rules.Board{Files: 8, Ranks: 8})
		expect.NoError(t, err)
		if _, err := circuits.New(s, lemmas.Encoding{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", source, err, want)
		}
	}
}
