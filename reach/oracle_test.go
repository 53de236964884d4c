package reach_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/fstest"

	"retroproof/encode"
	"retroproof/internal/expect"
	"retroproof/proofs/aiger"
	"retroproof/proofs/lrat"
	proofs "retroproof/proofs/reach"
	"retroproof/reach"
)

// randomSystem makes a system of a few latches and inputs, with all kinds of resets and properties.
func randomSystem(random *rand.Rand) *reach.System {
	c := encode.NewCircuit()
	s := &reach.System{Circuit: c}
	var pool []encode.Bool
	for i := range random.IntN(3) {
		s.Inputs = append(s.Inputs, c.Input(fmt.Sprint("i", i)))
	}
	pool = append(pool, s.Inputs...)
	pool = append(pool, c.True)
	n := 1 + random.IntN(5)
	for i := range n {
		now := c.Input(fmt.Sprint("l", i))
		l := reach.Latch{Now: now, Reset: c.Of(random.IntN(2) == 0)}
		switch random.IntN(8) {
		case 0:
			l.Reset = now
		case 1: // by what was made before
			l.Reset = pick(random, c, pool, 2)
		}
		s.Latches = append(s.Latches, l)
		pool = append(pool, now)
	}
	for i := range s.Latches {
		s.Latches[i].Next = pick(random, c, pool, 1+random.IntN(6))
	}
	for range 1 + random.IntN(2) {
		bad := pick(random, c, pool, 3)
		for range random.IntN(3) {
			bad = c.And(bad, pick(random, c, pool, 3))
		}
		s.Bad = append(s.Bad, bad)
	}
	for range random.IntN(3) / 2 {
		s.Constraints = append(s.Constraints, c.Or(pick(random, c, pool, 2), pick(random, c, pool, 2)))
	}
	return s
}

// pick makes a Boolean of some others.
func pick(random *rand.Rand, c *encode.Circuit, pool []encode.Bool, gates int) encode.Bool {
	one := func() encode.Bool {
		b := pool[random.IntN(len(pool))]
		if random.IntN(2) == 0 {
			b = b.Not()
		}
		return b
	}
	b := one()
	for range gates {
		switch random.IntN(4) {
		case 0:
			b = c.Xor(b, one())
		case 1:
			b = c.Or(b, one())
		case 2:
			b = c.Ite(one(), b, one())
		default:
			b = c.And(b, one())
		}
	}
	return b
}

// explicit goes through the values of a model, gate by gate, and shares no code with the engines. A state is a number of
// a bit for each latch, inputs likewise.
type explicit struct {
	m      *aiger.Model
	values []bool
	ands   map[uint32]aiger.And
	latch  map[uint32]aiger.Latch
}

func newExplicit(m *aiger.Model) *explicit {
	e := &explicit{m, make([]bool, m.MaxVar+1), map[uint32]aiger.And{}, map[uint32]aiger.Latch{}}
	for _, a := range m.Ands {
		e.ands[a.LHS.Var()] = a
	}
	for _, l := range m.Latches {
		e.latch[l.Lit.Var()] = l
	}
	return e
}

func (e *explicit) lit(l aiger.Lit) bool { return e.values[l.Var()] != l.Negated() }

// evaluate sets all values; it reports whether the constraints hold.
func (e *explicit) evaluate(initial bool, state, inputs int) bool {
	for i, l := range e.m.Latches {
		e.values[l.Lit.Var()] = state>>i&1 == 1
	}
	for i, l := range e.m.Inputs {
		e.values[l.Var()] = inputs>>i&1 == 1
	}
	for _, v := range e.m.Order() {
		if a, ok := e.ands[v]; ok {
			e.values[v] = e.lit(a.R0) && e.lit(a.R1)
		} else if initial {
			e.values[v] = e.lit(e.latch[v].Reset)
		}
	}
	return !slices.ContainsFunc(e.m.Constraints, func(l aiger.Lit) bool { return !e.lit(l) })
}

// state is that of the latches' values, or next ones.
func (e *explicit) state(value func(aiger.Latch) aiger.Lit) (s int) {
	for i, l := range e.m.Latches {
		if e.lit(value(l)) {
			s |= 1 << i
		}
	}
	return s
}

func nowOf(l aiger.Latch) aiger.Lit  { return l.Lit }
func nextOf(l aiger.Latch) aiger.Lit { return l.Next }

// shortest finds by exhaustion in how many steps a bad state is reached; -1 if in none.
func shortest(m *aiger.Model, bad []aiger.Lit) int {
	e := newExplicit(m)
	// Frontiers hold states with inputs, as an initial state may be one with some inputs only.
	type point struct{ state, inputs int }
	frontier := map[point]bool{}
	for s := range 1 << len(m.Latches) {
		for in := range 1 << len(m.Inputs) {
			e.evaluate(true, s, in)
			frontier[point{e.state(nowOf), in}] = true
		}
	}
	seen := map[point]bool{}
	for depth := 0; len(frontier) > 0; depth++ {
		next := map[point]bool{}
		for p := range frontier {
			if seen[p] {
				continue
			}
			seen[p] = true
			if !e.evaluate(false, p.state, p.inputs) {
				continue
			}
			if slices.ContainsFunc(bad, e.lit) {
				return depth
			}
			after := e.state(nextOf)
			for in := range 1 << len(m.Inputs) {
				next[point{after, in}] = true
			}
		}
		frontier = next
	}
	return -1
}

// outcome is that of all properties together, or of the one that is bad.
func outcome(m *aiger.Model, s *reach.System, r *reach.Result) *reach.Outcome {
	o := &reach.Outcome{Bad: reach.AllBad(m), System: s, Result: r}
	if r.Verdict == reach.Unsafe {
		o.Bad = []int{r.Trace.Bad}
	}
	return o
}

// folder keeps what Certify writes.
func folder(files fstest.MapFS) reach.Output {
	return func(name string) (io.WriteCloser, error) {
		files[name] = &fstest.MapFile{}
		return &file{to: files[name]}, nil
	}
}

type file struct {
	bytes.Buffer
	to *fstest.MapFile
}

func (f *file) Close() error { f.to.Data = f.Bytes(); return nil }

// TestRandomSystems has all engines decide small systems, compares with exhaustive search, and
// has every verdict certified and checked.
func TestRandomSystems(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	verdicts := map[string]int{}
	systems := expect.Size(50, 5000)
	for n := range systems {
		s := randomSystem(random)
		m := s.Model()
		var text bytes.Buffer
		expect.NoError(t, m.Write(&text))
		want := shortest(m, m.Bad)
		for _, engine := range reach.Engines {
			o := reach.Options{Engine: engine}
			if engine == reach.BMC || engine == reach.Induction {
				o.MaxFrames = 64
			}
			read, err := aiger.Read(bytes.NewReader(text.Bytes()), "m", lrat.DefaultMemory)
			expect.NoError(t, err)
			s, err := reach.FromModel(read, nil)
			expect.NoError(t, err)
			r, err := reach.Decide(context.Background(), s, o)
			if errors.Is(err, reach.ErrBudget) && (engine == reach.Parity || want < 0 && engine != reach.PDR && engine != reach.Auto) {
				verdicts[string(engine)+" unknown"]++
				continue
			}
			if err != nil {
				t.Fatalf("%d: %s: %v\n%s", n, engine, err, text.Bytes())
			}
			verdicts[fmt.Sprint(engine, " ", r.Verdict)]++
			if (r.Verdict == reach.Unsafe) != (want >= 0) || r.Verdict == reach.Unknown {
				t.Fatalf("%d: %s: %v, by exhaustion in %d steps", n, engine, r.Verdict, want)
			}
			if r.Verdict == reach.Unsafe && (r.Depth < want || engine == reach.BMC && r.Depth != want) {
				t.Fatalf("%d: %s: %d steps, the shortest are %d", n, engine, r.Depth, want)
			}
			files := fstest.MapFS{}
			if err := reach.Certify(context.Background(), "test", text.Bytes(), read, outcome(read, s, r), folder(files)); err != nil {
				t.Fatalf("%d: %s: %v", n, engine, err)
			}
			if _, err := proofs.Check(context.Background(), files, lrat.DefaultMemory); err != nil {
				t.Fatalf("%d: %s, k = %d: %v", n, engine, r.K, err)
			}
		}
	}
	t.Log(verdicts)
	for _, engine := range reach.Engines {
		if verdicts[string(engine)+" unsafe"] < systems/4 || engine != reach.BMC && verdicts[string(engine)+" safe"] < systems/10 {
			t.Errorf("%s: few verdicts: %v", engine, verdicts)
		}
	}
}
