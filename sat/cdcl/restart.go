package cdcl

import "math"

// average is an exponential moving average, corrected for its beginning at 0.
type average struct {
	value, biased, decay, weight float64
}

func newAverage(window float64) average {
	return average{decay: 1 - 1/window, weight: 1}
}

func (a *average) add(x float64) {
	a.biased = a.decay*a.biased + (1-a.decay)*x
	a.weight *= a.decay
	a.value = a.biased / (1 - a.weight)
}

// Windows of the averages of glue.
const (
	fastWindow = 33
	slowWindow = 1e5
)

func (s *Solver) averageGlue(glue int) {
	s.fast.add(float64(glue))
	s.slow.add(float64(glue))
}

// luby returns the i-th number of the sequence 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ..., from i = 1.
func luby(i int64) int64 {
	for k := int64(1); ; k++ {
		if i == 1<<k-1 {
			return 1 << (k - 1)
		}
		if i < 1<<k-1 {
			return luby(i - (1<<(k-1) - 1))
		}
	}
}

// restarting reports whether to begin afresh: in focused mode as soon as the recent clauses are worse than all on
// average, in stable mode seldom.
func (s *Solver) restarting() bool {
	if s.level() <= len(s.assumptions) || s.stats.Conflicts < s.nextRestart {
		return false
	}
	if s.stable {
		return true
	}
	return s.fast.value > restartMargin*s.slow.value
}

// restart undoes the decisions but for those that would be made again.
func (s *Solver) restart() {
	s.stats.Restarts++
	s.backtrack(s.reusable())
	if s.stable {
		s.lubyIndex++
		s.nextRestart = s.stats.Conflicts + luby(s.lubyIndex)*s.tune.lubyUnit
	} else {
		s.nextRestart = s.stats.Conflicts + restartInterval
	}
}

// reusable returns the level up to which the decisions come before the next one.
func (s *Solver) reusable() int {
	level := min(len(s.assumptions), s.level())
	next := s.nextVariable()
	if next == noVariable {
		return level
	}
	for level < s.level() {
		v := s.trail[s.control[level]] >> 1
		if s.stable && !s.scores.less(v, next) || !s.stable && s.queue.links[v].stamp < s.queue.links[next].stamp {
			break
		}
		level++
	}
	return level
}

// switchMode changes between focused and stable mode when it is time. Focused mode is good at refuting, stable mode at
// finding models; both profit from the clauses of the other. The first stretch of focused mode is measured in
// conflicts, those that follow take as many ticks each as that one, times the square of their number.
func (s *Solver) switchMode() {
	if s.tune.mode != bothModes {
		return
	}
	if s.modeSwitches == 0 {
		if s.stats.Conflicts < s.tune.modeConflicts {
			return
		}
		s.modeTicks = s.ticks
	} else if s.ticks < s.modeLimit {
		return
	}
	s.modeSwitches++
	n := float64(s.modeSwitches+1) / 2
	s.modeLimit = s.ticks + int64(float64(s.modeTicks)*n*n)
	s.setMode(!s.stable)
}

func (s *Solver) setMode(stable bool) {
	s.stable = stable
	s.backtrack(0)
	if stable {
		for v := range s.vars() {
			s.scores.push(uint32(v))
		}
		s.lubyIndex = 1
		s.target = 0
		s.nextRestart = s.stats.Conflicts + s.tune.lubyUnit
	} else {
		s.queue.search = s.queue.last // which stable mode does not keep
		s.nextRestart = s.stats.Conflicts + restartInterval
	}
	// The glue in one mode says nothing about that in the other.
	s.fast, s.otherFast = s.otherFast, s.fast
	s.slow, s.otherSlow = s.otherSlow, s.slow
}

// The modes of search.
const (
	bothModes = iota
	focusedOnly
	stableOnly
)

// Numbers that measurements decided, as those of tuning; see doc/native-solver.md.
const (
	decay           float64 = 0.95 // of the scores, by conflict
	restartMargin   float64 = 1.1
	restartInterval         = 2 // conflicts
	reduceFraction  float64 = 0.9
	firstPhase              = 1 // the first value of a variable: false
)

// tuning has those that are not the same for all formulas.
type tuning struct {
	lubyUnit          int64 // conflicts
	mode              int
	modeConflicts     int64
	reduceInterval    float64 // conflicts; grows with the square root of the number of reductions
	vivifyEffort      float64 // share of the ticks of search
	vivifyGlue        int     // of the clauses to vivify
	targets           bool    // in stable mode, the values of the largest assignment without conflict
	rephaseInterval   int64   // conflicts; grows by as many with every change; 0 is never
	walkEffort        float64 // share of the ticks of search
	reasonSide        bool    // bump the reasons of the literals of a learnt clause, too
	reasonShare       int     // but not if one of so many variables took part already; 0 is no limit
	eliminateFirst    int64   // conflicts before the first time
	eliminateInterval int64   // conflicts between two times, besides as many as there were before
	eliminateEffort   float64 // literals looked at, for each tick of search
	eliminateLeast    int64   // ticks that count as spent if they are fewer
	parityEffort      float64 // words of bits added, for each tick of search
	sweepEffort       float64 // ticks of its solvers, for each tick of search
	probeEffort       float64 // share of the ticks of search
	shrink            bool    // in stable mode, one literal of a level for several
	subsumeRecent     int     // how many clauses a learnt one is compared with, at most maxRecent
}

var defaultTuning = tuning{
	lubyUnit:          1024,
	mode:              bothModes,
	modeConflicts:     1000,
	reduceInterval:    300,
	vivifyEffort:      0.1,
	vivifyGlue:        6,
	targets:           true,
	rephaseInterval:   1000,
	walkEffort:        0.1,
	reasonSide:        true,
	eliminateFirst:    900,
	eliminateInterval: 2000,
	eliminateEffort:   3,
	parityEffort:      10,
	sweepEffort:       0.1,
	probeEffort:       0.1,
	shrink:            true,
	subsumeRecent:     20,
}

// stayStable changes the settings for stable mode alone, and for formulas that are likely to have no model: values are
// not chosen for their chance to find one, and there are next to no sums modulo 2 or equal circuits in them.
func (t *tuning) stayStable() {
	t.mode, t.parityEffort, t.sweepEffort = stableOnly, 0, 0
	t.targets, t.rephaseInterval, t.shrink = false, 0, false
}

// eliminateEarly changes the settings for formulas that take thousands of conflicts in stable mode alone: variables are
// eliminated early, which leaves less to propagate.
func (t *tuning) eliminateEarly() {
	t.stayStable()
	t.lubyUnit, t.reasonShare = 100, 10
	t.vivifyEffort, t.probeEffort = 0.03, 0
	t.eliminateFirst, t.eliminateLeast = 30, 1_000_000
}

// never is a number of conflicts that is not reached.
const never = math.MaxInt64
