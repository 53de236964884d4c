package cdcl

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"retroproof/internal/expect"
)

// circuit is clauses that define gates, and the values of all variables for each input.
type circuit struct {
	clauses [][]int32
	inputs  int
	values  []uint64 // by variable, from 1: bit i for input i
}

// newCircuit makes inputs, six at most.
func newCircuit(inputs int) *circuit {
	c := &circuit{inputs: inputs, values: make([]uint64, 1+inputs)}
	for v := range inputs {
		for i := range uint64(1) << inputs {
			c.values[v+1] |= i >> v & 1 << i
		}
	}
	return c
}

func (c *circuit) value(l int32) uint64 {
	if l < 0 {
		return ^c.values[-l]
	}
	return c.values[l]
}

func (c *circuit) gate(value uint64, clauses ...[]int32) int32 {
	c.values = append(c.values, value)
	z := int32(len(c.values) - 1)
	for _, clause := range clauses {
		for i, l := range clause { // zOut stands for the output
			switch l {
			case zOut:
				clause[i] = z
			case -zOut:
				clause[i] = -z
			}
		}
		c.clauses = append(c.clauses, clause)
	}
	return z
}

const zOut = 1 << 20

func (c *circuit) and(x, y int32) int32 {
	return c.gate(c.value(x)&c.value(y), []int32{-zOut, x}, []int32{-zOut, y}, []int32{zOut, -x, -y})
}

func (c *circuit) xor(x, y int32) int32 {
	return c.gate(c.value(x)^c.value(y), []int32{-zOut, x, y}, []int32{-zOut, -x, -y}, []int32{zOut, -x, y}, []int32{zOut, x, -y})
}

// twice computes a gate of three literals in two ways.
func (c *circuit) twice(kind int, x, y, z int32) (a, b int32) {
	or := func(x, y int32) int32 { return -c.and(-x, -y) }
	switch kind {
	case 0:
		return c.xor(c.xor(x, y), z), c.xor(x, c.xor(z, y))
	case 1: // if x then y else z
		return or(c.and(x, y), c.and(-x, z)), c.xor(z, c.and(x, c.xor(y, z)))
	default: // the majority
		return or(c.and(x, y), c.and(z, or(x, y))), or(c.and(y, z), c.and(x, c.xor(y, z)))
	}
}

// TestSweepCircuits decides clauses about random circuits in which much is computed twice, with random settings:
// answers are compared with the values for all inputs.
func TestSweepCircuits(t *testing.T) {
	t.Parallel()
	n := 300
	if expect.Long {
		n = 100_000
	}
	pairs, answers := int64(0), map[Status]int{}
	for seed := range uint64(n) {
		r := rand.New(rand.NewPCG(seed, 7))
		s, status, err := decideCircuit(r)
		expect.NoError(t, err, "seed", seed)
		pairs += s.stats.sweepPairs
		answers[status]++
	}
	if pairs < int64(n) || answers[Satisfiable] < n/10 || answers[Unsatisfiable] < n/10 {
		t.Errorf("lopsided test: %d pairs, %v", pairs, answers)
	}
}

func decideCircuit(r *rand.Rand) (*Solver, Status, error) {
	c := newCircuit(3 + r.IntN(4))
	first := make([]int32, c.inputs)
	for i := range first {
		first[i] = int32(i + 1)
	}
	second := append([]int32(nil), first...)
	pick := func() (int, int) { return r.IntN(len(first)), 1 - 2*r.IntN(2) }
	for range 2 + r.IntN(8) {
		i, si := pick()
		j, sj := pick()
		k, sk := pick()
		kind := r.IntN(3)
		a, _ := c.twice(kind, first[i]*int32(si), first[j]*int32(sj), first[k]*int32(sk))
		_, b := c.twice(kind, second[i]*int32(si), second[j]*int32(sj), second[k]*int32(sk))
		first, second = append(first, a), append(second, b)
	}
	good := ^uint64(0)
	if c.inputs < 6 {
		good = 1<<(1<<c.inputs) - 1
	}
	for range 1 + r.IntN(3) { // what the outputs should be, or that two differ
		l := int32(0)
		switch x := len(first) - 1 - r.IntN(2); r.IntN(3) {
		case 0:
			l = c.xor(first[x], second[x])
		case 1:
			l = first[x]
		default:
			l = -second[x]
		}
		if r.IntN(4) > 0 {
			m := second[len(second)-1]
			c.clauses = append(c.clauses, []int32{l, m})
			good &= c.value(l) | c.value(m)
		} else {
			c.clauses = append(c.clauses, []int32{l})
			good &= c.value(l)
		}
	}
	s, strict := New(), newChecker()
	hasty(s, r)
	s.tune.sweepEffort, s.tune.mode = 1000, bothModes
	logged := r.IntN(4) > 0
	if logged {
		s.SetProof(strict)
	}
	r.Shuffle(len(c.clauses), func(i, j int) { c.clauses[i], c.clauses[j] = c.clauses[j], c.clauses[i] })
	for _, clause := range c.clauses {
		s.AddClause(clause...)
	}
	status, err := s.Solve(context.Background(), 0)
	want := Satisfiable
	if good == 0 {
		want = Unsatisfiable
	}
	switch {
	case err != nil:
	case status != want:
		err = fmt.Errorf("got %v, want %v", status, want)
	case strict.err != nil:
		err = strict.err
	case status == Satisfiable:
		err = checkModel(s, c.clauses)
	case logged && !strict.refuted:
		err = fmt.Errorf("no empty clause")
	}
	return s, status, err
}

// registers are clauses that say that two registers differ at last, which are clocked by the same functions, written in
// two ways.
func registers(seed uint64, width, steps int) [][]int32 {
	r := rand.New(rand.NewPCG(seed, 8))
	c := newCircuit(0)
	input := func() int32 { return c.gate(0) }
	var first, differ []int32
	for range width {
		first = append(first, input())
	}
	second := first
	var p [3][]int
	for i := range p {
		p[i] = r.Perm(width)
	}
	for range steps {
		next, other := make([]int32, width), make([]int32, width)
		in := input()
		for i := range width {
			j, k, l := p[0][i], p[1][i], p[2][i]
			next[i], _ = c.twice(i%3, first[j], -first[k], first[l])
			_, other[i] = c.twice(i%3, second[j], -second[k], second[l])
			next[i], other[i] = c.xor(next[i], in), c.xor(in, other[i])
		}
		first, second = next, other
	}
	for i := range first {
		differ = append(differ, c.xor(first[i], second[i]))
	}
	c.clauses = append(c.clauses, differ)
	r.Shuffle(len(c.clauses), func(i, j int) { c.clauses[i], c.clauses[j] = c.clauses[j], c.clauses[i] })
	return c.clauses
}

// TestSweepRegisters: two registers that are clocked by the same functions, written in two ways, are proved equal step
// by step, which takes search far longer.
func TestSweepRegisters(t *testing.T) {
	t.Parallel()
	const enough = 5_000
	clauses := registers(1, 12, 16)
	solve := func(effort float64) (*Solver, *checker, Status) {
		s, strict := New(), newChecker()
		s.tune.sweepEffort = effort
		s.SetProof(strict)
		for _, clause := range clauses {
			s.AddClause(clause...)
		}
		status, _ := s.Solve(context.Background(), enough)
		return s, strict, status
	}
	s, strict, status := solve(defaultTuning.sweepEffort)
	if status != Unsatisfiable || strict.err != nil || !strict.refuted {
		t.Errorf("%v after %d conflicts, %d pairs: %v", status, s.stats.Conflicts, s.stats.sweepPairs, strict.err)
	}
	if s, _, status := solve(0); status != Unknown || s.stats.sweepPairs != 0 {
		t.Errorf("without: %v after %d conflicts, %d pairs", status, s.stats.Conflicts, s.stats.sweepPairs)
	}
}

// TestSweepLongClauses decides formulas with variables around which all clauses are too long for a neighbourhood.
func TestSweepLongClauses(t *testing.T) {
	t.Parallel()
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(3, seed))
		clauses := [][]int32{{-1, 2}, {1, 3}}
		for range 60 {
			clauses = append(clauses, randomLits(r, 40, sweepLength+1+r.IntN(4)))
		}
		s, strict := New(), newChecker()
		hasty(s, r)
		s.tune.sweepEffort, s.tune.mode, s.tune.eliminateEffort = 1000, bothModes, 1000
		s.SetProof(strict)
		for _, clause := range clauses {
			s.AddClause(clause...)
		}
		status, err := s.Solve(context.Background(), 0)
		if err == nil {
			err = strict.err
		}
		if err == nil && status == Satisfiable {
			err = checkModel(s, clauses)
		}
		if err != nil || status != Satisfiable {
			t.Errorf("seed %d: %v, %v", seed, status, err)
		}
	}
}
