package ursa

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"retroproof/encode"
)

// Limits of a run that Options leave at 0.
const (
	// DefaultSteps is the number of steps of a run, tries of minimize and maximize together. A step is a statement or
	// an operation; one that makes gates counts for more.
	DefaultSteps = 100_000_000
	// DefaultGates is the number of gates of a formula, at some 300 bytes each while it is solved. An independent bit
	// counts as 8, a variable that is alive as 4.
	DefaultGates = 5_000_000
)

// Limits that cannot be changed.
const (
	maxCalls = 10_000  // procedures that call each other
	maxDepth = 200_000 // statements that are in progress, in all procedures together
)

// Variable is an independent variable: the program read it before it had a value.
type Variable struct {
	// Name is the variable's, such as nx or n[3]; of a local variable of a procedure procedure.name. A second
	// independent variable of the same name is name#2.
	Name    string
	Boolean bool
	Local   bool // no variable of the main program
	// Bits are inputs of a circuit, the lowest first; one for a Boolean.
	Bits []encode.Bool
}

// cell holds a variable.
type cell struct {
	value
	defined bool
	origin  string // the name under which it becomes independent
	local   bool   // that is not of the main program
}

// scope is the variables of the main program or of a call.
type scope struct {
	proc  *procedure // nil: the main program
	cells map[string]*cell
	lists map[string]int // arrays that a list of values was assigned to, with its length
}

// budget is shared by all runs of a program for one answer.
type budget struct{ steps int64 }

// machine runs a program once.
type machine struct {
	arithmetic
	ctx    context.Context
	prog   *Program
	gates  int64
	budget *budget
	next   int64 // number of steps left at which the context is checked again

	scope  *scope
	calls  []*callStmt
	loops  []*running
	depth  int
	cells  int64
	inputs int64
	vars   []*Variable
	owner  map[encode.Bool]*Variable
	names  map[string]int // how many independent variables have had the name

	memo      map[string][]cell // what calls have given, by memoKey
	memoBits  int64
	keyBuffer []byte
	effects   int64 // what has been done besides assigning variables of the scope: see call

	optimized *Preset     // by minimize or maximize; nil: nothing is
	held      bool        // the command was executed: its variable should keep the value
	lost      *Diagnostic // it has not

	asserts  int
	onAssert func(*pending) error
	onOptim  func(m *machine, s *optimizeStmt) error
	print    func(string) error
	warn     func(Diagnostic)
	warned   map[Pos]bool
}

// pending is an assertion that the machine has come to.
type pending struct {
	number     int
	pos        Pos
	all        bool
	constraint encode.Bool
	bits       []encode.Bool // of all variables in the constraint
}

var errHalt = errors.New("halt")

func newMachine(ctx context.Context, p *Program, o Options, b *budget) *machine {
	m := &machine{
		arithmetic: *newArithmetic(p.bits), ctx: ctx, prog: p, gates: o.Gates, budget: b, next: b.steps,
		owner: map[encode.Bool]*Variable{}, names: map[string]int{}, memo: map[string][]cell{}, warned: map[Pos]bool{},
		scope: &scope{cells: map[string]*cell{}},
		print: func(string) error { return nil }, warn: func(Diagnostic) {},
	}
	if m.gates <= 0 {
		m.gates = DefaultGates
	}
	return m
}

// run runs the program to its end.
func (m *machine) run() (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *runError:
			err = r.err
		default:
			panic(r)
		}
		if errors.Is(err, errHalt) {
			err = nil
		}
	}()
	for _, s := range m.prog.body {
		m.exec(s)
	}
	return nil
}

// runError ends a run, by panic: expressions would otherwise return an error each.
type runError struct{ err error }

// stop ends the run with an error as it is.
func (m *machine) stop(err error) {
	if err != nil {
		panic(&runError{err})
	}
}

func (m *machine) diagnostic(at Pos, format string, args ...any) Diagnostic {
	d := Diagnostic{File: m.prog.file, Pos: at, Text: fmt.Sprintf(format, args...)}
	for i := len(m.calls) - 1; i >= 0; i-- {
		if len(d.Calls) == mostCalls {
			d.Calls = append(d.Calls, fmt.Sprintf("and %d more calls", i+1))
			break
		}
		c := m.calls[i]
		d.Calls = append(d.Calls, fmt.Sprintf("in %s, called in line %d", clip(c.name), c.Line))
	}
	return d
}

// failf ends the run with an error of the program.
func (m *machine) failf(at Pos, format string, args ...any) {
	m.stop(&Error{Diagnostics: []Diagnostic{m.diagnostic(at, format, args...)}})
}

// exhausted ends the run because of a limit.
func (m *machine) exhausted(at Pos, format string, args ...any) {
	m.stop(&Error{Diagnostics: []Diagnostic{m.diagnostic(at, format, args...)}, budget: true})
}

// manyRounds is the number of rounds from which on a loop is named as what may not end.
const manyRounds = 100

// spent ends the run because a budget is used up. If that is in a loop that cannot end, or has gone round often, the
// message is about the loop that has gone round most often.
func (m *machine) spent(at Pos, what, flag string) {
	var most *running
	for _, l := range m.loops {
		if (l.rounds >= manyRounds || l.endless()) && (most == nil || l.rounds > most.rounds) {
			most = l
		}
	}
	if most == nil {
		m.exhausted(at, "%s: %s sets another limit", what, flag)
	}
	m.calls = m.calls[:most.calls] // those that the loop is in
	if most.endless() {
		m.exhausted(most.Pos, "the loop never ends, unless by halt, as its condition is true: after %d rounds %s (%s)",
			most.rounds, what, flag)
	}
	m.exhausted(most.Pos, "the loop has not ended after %d rounds, and %s: does it end? %s sets another limit",
		most.rounds, what, flag)
}

func (m *machine) warnf(at Pos, format string, args ...any) {
	if !m.warned[at] {
		m.warned[at] = true
		d := m.diagnostic(at, format, args...)
		d.Warning = true
		m.warn(d)
	}
}

// charge counts steps, and looks at the limits.
func (m *machine) charge(at Pos, steps int64) {
	m.budget.steps -= steps
	if m.budget.steps < 0 {
		m.spent(at, "the program has taken all steps it may take", "--steps")
	}
	if int64(m.c.Len())+8*m.inputs+4*m.cells > m.gates {
		m.spent(at, fmt.Sprintf("the formula and the variables have more than %d gates", m.gates), "--gates")
	}
	if m.budget.steps < m.next {
		m.next = m.budget.steps - 10_000
		m.stop(m.ctx.Err())
	}
}

// qualified is the name under which a variable of the scope becomes independent.
func (s *scope) qualified(name string) string {
	if s.proc == nil {
		return name
	}
	return s.proc.name + "." + name
}

// cell returns the cell of a variable, which it makes if need be.
func (m *machine) cell(key string) *cell {
	c := m.scope.cells[key]
	if c == nil {
		c = &cell{origin: m.scope.qualified(key), local: m.scope.proc != nil}
		m.scope.cells[key] = c
		m.cells++
	}
	return c
}

// key returns the name of a variable with the values of its indices.
func (m *machine) key(e *expr) string {
	if len(e.args) == 0 {
		return e.name
	}
	var b strings.Builder
	b.WriteString(e.name)
	for _, x := range e.args {
		i := m.number(x)
		if !m.isGround(i) {
			m.failf(x.pos, "the index depends on %s, which is symbolic: an index must be known; choose among elements by "+
				"ite, in a loop over the indices", m.some(m.symbols(i)))
		}
		b.WriteByte('[')
		b.WriteString(m.integer(i).String())
		b.WriteByte(']')
	}
	return b.String()
}

// some names an independent variable that some Booleans depend on.
func (m *machine) some(bits []encode.Bool) string {
	for _, in := range support(m.c, bits...) {
		return clip(m.owner[in].Name)
	}
	return "nothing"
}

// read returns the value of a cell; one that is undefined becomes independent.
func (m *machine) read(at Pos, c *cell, boolean bool) value {
	if !c.defined {
		c.value, c.defined = m.independent(at, c, boolean), true
	}
	return c.value
}

// independent makes an independent variable.
func (m *machine) independent(at Pos, c *cell, boolean bool) value {
	m.effects++
	v := &Variable{Name: c.origin, Boolean: boolean, Local: c.local}
	if m.names[v.Name]++; m.names[v.Name] > 1 {
		v.Name = fmt.Sprintf("%s#%d", v.Name, m.names[v.Name])
	}
	m.charge(at, int64(m.width))
	m.vars = append(m.vars, v)
	if boolean {
		b := m.c.Input(v.Name)
		v.Bits = []encode.Bool{b}
		m.inputs++
		m.owner[b] = v
		return value{truth: b}
	}
	v.Bits = m.c.NumInput(v.Name, m.width)
	m.inputs += int64(m.width)
	for _, b := range v.Bits {
		m.owner[b] = v
	}
	return value{num: num{bits: v.Bits, sum: &sum{terms: []term{{1, v.Bits}}}}}
}
