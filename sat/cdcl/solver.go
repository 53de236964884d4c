package cdcl

import (
	"context"
	"errors"
	"math"
	"slices"
)

// Status is an answer.
type Status int

// The three answers. The zero value claims nothing.
const (
	Unknown Status = iota
	Satisfiable
	Unsatisfiable
)

// String returns the status as the SAT competition writes it after "s ".
func (s Status) String() string {
	switch s {
	case Satisfiable:
		return "SATISFIABLE"
	case Unsatisfiable:
		return "UNSATISFIABLE"
	default:
		return "UNKNOWN"
	}
}

// ExitCode returns the exit code that goes with the status in the SAT competition: 10, 20 or 0.
func (s Status) ExitCode() int {
	switch s {
	case Satisfiable:
		return 10
	case Unsatisfiable:
		return 20
	default:
		return 0
	}
}

// Errors that come with Unknown, besides those of the context and of the proof.
var (
	ErrConflictLimit = errors.New("conflict limit reached")
	errTooBig        = errors.New("too many clauses")
	errLiteral       = errors.New("invalid literal")
)

// Stats are totals over the life of a Solver.
type Stats struct {
	Conflicts    int64
	Decisions    int64
	Propagations int64
	Restarts     int64
	reductions   int64
	swept        int64 // neighbourhoods
	sweepUnits   int64 // variables found to be constant
	sweepPairs   int64 // variables found to be equal or opposite
	parities     int64 // units that follow from parities
	subsumed     int64 // learnt clauses that a later one made superfluous
	shrunk       int64 // literals of learnt clauses that one of their level stands for
}

// assignment is where a variable got its value; meaningless if it has none.
type assignment struct {
	level  int32
	reason cref
}

// A Solver decides formulas. It is for one goroutine at a time. New makes one.
type Solver struct {
	tune  tuning
	stats Stats
	proof Proof

	// Clauses.
	arena   []uint32
	given   []cref // clauses of the formula
	learnts []cref
	recent  [maxRecent]signature // of the clauses learnt last, each at its place in learnts modulo maxRecent
	wasted  int                  // words of the arena
	shrunk  bool                 // clauses have become binary that are not watched as such
	watches []watchList          // by literal
	pool    []watch              // all watches
	// Memory for the next collection.
	spareArena []uint32
	sparePool  []watch
	pending    []int32 // clauses not taken in yet, each ended by 0
	waiting    int64   // how many

	// Assignment.
	values   []int8       // by literal: 1 true, -1 false, 0 neither
	assigned []assignment // by variable
	units    []int64      // by variable: number of the unit clause that fixes it at level 0
	trail    []lit        // true literals in the order of assignment
	control  []int        // where the levels begin in the trail, from level 1
	head     int          // what precedes it in the trail has been propagated
	ignored  cref         // by propagation
	fetched  uint32       // has no meaning: that propagation reads it brings memory into the caches

	// Decisions.
	scores  scores
	queue   queue
	phases  []int8 // the last value of each variable, 1 for false
	targets []int8 // in stable mode, the values in the largest assignment without conflict, or -1
	target  int    // its size
	bests   []int8 // the values in the largest assignment since these were used
	best    int    // its size
	probing bool   // decisions are not choices: don't save phases

	// Analysis.
	marks    []uint8 // by variable
	flagged  []bool  // by literal: in the clause that is looked at
	marked   []uint32
	analyzed []uint32
	learnt   []lit
	stamps   []int64 // by level
	stamp    int64
	frames   []frame
	hints    []int64

	// Schedule.
	stable       bool
	modeSwitches int
	modeTicks    int64
	modeLimit    int64
	fast, slow   average // of glue, in this mode
	otherFast    average // in the other
	otherSlow    average
	lubyIndex    int64
	nextRestart  int64 // conflicts
	nextReduce   int64
	nextRephase  int64 // conflicts
	rephased     int64
	walked       int64 // ticks
	walkSeed     uint64
	// Failed literals.
	probed    int64 // ticks
	nextProbe int   // literal
	tried     []int // by literal: 1 more than the literals that were fixed when it was probed last
	nextSweep int   // variable
	// Elimination of variables.
	nextPreprocess int64 // conflicts
	preprocessed   int64 // ticks
	subsumedID     int64 // clauses of the formula up to this one have been compared with each other
	eliminateBound int   // how many clauses more are accepted
	eliminated     []eliminated
	gone           []bool // by variable
	touched        []bool // by variable: used again after it was eliminated
	ticks          int64
	nextCheck      int64 // ticks
	vivified       int64 // ticks
	simplified     int   // literals at level 0 then

	// One Solve.
	ctx context.Context

	// OnConflicts, if not nil, is called about every millisecond of a Solve with the conflicts so far.
	OnConflicts func(conflicts int64)

	onModel     func() []int32 // of SolveAll; nil: one model is enough
	over        []int32
	assumptions []lit
	failed      []int32
	// The number of the clause about the failed assumptions, and whether it is to be deleted.
	failedClause int64
	dropFailed   bool
	model        []int8 // by literal
	status       Status
	unsat        bool // without assumptions: for good
	broken       error

	lastID     int64
	deleted    []int64
	buffer     []lit
	external   []int32
	candidates []cref
	sorted     []uint64
}

// New makes a solver without clauses.
func New() *Solver {
	s := &Solver{tune: defaultTuning, arena: make([]uint32, 1)}
	s.queue.init()
	s.scores.increment = 1
	s.fast, s.slow = newAverage(fastWindow), newAverage(slowWindow)
	s.otherFast, s.otherSlow = s.fast, s.slow
	s.schedule()
	return s
}

// schedule sets the times of what comes after some conflicts for the first time.
func (s *Solver) schedule() {
	s.nextPreprocess = s.tune.eliminateFirst
	s.nextReduce = min(int64(s.tune.reduceInterval), s.nextPreprocess)
}

// SetProof makes the solver log its proof. It must be called before the first clause is added.
func (s *Solver) SetProof(p Proof) { s.proof = p }

// StayStable makes the solver search in stable mode alone, with decisions by scores. It must be called before the first
// Solve. It is for small formulas of chess, most of which need few conflicts and have no model.
func (s *Solver) StayStable() { s.tune.stayStable() }

// EliminateEarly makes the solver search in stable mode alone, and eliminate variables before it begins in earnest. It
// must be called before the first Solve. It is for formulas of chess that need thousands of conflicts and are likely to
// have no model.
func (s *Solver) EliminateEarly() {
	s.tune.eliminateEarly()
	s.schedule()
}

// vars returns the number of variables.
func (s *Solver) vars() int { return len(s.assigned) }

// grow makes room for variables up to v.
func (s *Solver) grow(v int) {
	n := s.vars()
	more := v - n
	if more <= 0 {
		return
	}
	s.values = append(s.values, make([]int8, 2*more)...)
	s.watches = append(s.watches, make([]watchList, 2*more)...)
	s.assigned = append(s.assigned, make([]assignment, more)...)
	s.units = append(s.units, make([]int64, more)...)
	s.phases = append(s.phases, make([]int8, more)...)
	s.targets = append(s.targets, make([]int8, more)...)
	s.bests = append(s.bests, make([]int8, more)...)
	s.flagged = append(s.flagged, make([]bool, 2*more)...)
	s.tried = append(s.tried, make([]int, 2*more)...)
	s.marks = append(s.marks, make([]uint8, more)...)
	s.gone = append(s.gone, make([]bool, more)...)
	s.touched = append(s.touched, make([]bool, more)...)
	for ; n < v; n++ {
		s.phases[n], s.bests[n], s.targets[n] = firstPhase, firstPhase, -1
		s.scores.grow(uint32(n))
		s.queue.grow(uint32(n))
	}
}

// check makes a bad literal a lasting error.
func (s *Solver) check(lits []int32) bool {
	for _, l := range lits {
		if l == 0 || l == math.MinInt32 || l > maxVariable || l < -maxVariable {
			s.broken = errLiteral
			return false
		}
	}
	return true
}

// maxVariable leaves room for the sign in a lit.
const maxVariable = 1<<30 - 1

// AddClause adds a clause for good. The slice may be reused. The model of the last Solve remains.
// A literal that is 0 or beyond 2^30 makes every later Solve fail with errLiteral.
func (s *Solver) AddClause(lits ...int32) {
	if !s.check(lits) {
		return
	}
	s.pending = append(append(s.pending, lits...), 0)
	s.waiting++
	id := s.nextID()
	if s.proof != nil {
		s.proof.Input(id, lits)
	}
}

// Assume makes literals hold during the next Solve.
func (s *Solver) Assume(lits ...int32) {
	if !s.check(lits) {
		return
	}
	for _, l := range lits {
		s.assumptions = append(s.assumptions, toLit(l))
	}
}

// Solve decides the formula under the assumptions, unless the context is cancelled or a number of conflicts, if it is
// positive, is reached: then it is Unknown with an error. Learnt clauses are kept.
func (s *Solver) Solve(ctx context.Context, conflicts int64) (Status, error) {
	s.status, s.failed, s.ctx = Unknown, s.failed[:0], ctx
	limit := int64(never)
	if conflicts > 0 {
		limit = s.stats.Conflicts + conflicts
	}
	err := s.broken
	if err == nil {
		err = s.interrupted()
	}
	if err == nil {
		s.status, err = s.run(limit)
	}
	s.backtrack(0)
	s.assumptions = s.assumptions[:0]
	s.ctx = nil
	return s.status, err
}

// Value reports whether a literal is true in the model that the last Solve found.
func (s *Solver) Value(l int32) bool {
	if s.status != Satisfiable || l == 0 || l == math.MinInt32 {
		return false
	}
	if i := toLit(l); int(i) < len(s.model) {
		return s.model[i] > 0
	}
	return l < 0
}

// Failed returns assumptions that are inconsistent with the formula, after Unsatisfiable; none if it is unsatisfiable
// by itself. The slice is valid until the next Solve.
func (s *Solver) Failed() []int32 { return s.failed }

// Stats returns the totals so far.
func (s *Solver) Stats() Stats { return s.stats }

// interrupted returns why the search must end, or nil.
func (s *Solver) interrupted() error {
	s.nextCheck = s.ticks + checkInterval
	if s.OnConflicts != nil {
		s.OnConflicts(s.stats.Conflicts)
	}
	switch {
	case s.proof != nil && s.proof.Err() != nil:
		return s.proof.Err()
	case s.lastID > math.MaxUint32-1<<24 || len(s.arena) > maxArena-1<<28:
		return errTooBig
	}
	return s.ctx.Err()
}

// checkInterval is the number of ticks, about a millisecond, between looks at the context.
const checkInterval = 100_000

// takeIn takes in the clauses that were added since the last Solve. False: unsatisfiable.
func (s *Solver) takeIn() bool {
	id := s.lastID - s.waiting
	// The clauses were numbered one after the other: nothing is derived between Solves.
	s.forgetFailed()
	// In pending, each clause has a 0 at its end
	s.arena = slices.Grow(s.arena, len(s.pending)+(headerSize-1)*int(s.waiting))
	s.given = slices.Grow(s.given, int(s.waiting))
	before := len(s.given)
	last := int32(0)
	for _, l := range s.pending {
		last = max(last, l, -l)
	}
	s.grow(int(last)) // at once: one variable after the other takes much longer
	begin := 0
	for i, l := range s.pending {
		if l != 0 {
			if v := toLit(l) >> 1; s.gone[v] && !s.restore(v) {
				break
			}
			continue
		}
		id++
		s.input(id, s.pending[begin:i])
		begin = i + 1
		if s.unsat {
			break
		}
	}
	s.pending, s.waiting = s.pending[:0], 0
	s.logDeletes()
	for _, l := range s.assumptions {
		s.grow(int(l>>1) + 1)
		if !s.unsat {
			s.restore(l >> 1)
		}
	}
	for _, l := range s.over {
		s.grow(int(l))
		if !s.unsat {
			s.restore(toLit(l) >> 1)
		}
	}
	s.attachAll(s.given[before:])
	s.trail = slices.Grow(s.trail, s.vars()-len(s.trail))
	for len(s.stamps) < s.vars()+len(s.assumptions)+2 {
		s.stamps = append(s.stamps, 0)
	}
	return !s.unsat
}

// run is Solve inside.
func (s *Solver) run(limit int64) (Status, error) {
	if s.unsat || !s.takeIn() {
		return Unsatisfiable, nil
	}
	if s.tune.mode == stableOnly && !s.stable {
		s.setMode(true)
	}
	// One conflict or one decision a round; all else has its turn when enough conflicts or ticks have passed.
	for {
		conflict := s.propagate()
		if conflict != noClause {
			s.stats.Conflicts++
			if s.level() == 0 {
				s.refute(conflict)
				return Unsatisfiable, nil
			}
			s.saveTarget()
			s.learn(conflict)
			if s.stats.Conflicts >= limit {
				return Unknown, ErrConflictLimit
			}
			continue
		}
		switch {
		case s.ticks >= s.nextCheck:
			if err := s.interrupted(); err != nil {
				return Unknown, err
			}
		case s.restarting():
			s.switchMode()
			s.rephase()
			s.restart()
		case s.stats.Conflicts >= s.nextReduce:
			if !s.inprocess() {
				return Unsatisfiable, nil
			}
		default:
			status := s.advance()
			if status == Satisfiable && s.onModel != nil {
				// The search goes on from where it is, at the cost of one clause a model.
				if lits := s.onModel(); lits != nil {
					if !s.exclude(lits) {
						return Unsatisfiable, nil
					}
					continue
				}
			}
			if status != Unknown {
				return status, nil
			}
		}
	}
}

// inprocess forgets learnt clauses, and simplifies the formula and the clauses that stay. False: unsatisfiable.
func (s *Solver) inprocess() bool {
	s.reduce()
	t := &s.tune
	if t.probeEffort > 0 && s.stats.Conflicts >= s.nextPreprocess && !s.probe() {
		return false
	}
	if t.eliminateEffort > 0 && s.stats.Conflicts >= s.nextPreprocess && !s.preprocess() {
		return false
	}
	return t.vivifyEffort <= 0 || s.vivify()
}

// advance makes the next decision, or finds that there is none to make.
func (s *Solver) advance() Status {
	for s.level() < len(s.assumptions) {
		p := s.assumptions[s.level()]
		switch value := s.values[p]; {
		case value < 0:
			s.collectFailed(p)
			return Unsatisfiable
		case value > 0:
			s.control = append(s.control, len(s.trail)) // an empty level: assumption i is at level i+1
		default:
			s.assume(p)
			return Unknown
		}
	}
	if s.decide() {
		return Unknown
	}
	s.model = append(s.model[:0], s.values...)
	s.extend()
	return Satisfiable
}
