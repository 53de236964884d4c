package lrat_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"retroproof/internal/expect"
	"retroproof/proofs/lrat"
)

// mutate changes something in a proof, text of one step a line.
func mutate(r *rand.Rand, proof string) string {
	lines := slices.Collect(strings.Lines(proof))
	if len(lines) == 0 {
		return proof
	}
	i := r.IntN(len(lines))
	words := strings.Fields(lines[i])
	anyID := r.IntN(len(lines)+10) + 1
	switch r.IntN(8) {
	case 0: // drop a line
		lines = slices.Delete(lines, i, i+1)
	case 1: // repeat one
		lines = slices.Insert(lines, r.IntN(len(lines)), lines[i])
	case 2: // swap two
		j := r.IntN(len(lines))
		lines[i], lines[j] = lines[j], lines[i]
	case 3: // truncate
		return proof[:r.IntN(len(proof))]
	case 4: // delete too early
		lines = slices.Insert(lines, i, fmt.Sprintf("%d d %d 0\n", anyID, anyID))
	case 5: // claim the end
		lines = append(lines[:i], fmt.Sprintf("%d 0 %d 0\n", 1000+i, anyID))
	case 6: // change a byte
		b := []byte(proof)
		b[r.IntN(len(b))] = "0123456789- \nd"[r.IntN(14)]
		return string(b)
	default:
		if len(words) > 0 {
			lines[i] = strings.Join(mutateWords(r, words, anyID), " ") + "\n"
		}
	}
	return strings.Join(lines, "")
}

// mutateWords changes the words of one step.
func mutateWords(r *rand.Rand, words []string, anyID int) []string {
	w := r.IntN(len(words))
	number, _ := strconv.Atoi(words[w])
	switch r.IntN(9) {
	case 0:
		words = slices.Delete(words, w, w+1)
	case 1:
		words = slices.Insert(words, w, words[w])
	case 2:
		v := r.IntN(len(words))
		words[w], words[v] = words[v], words[w]
	case 3: // flip a literal
		words[w] = strconv.Itoa(-number)
	case 4: // renumber
		words[w] = strconv.Itoa(number + r.IntN(5) - 2)
	case 5:
		words[w] = strconv.Itoa(anyID)
	case 6:
		words = slices.Insert(words, w, strconv.Itoa(anyID))
	case 7: // drop the first literal
		words = slices.Delete(words, min(1, len(words)-1), min(2, len(words)))
	case 8: // drop all hints
		if zero := slices.Index(words, "0"); zero >= 0 {
			words = append(words[:zero+1], "0")
		}
	}
	return words
}

// weaken returns a satisfiable formula that differs from f in a few literals, with as many clauses.
func weaken(r *rand.Rand, f *lrat.Formula) *lrat.Formula {
	for {
		g := &lrat.Formula{NumVars: f.NumVars}
		changes := 1 + r.IntN(3)
		changed := r.Perm(f.NumClauses())
		for i := range f.NumClauses() {
			c := slices.Clone(f.Clause(i))
			if slices.Contains(changed[:min(changes, len(changed))], i) && len(c) > 0 {
				c[r.IntN(len(c))] *= -1
			}
			g.AddClause(c...)
		}
		if satisfiable(g) {
			return g
		}
		f = g
	}
}

// A checker that accepts too little is a nuisance; one that accepts a proof of a satisfiable formula is worthless.
func TestMutants(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 1))
	formulas, mutants := 60, 120
	switch {
	case testing.Short():
		formulas = 15
	case expect.Long:
		formulas = 1500
	}
	total, accepted := 0, 0
	for done := 0; done < formulas; {
		f := randomFormula(r, 3+r.IntN(4), 8+r.IntN(30))
		steps := refute(f)
		if steps == "" {
			continue
		}
		done++
		hinted := elaborate(t, f, steps)
		if !acceptable(f, hinted) {
			t.Fatalf("the plain checker is wrong\n%s", hinted)
		}
		weak := weaken(r, f)
		for i := range mutants {
			m, d := hinted, steps
			if i > 0 {
				for range 1 + r.IntN(3) {
					m, d = mutate(r, m), mutate(r, d)
				}
			}
			total += 4
			c := checkerFor(t, f)
			c.CompactAlways(i % 2 << 16) // half of them with constant compaction
			_, err := c.LRAT(context.Background(), strings.NewReader(m), "mutant")
			if (err == nil) != acceptable(f, m) {
				t.Fatalf("%v, but the plain checker says %t\n%v\n%s", err, err != nil, clausesOf(f), m)
			}
			if err == nil {
				accepted++
			}
			if _, err := lrat.CheckLRAT(weak, strings.NewReader(m), "mutant"); err == nil {
				t.Fatalf("LRAT verified for a satisfiable formula:\n%v\n%s", clausesOf(weak), m)
			}
			if _, err := checkRUP(weak, strings.NewReader(d), "mutant"); err == nil {
				t.Fatalf("DRUP verified for a satisfiable formula:\n%v\n%s", clausesOf(weak), d)
			}
			code := toBinary(hinted)
			for range r.IntN(4) {
				code[r.IntN(len(code))] ^= 1 << r.IntN(8)
			}
			if _, err := lrat.CheckLRAT(weak, bytes.NewReader(code), "mutant"); err == nil {
				t.Fatalf("binary LRAT verified for a satisfiable formula:\n%v\n%q", clausesOf(weak), code)
			}
		}
	}
	t.Logf("%d mutants, %d of those of proofs accepted, none for a satisfiable formula", total, accepted)
}
