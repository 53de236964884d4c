package formula

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"retroproof/proofs/illegal/core"
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
	Names     []string   // of the variables; that of variable 1 first
	Keys      []core.Lit // of the variables, as package core has them
	Instances []Instance // of schemas: what the clauses are, in their order

	literals []int32 // clause by clause, each ended by 0
	clauses  int
}

// Instance is an instance of a schema of package core.
type Instance struct {
	Schema int16
	Digits [5]int16 // its parameters; the rest is 0
}

// at names an instance.
func at(schema string, digits ...int) Instance {
	number, ok := schemas[schema]
	if !ok {
		panic("no schema " + schema)
	}
	n := Instance{Schema: number}
	for i, d := range digits {
		n.Digits[i] = int16(d)
	}
	return n
}

// schemas has the numbers of schemas by their names.
var schemas = func() map[string]int16 {
	numbers := map[string]int16{}
	for i := range core.Schemas() {
		numbers[core.SchemaName(i)] = int16(i)
	}
	return numbers
}()

// plus is the same instance of a schema that comes later in the table.
func (in Instance) plus(n int) Instance {
	in.Schema += int16(n)
	return in
}

// and adds a parameter to the first n.
func (in Instance) and(n int, digits ...int) Instance {
	for i, d := range digits {
		in.Digits[n+i] = int16(d)
	}
	return in
}

// NumVars returns the number of variables.
func (c *CNF) NumVars() int { return len(c.Names) }

// Clauses passes all clauses in their order, as DIMACS integers without the final 0. The slices belong to the formula:
// they stay valid, and must not be changed.
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

// Hash returns a hash of the formula, with the instances that its clauses are.
func (c *CNF) Hash() [sha256.Size]byte {
	b := make([]byte, 0, 4*len(c.literals)+12*len(c.Instances))
	for _, name := range c.Names {
		b = append(append(b, name...), 0)
	}
	for _, l := range c.literals {
		b = binary.LittleEndian.AppendUint32(b, uint32(l))
	}
	for _, in := range c.Instances {
		b = binary.LittleEndian.AppendUint16(b, uint16(in.Schema))
		for _, d := range in.Digits {
			b = binary.LittleEndian.AppendUint16(b, uint16(d))
		}
	}
	return sha256.Sum256(b)
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
func (c *CNF) variable(exists bool, key core.Lit, format string, args ...any) literal {
	if !exists {
		return never
	}
	c.Keys = append(c.Keys, key)
	c.Names = append(c.Names, fmt.Sprintf(format, args...))
	return literal(len(c.Names))
}

// clause adds the clause that one of some literals is true, which is an instance of a schema. A clause with a literal
// that is always true is omitted; literals that are never true are removed.
func (c *CNF) clause(in Instance, literals ...literal) {
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
	c.Instances = append(c.Instances, in)
}

// anyOf adds the clause that, under a condition, one of some literals is true.
func (c *CNF) anyOf(in Instance, condition literal, literals ...literal) {
	c.clause(in, slices.Concat([]literal{-condition}, literals)...)
}

// group is a list of literals of which no two are true, with the places that they have in the list of package core.
type group struct {
	name     string
	of       []int // parameters of the list
	literals []literal
	places   []int
}

func (g *group) add(place int, l literal) {
	g.literals = append(g.literals, l)
	g.places = append(g.places, place)
}

// numbered returns a group whose literals have the places from a number on.
func numbered(name string, of int, literals []literal, from int) *group {
	g := &group{name: name, of: []int{of}}
	for i, l := range literals {
		g.add(from+i, l)
	}
	return g
}

// atMostOne adds clauses that exclude every two of some literals.
func (c *CNF) atMostOne(g *group) {
	in := at("two."+g.name, g.of...)
	for i, l := range g.literals {
		for j, k := range g.literals[:i] {
			c.clause(in.and(len(g.of), g.places[j], g.places[i]), -k, -l)
		}
	}
}

// exactlyOne adds that one literal of a group is true, and no two.
func (c *CNF) exactlyOne(g *group) {
	c.clause(at("some."+g.name, g.of...), g.literals...)
	c.atMostOne(g)
}

// or declares the variable of a gate, which is true if and only if one of some literals is true.
func (c *CNF) or(literals []literal, gate string, of []int, key core.Lit, format string, args ...any) literal {
	v := c.variable(true, key, format, args...)
	in := at("in."+gate, of...)
	for x, l := range literals {
		c.clause(in.and(len(of), x), -l, v)
	}
	c.anyOf(at("out."+gate, of...), v, literals...)
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

// countedNames are the names of counters in schemas.
var countedNames = [...]string{
	core.Become: "become", core.Men: "men", core.Caps: "caps", core.AllCaps: "allcaps", core.AllLost: "alllost",
	core.Opens: "opens", core.PawnCaps: "pawncaps",
}

// count declares a counter of literals, up to most. Variable NAME.I.J is true if and only if at
// least J of the first I literals are true. Literals that are never true are removed from the
// list first.
func (c *CNF) count(literals []literal, most int, list int, of []int, format string, args ...any) tally {
	name := fmt.Sprintf(format, args...)
	in := at("count."+countedNames[list]+"-1", of...)
	side := append(of, 0, 0) // and kind
	number := core.Counter(list, side[0], side[1])
	literals = slices.DeleteFunc(slices.Clone(literals), func(l literal) bool { return l == never })
	sum := tally{always} // the counter of the literals before
	for i, l := range literals {
		next := tally{always}
		for j := 1; j <= min(i+1, most); j++ {
			v := c.variable(true, core.Key(core.VarCount, number, i+1, j), "%s.%d.%d", name, i+1, j)
			c.clause(in.and(len(of), i+1, j).plus(0), -sum.atLeast(j), v)
			c.clause(in.and(len(of), i+1, j).plus(1), -l, -sum.atLeast(j-1), v)
			c.clause(in.and(len(of), i+1, j).plus(2), -v, sum.atLeast(j), l)
			c.clause(in.and(len(of), i+1, j).plus(3), -v, sum.atLeast(j-1))
			next = append(next, v)
		}
		sum = next
	}
	return sum
}

// atMost adds clauses that no more than most of some literals are true.
func (c *CNF) atMost(in Instance, most int, literals []literal, list int, of []int, format string, args ...any) {
	c.clause(in, -c.count(literals, most+1, list, of, format, args...).atLeast(most+1))
}
