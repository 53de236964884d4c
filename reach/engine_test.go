package reach_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"retroproof/encode"
	"retroproof/internal/expect"
	"retroproof/proofs/aiger"
	"retroproof/proofs/lrat"
	proofs "retroproof/proofs/reach"
	"retroproof/reach"
)

// toggle is a public example: a flip-flop with enable and reset, whose outputs are both of its
// values. The first one is bad after a step, the second one at once.
const toggle = "aag 7 2 1 2 4\n2\n4\n6 8\n6\n7\n8 4 10\n10 13 15\n12 2 6\n14 3 7\n"

func ExampleDecide() {
	m, err := aiger.Read(strings.NewReader(toggle), "toggle.aag", lrat.DefaultMemory)
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := reach.FromModel(m, []int{0})
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := reach.Decide(context.Background(), s, reach.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Verdict, r.Depth)
	r.Trace.Write(os.Stdout, "b0")
	// Output:
	// unsafe 1
	// 1
	// b0
	// 0
	// 11
	// xx
	// .
}

// decide decides a text with an engine.
func decide(t *testing.T, text string, o reach.Options) (*reach.System, *aiger.Model, *reach.Result, error) {
	t.Helper()
	m, err := aiger.Read(strings.NewReader(text), "model", lrat.DefaultMemory)
	expect.NoError(t, err)
	s, err := reach.FromModel(m, nil)
	if err != nil {
		return nil, m, nil, err
	}
	r, err := reach.Decide(context.Background(), s, o)
	return s, m, r, err
}

// TestPublic has the verdicts of small public files.
func TestPublic(t *testing.T) {
	for name, tt := range map[string]struct {
		text  string
		depth int
	}{
		"cnt1":   {"aag 1 0 1 0 0 1\n2 3\n2\n", 1},
		"cnt1e":  {"aag 5 1 1 0 3 1\n2\n4 10\n4\n6 5 3\n8 4 2\n10 9 7\n", 1},
		"toggle": {"aag 1 0 1 2 0\n2 3\n2\n3\n", 0},
		"re":     {toggle, 0},
		"true":   {"aag 0 0 0 1 0\n1\n", 0},
		"false":  {"aag 0 0 0 1 0\n0\n", -1},
		"stays":  {"aag 1 0 1 0 0 1\n2 2\n2\n", -1},
	} {
		for _, engine := range []reach.Engine{reach.Auto, reach.Induction, reach.PDR} {
			_, _, r, err := decide(t, tt.text, reach.Options{Engine: engine, MaxFrames: 10})
			switch {
			case err != nil:
				t.Errorf("%s: %s: %v", name, engine, err)
			case (r.Verdict == reach.Unsafe) != (tt.depth >= 0) || tt.depth >= 0 && r.Depth != tt.depth:
				t.Errorf("%s: %s: %v in %d steps, want %d", name, engine, r.Verdict, r.Depth, tt.depth)
			}
		}
	}
}

func TestRefusals(t *testing.T) {
	// Justice and fairness do not matter for a bad state.
	if _, _, r, err := decide(t, "aag 1 1 0 0 0 1 0 1 1\n2\n2\n1\n2\n3\n", reach.Options{}); err != nil || r.Verdict != reach.Unsafe {
		t.Errorf("justice and fairness: %v, %v", r, err)
	}
	if _, _, _, err := decide(t, "aag 1 1 0 0 0\n2\n", reach.Options{}); !errors.Is(err, proofs.ErrProperty) {
		t.Errorf("no property: %v", err)
	}
	if _, _, _, err := decide(t, "aag 1 0 1 0 0 1\n2 2\n2\n", reach.Options{Engine: "magic"}); err == nil {
		t.Error("an unknown engine is accepted")
	}
	for _, engine := range []reach.Engine{reach.BMC, reach.PDR} {
		// Three bits that count; 7 is not reached in three steps.
		if _, _, _, err := decide(t, counter3, reach.Options{Engine: engine, MaxFrames: 3}); !errors.Is(err, reach.ErrBudget) {
			t.Errorf("%s with a limit: %v", engine, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	m, err := aiger.Read(strings.NewReader(counter3), "m", lrat.DefaultMemory)
	expect.NoError(t, err)
	for _, engine := range reach.Engines {
		s, err := reach.FromModel(m, nil)
		expect.NoError(t, err)
		expect.ErrorIs(t, expect.Err(reach.Decide(ctx, s, reach.Options{Engine: engine})), context.Canceled,
			"%s, cancelled", engine)
	}
}

// counter3 counts to 7, which is bad: gates for the carries and the sums.
const counter3 = "aag 10 0 3 0 7 1\n2 3\n4 10\n6 16\n20\n8 2 4\n10 9 13\n12 3 5\n14 8 6\n16 15 19\n18 9 7\n20 8 6\n"

// TestParity has k latches of which an even number is set: two flip in each step, as the inputs
// say. PDR needs a clause for every second state; parity one equation.
func TestParity(t *testing.T) {
	const k = 24
	c := encode.NewCircuit()
	s := &reach.System{Circuit: c, Inputs: c.NumInput("in", k)}
	latches := c.NumInput("l", k)
	sum := c.False
	for i, l := range latches {
		// Input i flips latches i and i+1.
		flip := c.Xor(s.Inputs[i], s.Inputs[(i+k-1)%k])
		s.Latches = append(s.Latches, reach.Latch{Now: l, Next: c.Xor(l, flip), Reset: c.False})
		sum = c.Xor(sum, l)
	}
	s.Bad = []encode.Bool{c.And(sum, latches[0], latches[5])}
	for _, engine := range []reach.Engine{reach.Parity, reach.Auto} {
		r, err := reach.Decide(context.Background(), s, reach.Options{Engine: engine})
		expect.NoError(t, err)
		if r.Verdict != reach.Safe || engine == reach.Parity && r.Engine != "parity" {
			t.Errorf("%s: %+v", engine, r)
		}
	}
}

// TestTCAS decides a benchmark of 310 latches and 5,168 gates that comes with gini.
func TestTCAS(t *testing.T) {
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/go-air/gini").Output()
	expect.NoError(t, err)
	text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(dir)), "logic/aiger/test/sm98tcas16tmulti.aig"))
	if err != nil {
		t.Skip(err)
	}
	verdicts := map[int]reach.Verdict{0: reach.Unsafe}
	if expect.Long {
		verdicts = map[int]reach.Verdict{0: reach.Unsafe, 1: reach.Safe, 3: reach.Unsafe, 4: reach.Unsafe, 5: reach.Unsafe}
	}
	for bad, want := range verdicts {
		m, err := aiger.Read(bytes.NewReader(text), "tcas", lrat.DefaultMemory)
		expect.NoError(t, err)
		s, err := reach.FromModel(m, []int{bad})
		expect.NoError(t, err)
		r, err := reach.Decide(context.Background(), s, reach.Options{})
		if err != nil || r.Verdict != want {
			t.Errorf("b%d: %+v, %v, want %v", bad, r, err, want)
		}
	}
}

// ring has one latch that is set among three; two that are set are bad.
const ring = "aag 8 0 3 0 5 1\n2 6 1\n4 2\n6 4\n17\n8 2 4\n10 4 6\n12 2 6\n14 9 11\n16 14 13\n"

// TestClauses decides by an invariant that was found elsewhere.
func TestClauses(t *testing.T) {
	var text, want string
	for range expect.Rows(t, "testdata/clauses.tsv", &text, &want) {
		m, err := aiger.Read(strings.NewReader(ring), "ring", lrat.DefaultMemory)
		expect.NoError(t, err)
		s, err := reach.FromModel(m, nil)
		expect.NoError(t, err)
		invariant, err := reach.ReadClauses(strings.NewReader(text), "m", m, s)
		if err == nil {
			_, err = reach.ByInvariant(context.Background(), s, reach.Options{}, invariant)
		}
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// FuzzReadClauses reads invariants; what is accepted as one is one.
func FuzzReadClauses(f *testing.F) {
	for _, text := range []string{"3 5\n5 7\n3 7\n", "c x\n2 3 0\n", "7\n", "0\n", "1\n", "3 5 7", ".ilb lo1 lo0\n11 1\n"} {
		f.Add(text)
	}
	const counter = "aag 4 0 2 0 2 1\n2 8\n4 2\n6\n6 2 4\n8 3 5\n" // 0, 1, 2, 0; 3 is bad
	f.Fuzz(func(t *testing.T, text string) {
		m, err := aiger.Read(strings.NewReader(counter), "counter", lrat.DefaultMemory)
		expect.NoError(t, err)
		s, err := reach.FromModel(m, nil)
		expect.NoError(t, err)
		invariant, err := reach.ReadClauses(strings.NewReader(text), "x", m, s)
		if err != nil {
			if !errors.As(err, new(*reach.ClauseError)) {
				t.Fatal(err)
			}
			return
		}
		values := s.Circuit.NewEvaluator(invariant)
		for state := range uint64(3) { // all of them can be reached
			values.Set(s.Latches[0].Now, -(state & 1))
			values.Set(s.Latches[1].Now, -(state >> 1))
			values.Run()
			if values.Get(invariant)&1 == 0 {
				if _, err := reach.ByInvariant(context.Background(), s, reach.Options{}, invariant); !errors.Is(err, reach.ErrBudget) {
					t.Fatalf("%q excludes state %d, and is accepted: %v", text, state, err)
				}
				return
			}
		}
	})
}
