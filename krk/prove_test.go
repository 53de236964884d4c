package krk

import (
	"context"
	"io"
	"slices"
	"testing"
	"time"

	"retroproof/encode"
	"retroproof/internal/expect"
	checker "retroproof/proofs/strategy"
	"retroproof/proofs/strategy/lemmas"
	"retroproof/sat"
	"retroproof/strategy"
)

// suite returns the strategy with its lemmas.
func suite(t testing.TB) (*Suite, []Lemma) {
	t.Helper()
	s, err := New(lemmas.Encoding{}, Distance(3))
	expect.NoError(t, err)
	list, err := s.Lemmas()
	expect.NoError(t, err)
	return s, list
}

// of returns the lemmas with these keys.
func of(list []Lemma, keys ...string) []Lemma {
	return slices.DeleteFunc(slices.Clone(list), func(l Lemma) bool { return !slices.Contains(keys, l.Key) })
}

// The verdicts of the SAT side and those of exhaustion agree, on lemmas and on the controls beside them.
func TestLemmasAndControls(t *testing.T) {
	s, list := suite(t)
	controls, err := s.Controls()
	expect.NoError(t, err)
	if list = append(list, controls...); !expect.Long { // TestFormulaFigures and the example of doc/krk.md prove lemmas
		list = slices.DeleteFunc(controls, func(l Lemma) bool { return l.Key == "4-third" })
	}
	results, err := Prove(context.Background(), list, false, strategy.Options{Jobs: 2, Solver: sat.Native}, nil)
	expect.NoError(t, err)
	for _, r := range results {
		n, ok, err := r.Lemma.Violations()
		if err != nil || !ok || !r.AsExpected() || (n > 0) != (r.Verdict == strategy.Refuted) {
			t.Errorf("lemma %s: %s (%v), and %d violations by exhaustion (%t, %v)", r.Lemma.Key, r.Verdict, r.Err, n, ok, err)
		}
	}
}

// The circuits agree with the rules of chess and the text, in each representation.
func TestCircuits(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at all positions")
	}
	for _, rep := range []encode.Representation{encode.Order, encode.OneHot, encode.Binary} {
		if rep != encode.Order && !expect.Long {
			continue
		}
		s, err := New(lemmas.Encoding{Rep: rep}, Distance(3))
		expect.NoError(t, err)
		x, err := s.Table()
		expect.NoError(t, err)
		expect.Succeeds(t, checker.Compare(t.Context(), s.Circuits, x), "%s", rep)
	}
}

// An interrupted proof by parts proves nothing: the last formula of Lemma 2, which is solved soon, is not the lemma.
func TestInterruptedPartsProveNothing(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	interrupted := make(chan struct{})
	o := strategy.Options{Jobs: 8, Solver: sat.Native}
	o.Formula = func(l lemmas.Lemma) (io.WriteCloser, error) {
		if l.Key == "2e" { // this part is not begun before the last formula is solved
			<-interrupted
		}
		return discard{}, nil
	}
	o.Finished = func(r *strategy.Result) {
		if r.Lemma.Free {
			expect.Equal(t, r.Verdict, strategy.Proved, "the last formula")
			cancel()
			close(interrupted)
		}
	}
	_, list := suite(t)
	results, err := Prove(ctx, of(list, "2"), true, o, nil)
	expect.NoError(t, err)
	last := results[len(results)-1]
	if last.Lemma.Key != "2" || last.Verdict != strategy.Undecided || last.Err == nil {
		t.Errorf("lemma %s: %s, %v", last.Lemma.Key, last.Verdict, last.Err)
	}
}

// figures are those of the formulas by default, and what they cost the native solver: doc/krk.md has them. They are the
// same on every machine; a change of a formula that is wanted changes them, and then that document, too.
var figures = []struct {
	lemma              string
	variables, clauses int
	conflicts          int64 // 0 of those that are not solved here
}{
	{"1", 6990, 26730, 293},
	{"2", 21564, 83691, 0},
	{"3", 13520, 51847, 13},
	{"4", 26804, 102844, 0},
	{"5", 46876, 179901, 831},
	{"6", 6986, 26707, 238},
	{"7", 6878, 26322, 58},
	{"7s", 4406, 16896, 99},
	{"8", 6878, 26323, 96},
	{"8s", 6877, 26322, 117},
	{"9", 6878, 26322, 145},
	{"9s", 6877, 26321, 196},
}

// TestFormulaFigures proves lemmas one at a time and four at once.
func TestFormulaFigures(t *testing.T) {
	_, list := suite(t)
	var easy []Lemma
	conflicts := map[string]int64{}
	for i, l := range list {
		want := figures[i]
		cnf := l.Formula(l.Lemma).ByNode(encode.Compact)
		var occurs strategy.Occurring
		cnf.Emit(&occurs)
		if l.Key != want.lemma || occurs.Count != want.variables || cnf.NumClauses() != want.clauses {
			t.Errorf("lemma %s: %d variables, %d clauses, want %s: %d, %d", l.Key, occurs.Count, cnf.NumClauses(), want.lemma, want.variables, want.clauses)
		}
		if want.conflicts > 0 {
			easy, conflicts[l.Key] = append(easy, l), want.conflicts
		}
	}
	for _, jobs := range []int{1, 4} {
		reported := false
		o := strategy.Options{Jobs: jobs, Solver: sat.Native}
		if jobs > 1 && !expect.Long { // what takes longest is proved once
			easy = slices.DeleteFunc(easy, func(l Lemma) bool { return l.Key == "5" })
		}
		if jobs == 1 {
			o.Report = func(lemmas.Lemma, sat.Stats) { reported = true }
		}
		results, err := Prove(context.Background(), easy, false, o, nil)
		expect.NoError(t, err)
		for _, r := range results {
			if r.Verdict != strategy.Proved || r.Conflicts != conflicts[r.Lemma.Key] {
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
	_, list := suite(t)
	list = of(list, "6", "7", "7s", "8", "8s", "9", "9s")
	for _, jobs := range []int{1, 3} {
		first := make(chan struct{})
		var told []string
		o := strategy.Options{Jobs: jobs, Solver: sat.Native}
		o.Formula = func(l lemmas.Lemma) (io.WriteCloser, error) {
			if l.Key == "9s" { // the last one waits for the first one's result
				<-first
			}
			return discard{}, nil
		}
		results, err := Prove(context.Background(), list, false, o, func(r *Result) {
			if told = append(told, r.Lemma.Key); len(told) == 1 {
				close(first)
			}
		})
		expect.NoError(t, err)
		var want []string
		for _, r := range results {
			want = append(want, r.Lemma.Key)
		}
		if len(want) != len(list) || !slices.Equal(told, want) {
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
	_, list := suite(t)
	var asked []bool // of Lemma 4: whether the formula rests on the parts
	o := strategy.Options{TimeLimit: time.Nanosecond, Solver: sat.Native}
	o.Started = func(l lemmas.Lemma, _, _ int) {
		if l.Key == "4" {
			asked = append(asked, l.Free)
		}
	}
	results, err := Prove(context.Background(), of(list, "4"), true, o, nil)
	expect.NoError(t, err)
	last := results[len(results)-1]
	if !slices.Equal(asked, []bool{true, false}) || last.Lemma.Key != "4" || last.Lemma.Composed || last.Verdict != strategy.Undecided || len(last.Rests) > 0 {
		t.Errorf("asked %v; lemma %s, composed %t: %s", asked, last.Lemma.Key, last.Lemma.Composed, last.Verdict)
	}
}

// Every lemma is needed for the theorem that the paper uses it for.
func TestDeductionNeedsEveryLemma(t *testing.T) {
	s, list := suite(t)
	needs := map[string][]string{
		"Theorem 1": {"1", "2", "3", "4", "5", "6", "7s", "8", "9"},
		"Theorem 2": {"1", "2", "3", "4", "5"},
		"Theorem 3": {"1", "6", "7s", "8", "9"},
	}
	for theorem, keys := range needs {
		for _, missing := range append([]Lemma{{}}, list...) {
			steps := s.Deduction(list, func(key string) bool { return key != missing.Key })
			x := steps[slices.IndexFunc(steps, func(x *Inference) bool { return x.Name == theorem })]
			if failed, want := !x.Holds, slices.Contains(keys, missing.Key); failed != want {
				t.Errorf("%s without Lemma %s: %q, want an error: %t", theorem, missing.Key, x.Error, want)
			}
			expect.List(t, x.Lemmas, keys, "%s rests on", theorem)
		}
	}
}
