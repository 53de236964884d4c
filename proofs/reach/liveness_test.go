package reach_test

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"retroproof/internal/expect"
	"retroproof/proofs/aiger"
	"retroproof/proofs/lrat"
	"retroproof/proofs/reach"
)

// randomRun makes a model with a justice property, the literals that hold again and again in runs that violate it, and
// the lines of a run, which may break resets and constraints.
func randomRun(random *rand.Rand) (m *aiger.Model, lits []aiger.Lit, lines []string) {
	m = randomModel(random, random.IntN(3), 1+random.IntN(3))
	some := func(n int) (list []aiger.Lit) {
		for range n {
			list = append(list, aiger.Lit(random.IntN(2*int(m.MaxVar)+2)))
		}
		return list
	}
	m.Justice, m.Fairness = [][]aiger.Lit{some(1), some(random.IntN(3))}, some(random.IntN(2))
	bits := func(n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = '0' + byte(random.IntN(2))
		}
		return string(b)
	}
	lines = []string{bits(len(m.Latches))}
	for range 1 + random.IntN(8) {
		lines = append(lines, bits(len(m.Inputs)))
	}
	return m, slices.Concat(m.Justice[1], m.Fairness), lines
}

// TestCheckLasso compares with all pairs of a state of a run and the one behind it.
func TestCheckLasso(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	accepted := 0
	for range 5000 {
		m, lits, lines := randomRun(random)
		states, values, ok := simulate(m, lines)
		end := len(values)
		want := -1
		for from := end - 1; from >= 0 && ok; from-- {
			held := func(l aiger.Lit) bool {
				return slices.ContainsFunc(values[from:], func(v []bool) bool { return v[l.Var()] != l.Negated() })
			}
			if states[from] == states[end] && !slices.ContainsFunc(lits, func(l aiger.Lit) bool { return !held(l) }) {
				want = from
			}
		}
		text := "1\nj1\n" + strings.Join(lines, "\n") + "\n.\n"
		justice, steps, loop, err := reach.CheckLasso(m, strings.NewReader(text))
		if (err == nil) != (want >= 0) || err == nil && (justice != 1 || steps != end || loop != want) || err != nil && !errors.Is(err, reach.ErrTrace) {
			t.Fatalf("%q of %v: j%d, %d steps, loop from %d, %v; want %d", text, m, justice, steps, loop, err, want)
		}
		if err == nil {
			accepted++
			for _, wrong := range []string{text + "1\n", text[:len(text)-2], "0" + text[1:], strings.Replace(text, "j1", "j2", 1), strings.Replace(text, "j1", "b0", 1), strings.Replace(text, "j1", "j1 j0", 1)} {
				if _, _, _, err := reach.CheckLasso(m, strings.NewReader(wrong)); !errors.Is(err, reach.ErrTrace) {
					t.Fatalf("%q: %v", wrong, err)
				}
			}
		}
	}
	if accepted < 500 {
		t.Errorf("%d accepted", accepted)
	}
}

// TestMonitored counts the rounds of runs by hand: the last state is bad if a round ends there that is one too many.
func TestMonitored(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	bad := 0
	for range 5000 {
		m, lits, lines := randomRun(random)
		_, values, ok := simulate(m, lines)
		rounds, ends := 0, false
		missing := slices.Clone(lits)
		for _, v := range values {
			missing = slices.DeleteFunc(missing, func(l aiger.Lit) bool { return v[l.Var()] != l.Negated() })
			if ends = len(missing) == 0; ends {
				rounds++
				missing = slices.Clone(lits)
			}
		}
		allowed := random.IntN(4)
		w, err := reach.Monitored(m, 1, allowed)
		expect.NoError(t, err)
		more := strings.Repeat("x", len(w.Latches)-len(m.Latches))
		text := "1\nb0\n" + lines[0] + more + "\n" + strings.Join(lines[1:], "\n") + "\n.\n"
		_, _, err = reach.CheckTrace(w, []int{0}, strings.NewReader(text))
		if (err == nil) != (ok && ends && rounds > allowed) {
			t.Fatalf("%q of %v: %d rounds, %v; %d allowed: %v", text, m, rounds, ends, allowed, err)
		}
		if err == nil {
			bad++
		}
	}
	if bad < 300 {
		t.Errorf("%d bad", bad)
	}
	m := &aiger.Model{Justice: [][]aiger.Lit{{}}}
	for _, wrong := range [][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1<<16 + 1}, {0, math.MaxInt}} {
		expect.ErrorIs(t, expect.Err(reach.Monitored(m, wrong[0], wrong[1])), reach.ErrProperty, "%v", wrong)
	}
}

// A latch that is set by an input stays so: it is not both 0 and 1 again and again, but it can be 1.
const sets = "aag 3 1 1 0 1 0 0 2\n2\n4 7\n2\n1\n4\n5\n4\n6 5 3\n"

// liveCertificate is a folder by which no run has two rounds of the first property.
func liveCertificate(t testing.TB) fstest.MapFS {
	t.Helper()
	m, err := reach.Monitored(parse(t, sets), 0, 1)
	expect.NoError(t, err)
	w := *m
	latch := func(i int) aiger.Lit { return w.Latches[i].Lit } // that of the model, 1 seen, 0 seen, a round
	for _, never := range [][2]aiger.Lit{{latch(1), latch(0).Not()}, {latch(3), latch(0).Not()}, {latch(3), latch(2)}} {
		w.MaxVar++
		l := aiger.Lit(2 * w.MaxVar)
		w.Ands, w.Bad = append(w.Ands, aiger.And{LHS: l, R0: never[0], R1: never[1]}), append(w.Bad, l)
	}
	expect.NoError(t, w.Check())
	var text bytes.Buffer
	expect.NoError(t, w.Write(&text))
	files := fstest.MapFS{
		"m.aag":         {Data: []byte(sets)},
		"w.aag":         {Data: text.Bytes()},
		"run.txt":       {Data: []byte("1\nj1\n0\n1\n1\n.\n")},
		"manifest.json": {Data: []byte(`{"schema": "retroproof.reach.certificate/1", "tool": "test", "verdict": "live", "bad": [], "justice": 0, "rounds": 1, "model": "m.aag", "witness": "w.aag"}`)},
	}
	p, err := reach.NewPair(m, &w, []int{0})
	expect.NoError(t, err)
	addProofs(t, files, p)
	return files
}

// TestForgedJustice changes every part of two folders about justice.
func TestForgedJustice(t *testing.T) {
	manifest := func(old, new string) func(fstest.MapFS) {
		return func(f fstest.MapFS) {
			f["manifest.json"] = &fstest.MapFile{Data: bytes.Replace(f["manifest.json"].Data, []byte(old), []byte(new), 1)}
		}
	}
	model := func(old, new string) func(fstest.MapFS) {
		return func(f fstest.MapFS) {
			f["m.aag"] = &fstest.MapFile{Data: []byte(strings.Replace(sets, old, new, 1))}
		}
	}
	violated := func(f fstest.MapFS) {
		manifest(`"live"`, `"violated"`)(f)
		manifest(`"justice": 0, "rounds": 1`, `"justice": 1`)(f)
		manifest("w.aag", "run.txt")(f)
	}
	both := func(a, b func(fstest.MapFS)) func(fstest.MapFS) { return func(f fstest.MapFS) { a(f); b(f) } }
	for name, tt := range map[string]struct {
		change func(fstest.MapFS)
		claim  string
	}{
		"live":              {manifest("", ""), "no run violates justice property j0; rounds: 1"},
		"violated":          {violated, "a run violates justice property j1; steps: 2; loop from: 1"},
		"safe":              {manifest(`"live"`, `"safe"`), ""},
		"unsafe":            {manifest(`"live"`, `"unsafe"`), ""},
		"no justice":        {manifest(`"justice": 0,`, ""), ""},
		"safe, no justice":  {both(manifest(`"live"`, `"safe"`), manifest(`"justice": 0,`, `"bad": [0],`)), ""},
		"a bad literal":     {manifest("[]", "[0]"), ""},
		"other property":    {manifest(`"justice": 0`, `"justice": 1`), ""},
		"absent property":   {manifest(`"justice": 0`, `"justice": 2`), ""},
		"negative property": {manifest(`"justice": 0`, `"justice": -1`), ""},
		"no rounds":         {manifest(`"rounds": 1`, `"rounds": 0`), ""},
		"more rounds":       {manifest(`"rounds": 1`, `"rounds": 2`), ""},
		"too many rounds":   {manifest(`"rounds": 1`, `"rounds": 4611686018427387904`), ""},
		"negative rounds":   {manifest(`"rounds": 1`, `"rounds": -1`), ""},
		"other literals":    {model("\n5\n", "\n3\n"), ""},
		"fewer literals":    {model("\n2\n1\n4\n5\n", "\n1\n2\n4\n5\n"), ""},
		"other step":        {model("4 7", "4 2"), ""},
		"no proof":          {func(f fstest.MapFS) { delete(f, "step.lrat") }, ""},
		"another's":         {func(f fstest.MapFS) { f["step.lrat"] = f["property.lrat"] }, ""},
		"violated, other":   {both(violated, manifest(`"justice": 1`, `"justice": 0`)), ""},
		"violated, rounds":  {both(violated, manifest(`"justice": 1`, `"justice": 1, "rounds": 1`)), ""},
		"violated, unfair": {both(violated, func(f fstest.MapFS) {
			f["m.aag"] = &fstest.MapFile{Data: []byte("aag 3 1 1 0 1 0 0 2 1\n2\n4 7\n2\n1\n4\n5\n4\n5\n6 5 3\n")}
		}), ""},
	} {
		files := liveCertificate(t)
		tt.change(files)
		r, err := reach.Check(context.Background(), files, lrat.DefaultMemory)
		if (err == nil) != (tt.claim != "") || err == nil && !strings.HasSuffix(r.Claim(), tt.claim) || err != nil && !reach.Wrong(err) && name != "no proof" {
			t.Errorf("%s: %v, %v", name, r, err)
		}
	}
	expect.ErrorIs(t, expect.Err(reach.Check(context.Background(), liveCertificate(t), 1000)), lrat.ErrMemory,
		"with little memory")
}
