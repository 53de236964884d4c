package proofs

import (
	"context"
	"errors"
	"fmt"
	"io"
)

// Stats is what a checker has done. After an error it is what was done up to there.
type Stats struct {
	Format      string // "text LRAT", "binary LRAT", "text DRUP", "binary DRUP"
	Steps       int64  // clauses added
	Deletions   int64  // clauses deleted
	Ignored     int64  // deletions that CheckRUP did not carry out
	Hints       int64  // hints read
	Bytes       int64  // length of the proof, after decompression
	PeakClauses int64  // largest number of clauses alive at once, those of the formula included
}

// CheckLRAT checks that the proof, in LRAT, refutes the formula. If and only if the error is nil, the formula has no
// model. The name is only for error messages. What it accepts is in the package comment.
//
// A proof that is not accepted gives a *ProofError, too large ones ErrMemory; an error of the reader is returned
// wrapped as it is.
func CheckLRAT(f *Formula, proof io.Reader, name string) (Stats, error) {
	c, err := checkerFor(f)
	if err != nil {
		return Stats{}, err
	}
	return c.LRAT(context.Background(), proof, name)
}

// CheckRUP is like CheckLRAT for a proof in DRUP: DRAT of which no step needs RAT. It has to search for what the hints
// of LRAT tell, and is slow.
func CheckRUP(f *Formula, proof io.Reader, name string) (Stats, error) {
	c, err := checkerFor(f)
	if err != nil {
		return Stats{}, err
	}
	return c.RUP(context.Background(), proof, name)
}

func checkerFor(f *Formula) (*Checker, error) {
	c := NewChecker(f.NumVars, DefaultMemory)
	for i := range f.NumClauses() {
		if err := c.AddClause(f.Clause(i)); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// A Checker checks one proof. It is for callers that stream the formula (AddClause fits ScanDIMACS), set a limit or
// interrupt; CheckLRAT and CheckRUP are simpler. First add all clauses of the formula, then call LRAT or RUP once.
type Checker struct {
	store
	variables int   // of the formula: no literal may go beyond
	clauses   int64 // of the formula

	// falsified[l] says that literal l is false: under the negation of the clause that is being checked, and what
	// follows from it. While a clause of the formula is added, it marks the literals that were seen.
	falsified []bool
	trail     []lit // whatever is falsified, in order

	hasEmpty bool // the formula contains the empty clause
	derived  bool // the proof has derived the empty clause
	lastID   int64
	stats    Stats
	closed   error // set once no more calls are allowed, lest a failed call be followed by one that succeeds
}

var errUsed = errors.New("proofs: this Checker has already checked a proof")

// NewChecker returns a checker for a formula of so many variables, that uses about so many bytes at most.
func NewChecker(variables int, memory int64) *Checker {
	return &Checker{store: newStore(memory), variables: max(0, min(variables, MaxVariable))}
}

// AddClause adds the next clause of the formula. Its id is its number, counted from 1.
func (c *Checker) AddClause(literals []int32) error {
	if c.closed == nil {
		c.closed = c.addClause(literals)
	}
	return c.closed
}

// Loader gives a Checker the clauses of a formula that is being built: it is a sink of package encode.
type Loader struct {
	*Checker
	Err error // of the first clause that was refused

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
	r, err := c.begin()
	if err != nil {
		return err
	}
	for _, n := range literals {
		if n == 0 || int64(n) > int64(c.variables) || int64(n) < -int64(c.variables) {
			return fmt.Errorf("%w: %d in clause %d", ErrLiteralRange, n, c.clauses+1)
		}
		l := litOf(int64(n))
		if seen, err := c.assume(l); err != nil {
			return err
		} else if !seen {
			if err := c.push(l); err != nil {
				return err
			}
		}
	}
	c.undo(0)
	c.hasEmpty = c.hasEmpty || len(literals) == 0
	c.clauses++
	c.lastID = c.clauses
	return c.commit(r, c.clauses)
}

// assume falsifies a literal, and reports whether it already was.
func (c *Checker) assume(l lit) (already bool, err error) {
	if int(l) >= len(c.falsified) {
		if err := c.growTo(l); err != nil {
			return false, err
		}
	}
	if c.falsified[l] {
		return true, nil
	}
	c.falsified[l] = true
	c.trail = append(c.trail, l)
	return false, nil
}

// growTo makes room for literals up to l's variable. The room follows the variables that occur, not the header.
func (c *Checker) growTo(l lit) error {
	n := min(max(2*len(c.falsified), int(l|1)+1), 2*c.variables+2)
	// The trail is at most as long, and the old array lives until the new one is filled.
	if err := c.reserve(8 * int64(n)); err != nil {
		return err
	}
	c.other += 5 * int64(n-len(c.falsified))
	c.falsified = append(make([]bool, 0, n), c.falsified...)[:n]
	return nil
}

// undo makes the trail as short as it was.
func (c *Checker) undo(length int) {
	for _, l := range c.trail[length:] {
		c.falsified[l] = false
	}
	c.trail = c.trail[:length]
}

// LRAT checks that the proof refutes the clauses that were added. The error is that of CheckLRAT, or the context's.
func (c *Checker) LRAT(ctx context.Context, proof io.Reader, name string) (Stats, error) {
	return c.check(ctx, newProofReader(proof, name, true), c.lratAddition, c.lratDeletion)
}

// check reads a proof to its end. Everything is refused that is not a step, also behind the empty clause; and in the
// end there must be the empty clause.
func (c *Checker) check(ctx context.Context, p *proofReader, add, remove func(*proofReader) error) (Stats, error) {
	if c.closed != nil {
		return Stats{}, c.closed
	}
	c.closed = errUsed
	c.stats.Format = p.format()
	err := func() error {
		for n := 0; ; n++ {
			if n%64 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			step, err := p.step()
			switch {
			case err != nil && c.derived:
				return trailing(err)
			case err != nil:
				return err
			case step == opEnd:
				if !c.derived && !c.hasEmpty {
					return p.fail(ErrNoEmptyClause, "steps: %d", c.stats.Steps)
				}
				return nil
			case step == opDelete:
				err = remove(p)
			case c.derived:
				err = p.fail(ErrTrailing, "expected only deletions after the empty clause")
			default:
				err = add(p)
			}
			if err == nil {
				err = p.endStep()
			}
			if err != nil {
				return err
			}
		}
	}()
	c.stats.Bytes = p.base + int64(p.pos)
	c.stats.PeakClauses = c.peak
	return c.stats, err
}

// trailing changes the reason for refusing what is no step behind the empty clause.
func trailing(err error) error {
	var malformed *ProofError
	if errors.As(err, &malformed) {
		malformed.Err = ErrTrailing
	}
	return err
}

// literal reads the next literal of a step, 0 at the end.
func (c *Checker) literal(p *proofReader) (lit, error) {
	n, err := p.number("a literal")
	if err != nil {
		return 0, err
	}
	if n > int64(c.variables) || n < -int64(c.variables) {
		return 0, p.fail(ErrLiteralRange, "found %d, expected a variable of at most %d, as in the formula", n, c.variables)
	}
	return litOf(n), nil
}

// lratAddition checks one clause and adds it: with all its literals assumed to be false, every hint must be a clause
// of which at most one literal is not false, which then has to be true; the last one must have none.
func (c *Checker) lratAddition(p *proofReader) error {
	if p.id <= c.lastID {
		return p.fail(ErrIDOrder, "the last id was %d", c.lastID)
	}
	if c.wasteful() {
		c.compact()
	}
	r, err := c.begin()
	if err != nil {
		return err
	}
	conflict := false
	for {
		l, err := c.literal(p)
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
		if err := c.push(l); err != nil {
			return err
		}
		conflict = conflict || c.falsified[l.not()] // a tautology, true whatever the hints
	}
	if conflict, err = c.hints(p, conflict); err != nil {
		return err
	}
	if !conflict {
		return p.fail(ErrNoConflict, "literals that follow: %d", len(c.trail)-(len(c.arena)-int(r)-headerWords))
	}
	c.undo(0)
	c.derived = len(c.arena) == int(r)+headerWords
	c.lastID = p.id
	c.stats.Steps++
	return c.commit(r, p.id)
}

// hints follows the hints of an addition and reports whether they lead to a conflict. Those behind the conflict must
// be clauses, but are not used, as other checkers do it too.
func (c *Checker) hints(p *proofReader, conflict bool) (bool, error) {
	for {
		id, err := p.number("a hint")
		if err != nil || id == 0 {
			return conflict, err
		}
		c.stats.Hints++
		if id < 0 {
			return false, p.fail(ErrRAT, "hint %d", id)
		}
		r := c.find(id)
		switch {
		case r != 0:
		case id > c.lastID:
			return false, p.fail(ErrUnknownHint, "hint %d, the last clause is %d", id, c.lastID)
		default:
			return false, p.fail(ErrDeletedHint, "hint %d", id)
		}
		if conflict {
			continue
		}
		unit := lit(0)
		for _, l := range c.literals(r) {
			if c.falsified[l] {
				continue
			}
			if unit != 0 {
				return false, p.fail(ErrNotUnit, "hint %d: neither %d nor %d is false", id, unit.dimacs(), l.dimacs())
			}
			unit = l
		}
		if unit == 0 {
			conflict = true
		} else if !c.falsified[unit.not()] {
			c.falsified[unit.not()] = true
			c.trail = append(c.trail, unit.not())
		}
	}
}

// lratDeletion deletes the clauses of a deletion step.
func (c *Checker) lratDeletion(p *proofReader) error {
	for {
		id, err := p.number("a clause id")
		if err != nil || id == 0 {
			return err
		}
		r := ref(0)
		if id > 0 {
			r = c.find(id)
		}
		if r == 0 {
			return p.fail(ErrUnknownDeletion, "clause %d", id)
		}
		c.remove(r)
		c.stats.Deletions++
	}
}
