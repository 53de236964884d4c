package proofs

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
)

// parse reads a formula that a test has written down.
func parse(t testing.TB, text string) *Formula {
	t.Helper()
	f, err := ReadDIMACS(strings.NewReader(text), "formula")
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// pigeons says that so many pigeons are in one hole fewer, no two in the same.
func pigeons(n int) *Formula {
	f := &Formula{}
	in := func(pigeon, hole int) int32 { return int32(pigeon*(n-1) + hole + 1) }
	for p := range n {
		var c []int32
		for h := range n - 1 {
			c = append(c, in(p, h))
		}
		f.AddClause(c...)
	}
	for h := range n - 1 {
		for p := range n {
			for q := range p {
				f.AddClause(-in(p, h), -in(q, h))
			}
		}
	}
	return f
}

// randomFormula returns a formula of clauses of three different variables.
func randomFormula(r *rand.Rand, variables, clauses int) *Formula {
	f := &Formula{NumVars: variables}
	for range clauses {
		var c []int32
		for _, v := range r.Perm(variables)[:3] {
			l := int32(v + 1)
			if r.IntN(2) == 0 {
				l = -l
			}
			c = append(c, l)
		}
		f.AddClause(c...)
	}
	return f
}

// satisfiable decides a formula of at most 20 variables by trying all assignments.
func satisfiable(f *Formula) bool {
	for model := range 1 << f.NumVars {
		if satisfies(f, model) {
			return true
		}
	}
	return false
}

func satisfies(f *Formula, model int) bool {
clauses:
	for i := range f.NumClauses() {
		for _, l := range f.Clause(i) {
			if l > 0 == (model>>(max(l, -l)-1)&1 == 1) {
				continue clauses
			}
		}
		return false
	}
	return true
}

// drup refutes a formula by a search through all assignments: on the way back from every dead end it learns the clause
// that forbids the way to it, and deletes the two that this comes from. The result is DRUP; "" if there is a model.
func drup(f *Formula) string {
	var b strings.Builder
	line := func(start string, path []int32) {
		b.WriteString(start)
		for _, l := range path {
			fmt.Fprintf(&b, "%d ", -l)
		}
		b.WriteString("0\n")
	}
	var search func(path []int32) (learnt, model bool)
	search = func(path []int32) (learnt, model bool) {
		if falsifiedBy(f, path) {
			return false, false
		}
		if len(path) == f.NumVars {
			return false, true
		}
		v := int32(len(path) + 1)
		first, model := search(append(path, v))
		if model {
			return false, true
		}
		second, model := search(append(path, -v))
		if model {
			return false, true
		}
		line("", path)
		if first {
			line("d ", append(path, v))
		}
		if second {
			line("d ", append(path, -v))
		}
		return true, false
	}
	if learnt, model := search(nil); model || !learnt {
		return ""
	}
	return b.String()
}

// falsifiedBy reports whether a clause has only literals whose negatives are on the path.
func falsifiedBy(f *Formula, path []int32) bool {
clauses:
	for i := range f.NumClauses() {
		for _, l := range f.Clause(i) {
			v := int(max(l, -l))
			if v > len(path) || path[v-1] == l {
				continue clauses
			}
		}
		return true
	}
	return false
}

// elaborate makes LRAT of DRUP.
func elaborate(t testing.TB, f *Formula, drup string) string {
	t.Helper()
	c, err := checkerFor(f)
	if err != nil {
		t.Fatal(err)
	}
	var lrat bytes.Buffer
	if _, err := c.ElaborateRUP(context.Background(), strings.NewReader(drup), "drup", &lrat); err != nil {
		t.Fatal(err)
	}
	return lrat.String()
}

// cadicalProof runs cadical, if it is installed, on the formula. The proof is DRAT, without RAT steps as far as the
// options go.
func cadicalProof(t testing.TB, f *Formula, binary bool) string {
	t.Helper()
	program, err := exec.LookPath("cadical")
	if err != nil {
		t.Skip("no cadical")
	}
	dir := t.TempDir()
	cnf, proof := filepath.Join(dir, "f.cnf"), filepath.Join(dir, "f.drat")
	var b bytes.Buffer
	if err := WriteDIMACS(&b, f); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(cnf, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	args := []string{"-q", "--plain", cnf, proof}
	if !binary {
		args = append([]string{"--no-binary"}, args...)
	}
	out, err := exec.Command(program, args...).Output()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 20 {
		t.Fatalf("cadical: %v\n%s", err, out)
	}
	text, err := os.ReadFile(proof)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// toBinary makes binary LRAT of text LRAT.
func toBinary(lrat string) []byte {
	var b []byte
	number := func(n int64) {
		u := uint64(2 * n)
		if n < 0 {
			u = uint64(-2*n + 1)
		}
		b = binary.AppendUvarint(b, u)
	}
	for line := range strings.Lines(lrat) {
		words := strings.Fields(line)
		if words[1] == "d" {
			b = append(b, 'd')
			words = words[2:]
		} else {
			b = append(b, 'a')
		}
		for _, w := range words {
			n, _ := strconv.ParseInt(w, 10, 64)
			number(n)
		}
	}
	return b
}

func TestProofs(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	proved := 0
	for range 300 {
		f := randomFormula(r, 3+r.IntN(6), 10+r.IntN(60))
		steps := drup(f)
		if satisfiable(f) != (steps == "") {
			t.Fatal("the test's prover is wrong")
		}
		if steps == "" {
			continue
		}
		proved++
		plain, err := CheckRUP(f, strings.NewReader(steps), "drup")
		if err != nil {
			t.Fatalf("%v\n%s", err, steps)
		}
		lrat := elaborate(t, f, steps)
		for _, check := range []func(*Checker) (Stats, error){
			func(c *Checker) (Stats, error) {
				return c.LRAT(context.Background(), strings.NewReader(lrat), "lrat")
			},
			func(c *Checker) (Stats, error) {
				return c.RUP(context.Background(), strings.NewReader(steps), "drup")
			},
		} {
			c, err := checkerFor(f)
			if err != nil {
				t.Fatal(err)
			}
			c.tolerated = 0 // compact all the time
			if _, err := check(c); err != nil {
				t.Fatalf("with compaction: %v\n%s", err, lrat)
			}
			n := int64(0)
			c.walk(func(r ref) {
				if n++; c.find(c.id(r)) != r {
					t.Fatalf("clause %d is not where it should be", c.id(r))
				}
			})
			if n != c.live {
				t.Fatalf("%d clauses of %d", n, c.live)
			}
		}
		text, err := CheckLRAT(f, strings.NewReader(lrat), "lrat")
		if err != nil {
			t.Fatalf("%v\n%s", err, lrat)
		}
		code := toBinary(lrat)
		bin, err := CheckLRAT(f, iotest.OneByteReader(bytes.NewReader(code)), "lrat")
		if err != nil {
			t.Fatalf("%v\n%q", err, code)
		}
		if text.Bytes != int64(len(lrat)) || bin.Bytes != int64(len(code)) || plain.Bytes != int64(len(steps)) {
			t.Errorf("lengths %d %d %d: %+v %+v %+v", len(lrat), len(code), len(steps), text, bin, plain)
		}
		text.Bytes, text.Format = bin.Bytes, bin.Format
		if text != bin {
			t.Errorf("%+v\n%+v", text, bin)
		}
		if plain.Steps != text.Steps || plain.Deletions != text.Deletions || plain.Deletions+plain.Ignored > plain.Steps {
			t.Errorf("%+v\n%+v", plain, text)
		}
	}
	if proved < 100 {
		t.Errorf("only %d formulas without a model", proved)
	}
}

func TestCadical(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 1))
	formulas := []*Formula{pigeons(6), randomFormula(r, 60, 400), randomFormula(r, 100, 600)}
	for i, f := range formulas {
		steps := cadicalProof(t, f, false)
		stats, err := CheckRUP(f, strings.NewReader(steps), "drat")
		if err != nil {
			t.Fatal(i, err)
		}
		code := cadicalProof(t, f, true)
		again, err := CheckRUP(f, strings.NewReader(code), "drat")
		if err != nil {
			t.Fatal(i, err)
		}
		if again.Format != "binary DRUP" || again.Steps != stats.Steps || again.Deletions != stats.Deletions {
			t.Errorf("%d: %+v %+v", i, stats, again)
		}
		lrat := elaborate(t, f, steps)
		if _, err := CheckLRAT(f, strings.NewReader(lrat), "lrat"); err != nil {
			t.Fatal(i, err)
		}
		t.Logf("%+v, LRAT %d bytes", stats, len(lrat))
	}
}

func BenchmarkCheckLRAT(b *testing.B) {
	r := rand.New(rand.NewPCG(4, 1))
	f := randomFormula(r, 200, 900)
	lrat := elaborate(b, f, cadicalProof(b, f, false))
	for _, form := range []struct {
		name  string
		proof []byte
	}{{"text", []byte(lrat)}, {"binary", toBinary(lrat)}} {
		b.Run(form.name, func(b *testing.B) {
			b.SetBytes(int64(len(form.proof)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := CheckLRAT(f, bytes.NewReader(form.proof), "bench"); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
