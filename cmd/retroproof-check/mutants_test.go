package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	certificate "retroproof/proofs/krk"
)

// mutant is a mistake in the circuits of rules and strategy: Go text that is put in place of other
// text, which occurs once in the file.
type mutant struct {
	name  string
	edits []edit
	again bool // what refuses it refuses another one: for RETROPROOF_LONG=1
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

// Texts that several mutants change.
const (
	cannotCapture = "b.And(on, b.within(p.WK, t).Not(), b.RookAttacks(p, t).Not())"
	squeeze       = "ok(m.legal, m.rook, b.Lt(m.room, s.room), m.notExposed, m.divides, notStalemate)"
	approach      = "ok(m.legal, m.king, diagonal, b.Lt(b.CriticalDistance(q), s.distance),\n\t\t\tm.notExposed, shape, m.offEdge, notStalemate)"
	keepRoom      = "ok(m.legal, m.king, diagonal, b.Lte(b.Chebyshev(q.WK, q.R), b.Chebyshev(p.WK, p.R)),\n\t\t\tm.notExposed, m.divides, m.offEdge, notStalemate)"
	rookHome      = "ok(m.legal, m.rook, s.home(m), b.Or(b.Of(rd.HomeNoGuard), s.guarded(q)), notStalemate)"
	rookSafe      = "ok(m.legal, m.rook, edge, s.guarded(q), b.Ge(b.Chebyshev(q.R, q.BK), rd.RookSafeDistance), notStalemate)"
	leastSteps    = "step == Squeeze || step == RookHome"
)

// without returns a mutant that leaves a condition out.
func without(name, text, condition string) mutant {
	return one(name, "strategy.go", text, strings.Replace(text, condition, "b.True", 1))
}

var mutants = []mutant{
	// Those of which it was once found out that they would be proved.
	{name: "Black may not take the rook", edits: []edit{
		{"rules.go", cannotCapture, "b.And(on, b.within(p.WK, t).Not(), b.RookAttacks(p, t).Not(), b.Same(p.R, t).Not())"},
		{"rules.go", "b.RookAttacks(p, q.BK).Not()", "b.And(b.RookAttacks(p, q.BK).Not(), b.Same(p.R, q.BK).Not())"},
	}},
	one("Black never moves to the a-file", "rules.go", "b.within(p.BK, q.BK)", "b.And(b.within(p.BK, q.BK), b.Ge(q.BK.X, 1))"),
	one("mate without check", "rules.go", "b.And(p.White.Not(), b.BlackCanMove(p).Not(), b.Check(p))", "b.And(p.White.Not(), b.BlackCanMove(p).Not())"),
	one("no shield on files", "rules.go", "b.And(b.Eq(p.R.X, t.X), b.Eq(p.WK.X, t.X), b.strictlyBetween(p.R.Y, p.WK.Y, t.Y))", "b.False"),
	one("check allowed in Legal", "rules.go", "b.And(p.White, b.Check(p)).Not()", "b.True"),
	{name: "Black may step into the rook's attack", edits: []edit{
		{"rules.go", cannotCapture, "b.And(on, b.within(p.WK, t).Not())"},
		{"rules.go", "b.RookAttacks(p, q.BK).Not()", "b.True"},
	}},
	without("KeepRoom without divides", keepRoom, "m.divides"),
	one("Squeeze not least", "strategy.go", leastSteps, "step == RookHome"),
	without("Squeeze exposed", squeeze, "m.notExposed"),
	without("Approach on the edge", approach, "m.offEdge"),
	one("measure 5 room + distance", "notions.go", "b.Times(6, room)", "b.Times(5, room)"),

	// Others about the rules of chess.
	likewise(one("kings may touch", "rules.go", "b.within(p.WK, p.BK).Not()", "b.Same(p.WK, p.BK).Not()")),
	likewise(one("a captured rook is legal", "rules.go", "b.RookCaptured(p).Not()", "b.True")),
	likewise(one("the king stands on the rook", "rules.go", "b.Same(p.WK, p.R).Not()", "b.True")),
	likewise(one("Black moves two squares", "rules.go", "b.within(p.BK, q.BK)", "b.Le(b.Chebyshev(p.BK, q.BK), 2)")),
	likewise(one("Black may pass", "rules.go", "b.Same(p.BK, q.BK).Not()", "b.True")),
	likewise(one("Black may touch the king", "rules.go", "b.within(p.WK, q.BK).Not()", "b.Same(p.WK, q.BK).Not()")),
	one("a check is no hindrance to stalemate", "rules.go", "b.And(p.White.Not(), b.BlackCanMove(p).Not(), b.Check(p).Not())", "b.And(p.White.Not(), b.BlackCanMove(p).Not())"),
	likewise(one("the rook attacks its own square", "rules.go", "b.Xor(b.Eq(p.R.X, t.X), b.Eq(p.R.Y, t.Y))", "b.Or(b.Eq(p.R.X, t.X), b.Eq(p.R.Y, t.Y))")),
	likewise(one("seven directions of the king", "rules.go", "[8][2]int{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}", "[8][2]int{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 0}}")),
	one("the rook jumps over its king", "strategy.go", "free(p.WK)", "b.True"),
	one("the rook moves as a queen", "strategy.go", "b.Xor(sameX, sameY)", "b.Or(sameX, sameY, b.Eq(b.AbsDiff(p.R.X, q.R.X), b.AbsDiff(p.R.Y, q.R.Y)))"),
	one("a draw with the rook on the board", "rules.go", "b.And(p.White, b.RookCaptured(p))", "b.And(p.White, b.BlackCanMove(p).Not())"),

	// And about the strategy.
	one("room beyond the edge", "notions.go", "b.Minus(Size-1, r)", "b.Minus(Size, r)"),
	one("exposed by one, White to move", "notions.go", "b.Plus(bk, 2)", "b.Plus(bk, 1)"),
	one("the rook divides on the king's line", "rules.go", "b.And(b.Lt(x, y), b.Lt(y, z))", "b.And(b.Lte(x, y), b.Lt(y, z))"),
	one("L-pattern three apart", "notions.go", "b.Is(b.AbsDiff(kx, bx), 2)", "b.Is(b.AbsDiff(kx, bx), 3)"),
	one("ready with the king on the third file", "notions.go", "b.Is(wk.X, 2)", "b.Is(wk.X, 3)"),
	one("ready in seven of eight symmetries", "notions.go", "Symmetry(Symmetries)", "Symmetry(Symmetries-1)"),
	one("the measure forgets stalemate", "notions.go", "b.Or(b.Exposed(p), b.BlackCanMove(p).Not())", "b.Exposed(p)"),
	one("the critical square beside the king", "notions.go", "Sq{b.towards(p.R.X, p.BK.X), b.towards(p.R.Y, p.BK.Y)}", "Sq{b.towards(p.BK.X, p.R.X), b.towards(p.BK.Y, p.R.Y)}"),
	one("canonical is less", "rules.go", "b.Le(p.BK.X, 3)", "b.Le(p.BK.X, 2)"),
	likewise(without("Squeeze does not divide", squeeze, "m.divides")),
	likewise(without("Squeeze stalemates", squeeze, "notStalemate")),
	likewise(without("Squeeze keeps the room", squeeze, "b.Lt(m.room, s.room)")),
	likewise(without("Approach without approaching", approach, "b.Lt(b.CriticalDistance(q), s.distance)")),
	likewise(without("KeepRoom leaves the rook", keepRoom, "b.Lte(b.Chebyshev(q.WK, q.R), b.Chebyshev(p.WK, p.R))")),
	without("Approach without a shape", approach, "shape"),
	without("RookHome to any line", rookHome, "s.home(m)"),
	one("straight moves first", "strategy.go", "step == ApproachNonDiag", "step == ApproachDiag"),
	without("RookHome unguarded", rookHome, "b.Or(b.Of(rd.HomeNoGuard), s.guarded(q))"),
	likewise(one("RookHome not nearest", "strategy.go", leastSteps, "step == Squeeze")),
	without("RookSafe at any distance", rookSafe, "b.Ge(b.Chebyshev(q.R, q.BK), rd.RookSafeDistance)"),
	likewise(without("RookSafe to any square", rookSafe, "edge")),
	one("no step is preferred", "strategy.go", "b.And(none, usable.Not())", "none"),
	one("a relation that lacks moves of the strategy", "strategy.go", "[]encode.Bool{s.none[step], r.ok}", "[]encode.Bool{s.none[step], r.ok, b.Or(b.Of(len(s.atMost[Squeeze]) > 0), b.Ge(q.WK.X, 1))}"),
	one("Approach is preferred to nothing", "strategy.go", "[]encode.Bool{s.none[step], r.ok}", "[]encode.Bool{b.Or(s.none[step], b.Of(step == ApproachDiag)), r.ok}"),
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
				if err != nil {
					t.Fatal(err)
				}
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
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
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
	write("mutants.go", `package spec

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

// A checker whose circuits are wrong refuses everything, whatever proofs there are: it compares the
// circuits with the rules of chess and the strategy's text first. The program is built from sources
// with mistakes in them; the one that is shipped has no place for any.
func TestWrongCircuits(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program and runs it some thirty times")
	}
	spec, err := filepath.Abs("../../proofs/krk/spec")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	overlay, err := json.Marshal(map[string]any{"Replace": mutate(t, spec, dir)})
	if err != nil {
		t.Fatal(err)
	}
	replaced := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(replaced, overlay, 0o666); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "check")
	if out, err := exec.Command("go", "build", "-ldflags=-s -w", "-overlay", replaced, "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	folder := filepath.Join(dir, "cert")
	if err := os.Mkdir(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	manifest := fmt.Sprintf(`{"schema": %q}`, certificate.Schema)
	if err := os.WriteFile(filepath.Join(folder, certificate.ManifestName), []byte(manifest), 0o666); err != nil {
		t.Fatal(err)
	}
	run := func(number int) string {
		c := exec.Command(program, folder)
		c.Env = append(os.Environ(), fmt.Sprint("RETROPROOF_MUTANT=", number))
		out, err := c.CombinedOutput()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != exitNotVerified || strings.Contains(string(out), "\nVERIFIED") {
			t.Errorf("mutant %d: %v\n%s", number, err, out)
		}
		return string(out)
	}
	const refusal = "a circuit is not what the rules of chess and the strategy's text say"
	if out := run(0); strings.Contains(out, refusal) || !strings.Contains(out, "lemma-0.cnf.gz") {
		t.Errorf("without a mistake: %s", out)
	}
	for i, m := range mutants {
		if m.again && os.Getenv("RETROPROOF_LONG") == "" {
			continue
		}
		out := run(i + 1)
		if !strings.Contains(out, refusal) {
			t.Errorf("%s: %s", m.name, out)
		}
		_, why, _ := strings.Cut(out, refusal+": ")
		t.Logf("%-40s %s", m.name, strings.TrimSpace(why))
	}
}
