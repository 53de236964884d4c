package core

import (
	"context"
	"errors"
	"fmt"

	"retroproof/proofs/limits"
)

// MostVisits limits the time of a proof: it is undecided if propagation visits more watched clauses.
const MostVisits = 1 << 32

// ErrVisits is the error of a proof that takes more.
var ErrVisits = errors.New("the proof takes too many steps of unit propagation")

// errOpen is the error of a proof that ends too early.
var errOpen = errors.New("the clauses of the proof do not contradict each other")

// Stats are the numbers of a proof.
type Stats struct {
	Clauses, Lemmas, Visits, Bytes int64
}

// Add adds numbers.
func (s *Stats) Add(o Stats) {
	s.Clauses += o.Clauses
	s.Lemmas += o.Lemmas
	s.Visits += o.Visits
	s.Bytes += o.Bytes
}

// Check checks the proof. lemma, which may be nil, gets every clause that follows, in their order. The error is
// limits.ErrMemory, ErrVisits, that of the context, or says what is wrong. A core can be checked once.
func (c *Core) Check(ctx context.Context, lemma func([]int32)) (Stats, error) {
	s := Stats{Clauses: int64(len(c.Clauses)), Bytes: int64(c.Bytes)}
	err := c.lemmas(&s, func(clause []int32) error {
		s.Lemmas++
		if c.left -= clauseCost + literalCost*int64(len(clause)); c.left < 0 {
			return limits.ErrMemory
		}
		if lemma != nil {
			lemma(clause)
		}
		return ctx.Err()
	})
	switch {
	case err != nil:
		return s, err
	case c.proof.err != nil:
		return s, c.proof.err
	case len(c.proof.data) > 0:
		return s, errors.New("bytes follow the proof")
	}
	return s, nil
}

// lemmas checks that each lemma follows by unit propagation from the clauses and the lemmas before it that have not
// been deleted, and that in the end propagation alone finds a contradiction.
func (c *Core) lemmas(s *Stats, counted func([]int32) error) error {
	p := NewPropagator(len(c.Variables))
	for _, clause := range c.Clauses {
		p.Add(clause)
	}
	deaths := map[int64][]int{} // clauses, by the lemma after which they are deleted
	for s.Visits = p.Visits; !p.Dead; s.Visits = p.Visits {
		if s.Visits > c.Limit {
			return ErrVisits
		}
		if len(c.proof.data) == 0 {
			return errOpen
		}
		life := int64(0)
		if c.form == Lives {
			life = c.proof.next("a life")
		}
		lemma := c.lemma()
		switch {
		case c.proof.err != nil:
			return c.proof.err
		case !p.Follows(lemma):
			return fmt.Errorf("lemma %d does not follow by unit propagation", s.Lemmas+1)
		}
		number := p.Add(lemma)
		if err := counted(lemma); err != nil {
			return err
		}
		if death := s.Lemmas + life; c.form == Lives && number >= 0 {
			deaths[death] = append(deaths[death], number)
		}
		for _, n := range deaths[s.Lemmas] {
			p.Delete(n)
		}
		delete(deaths, s.Lemmas)
	}
	return nil
}

// lemma reads the literals of a lemma: 2V-1 for variable V and 2V for its negation, ascending, as differences, and a 0.
func (c *Core) lemma() (clause []int32) {
	for n := int64(0); ; {
		step := c.proof.next("a literal")
		if step == 0 {
			return clause
		}
		if n += step; n > 2*int64(len(c.Variables)) {
			c.proof.fail("a lemma has variable %d of %d", (n+1)/2, len(c.Variables))
			return nil
		}
		l := int32((n + 1) / 2)
		if n%2 == 0 {
			l = -l
		}
		clause = append(clause, l)
	}
}
