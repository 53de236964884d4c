package ursa

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/big"
	"strings"
	"time"

	"retroproof/internal/answer"
)

// Report reports what a program says: solutions, values of minimize and maximize, sizes of formulas, as JSON and as
// text.
type Report struct {
	File      string // the program's, for messages
	Program   *Program
	Certifier *Certifier // if solutions are certified
	Solver    string

	Quiet        bool // numbers of solutions alone
	AllVariables bool // those of procedures, too
	Mapping      bool // which variables of the formula are the bits of a variable

	Out      io.Writer
	Object   func(answer.Answer) error // prints an object; nil for text
	Progress func(text string)

	optimum *Optimum
}

// Answer is the answer to an assertion, or to a minimize or maximize without a value.
type Answer struct {
	answer.Head  `schema:"retroproof.ursa/1"`
	File         string   `json:"file"`
	Command      string   `json:"command"`             // assert, assert_all, minimize, maximize
	Assertion    int      `json:"assertion,omitempty"` // its number
	SourceLine   int      `json:"line"`                // hides that of the head
	Column       int      `json:"column"`
	Bits         int      `json:"bits"`
	Ground       bool     `json:"ground"`
	Satisfiable  bool     `json:"satisfiable"`
	Solutions    int64    `json:"solutions"`
	Exactly      string   `json:"solutions_decimal,omitempty"` // from 2^53 on
	Complete     bool     `json:"complete"`                    // there are no others
	FreeBits     int      `json:"free_bits,omitempty"`
	Variables    int      `json:"variables,omitempty"` // of the formula
	Clauses      int      `json:"clauses,omitempty"`
	Models       []model  `json:"models,omitempty"`
	MoreModels   bool     `json:"more_models,omitempty"`
	Bitwise      []bitsOf `json:"mapping,omitempty"`
	Optimum      *optimum `json:"optimum,omitempty"`
	Solver       string   `json:"solver"`
	BuildSeconds float64  `json:"build_seconds"`
	Seconds      float64  `json:"seconds"`
}

// model is a solution.
type model struct {
	Numbers  map[string]string `json:"numbers,omitempty"`
	Booleans map[string]bool   `json:"booleans,omitempty"`
}

// bitsOf says which variables of the formula are the bits of a variable.
type bitsOf struct {
	Name string `json:"name"`
	Bits []int  `json:"bits"` // the highest first
}

// optimum is what minimize or maximize has found.
type optimum struct {
	Variable string `json:"variable"`
	From     string `json:"from"`
	To       string `json:"to"`
	Value    string `json:"value,omitempty"`
	Tried    int    `json:"tried"`
}

// mostModelsJSON is the number of solutions that stand in an object.
const mostModelsJSON = 1_000_000

// begin begins an answer.
func (r *Report) begin(command string) *Answer {
	j := &Answer{File: r.File, Command: command, Bits: r.Program.Bits(), Solver: r.Solver}
	if o := r.optimum; o != nil {
		j.SourceLine, j.Column = o.Pos.Line, o.Pos.Column
		j.Optimum = &optimum{Variable: o.Name, From: o.From.String(), To: o.To.String(), Tried: o.Tried}
		if o.Found {
			j.Optimum.Value = o.Value.String()
		}
	}
	return j
}

// solve finds the solutions, prints or stores them, and returns their number.
func (r *Report) solve(ctx context.Context, q *Assertion, j *Answer) (*big.Int, error) {
	total := new(big.Int)
	if q.Ground {
		if r.Certifier != nil {
			r.Certifier.Ground(q)
		}
		return total, nil
	}
	one := big.NewInt(1)
	add := func(s Solution) error {
		total.Add(total, one)
		r.Progress(fmt.Sprintf("ursa: line %d: %d solutions", q.Pos.Line, total))
		return r.solution(q, s, j, total)
	}
	if !q.All {
		decide := func() (Solution, error) { return q.Solve(ctx, r.Solver) }
		if r.Certifier != nil {
			decide = func() (Solution, error) { return r.Certifier.Decide(ctx, q) }
		}
		r.Progress(fmt.Sprintf("ursa: line %d", q.Pos.Line))
		s, err := decide()
		if s != nil && err == nil {
			err = add(s)
		}
		return total, err
	}
	switch {
	case r.Certifier != nil:
		_, err := r.Certifier.All(ctx, q, add)
		return total, err
	case r.Quiet:
		return q.Count(ctx, r.Solver)
	}
	for s, err := range q.Solutions(ctx, r.Solver) {
		if err != nil {
			return total, err
		}
		if err := add(s); err != nil {
			return total, err
		}
		if ctx.Err() != nil {
			return total, ctx.Err()
		}
	}
	return total, nil
}

// solution prints a solution, or stores it for an object.
func (r *Report) solution(q *Assertion, s Solution, j *Answer, number *big.Int) error {
	if r.Quiet {
		return nil
	}
	var m model
	if r.Object != nil {
		if len(j.Models) == mostModelsJSON {
			j.MoreModels = true
			return nil
		}
		m = model{map[string]string{}, map[string]bool{}}
	} else if q.All {
		fmt.Fprintf(r.Out, "--> Solution %d\n", number)
	}
	for i, v := range q.Variables {
		if v.Local && !r.AllVariables {
			continue
		}
		switch {
		case r.Object != nil && v.Boolean:
			m.Booleans[v.Name] = s[i].Sign() != 0
		case r.Object != nil:
			m.Numbers[v.Name] = s[i].String()
		case v.Boolean:
			fmt.Fprintf(r.Out, "%s=%t;\n", v.Name, s[i].Sign() != 0)
		default:
			fmt.Fprintf(r.Out, "%s=%s;\n", v.Name, FormatNumber(s[i], r.Program.Bits(), 10))
		}
	}
	if r.Object != nil {
		j.Models = append(j.Models, m)
		return nil
	}
	_, err := fmt.Fprintln(r.Out)
	return err
}

// text prints what follows the solutions.
func (r *Report) text(q *Assertion, j *Answer, total *big.Int) {
	if q.Ground {
		answer := "no"
		if q.Holds {
			answer = "yes"
		}
		fmt.Fprintf(r.Out, "%s\n[Number of solutions: 0]\n", answer)
		return
	}
	if total.Sign() == 0 {
		fmt.Fprintln(r.Out, "No solutions found")
	}
	for _, m := range j.Bitwise {
		fmt.Fprintf(r.Out, "[Bits of %s:", m.Name)
		for _, b := range m.Bits {
			fmt.Fprintf(r.Out, " %d", b)
		}
		fmt.Fprintln(r.Out, "]")
	}
	fmt.Fprintf(r.Out, "[Number of solutions: %d]\n", total)
	if total.Sign() > 0 && j.FreeBits > 0 {
		fmt.Fprintf(r.Out, "[Each solution stands for 2^%d: %s]\n", j.FreeBits, r.freeNames(q))
	}
	fmt.Fprintf(r.Out, "[Formula generation: %.3f s; solving time: %.3f s]\n", j.BuildSeconds, j.Seconds)
	fmt.Fprintf(r.Out, "[Formula size: %d variables, %d clauses]\n", j.Variables, j.Clauses)
}

// freeNames names some of the independent variables of which an assertion says nothing.
func (r *Report) freeNames(q *Assertion) string {
	const most = 5
	var names []string
	others := 0
	for _, v := range q.Free {
		if len(names) == most || v.Local && !r.AllVariables {
			others++
		} else {
			names = append(names, v.Name)
		}
	}
	text := strings.Join(names, ", ")
	switch {
	case len(names) == 0:
		return freeOfProcedures(others)
	case others > 0:
		return fmt.Sprintf("%s and %d more are free", text, others)
	case len(names) == 1:
		return text + " is free"
	}
	return text + " are free"
}

// mappingOf returns which variables of the formula are the bits of variables: the first ones, in their order.
func mappingOf(q *Assertion) (all []bitsOf) {
	next := 1
	for _, v := range q.Variables {
		m := bitsOf{Name: v.Name}
		for range v.Bits {
			m.Bits = append(m.Bits, next)
			next++
		}
		all = append(all, m)
	}
	return all
}

// Assert solves an assertion, and reports its solutions. build is what it took to come there.
func (r *Report) Assert(ctx context.Context, q *Assertion, build time.Duration) error {
	j := r.asserted(q)
	if !q.Ground {
		began := time.Now()
		f := q.Formula()
		j.Variables, j.Clauses = f.NumVars, f.NumClauses()
		build += time.Since(began)
	}
	began := time.Now()
	total, err := r.solve(ctx, q, j)
	if err != nil {
		return err
	}
	j.BuildSeconds, j.Seconds = build.Seconds(), time.Since(began).Seconds()
	j.Solutions = int64(math.MaxInt64)
	if total.IsInt64() {
		j.Solutions = total.Int64()
	}
	if total.BitLen() > 53 {
		j.Exactly = total.String()
	}
	j.Satisfiable = total.Sign() > 0 || q.Ground && q.Holds
	j.Complete = q.All || !j.Satisfiable || q.Ground
	if r.Mapping {
		j.Bitwise = mappingOf(q)
	}
	if r.Object != nil {
		return r.Object(j)
	}
	r.text(q, j, total)
	return nil
}

// asserted begins the answer to an assertion.
func (r *Report) asserted(q *Assertion) *Answer {
	j := r.begin(q.command())
	j.Assertion, j.SourceLine, j.Column, j.Ground = q.Number, q.Pos.Line, q.Pos.Column, q.Ground
	j.FreeBits = q.FreeBits(r.Program.Bits())
	return j
}

// Found reports what minimize or maximize has found.
func (r *Report) Found(o Optimum) error {
	r.optimum = &o
	if r.Object != nil {
		if !o.Found { // no assertion follows
			return r.Object(r.begin(command(o.Maximize)))
		}
		return nil
	}
	kind := "minimal"
	if o.Maximize {
		kind = "maximal"
	}
	if !o.Found {
		fmt.Fprintf(r.Out, "no value from %d to %d\n", o.From, o.To)
		return nil
	}
	fmt.Fprintf(r.Out, "%s value for %s is %s\n", kind, o.Name, FormatNumber(o.Value, r.Program.Bits(), 10))
	return nil
}

func (a *Assertion) command() string {
	if a.All {
		return "assert_all"
	}
	return "assert"
}

func command(maximize bool) string {
	if maximize {
		return "maximize"
	}
	return "minimize"
}

func freeOfProcedures(n int) string {
	if n == 1 {
		return "1 variable of a procedure is free"
	}
	return fmt.Sprint(n, " variables of procedures are free")
}
