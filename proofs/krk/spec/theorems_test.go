package spec

import (
	"slices"
	"testing"
)

func TestDeduction(t *testing.T) {
	all := Deduce(func(string) bool { return true })
	for _, c := range all {
		if c.Err != nil {
			t.Errorf("%s: %v", c.Name, c.Err)
		}
		t.Logf("%-20s %-90s %v %d", c.Name, c.Clause, c.Lemmas, c.Moves)
	}
	last := all[len(all)-1]
	if want := []string{"1", "2", "3", "4", "5", "6", "7s", "8", "9"}; last.Name != "Theorem 1" || !slices.Equal(last.Lemmas, want) {
		t.Errorf("%s rests on %v, want Theorem 1 on %v", last.Name, last.Lemmas, want)
	}
}

// Every lemma is needed for the theorem that the paper uses it for.
func TestDeductionNeedsEveryLemma(t *testing.T) {
	needs := map[string][]string{
		"Theorem 1": {"1", "2", "3", "4", "5", "6", "7s", "8", "9"},
		"Theorem 2": {"1", "2", "3", "4", "5"},
		"Theorem 3": {"1", "6", "7s", "8", "9"},
	}
	for theorem, lemmas := range needs {
		for _, l := range Lemmas() {
			out := Deduce(func(k string) bool { return k != l.Key })
			i := slices.IndexFunc(out, func(c Conclusion) bool { return c.Name == theorem })
			if failed, want := out[i].Err != nil, slices.Contains(lemmas, l.Key); failed != want {
				t.Errorf("%s without Lemma %s: failed %v, want %v", theorem, l.Key, failed, want)
			}
		}
	}
}

func TestDeductionRejects(t *testing.T) {
	facts := map[string]Fact{}
	for _, a := range axioms() {
		facts[a.Name] = a
	}
	for _, f := range lemmaFacts() {
		facts[f.Name] = f
	}
	for _, c := range []struct {
		why string
		inf Inference
	}{
		{"cited too early", Inference{Fact{"x", 0, Clause{not(moved, 0), not(rooked, 0)}}, "", propagation, []use{{"Lemma 4", -3}}}},
		{"does not follow", Inference{Fact{"x", 0, Clause{not(moved, 0), yes(mated, 0)}}, "", propagation, []use{{"Lemma 9", 0}}}},
		{"no induction step", Inference{Fact{"x", 0, Clause{not(reached, 0), yes(lawful, 0)}}, "", induction, nil}},
		{"no induction base", Inference{Fact{"x", 0, Clause{not(reached, 0), yes(mated, 0)}}, "", induction, []use{{"Lemma 1", 0}}}},
		{"unknown fact", Inference{Fact{"x", 0, Clause{yes(moved, 0)}}, "", propagation, []use{{"Lemma 10", 0}}}},
		{"unknown rule", Inference{Fact{"x", 0, Clause{yes(moved, 0)}}, "", "magic", nil}},
		{"descent without facts", Inference{Fact{"x", 0, nil}, "", descent, nil}},
	} {
		got := Conclusion{Inference: c.inf}
		if got.check(facts); got.Err == nil {
			t.Errorf("%s: accepted", c.why)
		}
	}
}
