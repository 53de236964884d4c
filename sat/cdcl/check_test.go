package cdcl

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"

	"retroproof/proofs/lrat"
)

// checker is a Proof that checks each step at once, strictly: numbers rise, every hint is there and becomes unit, the
// last one false. It is as simple as can be, and independent of package proofs.
type checker struct {
	clauses map[int64][]int32
	values  map[int32]bool // true literals
	last    int64
	refuted bool
	err     error
	steps   int
	peak    int
}

func newChecker() *checker {
	return &checker{clauses: map[int64][]int32{}, values: map[int32]bool{}}
}

func (c *checker) fail(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf(format, args...)
	}
}

func (c *checker) put(id int64, lits []int32) {
	if id <= c.last {
		c.fail("clause %d follows %d", id, c.last)
	}
	c.last = id
	c.clauses[id] = slices.Clone(lits)
	c.peak = max(c.peak, len(c.clauses))
}

func (c *checker) Input(id int64, lits []int32) { c.put(id, lits) }

func (c *checker) Add(id int64, lits []int32, hints []int64) {
	c.steps++
	clear(c.values)
	for _, l := range lits {
		c.values[-l] = true
	}
	done := false
	for i, h := range hints {
		clause, ok := c.clauses[h]
		if !ok {
			c.fail("clause %d: hint %d is not there", id, h)
			return
		}
		unit := int32(0)
		for _, l := range clause {
			if c.values[-l] || l == unit {
				continue
			}
			if unit != 0 || c.values[l] {
				c.fail("clause %d %v: hint %d %v is not unit", id, lits, h, clause)
				return
			}
			unit = l
		}
		if unit == 0 {
			if i != len(hints)-1 {
				c.fail("clause %d: %d hints too many", id, len(hints)-1-i)
			}
			done = true
			break
		}
		c.values[unit] = true
	}
	if !done {
		c.fail("clause %d %v: the hints %v do not derive it", id, lits, hints)
	}
	if len(lits) == 0 {
		c.refuted = true
	}
	c.put(id, lits)
}

func (c *checker) Delete(ids []int64) {
	for _, id := range ids {
		if _, ok := c.clauses[id]; !ok {
			c.fail("clause %d is deleted but not there", id)
		}
		delete(c.clauses, id)
	}
}

func (c *checker) Err() error { return nil }

// checkFiles has package lrat check a proof for a formula of at most 12 variables, as it was written in text and in
// binary.
func checkFiles(text, binary []byte, formula [][]int32) error {
	for i, proof := range [][]byte{text, binary} {
		c := lrat.NewChecker(12, lrat.DefaultMemory)
		for _, clause := range formula {
			if err := c.AddClause(clause); err != nil {
				return err
			}
		}
		check := []func(context.Context, io.Reader, string) (lrat.Stats, error){c.LRAT, c.BinaryLRAT}[i]
		if _, err := check(context.Background(), bytes.NewReader(proof), "proof"); err != nil {
			return fmt.Errorf("%w in\n%s", err, text)
		}
	}
	return nil
}

// tee hands a proof to several others.
type tee []Proof

func (t tee) Input(id int64, lits []int32) {
	for _, p := range t {
		p.Input(id, lits)
	}
}

func (t tee) Add(id int64, lits []int32, hints []int64) {
	for _, p := range t {
		p.Add(id, lits, hints)
	}
}

func (t tee) Delete(ids []int64) {
	for _, p := range t {
		p.Delete(ids)
	}
}

func (t tee) Err() error {
	for _, p := range t {
		if err := p.Err(); err != nil {
			return err
		}
	}
	return nil
}
