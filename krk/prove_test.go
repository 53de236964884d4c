package krk

import (
	"context"
	"slices"
	"testing"
	"time"

	"retroproof/krk/spec"
)

// The verdicts of the SAT side and those of exhaustion agree, on lemmas and
// on the controls beside them.
func TestLemmasAndControls(t *testing.T) {
	r := defaultRelation()
	lemmas := append(spec.Lemmas(), spec.Controls()...)
	if !long { // the example of README.md proves Lemmas 2 and 4
		hard := []string{"2", "4", "4-third"}
		if testing.Short() { // under the race detector, say
			hard = append(hard, "2-above-19", "4-second", "5", "5-five")
		}
		lemmas = slices.DeleteFunc(lemmas, func(l spec.Lemma) bool { return slices.Contains(hard, l.Key) })
	}
	results, err := Prove(context.Background(), lemmas, Options{Jobs: 2, Encoding: spec.DefaultEncoding(), Reading: spec.Default()})
	if err != nil {
		t.Fatal(err)
	}
	for _, res := range results {
		key := res.Lemma.Key
		if !res.AsExpected() {
			t.Errorf("lemma %s: %s (%v)", key, res.Verdict, res.Err)
		}
		start := time.Now()
		refuting, err := r.Refutations(key)
		if err != nil {
			t.Fatal(err)
		}
		if (len(refuting) > 0) != (res.Verdict == Refuted) {
			t.Errorf("lemma %s: %s, but %d refutations by exhaustion", key, res.Verdict, len(refuting))
		}
		t.Logf("%-14s %-8s %7d variables %8d clauses %7d conflicts %6.2f s; exhaustion %d refutations %.2f s", key, res.Verdict, res.Variables, res.Clauses,
			res.Conflicts, res.Solve.Seconds(), len(refuting), time.Since(start).Seconds())
	}
}

// An interrupted proof by parts proves nothing: the last formula of Lemma 2,
// which is solved soon, is not the lemma.
func TestInterruptedPartsProveNothing(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	o := Options{Encoding: spec.DefaultEncoding(), Reading: spec.Default(), Parts: true}
	o.Finished = func(r *Result) {
		if r.Lemma.Composed { // hard formulas are solved first, and the parts of a lemma come before it
			cancel()
		}
	}
	var lemmas []spec.Lemma
	for _, l := range spec.Lemmas() {
		if l.Key == "2" {
			lemmas = append(lemmas, l)
		}
	}
	results, err := Prove(ctx, lemmas, o)
	if err != nil {
		t.Fatal(err)
	}
	last := results[len(results)-1]
	if last.Lemma.Key != "2" || last.Verdict != Undecided || last.Err == nil {
		t.Errorf("lemma %s: %s, %v", last.Lemma.Key, last.Verdict, last.Err)
	}
}
