package reach

import (
	"math/bits"
	"math/rand/v2"

	"retroproof/encode"
)

// simulationWork is the number of gates that are evaluated, each for 64 runs at once, in the
// search for short counterexamples and for states that can be reached.
const simulationWork = 1 << 24

// simulationSpeed is how many gates are evaluated in the time of a propagation.
const simulationSpeed = 30

// mostSamples is the number of states that are kept for parities.
const mostSamples = 512

// simulation runs a system with random inputs, 64 runs at once.
type simulation struct {
	s       *System
	values  *encode.Evaluator
	start   *encode.Evaluator // the latches of an initial state
	free    []encode.Bool     // inputs of the circuit of start that are not inputs of the system
	inputs  []encode.Bool     // those that are
	first   []encode.Bool     // what the latches are at the beginning
	bad     encode.Bool
	good    encode.Bool // the constraints hold
	samples [][]bool    // states that were reached
}

func newSimulation(s *System) *simulation {
	m := &simulation{s: s, bad: s.bad(), good: s.constraint()}
	roots := mapped(s.Latches, func(l Latch) encode.Bool { return l.Next })
	m.values = s.Circuit.NewEvaluator(append(roots, m.bad, m.good)...)
	c := encode.NewCircuit()
	v := s.newView(c, nil, nil, "0")
	m.inputs, m.first = v.inputs, s.now(v)
	m.start = c.NewEvaluator(append([]encode.Bool{c.True}, m.first...)...)
	for i, l := range s.Latches {
		if l.Reset == l.Now {
			m.free = append(m.free, m.first[i])
		}
	}
	return m
}

// run simulates until a bad state is found or a number of steps is made. all, if not nil, gets the
// inputs of one of the 64 runs. It returns the number of that which came to a bad state, or -1,
// and the steps made.
func (s *simulation) run(seed uint64, steps, lane int, all *Trace) (found, made int) {
	random := rand.New(rand.NewPCG(seed, 0))
	// The first run has all inputs 1, the second all 0, a quarter of them mostly 1.
	word := func() uint64 {
		w := random.Uint64()
		w |= (random.Uint64() | random.Uint64()) & 0xffff << 2
		return w&^2 | 1
	}
	words := make([]uint64, len(s.s.Latches))
	in := make([]uint64, len(s.s.Inputs))
	bit := func(w uint64) Value { return valueOf(w>>lane&1 == 1) }
	alive := ^uint64(0)
	for t := 0; t <= steps && alive != 0; t++ {
		for i := range in {
			in[i] = word()
			s.values.Set(s.s.Inputs[i], in[i])
		}
		if t == 0 {
			for i, b := range s.inputs {
				s.start.Set(b, in[i])
			}
			for _, b := range s.free {
				s.start.Set(b, random.Uint64())
			}
			s.start.Run()
			for i, b := range s.first {
				words[i] = s.start.Get(b)
			}
		}
		for i, l := range s.s.Latches {
			s.values.Set(l.Now, words[i])
		}
		s.values.Run()
		alive &= s.values.Get(s.good)
		if all != nil {
			if t == 0 {
				all.Initial = mapped(words, bit)
			}
			all.Inputs = append(all.Inputs, mapped(in, bit))
		} else {
			s.sample(words, alive, t)
		}
		if hit := s.values.Get(s.bad) & alive; hit != 0 {
			return bits.TrailingZeros64(hit), t
		}
		for i, l := range s.s.Latches {
			words[i] = s.values.Get(l.Next)
		}
	}
	return -1, steps
}

// sample keeps a state that was reached, one a step, of another run each time.
func (s *simulation) sample(words []uint64, alive uint64, t int) {
	lane := t * 37 % 64
	if len(s.samples) >= mostSamples || alive>>lane&1 == 0 {
		return
	}
	s.samples = append(s.samples, mapped(words, func(w uint64) bool { return w>>lane&1 == 1 }))
}

// search makes runs of 16 steps, then 64 and so on, until the work is done, in turns if t is not nil.
func (s *simulation) search(work int, t *turns) (*Trace, error) {
	cost := s.s.Circuit.Len() + len(s.s.Latches) + len(s.s.Inputs)
	for seed, steps := uint64(1), 16; ; seed, steps = seed+1, steps*4 {
		if steps > work/cost {
			steps = work / cost
		}
		if steps < 1 {
			return nil, nil
		}
		work -= steps * cost
		if err := t.spend(int64(steps * cost / simulationSpeed)); err != nil {
			return nil, err
		}
		if lane, made := s.run(seed, steps, 0, nil); lane >= 0 {
			tr := &Trace{}
			s.run(seed, made, lane, tr)
			return tr, nil
		}
	}
}
