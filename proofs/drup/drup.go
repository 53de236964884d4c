package drup

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"retroproof/proofs"
	"retroproof/proofs/lrat"
)

// errStopped ends the proof with hints where the elaboration failed.
var errStopped = errors.New("the proof with hints ends here")

// ErrNotRUP says that a clause does not follow by unit propagation, and is not RAT on its first literal either.
var ErrNotRUP = errors.New("unit propagation does not yield a conflict")

var errUsed = errors.New("drup: this Checker has already checked a proof")

// A Checker checks one proof in DRAT. First add all clauses of the formula, then call Check once.
type Checker struct {
	lrat *lrat.Checker
	p    propagator
	used bool
}

// NewChecker returns a checker for a formula with the given number of variables. memory is an
// approximate limit in bytes: half of it is for finding the hints, half for checking them.
func NewChecker(variables int, memory int64) *Checker {
	c := &Checker{lrat: lrat.NewRATChecker(memory / 2)}
	c.p = propagator{Clauses: lrat.NewClauses(memory / 2), variables: max(0, min(variables, lrat.MaxVariable)),
		byHash: map[uint64][]int64{}}
	return c
}

// AddClause adds the next clause of the formula.
func (c *Checker) AddClause(literals []int32) error {
	if err := c.lrat.AddClause(literals); err != nil {
		return err
	}
	c.p.lits = c.p.lits[:0]
	for _, l := range literals {
		c.p.lits = append(c.p.lits, lrat.LitOf(int64(l)))
	}
	slices.Sort(c.p.lits)
	c.p.lits = slices.Compact(c.p.lits)
	c.p.clauses++
	c.p.lastID = c.p.clauses
	c.p.hasEmpty = c.p.hasEmpty || len(literals) == 0
	return c.p.store()
}

// Check checks that a proof refutes the clauses that were added: that each of its steps follows
// by unit propagation or is RAT, and that package lrat accepts the LRAT proof obtained from that. The
// error is that of [lrat.CheckLRAT], or the context's. The name is used only in messages.
func (c *Checker) Check(ctx context.Context, proof io.Reader, name string) (lrat.Stats, error) {
	if c.used {
		return lrat.Stats{}, errUsed
	}
	c.used = true
	in, out := io.Pipe()
	var checked lrat.Stats
	var err, failed error
	both := []func(){
		func() {
			defer out.Close() // lets the checker end in every case
			failed = c.p.elaborate(ctx, proof, name, out)
			if failed != nil {
				// An error of its own: the checker may change one about a proof.
				out.CloseWithError(errStopped)
			}
		},
		func() {
			defer in.Close() // lets the writer end in every case
			checked, err = c.lrat.LRAT(ctx, in, name+" with hints")
		},
	}
	proofs.Parallel(len(both), func(i int) { both[i]() })
	stats := &c.p.stats
	// Errors of the proof take precedence over those of the LRAT proof made from it.
	if failed != nil && !errors.Is(failed, io.ErrClosedPipe) {
		err = failed
	}
	stats.Hints, stats.PeakClauses = checked.Hints, checked.PeakClauses
	return *stats, err
}

// Elaborate writes a proof in DRAT as LRAT text, without checking that text. What was written
// is a proof only if the error is nil. It is called instead of Check.
func (c *Checker) Elaborate(ctx context.Context, proof io.Reader, name string, out io.Writer) (lrat.Stats, error) {
	if c.used {
		return lrat.Stats{}, errUsed
	}
	c.used = true
	err := c.p.elaborate(ctx, proof, name, out)
	return c.p.stats, err
}

// propagator performs unit propagation with two watched literals: every clause of two or more
// literals is watched at its first two, and examined only when one of them becomes false.
//
// A clause is added only if unit propagation refutes its negation, and a literal stays assigned
// only if a clause is unit under the assignments before. So a deletion may be carried out or
// not. It is not carried out for a clause that is the reason of an assignment, as in drat-trim.
type propagator struct {
	lrat.Clauses
	variables int
	clauses   int64 // of the formula
	lastID    int64
	hasEmpty  bool // the formula contains the empty clause
	derived   bool // the proof has derived the empty clause
	stats     lrat.Stats

	ctx       context.Context
	falsified []bool             // by literal
	trail     []lrat.Lit         // the literals that are false, in order
	watches   [][]watch          // by literal: the clauses that watch it
	reasons   []int64            // by variable that is assigned: id of the clause that was unit; 0: assumed
	seen      []bool             // by variable
	byHash    map[uint64][]int64 // ids of the clauses alive
	fetched   uint32             // has no meaning: that propagation reads it brings memory into the caches
	head      int                // trail[:head] has been propagated
	fixed     int                // trail[:fixed] follows without assumptions
	refuted   int64              // id of a clause all of whose literals are false without assumptions; 0: none yet
	work      int                // length of the lists of watches looked at
	stale     int64              // clauses deleted whose watches may still be in the lists

	lits    []lrat.Lit // the clause that is being read, sorted
	first   lrat.Lit   // its first literal as it was read
	indexed bool       // there is a step with RAT
	occurs  [][]uint32 // by literal, if indexed: the clauses that have it, by their ids, and some that were deleted
	out     *bufio.Writer
	line    []byte
}

// watch is an entry in a list of watches. other is another literal of the clause: if it is
// true, the clause need not be examined.
type watch struct {
	clause uint32 // its id
	other  lrat.Lit
}

// The memory in bytes of a watch, and of a clause's entry in byHash, which is an estimate.
const (
	watchBytes = 8
	entryBytes = 64
)

// elaborate reads a proof to its end, and writes every step with its hints.
func (p *propagator) elaborate(ctx context.Context, proof io.Reader, name string, out io.Writer) error {
	p.ctx, p.out = ctx, bufio.NewWriterSize(out, 1<<16)
	if err := p.prepare(); err != nil {
		return err
	}
	r := lrat.NewReader(proof, name, false)
	err := p.steps(r)
	p.stats.Format, p.stats.Bytes = r.Format(), r.Read()
	if flushing := p.out.Flush(); err == nil {
		err = flushing
	}
	return err
}

// prepare creates the watches of the formula.
func (p *propagator) prepare() error {
	literals := 2*int64(p.variables) + 2
	bytes := literals*(24+1+4+4+1) + p.Live()*(entryBytes+4*watchBytes)
	if err := p.Reserve(bytes); err != nil || literals > math.MaxInt {
		return lrat.ErrMemory
	}
	p.Charge(bytes - p.Live()*4*watchBytes) // which watch counts
	p.falsified = make([]bool, literals)
	p.watches = make([][]watch, literals)
	p.reasons = make([]int64, literals/2)
	p.seen = make([]bool, literals/2)
	for id := int64(1); id <= p.clauses; id++ {
		h := hash(p.Find(id))
		p.byHash[h] = append(p.byHash[h], id)
		p.attach(id)
	}
	p.settle()
	return nil
}

// steps reads the steps. It rejects what lrat rejects in LRAT.
func (p *propagator) steps(r *lrat.Reader) error {
	for n := 0; ; n++ {
		if n%64 == 0 && p.ctx.Err() != nil {
			return p.ctx.Err()
		}
		step, err := r.Step()
		switch {
		case err != nil && p.derived:
			return lrat.Trailing(err)
		case err != nil:
			return err
		case step == lrat.End && !p.derived && !p.hasEmpty:
			return r.Fail(lrat.ErrNoEmptyClause, "steps: %d", p.stats.Steps)
		case step == lrat.End:
			return nil
		case step == lrat.Delete:
			err = p.deletion(r)
		case p.derived:
			err = r.Fail(lrat.ErrTrailing, "expected only deletions after the empty clause")
		default:
			err = p.addition(r)
		}
		if err == nil {
			err = r.EndStep()
		}
		if err != nil {
			return err
		}
	}
}

// store adds the clause that has been read to those alive. Watches have 32 bits for its id.
func (p *propagator) store() error {
	if p.lastID > math.MaxUint32 {
		return lrat.ErrMemory
	}
	p.Begin()
	for _, l := range p.lits {
		if err := p.Push(l); err != nil {
			return err
		}
	}
	return p.Commit(p.lastID)
}

// undo shortens the trail to a length.
func (p *propagator) undo(length int) {
	for _, l := range p.trail[length:] {
		p.falsified[l] = false
	}
	p.trail = p.trail[:length]
}

// attach watches a clause at two literals that are not false, if there are two; if there is
// one, it is assigned.
func (p *propagator) attach(id int64) {
	c := p.Find(id)
	free := 0
	for i, l := range c {
		if !p.falsified[l] {
			c[free], c[i] = c[i], c[free]
			if free++; free == 2 {
				break
			}
		}
	}
	if len(c) > 1 {
		p.watch(c[0], watch{uint32(id), c[1]})
		p.watch(c[1], watch{uint32(id), c[0]})
	}
	switch {
	case free == 0 && p.refuted == 0:
		p.refuted = id
	case free == 1 && !p.falsified[c[0].Not()]:
		p.assign(c[0], id)
	}
}

// watch adds to a literal's list of watches.
func (p *propagator) watch(l lrat.Lit, w watch) {
	list := p.watches[l]
	if len(list) == cap(list) {
		list = slices.Grow(list, 1)
		p.Charge(watchBytes * int64(cap(list)-cap(p.watches[l])))
	}
	p.watches[l] = append(list, w)
}

// purge drops the watches of deleted clauses. Propagation does so in the lists that it looks at, but others would grow
// with the proof, whatever its clauses alive.
func (p *propagator) purge() {
	for l, list := range p.watches {
		kept := slices.DeleteFunc(list, func(w watch) bool { return p.Find(int64(w.clause)) == nil })
		if len(kept) < cap(list)/2 {
			kept = slices.Clone(kept)
			p.Charge(watchBytes * int64(cap(kept)-cap(list)))
		}
		p.watches[l] = kept
	}
	p.stale = 0
}

// assign makes a literal true.
func (p *propagator) assign(l lrat.Lit, reason int64) {
	p.falsified[l.Not()] = true
	p.trail = append(p.trail, l.Not())
	p.reasons[l>>1] = reason
}

// settle propagates without assumptions.
func (p *propagator) settle() {
	if p.refuted == 0 {
		p.refuted = p.propagate()
	}
	p.fixed = len(p.trail)
	p.head = p.fixed
}

// propagate assigns the literals that follow by unit propagation. It returns the id of a clause
// whose literals are all false, or 0.
func (p *propagator) propagate() int64 {
	for ; p.head < len(p.trail); p.head++ {
		falseLit := p.trail[p.head]
		list := p.watches[falseLit]
		// Ask for the watches of the next literal now: they are seldom in the caches, and come while these are looked at.
		if p.head+1 < len(p.trail) {
			if next := p.watches[p.trail[p.head+1]]; len(next) > 0 {
				p.fetched = next[0].clause
			}
		}
		p.work += len(list)
		kept := list[:0]
		for i, w := range list {
			if p.falsified[w.other.Not()] {
				kept = append(kept, w)
				continue
			}
			c := p.Find(int64(w.clause))
			if c == nil {
				continue // deleted
			}
			if c[0] == falseLit {
				c[0], c[1] = c[1], c[0]
			}
			first := c[0]
			w.other = first
			if p.falsified[first.Not()] {
				kept = append(kept, w)
				continue
			}
			moved := false
			for k := 2; k < len(c); k++ {
				if !p.falsified[c[k]] {
					c[1], c[k] = c[k], c[1]
					p.watch(c[1], w)
					moved = true
					break
				}
			}
			if moved {
				continue
			}
			kept = append(kept, w)
			if p.falsified[first] {
				if len(kept) <= i { // otherwise the list is unchanged, and may be long
					p.watches[falseLit] = append(kept, list[i+1:]...)
				}
				return int64(w.clause)
			}
			p.assign(first, int64(w.clause))
		}
		p.watches[falseLit] = kept
	}
	return 0
}

// read reads the literals of a step, sorted and without repetitions.
func (p *propagator) read(r *lrat.Reader) error {
	p.lits, p.first = p.lits[:0], 0
	for {
		l, err := r.Literal(lrat.MaxVariable)
		if err != nil {
			return err
		}
		if l == 0 {
			break
		}
		if len(p.lits) == lrat.LongestClause {
			return r.Fail(lrat.ErrTooLong, "expected at most %d literals", lrat.LongestClause)
		}
		if err := p.grow(l); err != nil {
			return err
		}
		if len(p.lits) == 0 {
			p.first = l
		}
		p.lits = append(p.lits, l)
	}
	slices.Sort(p.lits)
	p.lits = slices.Compact(p.lits)
	return nil
}

func (p *propagator) addition(r *lrat.Reader) error {
	r.ID = p.clauses + p.stats.Steps + 1
	if err := p.read(r); err != nil {
		return err
	}
	p.stats.Steps++
	for i := 1; i < len(p.lits); i++ {
		if p.lits[i] == p.lits[i-1].Not() {
			return nil // a tautology: always true, and not needed
		}
	}
	if p.work > 1<<24 { // most of the time is spent on propagation, not on reading
		p.work = 0
		if p.ctx.Err() != nil {
			return p.ctx.Err()
		}
	}
	conflict, already := p.refuted, lrat.Lit(0)
	if conflict == 0 {
		for _, l := range p.lits {
			if p.falsified[l.Not()] {
				already = l // it follows from the formula, or from the other literals being false
				break
			}
			if !p.falsified[l] {
				p.assign(l.Not(), 0)
			}
		}
		if already == 0 {
			conflict = p.propagate()
		}
	}
	p.lastID++
	p.line = strconv.AppendInt(p.line[:0], p.lastID, 10)
	p.literals()
	if conflict == 0 && already == 0 {
		if p.first == 0 {
			return r.Fail(ErrNotRUP, "the empty clause does not follow")
		}
		if open := p.rat(); open != 0 {
			return r.Fail(ErrNotRUP, "the clause, of length %d, is not RAT either, for clause %d", len(p.lits), open)
		}
	} else {
		p.hints(conflict, already)
	}
	if _, err := p.out.Write(append(p.line, " 0\n"...)); err != nil {
		return err
	}
	p.undo(p.fixed)
	p.head = p.fixed
	return p.add()
}

// add adds the clause that has been read and shown to follow.
func (p *propagator) add() error {
	if p.stale > p.Live()+int64(len(p.watches))+1<<12 { // rarely enough for its time not to matter
		p.purge()
	}
	if err := p.Reserve(entryBytes); err != nil {
		return err
	}
	p.Charge(entryBytes)
	if p.Wasteful() {
		p.Compact()
	}
	if err := p.store(); err != nil {
		return err
	}
	h := hash(p.lits)
	p.byHash[h] = append(p.byHash[h], p.lastID)
	if p.indexed {
		p.index(p.lastID, p.lits)
	}
	p.derived = len(p.lits) == 0
	p.attach(p.lastID)
	p.settle()
	return nil
}

// deletion deletes a clause with the literals that are given, in any order.
func (p *propagator) deletion(r *lrat.Reader) error {
	if err := p.read(r); err != nil {
		return err
	}
	h := hash(p.lits)
	ids := p.byHash[h]
	for i, id := range slices.Backward(ids) { // the last of equal clauses, since removing the first would move all others
		c := slices.Clone(p.Find(id))
		if slices.Sort(c); !slices.Equal(c, p.lits) || p.isReason(id, c) {
			continue
		}
		if ids = slices.Delete(ids, i, i+1); len(ids) > 0 {
			p.byHash[h] = ids
		} else {
			delete(p.byHash, h)
		}
		p.Remove(id)
		p.Charge(-entryBytes)
		p.stale++
		p.stats.Deletions++
		_, err := fmt.Fprintf(p.out, "%d d %d 0\n", p.lastID, id)
		return err
	}
	p.stats.Ignored++
	return nil
}

// isReason reports whether an assignment came from the clause.
func (p *propagator) isReason(id int64, clause []lrat.Lit) bool {
	if id == p.refuted {
		return true
	}
	for _, l := range clause {
		if p.falsified[l.Not()] && p.reasons[l>>1] == id {
			return true
		}
	}
	return false
}

// hash returns a hash that does not depend on the order of the literals.
func hash(literals []lrat.Lit) uint64 {
	sum := uint64(len(literals))
	for _, l := range literals {
		h := uint64(l) * 0x9e3779b97f4a7c15
		h ^= h >> 29
		sum += h * 0xbf58476d1ce4e5b9
	}
	return sum
}
