package spec

import (
	"slices"
	"testing"
)

// everything is an invariance that holds.
func everything() Invariance {
	known := Invariance{Moves: true}
	for n := range NumNotions {
		known.Notions[n] = n != Canonical
	}
	return known
}

func TestDeduction(t *testing.T) {
	for _, canonical := range []bool{false, true} {
		all := Deduce(Basis{Proved: func(string) bool { return true }, Canonical: canonical, Symmetry: everything()})
		for _, c := range all {
			if c.Err != nil {
				t.Errorf("%s: %v", c.Name, c.Err)
			}
			t.Logf("%-20s %-90s %v %d", c.Name, c.Clause, c.Lemmas, c.Moves)
		}
		last := all[len(all)-1]
		want := []string{"1", "2", "3", "4", "5", "6", "7s", "8", "9"}
		if canonical {
			want = append([]string{"0"}, want...)
		}
		if last.Name != "Theorem 1" || !slices.Equal(last.Lemmas, want) {
			t.Errorf("%s rests on %v, want Theorem 1 on %v", last.Name, last.Lemmas, want)
		}
	}
}

// Of formulas that break the symmetry nothing follows unless moves and all notions that they speak of
// are known to be symmetric.
func TestDeductionNeedsSymmetry(t *testing.T) {
	theorem := func(known Invariance) error {
		all := Deduce(Basis{Proved: func(string) bool { return true }, Canonical: true, Symmetry: known})
		return all[len(all)-1].Err
	}
	if theorem(everything()) != nil {
		t.Fatal(theorem(everything()))
	}
	known := everything()
	known.Moves = false
	if theorem(known) == nil {
		t.Error("Theorem 1 holds though moves need not be symmetric")
	}
	for _, n := range []Notion{Legal, Draw, BlackCanMove, Mate, Stalemate, Measure} {
		known := everything()
		known.Notions[n] = false
		if theorem(known) == nil {
			t.Errorf("Theorem 1 holds though %s need not be symmetric", n)
		}
	}
}

// A formula tells what it speaks of.
func TestInvariant(t *testing.T) {
	for _, l := range Lemmas() {
		for _, part := range append(l.Parts(), l) {
			f := part.Formula(DefaultEncoding(), Default())
			if err := f.Invariant(everything()); err != nil {
				t.Errorf("%s: %v", part.Key, err)
			}
			known := everything()
			known.Notions[Legal] = false
			// The last parts know nothing of positions.
			if about := f.Invariant(known) != nil; about == part.Composed {
				t.Errorf("%s speaks of legality: %t", part.Key, about)
			}
			if f.Invariant(Invariance{}) == nil {
				t.Errorf("%s does not rest on symmetric moves", part.Key)
			}
		}
	}
}

// Every lemma is needed for the theorem that the paper uses it for.
func TestDeductionNeedsEveryLemma(t *testing.T) {
	needs := map[string][]string{
		"Theorem 1": {"0", "1", "2", "3", "4", "5", "6", "7s", "8", "9"},
		"Theorem 2": {"0", "1", "2", "3", "4", "5"},
		"Theorem 3": {"0", "1", "6", "7s", "8", "9"},
	}
	for theorem, lemmas := range needs {
		for _, l := range Lemmas() {
			out := Deduce(Basis{Proved: func(k string) bool { return k != l.Key }, Canonical: true, Symmetry: everything()})
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
	facts["from canonical"] = Fact{"from canonical", 0, Clause{not(canonical, 0), not(drawn, 0)}}
	facts["then canonical"] = Fact{"then canonical", 0, Clause{not(canonical, 0), yes(canonical, 1)}}
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
		{"symmetry of another clause", Inference{Fact{"x", 0, Clause{not(moved, 0), yes(mated, 0)}}, "", symmetry, []use{{"from canonical", 0}}}},
		{"symmetry later", Inference{Fact{"x", 0, Clause{not(drawn, 1)}}, "", symmetry, []use{{"from canonical", 1}}}},
		{"symmetry of what is canonical", Inference{Fact{"x", 0, Clause{yes(canonical, 1)}}, "", symmetry, []use{{"then canonical", 0}}}},
	} {
		got := Conclusion{Inference: c.inf}
		if got.check(facts, everything()); got.Err == nil {
			t.Errorf("%s: accepted", c.why)
		}
	}
}
