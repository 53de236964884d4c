package reach_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"retroproof/internal/expect"
	"retroproof/proofs/aiger"
	"retroproof/proofs/lrat"
	"retroproof/proofs/reach"
	"retroproof/sat"
)

func parse(t testing.TB, text string) *aiger.Model {
	t.Helper()
	m, err := aiger.Read(strings.NewReader(text), "model", lrat.DefaultMemory)
	expect.NoError(t, err)
	return m
}

// cnt1e is the public example: it counts when enabled; its bad state is reached in two steps.
const cnt1e = "aag 5 1 1 0 3 1\n2\n4 10\n4\n6 5 3\n8 4 2\n10 9 7\n"

func ExampleCheckTrace() {
	m, err := aiger.Read(strings.NewReader(cnt1e), "cnt1e.aag", lrat.DefaultMemory)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(reach.CheckTrace(m, []int{0}, strings.NewReader("1\nb0\n0\n1\n1\n.\n")))
	// Output: [0] 1 <nil>
}

// traces are runs of cnt1e by name; those with a message are refused.
func traces(t testing.TB, visit func(name, trace, message string)) {
	t.Helper()
	var name, trace, message string
	for range expect.Rows(t, "testdata/traces.tsv", &name, &trace, &message) {
		visit(name, trace, message)
	}
}

func TestCheckTrace(t *testing.T) {
	m := parse(t, cnt1e)
	traces(t, func(name, trace, message string) {
		_, _, err := reach.CheckTrace(m, []int{0}, strings.NewReader(trace))
		if message == "" && err != nil || message != "" && (!errors.Is(err, reach.ErrTrace) || !strings.Contains(err.Error(), message)) {
			t.Errorf("%s: %v, want %q", name, err, message)
		}
	})
}

// decided are the obligations of a pair that a solver finds to hold.
func decided(t testing.TB, model, witness *aiger.Model, bad []int) (holds [reach.NumObligations]bool, err error) {
	t.Helper()
	p, err := reach.NewPair(model, witness, bad)
	if err != nil {
		return holds, err
	}
	for o := range reach.NumObligations {
		s, err := sat.New("")
		expect.NoError(t, err)
		p.Formula(o).Emit(s)
		status, err := s.Solve(context.Background())
		expect.NoError(t, err)
		holds[o] = status == sat.Unsatisfiable
		s.Close()
	}
	return holds, nil
}

// The model counts 0, 1, 2, 0, ... in two latches, and 3 is bad.
const modulo3 = "aag 4 0 2 0 2 1\n2 8\n4 2\n6\n6 2 4\n8 3 5\n"

// TestPairs: witness circuits for modulo3 with the obligations that fail, or the error, in the manner of the tests of
// Certifaiger.
func TestPairs(t *testing.T) {
	var tt struct{ name, witness, fails string }
	for range expect.Rows(t, "testdata/pairs.tsv", &tt.name, &tt.witness, &tt.fails) {
		holds, err := decided(t, parse(t, modulo3), parse(t, tt.witness), []int{0})
		var fails []string
		for o, h := range holds {
			if !h {
				fails = append(fails, reach.Obligation(o).String())
			}
		}
		if got := strings.Join(fails, " "); err == nil && got != tt.fails || err != nil && (!strings.Contains(err.Error(), tt.fails) || tt.fails == "" || !errors.Is(err, reach.ErrMapping)) {
			t.Errorf("%s: %q fail, %v, want %q", tt.name, got, err, tt.fails)
		}
	}
}

// randomModel makes a model of at most three latches and two inputs.
func randomModel(random *rand.Rand, inputs, latches int) *aiger.Model {
	m := &aiger.Model{}
	fresh := func() aiger.Lit { m.MaxVar++; return aiger.Lit(2 * m.MaxVar) }
	for range inputs {
		m.Inputs = append(m.Inputs, fresh())
	}
	for range latches {
		m.Latches = append(m.Latches, aiger.Latch{Lit: fresh()})
	}
	any := func() aiger.Lit { return aiger.Lit(random.IntN(2*int(m.MaxVar) + 2)) }
	for range random.IntN(6) {
		a, b := any(), any()
		m.Ands = append(m.Ands, aiger.And{LHS: fresh(), R0: a, R1: b})
	}
	for i := range m.Latches {
		l := &m.Latches[i]
		l.Next, l.Reset = any(), aiger.Lit(random.IntN(2))
		switch random.IntN(5) {
		case 0:
			l.Reset = l.Lit
		case 1:
			l.Reset = any() &^ 1 % (2 * aiger.Lit(1+inputs)) // an input, or false
		}
	}
	for range 1 + random.IntN(2) {
		m.Bad = append(m.Bad, any())
	}
	for range random.IntN(4) / 3 {
		m.Constraints = append(m.Constraints, any())
	}
	if err := m.Check(); err != nil {
		panic(err)
	}
	return m
}

// canBeBad decides by exhaustion whether a bad state can be reached: runs are tried with
// CheckTrace, as long as there are new states.
func canBeBad(m *aiger.Model) bool {
	n, k := len(m.Latches), len(m.Inputs)
	word := func(v, n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = '0' + byte(v>>i&1)
		}
		return string(b)
	}
	// Every state that can be reached is so in fewer than 2^n steps.
	runs := map[string]bool{}
	for s := range 1 << n {
		runs[word(s, n)+"\n"] = true
	}
	for range 1 << n {
		longer := map[string]bool{}
		states := map[string]bool{}
		for r := range runs {
			for in := range 1 << k {
				text := r + word(in, k) + "\n"
				for i := range m.Bad {
					if _, _, err := reach.CheckTrace(m, []int{i}, strings.NewReader(fmt.Sprintf("1\nb%d\n%s.\n", i, text))); err == nil {
						return true
					}
				}
				if after, ok := successor(m, text, n); ok && !states[after] {
					states[after] = true
					longer[text] = true
				}
			}
		}
		runs = longer
	}
	return false
}

// successor returns the state after a run, if the run obeys resets and constraints.
func successor(m *aiger.Model, text string, n int) (string, bool) {
	states, _, ok := simulate(m, strings.Split(strings.TrimSuffix(text, "\n"), "\n"))
	return states[len(states)-1], ok
}

// simulate returns the states of a run and the next one, and the values of all variables in each but the last. The
// lines of the run are the first state and the inputs. It reports whether the run obeys resets and constraints.
func simulate(m *aiger.Model, lines []string) (states []string, all [][]bool, ok bool) {
	ands := map[uint32]aiger.And{}
	for _, a := range m.Ands {
		ands[a.LHS.Var()] = a
	}
	states, ok = lines[:1:1], true
	for t, in := range lines[1:] {
		values := make([]bool, m.MaxVar+1)
		lit := func(l aiger.Lit) bool { return values[l.Var()] != l.Negated() }
		for i, l := range m.Latches {
			values[l.Lit.Var()] = states[t][i] == '1'
		}
		for i, l := range m.Inputs {
			values[l.Var()] = in[i] == '1'
		}
		for _, v := range m.Order() {
			if a, ok := ands[v]; ok {
				values[v] = lit(a.R0) && lit(a.R1)
			}
		}
		for _, l := range m.Latches {
			ok = ok && (t > 0 || lit(l.Lit) == lit(l.Reset))
		}
		for _, c := range m.Constraints {
			ok = ok && lit(c)
		}
		next := make([]byte, len(m.Latches))
		for i, l := range m.Latches {
			next[i] = '0'
			if lit(l.Next) {
				next[i] = '1'
			}
		}
		states, all = append(states, string(next)), append(all, values)
	}
	return states, all, ok
}

// TestSound has random witnesses for random models: if all obligations hold, no bad state can be
// reached.
func TestSound(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	accepted, refused := 0, 0
	for range 3000 {
		m := randomModel(random, random.IntN(2), 1+random.IntN(2))
		w := m
		if random.IntN(3) > 0 {
			w = randomModel(random, len(m.Inputs)+random.IntN(2), len(m.Latches)+random.IntN(2))
			for i := range m.Latches { // so that some are accepted
				if l := &w.Latches[i]; random.IntN(2) == 0 {
					l.Next = min(m.Latches[i].Next, aiger.Lit(2*w.MaxVar+1))
				}
			}
			if w.Check() != nil {
				continue
			}
			for i := range w.Inputs {
				w.Symbols = append(w.Symbols, aiger.Symbol{Kind: 'i', Index: i, Name: fmt.Sprintf("= %d", random.IntN(2*int(m.MaxVar)+2))})
			}
			for i := range w.Latches {
				if random.IntN(4) > 0 {
					w.Symbols = append(w.Symbols, aiger.Symbol{Kind: 'l', Index: i, Name: fmt.Sprintf("= %d", random.IntN(2*int(m.MaxVar)+2))})
				}
			}
		}
		bad := []int{0}
		if len(m.Bad) > 1 {
			bad = []int{0, 1}
		}
		holds, err := decided(t, m, w, bad)
		expect.NoError(t, err)
		if holds != [reach.NumObligations]bool{true, true, true, true, true} {
			refused++
			continue
		}
		accepted++
		if canBeBad(m) {
			var model, witness bytes.Buffer
			m.Write(&model)
			w.Write(&witness)
			t.Fatalf("a witness is accepted, and a bad state is reached:\n%s\n%s", &model, &witness)
		}
	}
	t.Logf("%d accepted, %d refused", accepted, refused)
	if accepted < 200 || refused < 1000 {
		t.Error("too few of one kind")
	}
}

// ring has three latches of which one is set, and goes round; two that are set are bad.
const ring = "aag 8 0 3 0 5 1\n2 6 1\n4 2\n6 4\n17\n8 2 4\n10 4 6\n12 2 6\n14 9 11\n16 14 13\n"

// certificate is a folder about the ring.
func certificate(t testing.TB) fstest.MapFS {
	t.Helper()
	m := parse(t, ring)
	p, err := reach.NewPair(m, m, []int{0})
	expect.NoError(t, err)
	files := fstest.MapFS{
		"m.aag":         {Data: []byte(ring)},
		"manifest.json": {Data: []byte(`{"schema": "retroproof.reach.certificate/1", "tool": "test", "verdict": "safe", "bad": [0], "model": "m.aag", "witness": "m.aag"}`)},
	}
	addProofs(t, files, p)
	return files
}

// addProofs adds the proofs of a pair to a folder.
func addProofs(t testing.TB, files fstest.MapFS, p *reach.Pair) {
	t.Helper()
	for o := range reach.NumObligations {
		s := sat.NewProver()
		p.Formula(o).Emit(s)
		if status, err := s.Solve(context.Background()); status != sat.Unsatisfiable {
			t.Fatal(o, status, err)
		}
		var proof bytes.Buffer
		expect.NoError(t, expect.Err(s.WriteProof(&proof, sat.ProofBinary)))
		files[o.String()+reach.ProofSuffix] = &fstest.MapFile{Data: proof.Bytes()}
		s.Close()
	}
}

func TestCheck(t *testing.T) {
	files := certificate(t)
	r, err := reach.Check(context.Background(), files, lrat.DefaultMemory)
	expect.NoError(t, err)
	if r.Verdict != reach.Safe || r.Latches != 3 || len(r.Proofs) != 5 || !strings.Contains(r.String(), "no bad state can be reached (b0)") {
		t.Errorf("%+v", r)
	}
	if _, err := reach.Check(context.Background(), files, 1000); !errors.Is(err, lrat.ErrMemory) || reach.Wrong(err) {
		t.Errorf("with little memory: %v", err)
	}
}

// A run shows of the properties in question only those that its last state makes bad.
func TestPropertiesOfRun(t *testing.T) {
	const both = "aag 5 1 1 0 3 2\n2\n4 10\n4\n0\n6 5 3\n8 4 2\n10 9 7\n" // the second is never bad
	files := fstest.MapFS{
		"m.aag":         {Data: []byte(both)},
		"run.txt":       {Data: []byte("1\nb0 b0\n0\n1\n1\n.\n")},
		"manifest.json": {Data: []byte(`{"schema": "retroproof.reach.certificate/1", "tool": "test", "verdict": "unsafe", "bad": [0, 1], "model": "m.aag", "witness": "run.txt"}`)},
	}
	r, err := reach.Check(context.Background(), files, lrat.DefaultMemory)
	if err != nil || !slices.Equal(r.Bad, []int{0}) || !strings.HasSuffix(r.Claim(), "(b0); steps: 1") {
		t.Errorf("%+v, %v, want that b0 is bad", r, err)
	}
	files["run.txt"].Data = []byte("1\nb0 b1\n0\n1\n1\n.\n")
	expect.ErrorIs(t, expect.Err(reach.Check(context.Background(), files, lrat.DefaultMemory)), reach.ErrTrace,
		"a trace to what is not bad")
}

// TestForged changes every part of a folder.
func TestForged(t *testing.T) {
	manifest := func(old, new string) func(fstest.MapFS) {
		return func(f fstest.MapFS) {
			f["manifest.json"] = &fstest.MapFile{Data: bytes.Replace(f["manifest.json"].Data, []byte(old), []byte(new), 1)}
		}
	}
	unsafe := strings.Replace(ring, "\n17\n", "\n6\n", 1) // the last latch is bad
	for name, change := range map[string]func(fstest.MapFS){
		"no manifest":       func(f fstest.MapFS) { delete(f, "manifest.json") },
		"other schema":      manifest("certificate/1", "certificate/2"),
		"unknown field":     manifest(`"tool"`, `"tools"`),
		"other verdict":     manifest(`"safe"`, `"fine"`),
		"unsafe":            manifest(`"safe"`, `"unsafe"`),
		"no property":       manifest("[0]", "[]"),
		"absent property":   manifest("[0]", "[1]"),
		"negative property": manifest("[0]", "[-1]"),
		"justice besides":   manifest("[0]", `[0], "justice": 0`),
		"parent folder":     manifest(`"model": "m.aag"`, `"model": "../m.aag"`),
		"sub-folder":        manifest(`"model": "m.aag"`, `"model": "x/m.aag"`),
		"absent file":       manifest(`"witness": "m.aag"`, `"witness": "n.aag"`),
		"no JSON":           manifest("{", "["),
		"second object":     manifest("}", "}{}"),
		"other model":       func(f fstest.MapFS) { f["m.aag"] = &fstest.MapFile{Data: []byte(unsafe)} },
		"other model only": func(f fstest.MapFS) {
			f["w.aag"] = &fstest.MapFile{Data: []byte(ring)}
			f["m.aag"] = &fstest.MapFile{Data: []byte(unsafe)}
			manifest(`"witness": "m.aag"`, `"witness": "w.aag"`)(f)
		},
		"cut model": func(f fstest.MapFS) { f["m.aag"] = &fstest.MapFile{Data: []byte(ring[:20])} },
		"no proof":  func(f fstest.MapFS) { delete(f, "step.lrat") },
		"cut proof": func(f fstest.MapFS) {
			f["step.lrat"] = &fstest.MapFile{Data: f["step.lrat"].Data[:len(f["step.lrat"].Data)-1]}
		},
		"empty proof":    func(f fstest.MapFS) { f["step.lrat"] = &fstest.MapFile{} },
		"another's":      func(f fstest.MapFS) { f["step.lrat"] = f["base.lrat"] },
		"proof in text":  func(f fstest.MapFS) { f["step.lrat"] = &fstest.MapFile{Data: []byte("9 0 1 0\n")} },
		"folder as file": func(f fstest.MapFS) { delete(f, "step.lrat"); f["step.lrat/x"] = &fstest.MapFile{} },
	} {
		files := certificate(t)
		change(files)
		expect.Fails(t, expect.Err(reach.Check(context.Background(), files, lrat.DefaultMemory)),
			"%s", name)
	}
}

// FuzzCheck changes one file of a folder: whatever is accepted is true of the model
// that was accepted.
func FuzzCheck(f *testing.F) {
	files := certificate(f)
	for name, file := range files {
		f.Add(name, file.Data)
	}
	f.Add("m.aag", []byte("aag 4 0 2 0 2 1\n2 8\n4 2\n4\n6 2 4\n8 3 5\n"))
	f.Fuzz(func(t *testing.T, name string, text []byte) {
		changed := fstest.MapFS{}
		for n, file := range files {
			changed[n] = file
		}
		changed[name] = &fstest.MapFile{Data: text}
		r, err := reach.Check(context.Background(), changed, 1<<20)
		if err != nil || r.Verdict != reach.Safe {
			return
		}
		m, err := aiger.Read(bytes.NewReader(changed[r.Model].Data), "m", 1<<20)
		expect.NoError(t, err)
		if len(m.Latches) <= 3 && len(m.Inputs) <= 2 && len(m.Bad) == len(r.Bad) && canBeBad(m) {
			t.Fatalf("accepted, and a bad state is reached: %q", text)
		}
	})
}

// FuzzTrace reads traces.
func FuzzTrace(f *testing.F) {
	traces(f, func(_, trace, _ string) { f.Add(trace) })
	f.Add("1\nj0\n0\n1\n0\n1\n.\n")
	m := parse(f, cnt1e)
	m.Justice = [][]aiger.Lit{{2, 3}}
	f.Fuzz(func(t *testing.T, text string) {
		_, steps, err := reach.CheckTrace(m, []int{0}, strings.NewReader(text))
		if err != nil && strings.HasPrefix(text, "1\nj") {
			_, steps, _, err = reach.CheckLasso(m, strings.NewReader(text))
			steps--
		}
		if err != nil {
			if !errors.Is(err, reach.ErrTrace) {
				t.Fatal(err)
			}
			return
		}
		lines := strings.Split(text, "\n")
		if len(lines) != steps+6 {
			t.Fatalf("%d steps in %q", steps, text)
		}
	})
}
