package ursa

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"retroproof/encode"
)

// Assertion is an assert or assert_all that a run has come to.
type Assertion struct {
	Number int // from 1 in the order in which they are executed
	Line   int
	All    bool
	Value  string     // of the variable of minimize or maximize, decimal; "": none
	Inputs []Variable // the program's independent variables so far

	circuit    *encode.Circuit
	constraint encode.Bool
}

// mostSolutions bounds the solutions of an assertion.
const mostSolutions = 1 << 20

// Question is an assertion with the variables over which solutions are counted: each solution that is named stands for
// itself whatever the values of others, since the constraint depends on no others.
type Question struct {
	*Assertion
	bits  []encode.Bool // of the variables, the highest of each first
	vars  []Variable
	nodes []int   // indices of the inputs and gates that the formula has, ascending
	lit   []int32 // by index: the formula's variable; 0: none
}

// About returns the question about an assertion over variables with these names.
func (a *Assertion) About(names []string) (*Question, error) {
	q := &Question{Assertion: a, lit: make([]int32, a.circuit.Len()+2)}
	for _, name := range names {
		i := slices.IndexFunc(a.Inputs, func(v Variable) bool { return v.Name == name })
		if i < 0 || q.lit[a.Inputs[i].bits[0].Index()] != 0 {
			return nil, fmt.Errorf("no independent variable %.60q, or twice", name)
		}
		q.vars = append(q.vars, a.Inputs[i])
		for _, b := range slices.Backward(a.Inputs[i].bits) {
			q.bits = append(q.bits, b)
			q.lit[b.Index()] = int32(len(q.bits))
		}
	}
	needed := make([]bool, len(q.lit))
	needed[a.constraint.Index()] = true
	for i := a.constraint.Index(); i > a.circuit.True.Index(); i-- {
		x, y, gate := a.circuit.Gate(encode.At(i))
		switch {
		case !needed[i]:
		case gate:
			needed[x.Index()], needed[y.Index()] = true, true
			q.nodes = append(q.nodes, i)
		case q.lit[i] == 0:
			return nil, fmt.Errorf("the constraint depends on more variables than are named")
		}
	}
	slices.Reverse(q.nodes)
	for i, v := range q.nodes {
		q.lit[v] = int32(len(q.bits) + 1 + i)
	}
	return q, nil
}

// Variables is the number of variables of the formula: the bits of the variables, the highest first, then the gates.
func (q *Question) Variables() int { return len(q.bits) + len(q.nodes) }

// of returns the literal of a Boolean that is no constant.
func (q *Question) of(b encode.Bool) int32 {
	if b.Negated() {
		return -q.lit[b.Index()]
	}
	return q.lit[b.Index()]
}

// Formula calls add with the clauses that say "the constraint holds, and none of these solutions is the case".
func (q *Question) Formula(solutions []string, add func([]int32) error) error {
	clauses := [][]int32{}
	switch q.constraint {
	case q.circuit.True:
	case q.circuit.False:
		clauses = append(clauses, []int32{})
	default:
		clauses = append(clauses, []int32{q.of(q.constraint)})
	}
	for _, v := range q.nodes {
		x, y, _ := q.circuit.Gate(encode.At(v))
		g, a, b := q.lit[v], q.of(x), q.of(y)
		clauses = append(clauses, []int32{-g, a}, []int32{-g, b}, []int32{g, -a, -b})
	}
	for _, text := range solutions {
		values, free, err := q.solution(text)
		if err != nil {
			return err
		}
		clause := []int32{}
		for i, v := range values[:len(values)-free] {
			clause = append(clause, map[byte]int32{'0': 1, '1': -1}[v]*int32(i+1))
		}
		clauses = append(clauses, clause)
	}
	for _, c := range clauses {
		if err := add(c); err != nil {
			return err
		}
	}
	return nil
}

// solution reads a line of decimal numbers, the values of the variables. Behind "/" may stand how many of the last bits
// are free: then they are 0 in the line, which stands for all their values. It returns the bits as digits.
func (q *Question) solution(text string) (digits []byte, free int, err error) {
	line, last, isFree := strings.Cut(text, "/")
	if isFree {
		free, err = strconv.Atoi(last)
	}
	fields := strings.Fields(line)
	if err != nil || free < 0 || free > len(q.bits) || free > 20 || len(fields) != len(q.vars) {
		return nil, 0, fmt.Errorf("%.60q is no solution of %d variables", text, len(q.vars))
	}
	for i, v := range q.vars {
		n, ok := new(big.Int), len(fields[i]) <= maxConstant && fields[i][0] >= '0' && fields[i][0] <= '9'
		if ok {
			_, ok = n.SetString(fields[i], 10)
		}
		if !ok || n.BitLen() > len(v.bits) {
			return nil, 0, fmt.Errorf("%.60q is no value of %.60s", fields[i], v.Name)
		}
		digits = fmt.Appendf(digits, "%0*b", len(v.bits), n)
	}
	if strings.Contains(string(digits[len(digits)-free:]), "1") {
		return nil, 0, fmt.Errorf("%.60q has free bits that are not 0", text)
	}
	return digits, free, nil
}

// Solved evaluates the program's circuit: it returns how many solutions lines stand for, if they ascend and the
// constraint holds for each of them. 64 of them are evaluated at once.
func (q *Question) Solved(ctx context.Context, lines []string) (total int, err error) {
	// Bit i of a word is what the input or gate is in assignment i of 64.
	words := make([]uint64, len(q.lit))
	get := func(b encode.Bool) uint64 {
		w := words[b.Index()]
		if b.Negated() {
			return ^w
		}
		return w
	}
	lanes := 0
	holds := func() bool { // takes the time of a look at each gate
		words[q.circuit.True.Index()] = ^uint64(0)
		for _, v := range q.nodes {
			x, y, _ := q.circuit.Gate(encode.At(v))
			words[v] = get(x) & get(y)
		}
		all := ^get(q.constraint)<<(64-lanes) == 0
		clear(words)
		lanes = 0
		return all
	}
	last := ""
	for _, text := range lines {
		digits, free, err := q.solution(text)
		if err != nil {
			return 0, err
		}
		if last != "" && string(digits) <= last {
			return 0, fmt.Errorf("%.60q: solutions do not ascend", text)
		}
		if total += 1 << free; total > mostSolutions {
			return 0, fmt.Errorf("more than %d solutions", mostSolutions)
		}
		for k := range 1 << free {
			for i := range free {
				digits[len(digits)-1-i] = '0' + byte(k>>i&1)
			}
			for i, d := range digits {
				words[q.bits[i].Index()] |= uint64(d-'0') << lanes
			}
			if lanes++; lanes == 64 && !holds() {
				return 0, fmt.Errorf("%.60q, or one before it, is no solution", text)
			}
		}
		last = string(digits)
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
	}
	if lanes > 0 && !holds() {
		return 0, fmt.Errorf("one of the last solutions is none")
	}
	return total, nil
}
