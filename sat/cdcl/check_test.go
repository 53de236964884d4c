package cdcl

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
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

// verdict returns why what was checked is not a refutation.
func (c *checker) verdict() error {
	if c.err == nil && !c.refuted {
		return fmt.Errorf("no empty clause")
	}
	return c.err
}

// checkFile checks a proof as it was written, in text or binary, for a formula.
func checkFile(proof []byte, formula [][]int32) error {
	c := newChecker()
	for i, clause := range formula {
		c.put(int64(i)+1, clause)
	}
	if len(proof) > 0 && (proof[0] == 'a' || proof[0] == 'd') {
		if err := readBinary(proof, c); err != nil {
			return err
		}
	} else {
		for line := range strings.Lines(string(proof)) {
			fields := strings.Fields(line)
			if len(fields) > 1 && fields[1] == "d" {
				ids, rest, err := numbers(fields[2:])
				if err != nil || len(rest) > 0 {
					return fmt.Errorf("line %q", line)
				}
				c.Delete(ids)
				continue
			}
			id, err := strconv.ParseInt(fields[0], 10, 64)
			if err != nil {
				return err
			}
			lits, rest, err := numbers(fields[1:])
			if err != nil {
				return err
			}
			hints, rest, err := numbers(rest)
			if err != nil || len(rest) > 0 {
				return fmt.Errorf("line %q", line)
			}
			c.Add(id, narrow(lits), hints)
		}
	}
	return c.verdict()
}

func narrow(lits []int64) []int32 {
	var short []int32
	for _, l := range lits {
		short = append(short, int32(l))
	}
	return short
}

func numbers(fields []string) (list []int64, rest []string, err error) {
	for i, f := range fields {
		n, err := strconv.ParseInt(f, 10, 64)
		if err != nil || n == 0 {
			return list, fields[i+1:], err
		}
		list = append(list, n)
	}
	return nil, nil, io.ErrUnexpectedEOF
}

func readBinary(proof []byte, c *checker) error {
	r := bytes.NewReader(proof)
	list := func() ([]int64, error) {
		var list []int64
		for {
			x, err := binary.ReadUvarint(r)
			if err != nil || x == 0 {
				return list, err
			}
			n := int64(x >> 1)
			if x&1 != 0 {
				n = -n
			}
			list = append(list, n)
		}
	}
	for r.Len() > 0 {
		kind, _ := r.ReadByte()
		if kind == 'd' {
			ids, err := list()
			if err != nil {
				return err
			}
			c.Delete(ids)
			continue
		}
		id, err := binary.ReadUvarint(r)
		if err != nil || kind != 'a' {
			return fmt.Errorf("step %q: %v", kind, err)
		}
		lits, err := list()
		if err != nil {
			return err
		}
		hints, err := list()
		if err != nil {
			return err
		}
		c.Add(int64(id>>1), narrow(lits), hints)
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
