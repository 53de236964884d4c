package lrat_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"retroproof/internal/expect"
	"retroproof/proofs/drup"
	"retroproof/proofs/lrat"
	"retroproof/proofs/lrat/gunzip"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
)

// parse reads a formula that a test has written down.
func parse(t testing.TB, text string) *lrat.Formula {
	t.Helper()
	f, err := lrat.ReadDIMACS(strings.NewReader(text), "formula")
	expect.NoError(t, err)
	return f
}

// pigeons says that so many pigeons are in one hole fewer, no two in the same.
func pigeons(n int) *lrat.Formula {
	f := &lrat.Formula{}
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
func randomFormula(r *rand.Rand, variables, clauses int) *lrat.Formula {
	f := &lrat.Formula{NumVars: variables}
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
func satisfiable(f *lrat.Formula) bool {
	for model := range 1 << f.NumVars {
		if satisfies(f, model) {
			return true
		}
	}
	return false
}

func satisfies(f *lrat.Formula, model int) bool {
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

// refute refutes a formula by a search through all assignments: on the way back from every dead end it learns the
// clause that forbids the way to it, and deletes the two that this comes from. The result is DRUP; "" if there is a
// model.
func refute(f *lrat.Formula) string {
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
func falsifiedBy(f *lrat.Formula, path []int32) bool {
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
func elaborate(t testing.TB, f *lrat.Formula, steps string) string {
	t.Helper()
	c := drup.NewChecker(f.NumVars, lrat.DefaultMemory)
	for i := range f.NumClauses() {
		expect.NoError(t, c.AddClause(f.Clause(i)))
	}
	var out bytes.Buffer
	expect.NoError(t, expect.Err(c.Elaborate(context.Background(), strings.NewReader(steps), "drup", &out)))
	return out.String()
}

// cadicalProof runs cadical, if it is installed, on the formula. The proof is DRAT, without RAT steps as far as the
// options go.
func cadicalProof(t testing.TB, f *lrat.Formula, binary bool) string {
	t.Helper()
	program, err := exec.LookPath("cadical")
	if err != nil {
		t.Skip("no cadical")
	}
	dir := t.TempDir()
	cnf, proof := filepath.Join(dir, "f.cnf"), filepath.Join(dir, "f.drat")
	expect.NoError(t, os.WriteFile(cnf, writeDIMACS(f), 0o666))
	args := []string{"-q", "--plain", cnf, proof}
	if !binary {
		args = append([]string{"--no-binary"}, args...)
	}
	out, err := exec.Command(program, args...).Output()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 20 {
		t.Fatalf("cadical: %v\n%s", err, out)
	}
	text := expect.Must(os.ReadFile(proof))
	return string(text)
}

// toBinary makes binary LRAT of text LRAT.
func toBinary(hinted string) []byte {
	var b []byte
	number := func(n int64) {
		u := uint64(2 * n)
		if n < 0 {
			u = uint64(-2*n + 1)
		}
		b = binary.AppendUvarint(b, u)
	}
	for line := range strings.Lines(hinted) {
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
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 1))
	proved := 0
	for range 300 {
		f := randomFormula(r, 3+r.IntN(6), 10+r.IntN(60))
		steps := refute(f)
		if satisfiable(f) != (steps == "") {
			t.Fatal("the test's prover is wrong")
		}
		if steps == "" {
			continue
		}
		proved++
		plain, err := checkRUP(f, strings.NewReader(steps), "drup")
		expect.NoError(t, err, steps)
		hinted := elaborate(t, f, steps)
		c := checkerFor(t, f)
		c.CompactAlways(0)
		expect.NoError(t, expect.Err(c.LRAT(context.Background(), strings.NewReader(hinted), "lrat")), hinted)
		text, err := lrat.CheckLRAT(f, strings.NewReader(hinted), "lrat")
		expect.NoError(t, err, hinted)
		code := toBinary(hinted)
		bin, err := lrat.CheckLRAT(f, iotest.OneByteReader(bytes.NewReader(code)), "lrat")
		expect.NoError(t, err, hinted)
		if text.Bytes != int64(len(hinted)) || bin.Bytes != int64(len(code)) || plain.Bytes != int64(len(steps)) {
			t.Errorf("lengths %d %d %d: %+v %+v %+v", len(hinted), len(code), len(steps), text, bin, plain)
		}
		text.Bytes, text.Format = bin.Bytes, bin.Format
		expect.Equal(t, text, bin, "text")
		if plain.Steps != text.Steps || plain.Deletions != text.Deletions || plain.Deletions+plain.Ignored > plain.Steps {
			t.Errorf("%+v\n%+v", plain, text)
		}
	}
	if proved < 100 {
		t.Errorf("only %d formulas without a model", proved)
	}
}

func TestCadical(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(4, 1))
	formulas := []*lrat.Formula{pigeons(6), randomFormula(r, 60, 400), randomFormula(r, 100, 600)}
	for i, f := range formulas {
		steps := cadicalProof(t, f, false)
		stats, err := checkRUP(f, strings.NewReader(steps), "drat")
		expect.NoError(t, err, i)
		code := cadicalProof(t, f, true)
		again, err := checkRUP(f, strings.NewReader(code), "drat")
		expect.NoError(t, err, i)
		if again.Format != "binary DRAT" || again.Steps != stats.Steps || again.Deletions != stats.Deletions {
			t.Errorf("%d: %+v %+v", i, stats, again)
		}
		hinted := elaborate(t, f, steps)
		expect.NoError(t, expect.Err(lrat.CheckLRAT(f, strings.NewReader(hinted), "lrat")), i)
		t.Logf("%+v, LRAT %d bytes", stats, len(hinted))
	}
}

func BenchmarkCheckLRAT(b *testing.B) {
	r := rand.New(rand.NewPCG(4, 1))
	f := randomFormula(r, 200, 900)
	hinted := elaborate(b, f, cadicalProof(b, f, false))
	for _, form := range []struct {
		name  string
		proof []byte
	}{{"text", []byte(hinted)}, {"binary", toBinary(hinted)}} {
		b.Run(form.name, func(b *testing.B) {
			b.SetBytes(int64(len(form.proof)))
			b.ReportAllocs()
			for b.Loop() {
				expect.NoError(b, expect.Err(lrat.CheckLRAT(f, bytes.NewReader(form.proof), "bench")))
			}
		})
	}
}

// check checks a proof, within so many bytes.
type check func(ctx context.Context, f *lrat.Formula, memory int64, proof io.Reader, name string) (lrat.Stats, error)

func lratOf(ctx context.Context, f *lrat.Formula, memory int64, proof io.Reader, name string) (lrat.Stats, error) {
	c := lrat.NewChecker(f.NumVars, memory)
	for i := range f.NumClauses() {
		if err := c.AddClause(f.Clause(i)); err != nil {
			return lrat.Stats{}, err
		}
	}
	return c.LRAT(ctx, gunzip.NewReader(proof), name)
}

func rupOf(ctx context.Context, f *lrat.Formula, memory int64, proof io.Reader, name string) (lrat.Stats, error) {
	c := drup.NewChecker(f.NumVars, memory)
	for i := range f.NumClauses() {
		if err := c.AddClause(f.Clause(i)); err != nil {
			return lrat.Stats{}, err
		}
	}
	return c.Check(ctx, gunzip.NewReader(proof), name)
}

func checkRUP(f *lrat.Formula, proof io.Reader, name string) (lrat.Stats, error) {
	return rupOf(context.Background(), f, lrat.DefaultMemory, proof, name)
}

// checkerFor returns a checker that has been given a formula.
func checkerFor(t testing.TB, f *lrat.Formula) *lrat.Checker {
	t.Helper()
	c := lrat.NewChecker(f.NumVars, lrat.DefaultMemory)
	for i := range f.NumClauses() {
		expect.NoError(t, c.AddClause(f.Clause(i)))
	}
	return c
}
