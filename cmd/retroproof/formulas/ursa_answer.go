package formulas

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"time"

	"retroproof/batch"
	"retroproof/cmd/retroproof/verb"
	"retroproof/proofs/lrat"
	"retroproof/ursa"
)

// ursaAnswer is the answer to an assertion, or to a minimize or maximize without a value.
type ursaAnswer struct {
	verb.Head    `schema:"retroproof.ursa/1"`
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

// json begins an object.
func (r *ursaRun) json(command string) *ursaAnswer {
	j := &ursaAnswer{File: r.file, Command: command, Bits: r.program.Bits(), Solver: r.flags.Solver}
	if o := r.optimum; o != nil {
		j.SourceLine, j.Column = o.Pos.Line, o.Pos.Column
		j.Optimum = &optimum{Variable: o.Name, From: o.From.String(), To: o.To.String(), Tried: o.Tried}
		if o.Found {
			j.Optimum.Value = o.Value.String()
		}
	}
	return j
}

func (r *ursaRun) object(j *ursaAnswer) error {
	if err := r.app.PrintTo(r.out, j, 0); err != nil {
		return err
	}
	return r.out.Flush()
}

// assert answers an assertion.
func (r *ursaRun) assert(ctx context.Context, q *ursa.Assertion) error {
	defer func() { r.began = time.Now() }()
	build := time.Since(r.began)
	if r.flags.Check {
		return nil
	}
	command := "assert"
	if q.All {
		command = "assert_all"
	}
	j := r.json(command)
	j.Assertion, j.SourceLine, j.Column, j.Ground = q.Number, q.Pos.Line, q.Pos.Column, q.Ground
	j.FreeBits = q.FreeBits(r.program.Bits())
	if !q.Ground {
		began := time.Now()
		f := q.Formula()
		j.Variables, j.Clauses = f.NumVars, f.NumClauses()
		build += time.Since(began)
	}
	if r.flags.DIMACS {
		return r.writeFormula(q)
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
	if r.flags.Mapping {
		j.Bitwise = mappingOf(q)
	}
	if r.app.JSON {
		return r.object(j)
	}
	r.report(q, j, total)
	return r.out.Flush()
}

// solve finds the solutions, prints or stores them, and returns their number.
func (r *ursaRun) solve(ctx context.Context, q *ursa.Assertion, j *ursaAnswer) (*big.Int, error) {
	total := new(big.Int)
	if q.Ground {
		if r.certifier != nil {
			r.certifier.Ground(q)
		}
		return total, nil
	}
	one := big.NewInt(1)
	add := func(s ursa.Solution) error {
		total.Add(total, one)
		r.progress.Update(fmt.Sprintf("ursa: line %d: %d solutions", q.Pos.Line, total))
		return r.solution(q, s, j, total)
	}
	if !q.All {
		decide := func() (ursa.Solution, error) { return q.Solve(ctx, r.flags.Solver) }
		if r.certifier != nil {
			decide = func() (ursa.Solution, error) { return r.certifier.Decide(ctx, q) }
		}
		r.progress.Update(fmt.Sprintf("ursa: line %d", q.Pos.Line))
		s, err := decide()
		if s != nil && err == nil {
			err = add(s)
		}
		return total, err
	}
	switch {
	case r.certifier != nil:
		_, err := r.certifier.All(ctx, q, add)
		return total, err
	case r.flags.Quiet:
		return q.Count(ctx, r.flags.Solver)
	}
	for s, err := range q.Solutions(ctx, r.flags.Solver) {
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
func (r *ursaRun) solution(q *ursa.Assertion, s ursa.Solution, j *ursaAnswer, number *big.Int) error {
	if r.flags.Quiet {
		return nil
	}
	var m model
	if r.app.JSON {
		if len(j.Models) == mostModelsJSON {
			j.MoreModels = true
			return nil
		}
		m = model{map[string]string{}, map[string]bool{}}
	} else if q.All {
		fmt.Fprintf(r.out, "--> Solution %d\n", number)
	}
	for i, v := range q.Variables {
		if v.Local && !r.flags.AllVariables {
			continue
		}
		switch {
		case r.app.JSON && v.Boolean:
			m.Booleans[v.Name] = s[i].Sign() != 0
		case r.app.JSON:
			m.Numbers[v.Name] = s[i].String()
		case v.Boolean:
			fmt.Fprintf(r.out, "%s=%t;\n", v.Name, s[i].Sign() != 0)
		default:
			fmt.Fprintf(r.out, "%s=%s;\n", v.Name, ursa.FormatNumber(s[i], r.program.Bits(), 10))
		}
	}
	if r.app.JSON {
		j.Models = append(j.Models, m)
		return nil
	}
	_, err := fmt.Fprintln(r.out)
	return err
}

// report prints what follows the solutions.
func (r *ursaRun) report(q *ursa.Assertion, j *ursaAnswer, total *big.Int) {
	if q.Ground {
		answer := "no"
		if q.Holds {
			answer = "yes"
		}
		fmt.Fprintf(r.out, "%s\n[Number of solutions: 0]\n", answer)
		return
	}
	if total.Sign() == 0 {
		fmt.Fprintln(r.out, "No solutions found")
	}
	for _, m := range j.Bitwise {
		fmt.Fprintf(r.out, "[Bits of %s:", m.Name)
		for _, b := range m.Bits {
			fmt.Fprintf(r.out, " %d", b)
		}
		fmt.Fprintln(r.out, "]")
	}
	fmt.Fprintf(r.out, "[Number of solutions: %d]\n", total)
	if total.Sign() > 0 && j.FreeBits > 0 {
		fmt.Fprintf(r.out, "[Each solution stands for 2^%d: %s]\n", j.FreeBits, r.freeNames(q))
	}
	fmt.Fprintf(r.out, "[Formula generation: %.3f s; solving time: %.3f s]\n", j.BuildSeconds, j.Seconds)
	fmt.Fprintf(r.out, "[Formula size: %d variables, %d clauses]\n", j.Variables, j.Clauses)
}

// freeNames names some of the independent variables of which an assertion says nothing.
func (r *ursaRun) freeNames(q *ursa.Assertion) string {
	const most = 5
	var names []string
	others := 0
	for _, v := range q.Free {
		if len(names) == most || v.Local && !r.flags.AllVariables {
			others++
		} else {
			names = append(names, v.Name)
		}
	}
	text := strings.Join(names, ", ")
	switch {
	case len(names) == 0:
		return verb.Counted(others, "variable of a procedure is free", "variables of procedures are free")
	case others > 0:
		return fmt.Sprintf("%s and %d more are free", text, others)
	case len(names) == 1:
		return text + " is free"
	}
	return text + " are free"
}

// mappingOf returns which variables of the formula are the bits of variables: the first ones, in their order.
func mappingOf(q *ursa.Assertion) (all []bitsOf) {
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

// writeFormula writes the formula of an assertion instead of solving it.
func (r *ursaRun) writeFormula(q *ursa.Assertion) error {
	if q.Ground {
		fmt.Fprintf(r.app.Stderr, "retroproof: %s:%d: the constraint is ground, it has no formula\n", r.file, q.Pos.Line)
		return nil
	}
	if r.flags.Out != "" {
		return batch.WriteFile(filepath.Join(r.flags.Out, fmt.Sprintf("assert-%d.cnf", q.Number)), func(w io.Writer) error {
			return q.WriteDIMACS(w, r.file)
		})
	}
	if r.formulas++; r.formulas > 1 {
		return verb.Usagef("%s:%d: a second formula: --out DIR writes one a file", r.file, q.Pos.Line)
	}
	return q.WriteDIMACS(r.out, r.file)
}

// rebuildAnswer is an entry of a certificate that has been checked.
type rebuildAnswer struct {
	verb.Head  `schema:"retroproof.ursa.rebuild/1"`
	Assertion  int    `json:"assertion"`
	SourceLine int    `json:"line"` // hides that of the head
	Value      string `json:"value,omitempty"`
	Verdict    string `json:"verdict"`
	Solutions  string `json:"solutions,omitempty"`
	Variables  int    `json:"variables,omitempty"`
	Clauses    int    `json:"clauses,omitempty"`
}

// rebuildUrsa checks a certificate against its program.
func rebuildUrsa(ctx context.Context, a *verb.Env, f ursaRequest) error {
	info, err := os.Stat(f.Rebuild)
	if err == nil && !info.IsDir() {
		err = fmt.Errorf("%s is no folder", f.Rebuild)
	}
	if err != nil {
		return err
	}
	texts := map[ursa.Verdict]string{
		ursa.Yes: "yes", ursa.No: "no", ursa.Satisfiable: "the solution is one", ursa.Unsatisfiable: "no solution: formula rebuilt, proof verified",
	}
	_, err = ursa.Rebuild(ctx, os.DirFS(f.Rebuild), ursa.Options{Steps: f.Steps, Gates: f.Gates}, lrat.DefaultMemory, func(e ursa.Entry) {
		if a.JSON {
			_ = a.Print(&rebuildAnswer{verb.Head{}, e.Number, e.Line, e.Value, string(e.Verdict), e.Solutions, e.Variables, e.Clauses}, 0)
			return
		}
		text := texts[e.Verdict]
		if e.Verdict == ursa.Complete {
			text = e.Solutions + " solutions verified, and no other: formula rebuilt, proof verified"
		}
		if e.Value != "" {
			text = "value " + e.Value + ": " + text
		}
		fmt.Fprintf(a.Stdout, "line %d: %s\n", e.Line, text)
	})
	switch {
	case errors.Is(err, ursa.ErrCertificate):
		return verb.WithCode(verb.ExitNotVerified, fmt.Errorf("%s: %w", f.Rebuild, err))
	case errors.As(err, new(*fs.PathError)):
		return fmt.Errorf("%s: %w", f.Rebuild, err)
	case err != nil:
		return ursaError(a, err)
	case !a.JSON:
		fmt.Fprintln(a.Stdout, "The certificate is the program's.")
	}
	return nil
}
