package cdcl

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"retroproof/internal/expect"
)

// small is a formula of at most 12 variables, to be decided by trying all assignments.
type small struct {
	vars    int
	clauses [][]int32
}

// models returns the assignments, as sets of bits, that make the clauses and the assumptions true: bit a of word a>>6.
func (f small) satisfiable(assumptions []int32) bool {
assignments:
	for bits := range uint32(1) << f.vars {
		for _, l := range assumptions {
			if !holds(bits, l) {
				continue assignments
			}
		}
	clauses:
		for _, c := range f.clauses {
			for _, l := range c {
				if holds(bits, l) {
					continue clauses
				}
			}
			continue assignments
		}
		return true
	}
	return false
}

func holds(bits uint32, l int32) bool {
	if l < 0 {
		return bits>>(-l-1)&1 == 0
	}
	return bits>>(l-1)&1 == 1
}

func randomLits(r *rand.Rand, vars, n int) []int32 {
	lits := make([]int32, n)
	for i := range lits {
		lits[i] = int32(1 + r.IntN(vars))
		if r.IntN(2) == 0 {
			lits[i] = -lits[i]
		}
	}
	return lits
}

// randomSmall makes a formula near the threshold between satisfiable and not. Repeated literals and tautologies come
// by themselves, for literals are drawn with replacement; units, repeated clauses, and empty ones now and then.
func randomSmall(r *rand.Rand, most int) small {
	f := small{vars: 1 + r.IntN(most)}
	length := 2 + r.IntN(3)
	ratio := [...]float64{2: 1.2, 3: 4.4, 4: 9}[length]
	n := int(ratio*float64(f.vars)*(0.6+0.8*r.Float64())) + r.IntN(3)
	if r.IntN(4) == 0 { // sums modulo 2, with fewer other clauses
		n /= 1 + r.IntN(8)
		for range 1 + r.IntN(f.vars) {
			f.clauses = append(f.clauses, randomParity(r, f.vars)...)
		}
	}
	for range n {
		f.clauses = append(f.clauses, f.randomClause(r, length))
	}
	return f
}

// randomParity says that an odd, or an even, number of a few variables is true; now and then a clause is missing.
func randomParity(r *rand.Rand, vars int) [][]int32 {
	chosen := r.Perm(vars)[:min(vars, 1+r.IntN(5))]
	wrong := r.IntN(2)
	var clauses [][]int32
	for negated := range 1 << len(chosen) {
		if bits.OnesCount(uint(negated))&1 != wrong || r.IntN(100) == 0 {
			continue
		}
		var c []int32
		for i, v := range chosen {
			l := int32(v + 1)
			if negated>>i&1 == 1 {
				l = -l
			}
			c = append(c, l)
		}
		clauses = append(clauses, c)
	}
	return clauses
}

func (f small) randomClause(r *rand.Rand, length int) []int32 {
	switch x := r.IntN(400); {
	case x == 0:
		return []int32{}
	case x < 12:
		length = 1
	case x < 100:
		length = 1 + r.IntN(6)
	case x < 110 && len(f.clauses) > 0:
		c := slices.Clone(f.clauses[r.IntN(len(f.clauses))])
		r.Shuffle(len(c), func(i, j int) { c[i], c[j] = c[j], c[i] })
		return c
	}
	return randomLits(r, f.vars, length)
}

// checkAnswer compares an answer with brute force.
func (f small) checkAnswer(s *Solver, status Status, err error, assumptions []int32) error {
	want := Unsatisfiable
	if f.satisfiable(assumptions) {
		want = Satisfiable
	}
	if err != nil || status != want {
		return fmt.Errorf("got %v, %v, want %v", status, err, want)
	}
	if status == Satisfiable {
		for _, l := range assumptions {
			if !s.Value(l) {
				return fmt.Errorf("assumption %d is false", l)
			}
		}
		return checkModel(s, f.clauses)
	}
	for _, l := range s.Failed() {
		if !slices.Contains(assumptions, l) {
			return fmt.Errorf("failed literal %d is not assumed", l)
		}
	}
	if f.satisfiable(s.Failed()) {
		return fmt.Errorf("failed assumptions %v are consistent", s.Failed())
	}
	return nil
}

func checkModel(s *Solver, clauses [][]int32) error {
	for _, c := range clauses {
		if !slices.ContainsFunc(c, s.Value) {
			return fmt.Errorf("clause %v is false", c)
		}
		for _, l := range c {
			if s.Value(l) == s.Value(-l) {
				return fmt.Errorf("variable %d is as true as its negation", l)
			}
		}
	}
	return nil
}

// hasty makes everything that is rare in small formulas happen all the time.
func hasty(s *Solver, r *rand.Rand) {
	s.tune = randomTuning(r)
	s.nextReduce, s.nextPreprocess = 0, 0
}

// randomTuning makes everything that is rare in small formulas happen all the time, and turns each technique off now
// and then.
func randomTuning(r *rand.Rand) tuning {
	t := defaultTuning
	t.reduceInterval = float64(1 + r.IntN(4))
	t.lubyUnit = 2
	t.modeConflicts = 3
	t.mode = r.IntN(3)
	t.vivifyEffort = 10 * float64(r.IntN(2))
	t.vivifyGlue = 100
	t.rephaseInterval = int64(r.IntN(3))
	t.targets = r.IntN(2) > 0
	t.reasonSide = r.IntN(3) > 0
	t.eliminateInterval = 0
	t.eliminateEffort = 1000 * float64(r.IntN(2))
	t.eliminateLeast = 1_000_000 * int64(r.IntN(2))
	t.parityEffort = 1000 * float64(r.IntN(2))
	t.sweepEffort = 1000 * float64(r.IntN(2))
	t.probeEffort = 10 * float64(r.IntN(2))
	t.subsumeRecent = 20 * r.IntN(2)
	t.shrink = r.IntN(3) > 0
	t.reasonShare = r.IntN(4)
	return t
}

// TestRandom decides 40,000 small formulas, a million in make soundness, checks answers by brute force, and proofs
// before and after trimming, as text and as binary.
func TestRandom(t *testing.T) {
	t.Parallel()
	n := 40_000
	switch {
	case testing.Short():
		n = 10_000
	case expect.Long:
		n = 1_000_000
	}
	answers := map[Status]int{}
	for seed := range uint64(n) {
		r := rand.New(rand.NewPCG(seed, 1))
		most := 8
		if seed%10 == 0 {
			most = 12
		}
		f := randomSmall(r, most)
		expect.NoError(t, decideSmall(f, r, answers), "formula", seed, f.clauses)
	}
	if answers[Satisfiable] < n/4 || answers[Unsatisfiable] < n/4 {
		t.Errorf("lopsided test: %v", answers)
	}
}

func decideSmall(f small, r *rand.Rand, answers map[Status]int) error {
	s := New()
	if r.IntN(2) == 0 {
		hasty(s, r)
	}
	strict := newChecker()
	recorder := NewRecorder(DefaultMemory)
	defer recorder.Close()
	var text, binary bytes.Buffer
	textWriter, binaryWriter := NewTextWriter(&text), NewBinaryWriter(&binary)
	s.SetProof(tee{strict, recorder, textWriter, binaryWriter})
	for _, c := range f.clauses {
		s.AddClause(c...)
	}
	status, err := s.Solve(context.Background(), 0)
	answers[status]++
	if err := f.checkAnswer(s, status, err, nil); err != nil {
		return err
	}
	if strict.err != nil {
		return strict.err
	}
	if status == Satisfiable {
		if _, err := recorder.Trim(newChecker()); !errors.Is(err, errNotRefuted) {
			return fmt.Errorf("trimming no refutation: %v", err)
		}
		return nil
	}
	textWriter.Flush()
	binaryWriter.Flush()
	if err := checkFiles(text.Bytes(), binary.Bytes(), f.clauses); err != nil {
		return err
	}
	text.Reset()
	binary.Reset()
	textWriter, binaryWriter = NewTextWriter(&text), NewBinaryWriter(&binary)
	for _, p := range []Proof{textWriter, binaryWriter} {
		stats, err := recorder.Trim(p)
		if err != nil {
			return err
		}
		if stats.UsedSteps > stats.Steps || stats.Clauses != int64(len(f.clauses)) {
			return fmt.Errorf("statistics %+v", stats)
		}
	}
	_ = textWriter.Flush()
	_ = binaryWriter.Flush()
	return checkFiles(text.Bytes(), binary.Bytes(), f.clauses)
}
