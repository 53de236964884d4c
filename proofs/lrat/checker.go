package lrat

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
)

// Stats counts what a checker has done. After an error it has the counts up to the error.
type Stats struct {
	Format      string // "text LRAT", "binary LRAT", "text DRAT", "binary DRAT", "chains"
	Steps       int64  // clauses added
	Deletions   int64  // clauses deleted
	Ignored     int64  // deletions of a DRUP proof that were not carried out
	Hints       int64  // hints read
	Bytes       int64  // length of the proof, after decompression
	PeakClauses int64  // largest number of clauses alive at once, those of the formula included
}

// CheckLRAT checks that the proof, in LRAT, refutes the formula. If the error is nil, the
// formula has no model. The name is used only in error messages. The package comment defines
// what is accepted.
//
// A proof that is not accepted gives a *ProofError. ErrMemory means that the formula or the
// proof is too large. An error of the reader is returned wrapped.
func CheckLRAT(f *Formula, proof io.Reader, name string) (Stats, error) {
	c := NewChecker(f.NumVars, DefaultMemory)
	for i := range f.NumClauses() {
		if err := c.AddClause(f.Clause(i)); err != nil {
			return Stats{}, err
		}
	}
	return c.LRAT(context.Background(), proof, name)
}

// A Checker checks one proof. It is for callers that stream the formula (AddClause fits
// ScanDIMACS), set a memory limit or need to interrupt the check; CheckLRAT is simpler. Add all
// clauses of the formula first, then call LRAT once.
type Checker struct {
	alive     Clauses
	variables int   // number of variables of the formula; no literal may have a larger variable
	clauses   int64 // of the formula

	// falsified[l] is 1 if literal l is false, otherwise 0: under the negation of the clause that is being checked, and
	// what follows from it. While a clause of the formula is added, it marks the literals that were seen; in a chain,
	// those that are or were in the resolvent.
	falsified []uint8
	trail     []Lit // the falsified literals, in order

	hasEmpty   bool // the formula contains the empty clause
	derived    bool // the proof has derived the empty clause
	lastID     int64
	stats      Stats
	count      []int64                    // in a proof with RAT, by literal: the clauses alive that have it
	notByHints func(*Reader, int64) error // checks a step with RAT; nil: there may be none
	// Set once no more calls are allowed, so that no call can succeed after one that failed
	closed error
}

var errUsed = errors.New("proofs: this Checker has already checked a proof")

// NewChecker returns a checker for a formula with the given number of variables. memory limits
// the memory that it uses, approximately, in bytes.
func NewChecker(variables int, memory int64) *Checker {
	return &Checker{alive: NewClauses(memory), variables: max(0, min(variables, MaxVariable))}
}

// AddClause adds the next clause of the formula. Its id is its number, counted from 1.
func (c *Checker) AddClause(literals []int32) error {
	if c.closed == nil {
		c.closed = c.addClause(literals)
	}
	return c.closed
}

// Loader passes the clauses of a formula that is being built to a Checker: it is a sink of
// package encode.
type Loader struct {
	*Checker
	Err error // the error of the first rejected clause

	buf []int32
}

// AddClause adds the next clause.
func (l *Loader) AddClause(literals []int) {
	l.buf = l.buf[:0]
	for _, x := range literals {
		l.buf = append(l.buf, int32(x))
	}
	if err := l.Checker.AddClause(l.buf); l.Err == nil {
		l.Err = err
	}
}

func (c *Checker) addClause(literals []int32) error {
	c.alive.Begin()
	for _, n := range literals {
		if n == 0 || int64(n) > int64(c.variables) || int64(n) < -int64(c.variables) {
			return fmt.Errorf("%w: %d in clause %d", ErrLiteralRange, n, c.clauses+1)
		}
		l := LitOf(int64(n))
		if seen, err := c.assume(l); err != nil {
			return err
		} else if !seen {
			if err := c.alive.Push(l); err != nil {
				return err
			}
		}
	}
	c.undo(0)
	c.hasEmpty = c.hasEmpty || len(literals) == 0
	c.clauses++
	c.lastID = c.clauses
	c.tally(c.alive.Begun(), 1)
	return c.alive.Commit(c.clauses)
}

// assume falsifies a literal, and reports whether it already was.
func (c *Checker) assume(l Lit) (already bool, err error) {
	if int64(l) >= int64(len(c.falsified)) { // an int of 32 bits does not hold every literal
		if err := c.growTo(l); err != nil {
			return false, err
		}
	}
	if c.falsified[l] == 1 {
		return true, nil
	}
	c.falsified[l] = 1
	c.trail = append(c.trail, l)
	return false, nil
}

// growTo makes room for literals up to l's variable. The room depends on the variables that
// occur, not on the header.
func (c *Checker) growTo(l Lit) error {
	n := min(max(2*int64(len(c.falsified)), int64(l|1)+1), 2*int64(c.variables)+2)
	bytes := int64(5)
	if c.notByHints != nil {
		bytes = 13
	}
	// The trail has at most the same length, and the old array is kept until the new one is
	// filled.
	if err := c.alive.Reserve((bytes + 3) * n); err != nil || n != int64(int(n)) {
		return ErrMemory
	}
	c.alive.other += bytes * (n - int64(len(c.falsified)))
	c.falsified = append(make([]uint8, 0, n), c.falsified...)[:n]
	if c.notByHints != nil {
		c.count = append(make([]int64, 0, n), c.count...)[:n]
	}
	return nil
}

// undo shortens the trail to a length.
func (c *Checker) undo(length int) {
	for _, l := range c.trail[length:] {
		c.falsified[l] = 0
	}
	c.trail = c.trail[:length]
}

// LRAT checks that the proof refutes the clauses that were added. The error is that of CheckLRAT, or the context's.
func (c *Checker) LRAT(ctx context.Context, proof io.Reader, name string) (Stats, error) {
	return c.check(ctx, NewReader(proof, name, true), c.addition)
}

// BinaryLRAT is LRAT for the binary form only; text is rejected.
func (c *Checker) BinaryLRAT(ctx context.Context, proof io.Reader, name string) (Stats, error) {
	return c.check(ctx, newBinaryReader(proof, name, true), c.addition)
}

// Core is BinaryLRAT for a proof that has the clauses of the formula that it uses: they are steps that do not follow by
// their hints, and inFormula must accept them. Stats counts them among the steps.
func (c *Checker) Core(ctx context.Context, proof io.Reader, name string, inFormula func(clause []int32) bool) (Stats,
	error) {
	var clause []int32
	c.notByHints = func(p *Reader, next int64) error {
		clause = clause[:0]
		for _, l := range c.alive.Begun() {
			clause = append(clause, l.DIMACS())
		}
		if next != 0 || !inFormula(clause) {
			return p.Fail(ErrNoConflict, "nor is it a clause of the formula: %d", clause)
		}
		return nil
	}
	return c.BinaryLRAT(ctx, proof, name)
}

// check checks a proof; add checks a step of it that adds a clause.
func (c *Checker) check(ctx context.Context, p *Reader, add func(*Reader) error) (Stats, error) {
	if c.closed != nil {
		return Stats{}, c.closed
	}
	c.closed = errUsed
	err := c.steps(ctx, p, add)
	c.stats.Format, c.stats.Bytes, c.stats.PeakClauses = p.Format(), p.Read(), c.alive.peak
	return c.stats, err
}

// steps reads a proof to its end. It rejects everything that is not a step, even after the
// empty clause, and a proof without the empty clause.
func (c *Checker) steps(ctx context.Context, p *Reader, add func(*Reader) error) error {
	for n := 0; ; n++ {
		if n%64 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		step, err := p.Step()
		switch {
		case err != nil && c.derived:
			return Trailing(err)
		case err != nil:
			return err
		case step == End:
			if !c.derived && !c.hasEmpty {
				return p.Fail(ErrNoEmptyClause, "steps: %d", c.stats.Steps)
			}
			return nil
		case step == Delete:
			err = c.deletion(p)
		case c.derived:
			err = p.Fail(ErrTrailing, "expected only deletions after the empty clause")
		default:
			err = add(p)
		}
		if err == nil {
			err = p.EndStep()
		}
		if err != nil {
			return err
		}
	}
}

// Trailing replaces the error about input after the empty clause that is not a step.
func Trailing(err error) error {
	var malformed *ProofError
	if errors.As(err, &malformed) {
		malformed.Err = ErrTrailing
	}
	return err
}

// addition checks one clause and adds it. With all its literals assumed to be false, every hint
// must name a clause of which at most one literal is not false. That literal is then true. The
// last hint must name a clause whose literals are all false.
func (c *Checker) addition(p *Reader) error {
	if p.ID <= c.lastID {
		return p.Fail(ErrIDOrder, "the last id was %d", c.lastID)
	}
	if c.alive.Wasteful() {
		c.alive.Compact()
	}
	c.alive.Begin()
	conflict := false
	for {
		l, err := p.Literal(c.variables)
		if err != nil {
			return err
		}
		if l == 0 {
			break
		}
		seen, err := c.assume(l)
		if err != nil {
			return err
		}
		if seen {
			continue
		}
		if err := c.alive.Push(l); err != nil {
			return err
		}
		conflict = conflict || c.falsified[l.Not()] == 1 // a tautology, true whatever the hints
	}
	conflict, next, err := c.hints(p, conflict)
	switch {
	case err != nil:
		return err
	case next < 0 && (c.notByHints == nil || conflict):
		return p.Fail(ErrRAT, "hint %d", next)
	case !conflict && c.notByHints != nil: // without negative hints if no clause has the negative of the first literal
		if err := c.notByHints(p, next); err != nil {
			return err
		}
		conflict = true
	}
	length := len(c.alive.Begun())
	if !conflict {
		return p.Fail(ErrNoConflict, "literals that follow: %d", len(c.trail)-length)
	}
	c.undo(0)
	c.derived = length == 0
	c.lastID = p.ID
	c.stats.Steps++
	c.tally(c.alive.Begun(), 1)
	return c.alive.Commit(p.ID)
}

// tally counts the literals of a clause that comes or goes, if they are counted.
func (c *Checker) tally(clause []Lit, n int64) {
	if c.notByHints != nil {
		for _, l := range clause {
			c.count[l] += n
		}
	}
}

// hints reads hints, and reports whether they lead to a conflict. Hints after the conflict must name clauses but are
// not used, as in other checkers. It also returns what is behind them: 0, or the negative number of the next clause
// that has the negative of the first literal.
func (c *Checker) hints(p *Reader, conflict bool) (found bool, next int64, err error) {
	for {
		id, err := p.Number("a hint")
		if err != nil || id == 0 {
			return conflict, 0, err
		}
		c.stats.Hints++
		if id < 0 {
			return conflict, id, nil
		}
		clause := c.alive.Find(id)
		switch {
		case clause != nil:
		case id > c.lastID:
			return false, 0, p.Fail(ErrUnknownHint, "hint %d, the last clause is %d", id, c.lastID)
		default:
			return false, 0, p.Fail(ErrDeletedHint, "hint %d", id)
		}
		if conflict {
			continue
		}
		open, unit := c.open(clause)
		switch {
		case open > 1:
			free := slices.DeleteFunc(slices.Clone(clause), func(l Lit) bool { return c.falsified[l] == 1 })
			return false, 0, p.Fail(ErrNotUnit, "hint %d: neither %d nor %d is false", id, free[0].DIMACS(), free[1].DIMACS())
		case open == 0:
			conflict = true
		case c.falsified[unit.Not()] == 0:
			c.falsified[unit.Not()] = 1
			c.trail = append(c.trail, unit.Not())
		}
	}
}

// open returns how many literals of a clause are not false, and if it is one, which. The loop adds instead of asking:
// whether a literal is false can hardly be foretold, and a processor that expects the wrong branch loses time.
func (c *Checker) open(clause []Lit) (n int, unit Lit) {
	n = len(clause)
	falsified := c.falsified
	for _, l := range clause {
		f := falsified[l]
		n -= int(f)
		unit += l &^ -Lit(f) // 0 if it is false
	}
	return n, unit
}

// deletion deletes the clauses of a deletion step.
func (c *Checker) deletion(p *Reader) error {
	for {
		id, err := p.Number("a clause id")
		if err != nil || id == 0 {
			return err
		}
		if c.alive.Find(id) == nil {
			return p.Fail(ErrUnknownDeletion, "clause %d", id)
		}
		c.tally(c.alive.Find(id), -1)
		c.alive.Remove(id)
		c.stats.Deletions++
	}
}
