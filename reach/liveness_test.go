package reach_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"retroproof/encode"
	"retroproof/internal/expect"
	"retroproof/proofs/aiger"
	"retroproof/proofs/lrat"
	proofs "retroproof/proofs/reach"
	"retroproof/reach"
)

// violable decides by exhaustion whether a run makes all literals true again and again: the greatest set of states that
// are reached, and in which each has a step into the set and ways within it to a step on which each literal holds.
func violable(m *aiger.Model, lits []aiger.Lit) bool {
	e := newExplicit(m)
	type step struct {
		to    int
		holds []bool
	}
	steps := map[int][]step{} // of the states that are reached in at least one step
	var open []int
	reached := func() (after int) {
		after = e.state(nextOf)
		if _, seen := steps[after]; !seen {
			steps[after] = nil
			open = append(open, after)
		}
		return after
	}
	for s := range 1 << len(m.Latches) {
		for in := range 1 << len(m.Inputs) {
			if e.evaluate(true, s, in) {
				reached()
			}
		}
	}
	for len(open) > 0 {
		s := open[0]
		open = open[1:]
		for in := range 1 << len(m.Inputs) {
			if e.evaluate(false, s, in) {
				holds := []bool{true}
				for _, l := range lits {
					holds = append(holds, e.lit(l))
				}
				steps[s] = append(steps[s], step{reached(), holds})
			}
		}
	}
	set := map[int]bool{}
	for s := range steps {
		set[s] = true
	}
	for before := -1; before != len(set); {
		before = len(set)
		for i := range 1 + len(lits) {
			near := map[int]bool{} // those with a way to a step on which it holds
			for n := -1; n != len(near); {
				n = len(near)
				for s := range set {
					if slices.ContainsFunc(steps[s], func(p step) bool { return set[p.to] && (p.holds[i] || near[p.to]) }) {
						near[s] = true
					}
				}
			}
			set = near
		}
	}
	return len(set) > 0
}

// randomJustice adds justice and fairness to a random system.
func randomJustice(random *rand.Rand) *reach.System {
	s := randomSystem(random)
	pool := append(slices.Clone(s.Inputs), s.Circuit.True)
	for _, l := range s.Latches {
		pool = append(pool, l.Now)
	}
	lit := func() encode.Bool {
		return s.Circuit.And(pick(random, s.Circuit, pool, 2), pick(random, s.Circuit, pool, 1))
	}
	if random.IntN(2) == 0 {
		s.Bad = nil
	}
	for range 1 + random.IntN(2) {
		var j []encode.Bool
		for range random.IntN(3) {
			j = append(j, lit())
		}
		s.Justice = append(s.Justice, j)
	}
	for range random.IntN(3) / 2 {
		s.Fairness = append(s.Fairness, lit())
	}
	return s
}

// tampered changes a byte of model, manifest or witness, ten times, and returns how many of these folders are accepted:
// what they say is true of the model in them.
func tampered(t *testing.T, random *rand.Rand, files fstest.MapFS) (accepted int) {
	t.Helper()
	names := slices.Sorted(maps.Keys(files))
	names = slices.DeleteFunc(names, func(name string) bool {
		return strings.HasSuffix(name, "cnf") || strings.HasSuffix(name, "lrat") || name == "monitored.aag"
	})
	for range 10 {
		changed := maps.Clone(files)
		name := names[random.IntN(len(names))]
		data := slices.Clone(files[name].Data)
		at := random.IntN(len(data))
		if data[at] += byte(1 + random.IntN(3)); random.IntN(2) == 0 {
			data[at] = '0' + byte(random.IntN(4))
		}
		changed[name] = &fstest.MapFile{Data: data}
		r, err := proofs.Check(context.Background(), changed, 1<<24)
		if err != nil || r.Verdict != proofs.Live && r.Verdict != proofs.Violated {
			continue
		}
		accepted++
		m, err := aiger.Read(bytes.NewReader(changed[r.Model].Data), "m", lrat.DefaultMemory)
		expect.NoError(t, err)
		if violable(m, slices.Concat(m.Justice[r.Justice], m.Fairness)) != (r.Verdict == proofs.Violated) {
			t.Fatalf("%s is changed to %q: %s", name, data, r)
		}
	}
	return accepted
}

// checkMonitored has the file with the model and its monitor checked as one that cannot reach a bad state, by the same
// witness and proofs: as Certifaiger does.
func checkMonitored(t *testing.T, files fstest.MapFS) {
	t.Helper()
	safe := maps.Clone(files)
	safe["manifest.json"] = &fstest.MapFile{Data: fmt.Appendf(nil, `{"schema": %q, "tool": "", "verdict": "safe",
		"bad": [0], "model": "monitored.aag", "witness": "witness.aig"}`, proofs.Schema)}
	expect.Succeeds(t, expect.Err(proofs.Check(context.Background(), safe, lrat.DefaultMemory)),
		"the model with its monitor")
}

// TestJustice has all engines decide justice properties of small systems, compares with exhaustive search, and has
// every verdict certified and checked.
func TestJustice(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	verdicts := map[string]int{}
	systems := expect.Size(60, 2000)
	for n := range systems {
		var text bytes.Buffer
		expect.NoError(t, randomJustice(random).Model().Write(&text))
		m, err := aiger.Read(bytes.NewReader(text.Bytes()), "m", lrat.DefaultMemory)
		expect.NoError(t, err)
		for i := range m.Justice {
			want := violable(m, slices.Concat(m.Justice[i], m.Fairness))
			for _, engine := range reach.Engines {
				o := reach.Options{Engine: engine}
				if engine == reach.BMC || engine == reach.Induction {
					o.MaxFrames = 40
				}
				found, err := reach.DecideJustice(context.Background(), m, i, o)
				if err != nil {
					t.Fatalf("%d: j%d: %s: %v\n%s", n, i, engine, err, text.Bytes())
				}
				if found.Verdict == reach.Unknown && (engine == reach.Parity || !want && engine != reach.PDR && engine != reach.Auto) {
					verdicts[string(engine)+" unknown"]++
					continue
				}
				verdicts[fmt.Sprint(engine, " ", found.Verdict)]++
				if (found.Verdict == reach.Unsafe) != want || found.Verdict == reach.Unknown {
					t.Fatalf("%d: j%d: %s: %v, by exhaustion %v\n%s", n, i, engine, found.Verdict, want, text.Bytes())
				}
				files := fstest.MapFS{}
				if err := reach.Certify(context.Background(), "test", text.Bytes(), m, found, folder(files)); err != nil {
					t.Fatalf("%d: j%d: %s: %v\n%s", n, i, engine, err, text.Bytes())
				}
				r, err := proofs.Check(context.Background(), files, lrat.DefaultMemory)
				if err != nil || r.Justice != i || (r.Verdict == proofs.Violated) != want {
					t.Fatalf("%d: j%d: %s: %v %v\n%s", n, i, engine, r, err, text.Bytes())
				}
				if !want {
					checkMonitored(t, files)
				}
				if engine == reach.Auto {
					verdicts["tampered"] += tampered(t, random, files)
				}
			}
		}
	}
	t.Log(verdicts)
	if verdicts["tampered"] < systems/10 {
		t.Errorf("%d folders that were changed are accepted", verdicts["tampered"])
	}
	for _, engine := range []reach.Engine{reach.Auto, reach.PDR, reach.Induction} {
		if verdicts[string(engine)+" unsafe"] < systems/4 || verdicts[string(engine)+" safe"] < systems/10 {
			t.Errorf("%s: few verdicts: %v", engine, verdicts)
		}
	}
}
