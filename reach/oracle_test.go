package reach_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"
	"testing/fstest"

	"retroproof/encode"
	"retroproof/internal/expect"
	"retroproof/proofs/aiger"
	"retroproof/proofs/lrat"
	proofs "retroproof/proofs/reach"
	"retroproof/reach"
)

// randomSystem makes a system of a few latches and inputs, with all kinds of resets.
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

// shortest finds by exhaustion in how many steps a bad state is reached; -1 if in none. It goes
// through the values of the model, gate by gate, and shares no code with the engines.
func shortest(m *aiger.Model, bad []aiger.Lit) int {
	values := make([]bool, m.MaxVar+1)
	lit := func(l aiger.Lit) bool { return values[l.Var()] != l.Negated() }
	ands := map[uint32]aiger.And{}
	for _, a := range m.Ands {
		ands[a.LHS.Var()] = a
	}
	latch := map[uint32]aiger.Latch{}
	for _, l := range m.Latches {
		latch[l.Lit.Var()] = l
	}
	evaluate := func(initial bool, inputs int) {
		for i, l := range m.Inputs {
			values[l.Var()] = inputs>>i&1 == 1
		}
		for _, v := range m.Order() {
			if a, ok := ands[v]; ok {
				values[v] = lit(a.R0) && lit(a.R1)
			} else if initial {
				values[v] = lit(latch[v].Reset)
			}
		}
	}
	holds := func() bool {
		for _, l := range m.Constraints {
			if !lit(l) {
				return false
			}
		}
		return true
	}
	state := func(value func(l aiger.Latch) bool) (s int) {
		for i, l := range m.Latches {
			if value(l) {
				s |= 1 << i
			}
		}
		return s
	}
	set := func(s int) {
		for i, l := range m.Latches {
			values[l.Lit.Var()] = s>>i&1 == 1
		}
	}
	// Frontiers hold states with inputs, as an initial state may be one with some inputs only.
	type point struct{ state, inputs int }
	frontier := map[point]bool{}
	for s := range 1 << len(m.Latches) {
		for in := range 1 << len(m.Inputs) {
			set(s)
			evaluate(true, in)
			frontier[point{state(func(l aiger.Latch) bool { return lit(l.Lit) }), in}] = true
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
			set(p.state)
			evaluate(false, p.inputs)
			if !holds() {
				continue
			}
			for _, b := range bad {
				if lit(b) {
					return depth
				}
			}
			after := state(func(l aiger.Latch) bool { return lit(l.Next) })
			for in := range 1 << len(m.Inputs) {
				next[point{after, in}] = true
			}
		}
		frontier = next
	}
	return -1
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
			if err := reach.Certify(context.Background(), "test", text.Bytes(), read, nil, s, r, folder(files)); err != nil {
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
