package drup_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"retroproof/internal/expect"
	"retroproof/proofs/drup"
	"retroproof/proofs/lrat"
)

// check checks a proof of clauses.
func check(t testing.TB, variables int, clauses [][]int32, proof string) error {
	t.Helper()
	c := drup.NewChecker(variables, 1<<28)
	for _, clause := range clauses {
		expect.NoError(t, c.AddClause(clause))
	}
	_, err := c.Check(context.Background(), strings.NewReader(proof), "proof")
	return err
}

// pigeonhole returns the formula of n+1 pigeons in n holes, and Cook's refutation by extended resolution: with new
// variables for a way to put one pigeon less into one hole less. All its definitions are RAT and do not follow.
func pigeonhole(n int) (variables int, clauses [][]int32, proof string) {
	in := func(size, i, j int) int32 { // pigeon i in hole j, of size holes, in blocks, the largest first
		before := 0
		for s := n; s > size; s-- {
			before += s * (s + 1)
		}
		return int32(before + i*size + j + 1)
	}
	for i := range n + 1 {
		var some []int32
		for j := range n {
			some = append(some, in(n, i, j))
			for k := range i {
				clauses = append(clauses, []int32{-in(n, i, j), -in(n, k, j)})
			}
		}
		clauses = append(clauses, some)
	}
	var b strings.Builder
	for s := n - 1; s > 0; s-- { // q[i,j] is p[i,j], or p[i,s] and p[s+1,j]
		for i := range s + 1 {
			for j := range s {
				q, p, x, y := in(s, i, j), in(s+1, i, j), in(s+1, i, s), in(s+1, s+1, j)
				fmt.Fprintf(&b, "%d %d 0\n%d %d %d 0\n%d %d %d 0\n%d %d %d 0\n", q, -p, q, -x, -y, -q, p, x, -q, p, y)
			}
		}
		for i := range s + 1 {
			for j := range s {
				for k := range i {
					fmt.Fprintf(&b, "%d %d 0\n", -in(s, i, j), -in(s, k, j))
				}
			}
			for j := range s {
				fmt.Fprintf(&b, "%d ", in(s, i, j))
			}
			b.WriteString("0\n")
		}
	}
	return n * (n + 1), clauses, b.String() + "0\n"
}

// TestPigeonhole checks proofs by extended resolution. They prove nothing of a formula that lacks a clause, and most
// prove nothing without a step of a definition.
func TestPigeonhole(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 2, 3, 4, 9} {
		variables, clauses, proof := pigeonhole(n)
		expect.NoError(t, check(t, variables, clauses, proof))
		for i := 0; i < len(clauses); i += 1 + len(clauses)/20 {
			if check(t, variables, slices.Delete(slices.Clone(clauses), i, i+1), proof) == nil {
				t.Errorf("%d holes without clause %d refuted", n, i)
			}
		}
	}
	variables, clauses, proof := pigeonhole(4)
	steps := strings.SplitAfter(proof, "\n")
	refused := 0
	for i := range 4 * 4 * 3 {
		if check(t, variables, clauses, strings.Join(slices.Delete(slices.Clone(steps), i, i+1), "")) != nil {
			refused++
		}
	}
	if refused < 32 {
		t.Errorf("%d of 48 proofs without one step of a definition are refused", refused)
	}
}

// follows propagates plainly, with the literals given false.
func follows(clauses [][]int32, negated ...int32) bool {
	value := map[int32]bool{}
	for _, l := range negated {
		if value[l] {
			return true
		}
		value[-l] = true
	}
	for changed := true; changed; {
		changed = false
		for _, c := range clauses {
			open := slices.DeleteFunc(slices.Clone(c), func(l int32) bool { return value[-l] })
			slices.Sort(open)
			switch open = slices.Compact(open); {
			case len(open) == 0:
				return true
			case len(open) == 1 && !value[open[0]]:
				value[open[0]], changed = true, true
			}
		}
	}
	return false
}

// isRAT is the definition of a step that is accepted.
func isRAT(clauses [][]int32, clause []int32) bool {
	if follows(clauses, clause...) {
		return true
	}
	for _, d := range clauses {
		if len(clause) == 0 || slices.Contains(d, -clause[0]) &&
			!follows(clauses, append(slices.DeleteFunc(slices.Clone(d), func(l int32) bool { return l == -clause[0] }), clause...)...) {
			return false
		}
	}
	return len(clause) > 0
}

// TestDefinition compares steps with their definition, on random clauses, with variables that are new, and with
// deletions. No satisfiable formula is refuted, whatever the steps.
func TestDefinition(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(44, 1))
	random := func(variables, length int) (c []int32) {
		for range length {
			c = append(c, int32((1+r.IntN(variables))*(1-2*r.IntN(2))))
		}
		return c
	}
	accepted, refused := 0, 0
	for range 1500 {
		variables := 3 + r.IntN(4)
		var clauses [][]int32
		for range 4 + r.IntN(3*variables) {
			clauses = append(clauses, random(variables, 2+r.IntN(2)))
		}
		alive := slices.Clone(clauses)
		var proof []byte
		for range 1 + r.IntN(6) {
			// Clauses of one literal stay: that they are not deleted makes more steps follow than the definition says.
			if i := r.IntN(len(alive)); r.IntN(4) == 0 && !follows(alive) && !unit(alive) {
				proof = line(append(proof, "d "...), alive[i])
				alive = slices.Delete(slices.Clone(alive), i, i+1)
				if len(alive) == 0 {
					break
				}
				continue
			}
			c := random(variables+1, 1+r.IntN(3))
			want := isRAT(alive, c) || tautology(c)
			err := check(t, variables, clauses, string(line(slices.Clone(proof), c)))
			if !errors.Is(err, map[bool]error{true: lrat.ErrNoEmptyClause, false: drup.ErrNotRUP}[want]) {
				t.Fatalf("%v\n%s%v: %v, want accepted: %t", clauses, proof, c, err, want)
			}
			if !want {
				refused++
				continue
			}
			if accepted++; !tautology(c) {
				proof, alive = line(proof, c), append(alive, c)
			}
		}
	}
	gone := "d -1 2 0\nd -1 -2 0\n1 0\n" // no clause with -1 is left
	expect.ErrorIs(t, check(t, 2, [][]int32{{1, 2}, {-1, 2}, {-1, -2}}, gone), lrat.ErrNoEmptyClause, "check")
	if accepted < 500 || refused < 500 {
		t.Errorf("%d steps accepted, %d refused", accepted, refused)
	}
}

func tautology(c []int32) bool {
	return slices.ContainsFunc(c, func(l int32) bool { return slices.Contains(c, -l) })
}

// unit reports whether a literal follows by propagation alone.
func unit(clauses [][]int32) bool {
	return slices.ContainsFunc(clauses, func(c []int32) bool {
		c = slices.Clone(c)
		slices.Sort(c)
		return len(slices.Compact(c)) == 1
	})
}

func line(text []byte, c []int32) []byte {
	for _, l := range c {
		text = append(strconv.AppendInt(text, int64(l), 10), ' ')
	}
	return append(text, "0\n"...)
}

// TestHintsOfRAT changes proofs with hints: of a formula that has a model nothing is a proof.
func TestHintsOfRAT(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(44, 2))
	variables, clauses, proof := pigeonhole(2)
	c := drup.NewChecker(variables, 1<<24)
	for _, clause := range clauses {
		expect.NoError(t, c.AddClause(clause))
	}
	var hints bytes.Buffer
	_, err := c.Elaborate(context.Background(), strings.NewReader(proof), "proof", &hints)
	expect.NoError(t, err)
	lratOf := func(clauses [][]int32, proof string) error {
		c := lrat.NewRATChecker(1 << 24)
		for _, clause := range clauses {
			expect.NoError(t, c.AddClause(clause))
		}
		_, err := c.LRAT(context.Background(), strings.NewReader(proof), "hints")
		return err
	}
	expect.NoError(t, lratOf(clauses, hints.String()))
	expect.Contains(t, hints.String(), " -", "no RAT")
	kept := 0
	for n := range 6000 {
		words := strings.SplitAfter(strings.ReplaceAll(hints.String(), "\n", " \n"), " ")
		for range 1 + r.IntN(3) {
			switch i := r.IntN(len(words)); r.IntN(3) {
			case 0:
				words = slices.Delete(words, i, i+1)
			case 1:
				words[i] = words[r.IntN(len(words))]
			default:
				words = slices.Insert(words, i, words[r.IntN(len(words))])
			}
		}
		weak := slices.Delete(slices.Clone(clauses), n%len(clauses), n%len(clauses)+1)
		if text := strings.Join(words, ""); lratOf(weak, text) == nil {
			t.Fatalf("verified without clause %d:\n%s", n%len(clauses), text)
		} else if lratOf(clauses, text) == nil {
			kept++
		}
	}
	t.Logf("%d changes leave a proof", kept)
}

// TestRefusedHints has a row for each condition of a step with RAT: 1 2 0, -1 2 0, -1 -2 0 are the clauses.
func TestRefusedHints(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		step string
		want error
	}{
		{"4 1 3 0 0", lrat.ErrRAT},                      // clauses 2 and 3 are left out
		{"4 3 1 0 -2 0", lrat.ErrRAT},                   // clause 2 has not -3
		{"4 1 0 -2 -3 0", lrat.ErrNoConflict},           // with clause 2 nothing follows
		{"4 -1 0 -1 0", lrat.ErrNoConflict},             // nor here
		{"4 1 2 0 -3 0", lrat.ErrRAT},                   // clause 2 is left out
		{"4 1 2 0 -3 -2 0", lrat.ErrRAT},                // not in order
		{"4 -2 3 0 -1 3 -1 3 -2 0", lrat.ErrNoConflict}, // nothing with clause 1
		{"4 3 -2 0 0\n5 -3 2 0 -4 -4 0", lrat.ErrRAT},   // twice
		{"4 1 2 0 1 -2 -3 0", lrat.ErrRAT},              // behind a conflict
		{"4 0 -1 0", lrat.ErrNoConflict},                // no literal
		{"4 1 -2 0 -1 -2 0", lrat.ErrRAT},               // clause 1 has not -1
		{"4 1 -2 0 -2 -2 0", lrat.ErrRAT},               // one twice, and another left out
		{"4 1 -2 0 -2 -3 0", lrat.ErrNoConflict},        // -2 -1: clause 3 follows not from that
		{"4 2 1 0 -3 0\n5 -2 -1 0 -9 0", lrat.ErrRAT},
	} {
		c := lrat.NewRATChecker(1 << 20)
		for _, clause := range [][]int32{{1, 2}, {-1, 2}, {-1, -2}} {
			expect.NoError(t, c.AddClause(clause))
		}
		expect.ErrorIs(t, expect.Err(c.LRAT(context.Background(), strings.NewReader(row.step+"\n"), "hints")), row.want,
			"%s", row.step)
	}
}

// TestCadical checks proofs of CaDiCaL with its inprocessing on, in both forms.
func TestCadical(t *testing.T) {
	t.Parallel()
	program, err := exec.LookPath("cadical")
	if err != nil {
		t.Skip("no cadical")
	}
	for n := range 4 {
		variables, clauses, _ := pigeonhole(5 + n%2)
		r := rand.New(rand.NewPCG(44, uint64(n)))
		for n > 1 && len(clauses) < 700 { // gates, for elimination, and random clauses
			a, b, v := int32(1+r.IntN(variables)), int32(1+r.IntN(variables)), int32(variables+1)
			clauses = append(clauses, []int32{-v, a}, []int32{-v, b}, []int32{v, -a, -b})
			variables++
		}
		text := fmt.Appendf(nil, "p cnf %d %d\n", variables, len(clauses))
		for _, c := range clauses {
			text = line(text, c)
		}
		cnf, proof := filepath.Join(t.TempDir(), "f.cnf"), filepath.Join(t.TempDir(), "f.drat")
		expect.NoError(t, os.WriteFile(cnf, text, 0o666))
		args := [][]string{{"-q", "--unsat", "--inprocessing=1", "--cover=1", "--condition=1", "--block=1", cnf, proof}, {"-q", "--no-binary", cnf, proof}}[n%2]
		err := exec.Command(program, args...).Run()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != 20 {
			t.Fatalf("cadical: %v", err)
		}
		steps, err := os.ReadFile(proof)
		expect.NoError(t, err)
		expect.NoError(t, check(t, variables, clauses, string(steps)))
		if check(t, variables, clauses[1:], string(steps)) == nil {
			t.Error("verified without a clause that it needs")
		}
	}
}
