package krk

import (
	"context"
	"io"
	"slices"
	"testing"
	"time"

	"retroproof/krk/spec"
	"retroproof/sat"
)

// The verdicts of the SAT side and those of exhaustion agree, on lemmas and
// on the controls beside them.
func TestLemmasAndControls(t *testing.T) {
	r := NewRelation(spec.Default())
	lemmas := append(spec.Lemmas(), spec.Controls()...)
	if !long { // TestFormulaFigures and the example of README.md prove lemmas; the latter has what exhaustion says of them
		lemmas = slices.DeleteFunc(spec.Controls(), func(l spec.Lemma) bool { return l.Key == "4-third" })
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

// TestRefutations: exhaustion decides every lemma and control that "krk prove" asks for.
func TestRefutations(t *testing.T) {
	r := NewRelation(spec.Default())
	for _, l := range append(spec.Lemmas(), spec.Controls()...) {
		if !long && (l.Number == 4 || l.Number == 5 || l.Key[0] == '8' && l.Satisfiable) { // which take longest
			continue
		}
		refuting, err := r.Refutations(l.Key)
		if err != nil || len(refuting) > 0 != l.Satisfiable {
			t.Errorf("lemma %s: %d refutations, %v", l.Key, len(refuting), err)
		}
	}
}

// An interrupted proof by parts proves nothing: the last formula of Lemma 2,
// which is solved soon, is not the lemma.
func TestInterruptedPartsProveNothing(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	interrupted := make(chan struct{})
	o := Options{Encoding: spec.DefaultEncoding(), Reading: spec.Default(), Parts: true, Jobs: 7}
	o.Formula = func(l spec.Lemma) (io.WriteCloser, error) {
		if l.Key == "2e" { // this part is not begun before the last formula is solved
			<-interrupted
		}
		return discard{}, nil
	}
	o.Finished = func(r *Result) {
		if r.Lemma.Composed {
			if r.Verdict != Proved {
				t.Errorf("the last formula: %s", r.Verdict)
			}
			cancel()
			close(interrupted)
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

// figures are those of the formulas by default, and what they cost gini: README and
// doc/krk.md have them. They are the same on every machine; a change of a formula
// that is wanted changes them, and then those documents, too.
var figures = []struct {
	lemma              string
	variables, clauses int
	conflicts          int64 // 0 of the two hard ones, which are not solved here
}{
	{"0", 7129, 27298, 6},
	{"1", 7084, 27106, 121},
	{"2", 21861, 84992, 0},
	{"3", 13679, 52526, 6},
	{"4", 27123, 104274, 0},
	{"5", 47453, 182534, 1294},
	{"6", 7080, 27085, 160},
	{"7", 6957, 26627, 25},
	{"7s", 4443, 17188, 95},
	{"8", 6957, 26627, 29},
	{"8s", 6953, 26618, 29},
	{"9", 6957, 26627, 22},
	{"9s", 6953, 26618, 24},
}

// TestFormulaFigures proves lemmas one at a time and four at once.
func TestFormulaFigures(t *testing.T) {
	var easy []spec.Lemma
	conflicts := map[string]int64{}
	for i, l := range spec.Lemmas() {
		want := figures[i]
		cnf := l.Formula(spec.DefaultEncoding(), spec.Default()).CNF()
		if l.Key != want.lemma || cnf.NumVars != want.variables || cnf.NumClauses() != want.clauses {
			t.Errorf("lemma %s: %d variables, %d clauses, want %s: %d, %d", l.Key, cnf.NumVars, cnf.NumClauses(), want.lemma, want.variables, want.clauses)
		}
		if want.conflicts > 0 {
			easy, conflicts[l.Key] = append(easy, l), want.conflicts
		}
	}
	for _, jobs := range []int{1, 4} {
		reported := false
		o := Options{Jobs: jobs, Encoding: spec.DefaultEncoding(), Reading: spec.Default()}
		if jobs > 1 && !long { // what takes longest is proved once
			easy = slices.DeleteFunc(easy, func(l spec.Lemma) bool { return l.Key == "5" })
		}
		if jobs == 1 {
			o.Report = func(spec.Lemma, sat.Stats) { reported = true }
		}
		results, err := Prove(context.Background(), easy, o)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range results {
			if r.Verdict != Proved || r.Conflicts != conflicts[r.Lemma.Key] {
				t.Errorf("%d jobs: lemma %s: %s, %d conflicts, want %d", jobs, r.Lemma.Key, r.Verdict, r.Conflicts, conflicts[r.Lemma.Key])
			}
		}
		if jobs == 1 && !reported {
			t.Error("no conflicts were reported while the lemmas ran")
		}
	}
}

// TestDecided: results are reported in their order, and not only when all are there.
func TestDecided(t *testing.T) {
	var lemmas []spec.Lemma
	for _, l := range spec.Lemmas() {
		if l.Number >= 6 {
			lemmas = append(lemmas, l)
		}
	}
	for _, jobs := range []int{1, 3} {
		first := make(chan struct{})
		var told []string
		o := Options{Jobs: jobs, Encoding: spec.DefaultEncoding(), Reading: spec.Default()}
		o.Formula = func(l spec.Lemma) (io.WriteCloser, error) {
			if l.Key == "9s" { // the last one waits for the first one's result
				<-first
			}
			return discard{}, nil
		}
		o.Decided = func(r *Result) {
			if told = append(told, r.Lemma.Key); len(told) == 1 {
				close(first)
			}
		}
		results, err := Prove(context.Background(), lemmas, o)
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for _, r := range results {
			want = append(want, r.Lemma.Key)
		}
		if len(want) != len(lemmas) || !slices.Equal(told, want) {
			t.Errorf("%d jobs: told %v, want %v", jobs, told, want)
		}
	}
}

// discard is a file that nobody reads.
type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }
func (discard) Close() error                { return nil }

// TestFailedParts: where the parts of a lemma are not proved, here for want of time,
// its own formula is asked, not once more the one that takes them for granted.
func TestFailedParts(t *testing.T) {
	var lemma spec.Lemma
	for _, l := range spec.Lemmas() {
		if l.Key == "4" {
			lemma = l
		}
	}
	var asked []bool // of Lemma 4: whether the formula rests on the parts
	o := Options{Encoding: spec.DefaultEncoding(), Reading: spec.Default(), Parts: true, TimeLimit: time.Nanosecond}
	o.Started = func(l spec.Lemma, _, _ int) {
		if l.Key == "4" {
			asked = append(asked, l.Composed)
		}
	}
	results, err := Prove(context.Background(), []spec.Lemma{lemma}, o)
	if err != nil {
		t.Fatal(err)
	}
	last := results[len(results)-1]
	if !slices.Equal(asked, []bool{true, false}) || last.Lemma.Key != "4" || last.Lemma.Composed || last.Verdict != Undecided || len(last.Parts) > 0 {
		t.Errorf("asked %v; lemma %s, composed %t: %s", asked, last.Lemma.Key, last.Lemma.Composed, last.Verdict)
	}
}
