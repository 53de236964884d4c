package cdcl

// Local search: a full assignment is changed one variable at a time, always one of a clause that it does not satisfy.
// It finds models of large random formulas, which learning does not, and leaves the search good values elsewhere.
//
// The choice is that of ProbSAT (Balint and Schöning, Choosing Probability Distributions for Stochastic Local Search
// and the Role of Make versus Break, SAT 2012): a variable of the clause is drawn with a weight that falls
// exponentially in the number of clauses that would be satisfied no longer.

// walkBase has the bases of the weights by the mean length of clauses, times 100, from that paper for 3 to 7 literals.
var walkBase = []uint64{200, 200, 200, 250, 285, 370, 510, 540}

// mostWalk is the most ticks of one local search, which needs four bytes a flip.
const mostWalk = 10_000_000

// A walker is one local search. Clauses are those of the formula that the fixed literals leave open, with the literals
// that are not fixed.
type walker struct {
	lits    []lit
	begins  []int32 // by clause: where its literals begin, and the end of the last one
	where   []int32 // clauses, by literal
	from    []int32 // by literal: where its clauses begin in where
	holds   []bool  // by literal
	trues   []int32 // by clause: how many of its literals hold
	xor     []lit   // by clause: exclusive or of those that hold, so that it is the literal itself if there is one
	breaks  []int32 // by variable: clauses that only its literal satisfies
	open    []int32 // clauses that are not satisfied
	place   []int32 // by clause: in open
	weights []uint64
	chances []uint64 // of the literals of a clause, one after the other
	flips   []uint32 // variables, since the assignment with the fewest unsatisfied clauses
	fewest  int
	state   uint64 // of the random numbers
}

// walk looks for better values of decisions, with a share of the ticks since the last time.
func (s *Solver) walk() {
	budget := min(mostWalk, int64(s.tune.walkEffort*float64(s.ticks-s.walked)))
	if size := int64(len(s.arena)) / 4; budget < size {
		return // not worth the setting up; the ticks count the next time
	}
	s.walked = s.ticks
	w := s.newWalker()
	if len(w.open) == 0 || len(w.lits) == 0 {
		return
	}
	first := len(w.open)
	w.run(s, budget)
	s.walkSeed = w.state
	if w.fewest == first {
		return
	}
	// Back to the best assignment.
	for i := len(w.flips) - 1; i >= 0; i-- {
		v := w.flips[i]
		w.holds[v<<1], w.holds[v<<1|1] = w.holds[v<<1|1], w.holds[v<<1]
	}
	s.setPhases(func(v int) int8 {
		if s.values[v<<1] != 0 {
			return s.phases[v]
		}
		if w.holds[v<<1] {
			return 0
		}
		return 1
	})
}

// newWalker takes the clauses and the last values.
func (s *Solver) newWalker() *walker {
	w := &walker{holds: make([]bool, len(s.values)), breaks: make([]int32, s.vars()), state: s.walkSeed + 1}
	for v := range s.phases {
		w.holds[v<<1|int(s.phases[v])] = true
	}
	counts := make([]int32, len(s.values)+1)
clauses:
	for _, ref := range s.given {
		if *s.flags(ref)&flagGarbage != 0 {
			continue
		}
		begin := len(w.lits)
		for _, l := range s.lits(ref) {
			if s.values[l] > 0 {
				w.lits = w.lits[:begin]
				continue clauses
			}
			if s.values[l] == 0 {
				w.lits = append(w.lits, l)
			}
		}
		for _, l := range w.lits[begin:] {
			counts[l+1]++
		}
		w.begins = append(w.begins, int32(begin))
	}
	n := len(w.begins)
	w.begins = append(w.begins, int32(len(w.lits)))
	for l := range len(s.values) {
		counts[l+1] += counts[l]
	}
	w.from = counts
	w.where = make([]int32, len(w.lits))
	next := append([]int32(nil), counts...)
	w.trues, w.xor, w.place = make([]int32, n), make([]lit, n), make([]int32, n)
	for c := range int32(n) {
		for _, l := range w.clause(c) {
			w.where[next[l]] = c
			next[l]++
			if w.holds[l] {
				w.trues[c]++
				w.xor[c] ^= l
			}
		}
		w.note(c)
	}
	w.setWeights(n)
	return w
}

// setWeights fills the table of weights, for n clauses. They are integers, so that all machines draw the same.
func (w *walker) setWeights(n int) {
	mean := min(len(walkBase)-1, (2*len(w.lits)+n)/max(1, 2*n))
	for weight := uint64(1) << 40; ; weight = weight * 100 / walkBase[mean] {
		w.weights = append(w.weights, max(1, weight))
		if weight <= 1 {
			return
		}
	}
}

func (w *walker) clause(c int32) []lit { return w.lits[w.begins[c]:w.begins[c+1]] }

// note counts a clause that is not satisfied, or by one literal only.
func (w *walker) note(c int32) {
	switch w.trues[c] {
	case 0:
		w.place[c] = int32(len(w.open))
		w.open = append(w.open, c)
	case 1:
		w.breaks[w.xor[c]>>1]++
	}
}

// run flips variables until all clauses are satisfied, or the budget of ticks is spent.
func (w *walker) run(s *Solver, budget int64) {
	w.fewest = len(w.open)
	looks := budget - checkInterval
	for len(w.open) > 0 && budget > 0 {
		if budget < looks {
			looks = budget - checkInterval
			if s.ctx.Err() != nil {
				return // the search looks itself, and ends
			}
		}
		v := w.pick(w.clause(w.open[w.random(uint64(len(w.open)))]))
		budget -= w.flip(v)
		if len(w.open) < w.fewest {
			w.fewest, w.flips = len(w.open), w.flips[:0]
		} else {
			w.flips = append(w.flips, v)
		}
	}
}

// pick draws a variable of a clause.
func (w *walker) pick(c []lit) uint32 {
	w.chances = w.chances[:0]
	sum := uint64(0)
	for _, l := range c {
		weight := w.weights[min(int(w.breaks[l>>1]), len(w.weights)-1)]
		w.chances = append(w.chances, weight)
		sum += weight
	}
	r := w.random(sum)
	for i, weight := range w.chances {
		if r < weight {
			return c[i] >> 1
		}
		r -= weight
	}
	return c[len(c)-1] >> 1
}

// flip changes the value of a variable, and returns the ticks that took.
func (w *walker) flip(v uint32) int64 {
	lost := v << 1
	if !w.holds[lost] {
		lost++
	}
	won := lost ^ 1
	w.holds[lost], w.holds[won] = false, true
	w.breaks[v] = 0
	for _, c := range w.where[w.from[won]:w.from[won+1]] {
		switch w.trues[c] {
		case 0: // satisfied now, and by nothing else
			last := w.open[len(w.open)-1]
			w.open[w.place[c]] = last
			w.place[last] = w.place[c]
			w.open = w.open[:len(w.open)-1]
			w.breaks[v]++
		case 1:
			w.breaks[w.xor[c]>>1]--
		}
		w.trues[c]++
		w.xor[c] ^= won
	}
	for _, c := range w.where[w.from[lost]:w.from[lost+1]] {
		w.trues[c]--
		w.xor[c] ^= lost
		w.note(c)
	}
	return 1 + int64(w.from[won+1]-w.from[won]+w.from[lost+1]-w.from[lost])/4
}

// random returns a number below n: the state of SplitMix64 (Steele, Lea and Flood 2014), reduced.
func (w *walker) random(n uint64) uint64 {
	w.state += 0x9e3779b97f4a7c15
	z := w.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return (z ^ z>>31) % n
}
