package lrat_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"retroproof/proofs/lrat"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// obviousLRAT is a second LRAT checker, for comparison: no streams, no arena, no speed. It takes text without comments.
func obviousLRAT(f *lrat.Formula, proof string) bool {
	clauses := map[int64][]int64{}
	last := int64(f.NumClauses())
	empty := false
	for i := range f.NumClauses() {
		for _, l := range f.Clause(i) {
			clauses[int64(i+1)] = append(clauses[int64(i+1)], int64(l))
		}
		if len(f.Clause(i)) == 0 {
			clauses[int64(i+1)] = []int64{}
			empty = true
		}
	}
	derived := false
	for line := range strings.Lines(proof) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		if words[0] == "0" || len(words) < 2 {
			return false
		}
		deletes := words[1] == "d"
		if deletes {
			words = slices.Delete(words, 1, 2)
		}
		var numbers []int64
		for _, w := range words {
			n, err := strconv.ParseInt(w, 10, 64)
			if err != nil || w == "-0" {
				return false
			}
			numbers = append(numbers, n)
		}
		id, rest := numbers[0], numbers[1:]
		if id <= 0 || len(rest) == 0 || rest[len(rest)-1] != 0 {
			return false
		}
		if deletes {
			for _, d := range rest[:len(rest)-1] {
				if _, ok := clauses[d]; !ok {
					return false
				}
				delete(clauses, d)
			}
			continue
		}
		end := slices.Index(rest, 0)
		clause := rest[:end]
		if end == len(rest)-1 || id <= last || derived {
			return false
		}
		hints := rest[end+1 : len(rest)-1]
		isTrue := map[int64]bool{}
		conflict := false
		for _, l := range clause {
			if max(l, -l) > int64(f.NumVars) {
				return false
			}
			conflict = conflict || isTrue[l]
			isTrue[-l] = true
		}
		for _, h := range hints {
			c, ok := clauses[h]
			if !ok {
				return false
			}
			open := map[int64]bool{}
			for _, l := range c {
				if !isTrue[-l] {
					open[l] = true
				}
			}
			switch {
			case conflict:
			case len(open) == 0:
				conflict = true
			case len(open) > 1:
				return false
			}
			for l := range open {
				if !conflict {
					isTrue[l] = true
				}
			}
		}
		if !conflict || slices.Contains(hints, 0) {
			return false
		}
		clauses[id] = clause
		last = id
		derived = len(clause) == 0
	}
	return derived || empty
}

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
	r := rand.New(rand.NewPCG(5, 1))
	formulas, mutants := 60, 120
	switch {
	case testing.Short():
		formulas = 15
	case long:
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
		if !obviousLRAT(f, hinted) {
			t.Fatalf("the obvious checker is wrong\n%s", hinted)
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
			if (err == nil) != obviousLRAT(f, m) {
				t.Fatalf("%v, but the obvious checker says %t\n%v\n%s", err, err != nil, clausesOf(f), m)
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
