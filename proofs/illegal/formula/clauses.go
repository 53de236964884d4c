package formula

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
)

// literal is a variable, its negation, or a constant.
type literal int32

// The constants. A variable that does not exist is represented by never.
const (
	always literal = math.MaxInt32
	never  literal = -always
)

// CNF is a list of clauses over named variables, which are numbered from 1 on in the
// order in which they are declared.
type CNF struct {
	Names []string // of the variables; that of variable 1 first

	literals []int32 // clause by clause, each ended by 0
	clauses  int
}

// NumVars returns the number of variables.
func (c *CNF) NumVars() int { return len(c.Names) }

// Clauses passes all clauses in their order, as DIMACS integers without the final 0. The slices belong to the formula: they
// stay valid, and must not be changed.
func (c *CNF) Clauses(yield func([]int32) bool) {
	start := 0
	for i, l := range c.literals {
		if l == 0 {
			if !yield(c.literals[start:i:i]) {
				return
			}
			start = i + 1
		}
	}
}

// Emit passes all clauses in their order, as DIMACS integers without the final 0. The slice is
// valid only during the call.
func (c *CNF) Emit(to interface{ AddClause(literals []int) }) {
	var clause []int
	for literals := range c.Clauses {
		clause = clause[:0]
		for _, l := range literals {
			clause = append(clause, int(l))
		}
		to.AddClause(clause)
	}
}

// WriteDIMACS writes the formula in DIMACS, in the only form that certificates have. The error
// is that of the writer.
func (c *CNF) WriteDIMACS(w io.Writer) error {
	text := fmt.Appendf(nil, "c %s\n", Version)
	for i, name := range c.Names {
		text = append(append(text, "c var "...), name...)
		text = strconv.AppendInt(append(text, ' '), int64(i+1), 10)
		text = append(text, '\n')
	}
	text = fmt.Appendf(text, "p cnf %d %d\n", len(c.Names), c.clauses)
	for _, l := range c.literals {
		if len(text) > 1<<15 { // memory does not depend on how long a formula is
			if _, err := w.Write(text); err != nil {
				return err
			}
			text = text[:0]
		}
		text = strconv.AppendInt(text, int64(l), 10)
		if l == 0 {
			text = append(text, '\n')
		} else {
			text = append(text, ' ')
		}
	}
	_, err := w.Write(text)
	return err
}

// variable declares a variable if it exists; otherwise it returns never.
func (c *CNF) variable(exists bool, format string, args ...any) literal {
	if !exists {
		return never
	}
	c.Names = append(c.Names, fmt.Sprintf(format, args...))
	return literal(len(c.Names))
}

// clause adds the clause that one of some literals is true. A clause with a literal that is
// always true is omitted; literals that are never true are removed.
func (c *CNF) clause(literals ...literal) {
	if slices.Contains(literals, always) {
		return
	}
	for _, l := range literals {
		if l != never {
			c.literals = append(c.literals, int32(l))
		}
	}
	c.literals = append(c.literals, 0)
	c.clauses++
}

// anyOf adds the clause that, under a condition, one of some literals is true.
func (c *CNF) anyOf(condition literal, literals ...literal) {
	c.clause(slices.Concat([]literal{-condition}, literals)...)
}

// atMostOne adds clauses that exclude every two of some literals.
func (c *CNF) atMostOne(literals []literal) {
	for i, l := range literals {
		for _, k := range literals[:i] {
			c.clause(-k, -l)
		}
	}
}

// or declares a variable that is true if and only if one of some literals is true.
func (c *CNF) or(literals []literal, format string, args ...any) literal {
	v := c.variable(true, format, args...)
	for _, l := range literals {
		c.clause(-l, v)
	}
	c.anyOf(v, literals...)
	return v
}

// tally is a counter of literals: element j is true if and only if at least j of them are true.
type tally []literal

func (t tally) atLeast(j int) literal {
	switch {
	case j <= 0:
		return always
	case j >= len(t):
		return never
	}
	return t[j]
}

// count declares a counter of literals, up to most. Variable NAME.I.J is true if and only if at
// least J of the first I literals are true. Literals that are never true are removed from the
// list first.
func (c *CNF) count(literals []literal, most int, format string, args ...any) tally {
	name := fmt.Sprintf(format, args...)
	literals = slices.DeleteFunc(slices.Clone(literals), func(l literal) bool { return l == never })
	sum := tally{always} // the counter of the literals before
	for i, l := range literals {
		next := tally{always}
		for j := 1; j <= min(i+1, most); j++ {
			v := c.variable(true, "%s.%d.%d", name, i+1, j)
			c.clause(-sum.atLeast(j), v)
			c.clause(-l, -sum.atLeast(j-1), v)
			c.clause(-v, sum.atLeast(j), l)
			c.clause(-v, sum.atLeast(j-1))
			next = append(next, v)
		}
		sum = next
	}
	return sum
}

// atMost adds clauses that no more than most of some literals are true.
func (c *CNF) atMost(most int, literals []literal, format string, args ...any) {
	c.clause(-c.count(literals, most+1, format, args...).atLeast(most + 1))
}
