package proofs

import (
	"context"
	"fmt"
	"io"
	"slices"
)

// RUP checks that the proof, in DRUP, refutes the clauses that were added. The error is that of CheckRUP, or the
// context's.
func (c *Checker) RUP(ctx context.Context, proof io.Reader, name string) (Stats, error) {
	return c.rup(ctx, proof, name, nil)
}

// propagator is a Checker that finds out by itself which clauses are unit: every clause of two or more literals is
// watched at its first two, and looked at only when one of them becomes false.
//
// All that it believes follows from the formula: a clause is added only if unit propagation refutes its negation, and
// a literal stays assigned only if a clause is unit under those that were assigned before. A deletion can therefore
// be carried out or not as is convenient; one of a clause from which an assignment came is not, as in drat-trim.
type propagator struct {
	*Checker
	ctx     context.Context
	watches [][]watch // by literal: the clauses that watch it
	reasons []int64   // by variable, of those assigned: id of the clause that was unit; 0: assumed
	byHash  map[uint64][]int64
	head    int   // trail[:head] has been propagated
	fixed   int   // trail[:fixed] holds without assumptions
	refuted int64 // id of a clause all of whose literals are false without assumptions; 0: none yet
	work    int   // watches looked at

	lits []lit     // the clause that is being read
	lrat io.Writer // for ElaborateRUP, like the rest; nil: no hints are wanted
	line []byte
	seen []bool // by variable
}

// watch is a clause in a list of watches. If the other literal, which is one of the clause, is true, then the clause
// need not be looked at.
type watch struct {
	clause ref
	other  lit
}

// watchBytes is what a clause is taken to need besides its literals: two watches, and its place in byHash.
const watchBytes = 2*2*8 + 64

func (c *Checker) rup(ctx context.Context, proof io.Reader, name string, lrat io.Writer) (Stats, error) {
	p := &propagator{Checker: c, ctx: ctx, byHash: map[uint64][]int64{}, lrat: lrat}
	literals := 2*c.variables + 2
	if err := c.reserve(int64(literals)*(24+1+4+4+1) + c.live*watchBytes); err != nil {
		return c.stats, err
	}
	c.other += int64(literals)*(24+1+4+4+1) + c.live*watchBytes
	c.falsified = make([]bool, literals)
	p.watches = make([][]watch, literals)
	p.reasons = make([]int64, literals/2)
	p.seen = make([]bool, literals/2)
	if c.closed == nil {
		c.walk(func(r ref) {
			h := hash(c.literals(r))
			p.byHash[h] = append(p.byHash[h], c.id(r))
			p.attach(r)
		})
		p.settle()
	}
	return c.check(ctx, newProofReader(proof, name, false), p.addition, p.deletion)
}

// attach watches a clause at two literals that are not false, if it has them; with one, that one is assigned.
func (p *propagator) attach(r ref) {
	c := p.literals(r)
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
		p.watches[c[0]] = append(p.watches[c[0]], watch{r, c[1]})
		p.watches[c[1]] = append(p.watches[c[1]], watch{r, c[0]})
	}
	switch {
	case free == 0 && p.refuted == 0:
		p.refuted = p.id(r)
	case free == 1 && !p.falsified[c[0].not()]:
		p.assign(c[0], p.id(r))
	}
}

// assign makes a literal true.
func (p *propagator) assign(l lit, reason int64) {
	p.falsified[l.not()] = true
	p.trail = append(p.trail, l.not())
	p.reasons[l>>1] = reason
}

// settle propagates what holds without assumptions.
func (p *propagator) settle() {
	if p.refuted == 0 {
		p.refuted = p.propagate()
	}
	p.fixed = len(p.trail)
	p.head = p.fixed
}

// propagate assigns what follows from the assignments by clauses that are unit. It returns the id of a clause that
// has become false, 0 if there is none.
func (p *propagator) propagate() int64 {
	for ; p.head < len(p.trail); p.head++ {
		falseLit := p.trail[p.head]
		list := p.watches[falseLit]
		kept := list[:0]
		for i, w := range list {
			p.work++
			if p.falsified[w.other.not()] {
				kept = append(kept, w)
				continue
			}
			if p.id(w.clause) == 0 {
				continue // deleted
			}
			c := p.literals(w.clause)
			if c[0] == falseLit {
				c[0], c[1] = c[1], c[0]
			}
			first := c[0]
			w.other = first
			if p.falsified[first.not()] {
				kept = append(kept, w)
				continue
			}
			moved := false
			for k := 2; k < len(c); k++ {
				if !p.falsified[c[k]] {
					c[1], c[k] = c[k], c[1]
					p.watches[c[1]] = append(p.watches[c[1]], w)
					moved = true
					break
				}
			}
			if moved {
				continue
			}
			kept = append(kept, w)
			if p.falsified[first] {
				if len(kept) <= i { // or else the list is as it was, and may be long
					p.watches[falseLit] = append(kept, list[i+1:]...)
				}
				return p.id(w.clause)
			}
			p.assign(first, p.id(w.clause))
		}
		p.watches[falseLit] = kept
	}
	return 0
}

// read reads the literals of a step, sorted and without repetitions.
func (p *propagator) read(r *proofReader) error {
	p.lits = p.lits[:0]
	for {
		l, err := p.literal(r)
		if err != nil {
			return err
		}
		if l == 0 {
			break
		}
		if len(p.lits) == longestClause {
			return r.fail(ErrTooLong, "expected at most %d literals", longestClause)
		}
		p.lits = append(p.lits, l)
	}
	slices.Sort(p.lits)
	p.lits = slices.Compact(p.lits)
	return nil
}

func (p *propagator) addition(r *proofReader) error {
	r.id = p.clauses + p.stats.Steps + 1
	if err := p.read(r); err != nil {
		return err
	}
	p.stats.Steps++
	for i := 1; i < len(p.lits); i++ {
		if p.lits[i] == p.lits[i-1].not() {
			return nil // a tautology: true, and of no use
		}
	}
	if p.work > 1<<24 { // propagation, not reading, takes the time
		p.work = 0
		if p.ctx.Err() != nil {
			return p.ctx.Err()
		}
	}
	conflict, already := p.refuted, lit(0)
	if conflict == 0 {
		for _, l := range p.lits {
			if p.falsified[l.not()] {
				already = l // it follows from the formula, or from the other literals' being false
				break
			}
			if !p.falsified[l] {
				p.assign(l.not(), 0)
			}
		}
		if already == 0 {
			conflict = p.propagate()
		}
		if conflict == 0 && already == 0 {
			return r.fail(ErrNotRUP, "the clause, of length %d, does not follow or needs RAT", len(p.lits))
		}
	}
	p.lastID++
	if err := p.emit(conflict, already); err != nil {
		return err
	}
	p.undo(p.fixed)
	p.head = p.fixed
	return p.add()
}

// add adds the clause that has been read and found to follow.
func (p *propagator) add() error {
	if err := p.reserve(watchBytes); err != nil {
		return err
	}
	p.other += watchBytes
	if p.wasteful() {
		p.compactWatched()
	}
	at, err := p.begin()
	if err != nil {
		return err
	}
	for _, l := range p.lits {
		if err := p.push(l); err != nil {
			return err
		}
	}
	if err := p.commit(at, p.lastID); err != nil {
		return err
	}
	h := hash(p.lits)
	p.byHash[h] = append(p.byHash[h], p.lastID)
	p.derived = len(p.lits) == 0
	p.attach(at)
	p.settle()
	return nil
}

// compactWatched is compact, which makes the refs in the watches wrong.
func (p *propagator) compactWatched() {
	p.compact()
	for l := range p.watches {
		p.watches[l] = p.watches[l][:0]
	}
	p.walk(func(r ref) {
		if c := p.literals(r); len(c) > 1 {
			p.watches[c[0]] = append(p.watches[c[0]], watch{r, c[1]})
			p.watches[c[1]] = append(p.watches[c[1]], watch{r, c[0]})
		}
	})
}

// deletion deletes a clause with the literals that are given, in any order.
func (p *propagator) deletion(r *proofReader) error {
	if err := p.read(r); err != nil {
		return err
	}
	h := hash(p.lits)
	ids := p.byHash[h]
	for i, id := range slices.Backward(ids) { // of equal clauses the last: the first would move all others
		at := p.find(id)
		c := slices.Clone(p.literals(at))
		if slices.Sort(c); !slices.Equal(c, p.lits) || p.isReason(id, c) {
			continue
		}
		if ids = slices.Delete(ids, i, i+1); len(ids) > 0 {
			p.byHash[h] = ids
		} else {
			delete(p.byHash, h)
		}
		p.remove(at)
		p.other -= watchBytes
		p.stats.Deletions++
		if p.lrat != nil {
			_, err := fmt.Fprintf(p.lrat, "%d d %d 0\n", p.lastID, id)
			return err
		}
		return nil
	}
	p.stats.Ignored++
	return nil
}

// isReason reports whether an assignment came from the clause.
func (p *propagator) isReason(id int64, clause []lit) bool {
	if id == p.refuted {
		return true
	}
	for _, l := range clause {
		if p.falsified[l.not()] && p.reasons[l>>1] == id {
			return true
		}
	}
	return false
}

// hash depends on the literals but not on their order.
func hash(literals []lit) uint64 {
	sum := uint64(len(literals))
	for _, l := range literals {
		h := uint64(l) * 0x9e3779b97f4a7c15
		h ^= h >> 29
		sum += h * 0xbf58476d1ce4e5b9
	}
	return sum
}
