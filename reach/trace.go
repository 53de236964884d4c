package reach

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"

	"retroproof/encode"
	"retroproof/internal/answer"
	"retroproof/proofs/reach"
)

// A Trace is a run to a bad state, or one that violates a justice property.
type Trace struct {
	Bad     int       // which of the system's bad literals holds in the last state, from 0
	Initial []Value   // of the latches
	Inputs  [][]Value // by state, at least one
	// Of a run that violates a justice property: the state, from 0, that it comes to once more behind its last
	Loop int
}

// Value is a bit of a trace.
type Value byte

// The values. What is Any may be either, and the last state is bad all the same.
const (
	Zero Value = '0'
	One  Value = '1'
	Any  Value = 'x'
)

func valueOf(b bool) Value {
	if b {
		return One
	}
	return Zero
}

// Write writes the trace as a witness in AIGER's format. name is the property's, such as b0.
func (t *Trace) Write(w io.Writer, name string) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "1\n%s\n", name)
	fmt.Fprintln(b, string(t.Initial))
	for _, in := range t.Inputs {
		fmt.Fprintln(b, string(in))
	}
	b.WriteString(".\n")
	return b.Flush()
}

// Steps returns the number of steps, one less than that of states.
func (t *Trace) Steps() int { return len(t.Inputs) - 1 }

// ternary evaluates a circuit with values that may be unknown.
type ternary struct {
	s     *System
	gates []ternaryGate
	value map[encode.Bool]int // index in words, by positive literal
	words []Value             // by index
	roots []ternaryLit        // constraint, then bad literals, then next values
	price []int32             // by index, of lift: how many latches make the value certain
	need  []bool              // by index, of lift
}

// ternaryGate is a gate: where its value is, and its operands.
type ternaryGate struct {
	out  int
	a, b ternaryLit
}

// ternaryLit is twice an index in words, plus 1 if negated.
type ternaryLit int

func (t *ternary) get(l ternaryLit) Value {
	v := t.words[l>>1]
	if l&1 == 1 && v != Any {
		v ^= 1
	}
	return v
}

// newTernary prepares the evaluation of a system.
func newTernary(s *System) *ternary {
	t := &ternary{s: s, value: map[encode.Bool]int{}}
	add := func(b encode.Bool) {
		t.value[positive(b)] = len(t.words)
		t.words = append(t.words, Any)
	}
	add(s.Circuit.True)
	t.words[0] = One
	for _, l := range s.Latches {
		add(l.Now)
	}
	for _, in := range s.Inputs {
		add(in)
	}
	roots := append([]encode.Bool{s.constraint()}, s.Bad...)
	for _, l := range s.Latches {
		roots = append(roots, l.Next)
	}
	known := func(b encode.Bool) bool { _, ok := t.value[b]; return ok }
	for _, r := range roots {
		operandsFirst(r, known, s.Circuit.Gate, func(top, x, y encode.Bool, _ bool) {
			add(top)
			t.gates = append(t.gates, ternaryGate{t.value[top], t.lit(x), t.lit(y)})
		})
		t.roots = append(t.roots, t.lit(r))
	}
	t.price, t.need = make([]int32, len(t.words)), make([]bool, len(t.words))
	return t
}

func (t *ternary) lit(b encode.Bool) ternaryLit {
	l := ternaryLit(2 * t.value[positive(b)])
	if b != positive(b) {
		l++
	}
	return l
}

// step evaluates one state: whether the constraints hold, and the next values of the latches.
// What the bad literals are is in t until the next step.
func (t *ternary) step(latches, inputs, next []Value) (constraint bool) {
	copy(t.words[1:], latches)
	copy(t.words[1+len(latches):], inputs)
	for _, g := range t.gates {
		a, b := t.get(g.a), t.get(g.b)
		v := Any
		switch {
		case a == Zero || b == Zero:
			v = Zero
		case a == One && b == One:
			v = One
		}
		t.words[g.out] = v
	}
	for i := range next {
		next[i] = t.get(t.roots[1+len(t.s.Bad)+i])
	}
	return t.get(t.roots[0]) == One
}

// dear is more than what all latches cost.
const dear = 1 << 24

// lift returns the part of a state that is needed for the constraints to hold, and for a step to lead into a cube; or,
// if that is nil, for a bad literal to hold. It evaluates the circuit, and goes back from what is wanted: of an AND
// that is 1 both operands are needed, of one that is 0 one that is 0 and rests on few latches.
func (t *ternary) lift(state cube, inputs []Value, to cube) cube {
	latches := make([]Value, len(state))
	for i, l := range state {
		latches[i], t.price[1+i] = valueOf(l > 0), 1
	}
	t.step(latches, inputs, nil)
	clear(t.need)
	for _, g := range t.gates {
		price := min(t.price[g.a>>1]+t.price[g.b>>1], dear)
		if t.words[g.out] == Zero {
			price = t.price[t.reason(g)>>1]
		}
		t.price[g.out] = price
	}
	t.need[t.roots[0]>>1] = true
	next := t.roots[1+len(t.s.Bad):]
	for _, l := range to {
		t.need[next[index(l)]>>1] = true
	}
	if to == nil {
		bad := slices.Clone(t.roots[1 : 1+len(t.s.Bad)])
		bad = slices.DeleteFunc(bad, func(b ternaryLit) bool { return t.get(b) != One })
		t.need[slices.MinFunc(bad, func(a, b ternaryLit) int { return int(t.price[a>>1] - t.price[b>>1]) })>>1] = true
	}
	for _, g := range slices.Backward(t.gates) {
		switch {
		case !t.need[g.out]:
		case t.words[g.out] == One:
			t.need[g.a>>1], t.need[g.b>>1] = true, true
		default:
			t.need[t.reason(g)>>1] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(state), func(l int32) bool { return !t.need[1+index(l)] })
}

// reason returns an operand that is 0 of a gate that is.
func (t *ternary) reason(g ternaryGate) ternaryLit {
	a, b := t.get(g.a), t.get(g.b)
	if a == One || b == Zero && !t.need[g.a>>1] && (t.need[g.b>>1] || t.price[g.b>>1] < t.price[g.a>>1]) {
		return g.b
	}
	return g.a
}

// isBad returns the value of a bad literal in the last state evaluated.
func (t *ternary) isBad(i int) Value { return t.get(t.roots[1+i]) }

// replay runs a trace, and returns the first bad literal that certainly holds in its last state,
// -1 if none does or if a constraint does not certainly hold on the way.
func (t *ternary) replay(tr *Trace) int {
	latches := append([]Value(nil), tr.Initial...)
	for _, in := range tr.Inputs {
		next := make([]Value, len(latches))
		if !t.step(latches, in, next) {
			return -1
		}
		latches = next
	}
	for i := range t.s.Bad {
		if t.isBad(i) == One {
			return i
		}
	}
	return -1
}

// replayWork is the number of gates that minimising a trace may evaluate.
const replayWork = 1 << 26

// minimise replaces values by Any where the last state is bad without them: first the inputs of
// whole states, then single ones, then free latches, as long as the work lasts. The trace must
// have been replayed.
func (t *ternary) minimise(tr *Trace) {
	cost := (len(t.gates) + len(t.words)) * len(tr.Inputs)
	left := replayWork
	try := func(values []Value) bool {
		if left -= cost; left < 0 {
			return false
		}
		old := append([]Value(nil), values...)
		for i := range values {
			values[i] = Any
		}
		if t.replay(tr) >= 0 {
			return true
		}
		copy(values, old)
		return false
	}
	first := 0
	if !t.s.constantResets() { // they may depend on the first inputs and on free latches
		first = 1
	}
	whole := make([]bool, len(tr.Inputs))
	for i, in := range tr.Inputs[first:] {
		whole[first+i] = try(in)
	}
	for i, in := range tr.Inputs[first:] {
		for j := range in {
			if !whole[first+i] && left > 0 {
				try(in[j : j+1])
			}
		}
	}
	for i, l := range t.s.Latches {
		if l.Reset == l.Now && first == 0 && left > 0 {
			try(tr.Initial[i : i+1])
		}
	}
}

// finish replays a trace that an engine has found, minimises it, and has it checked. A trace that
// fails is a fault of the engine.
func (s *System) finish(tr *Trace) error {
	t := newTernary(s)
	if tr.Bad = t.replay(tr); tr.Bad >= 0 {
		t.minimise(tr)
		tr.Bad = t.replay(tr)
	}
	var text bytes.Buffer
	bad := max(tr.Bad, 0)
	if err := tr.Write(&text, fmt.Sprint("b", bad)); err != nil {
		return err
	}
	if _, _, err := reach.CheckTrace(s.Model(), []int{bad}, &text); err != nil {
		return fmt.Errorf("a trace of %s was found that is none: %w", answer.Counted(tr.Steps(), "step", "steps"), err)
	}
	return nil
}
