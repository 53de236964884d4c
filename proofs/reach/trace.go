package reach

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"retroproof/encode"
	"retroproof/proofs/aiger"
)

// CheckTrace checks a witness in AIGER's format: the line 1, a line with names of properties,
// b0 and so on, a line with the values of the latches, lines with those of the inputs, one a
// state, and a line with a full stop. The properties are bad in the last state, and they are
// among those with the given numbers; the constraints hold in every state. x is 0, or the reset of a
// latch that has one. It returns the numbers of the properties named, and that of steps, which is
// one less than that of states.
func CheckTrace(m *aiger.Model, bad []int, r io.Reader) (named []int, steps int, err error) {
	if _, err := Properties(m, bad); err != nil {
		return nil, 0, err
	}
	t := newTracer(m, encode.NewCircuit(), r)
	// Every property that the file names has to be bad in the last state, not one of them.
	var claimed []aiger.Lit
	states, err := t.replay(func(text string) error {
		for name := range strings.FieldsSeq(text) {
			var n int
			if k, _ := fmt.Sscanf(name, "b%d", &n); k != 1 || name != fmt.Sprintf("b%d", n) {
				return fmt.Errorf("found %.80q, expected properties such as b0", name)
			}
			l, err := Properties(m, []int{n})
			if err != nil || !slices.Contains(bad, n) {
				return fmt.Errorf("b%d is not a property in question", n)
			}
			if !slices.Contains(named, n) {
				named, claimed = append(named, n), append(claimed, l...)
			}
		}
		if len(claimed) == 0 {
			return errors.New("no property is named")
		}
		return nil
	}, func(_, _ frame) {})
	if err == nil && t.last.all(t.c, claimed) != t.c.True {
		err = fmt.Errorf("%w: in the last state not all properties named are bad", ErrTrace)
	}
	if err != nil {
		return nil, 0, err
	}
	return named, states - 1, nil
}

// tracer replays a run: every value is a constant.
type tracer struct {
	machine
	c    *encode.Circuit
	in   *bufio.Reader
	line int
	last frame
}

func newTracer(m *aiger.Model, c *encode.Circuit, r io.Reader) *tracer {
	return &tracer{machine: newMachine(m), c: c, in: bufio.NewReaderSize(r, 1<<12)}
}

// replay reads a witness. It gives its second line, which names properties, to the function named, and every state and
// the next one, in which only latches have values, to each. The circuit's inputs are constants, so that a state is
// evaluated as it is read: linear time. It returns the number of states; an error names the line.
func (t *tracer) replay(named func(string) error, each func(now, next frame)) (states int, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("%w: line %d: %v", ErrTrace, t.line, err)
		}
	}()
	if text, err := t.next(1); err != nil || text != "1" {
		return 0, fmt.Errorf("expected 1: a witness of a property (%v)", err)
	}
	text, err := t.next(1 << 12)
	if err == nil {
		err = named(text)
	}
	if err != nil {
		return 0, err
	}
	f, err := t.initial()
	for ; err == nil; states++ {
		if text, err = t.next(len(t.Inputs)); err == nil && text == "." && states > 0 {
			break
		}
		if err == nil {
			f, err = t.step(f, text)
		}
		if err == nil {
			each(t.last, f)
		}
	}
	if err != nil {
		return 0, err
	}
	if rest, err := t.next(1 << 12); err != io.EOF {
		return 0, fmt.Errorf("found %.80q, expected the end of the file", rest)
	}
	return states, nil
}

// next reads a line of at most longest bytes, or the full stop. At the end of the file the error is io.EOF.
func (t *tracer) next(longest int) (string, error) {
	t.line++
	var text []byte
	for {
		b, err := t.in.ReadByte()
		switch {
		case err != nil && len(text) > 0:
			return "", fmt.Errorf("the line has no end")
		case err != nil:
			return "", err
		case b == '\n':
			return string(text), nil
		case len(text) >= max(longest, 1):
			return "", fmt.Errorf("the line is too long; characters wanted: %d", longest)
		}
		text = append(text, b)
	}
}

// value reads a character; x is the default.
func (t *tracer) value(char byte, x encode.Bool) (encode.Bool, error) {
	switch char {
	case '0', '1':
		return t.c.Of(char == '1'), nil
	case 'x':
		return x, nil
	}
	return 0, fmt.Errorf("found %q, expected 0, 1 or x", char)
}

// initial reads the values of the latches. Whether they are the resets is seen in the first
// step, as resets may depend on inputs.
func (t *tracer) initial() (frame, error) {
	text, err := t.next(len(t.Latches))
	if err != nil || len(text) != len(t.Latches) {
		return nil, fmt.Errorf("expected the values of %d latches (%v)", len(t.Latches), err)
	}
	f := t.empty()
	for i, l := range t.Latches {
		x := t.c.False
		if !l.Free() {
			x = 0 // its reset
		}
		if f[l.Lit.Var()], err = t.value(text[i], x); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// step gives a state its inputs, and returns the next state without any.
func (t *tracer) step(f frame, text string) (frame, error) {
	if len(text) != len(t.Inputs) {
		return nil, fmt.Errorf("expected the values of %d inputs", len(t.Inputs))
	}
	var err error
	for i, l := range t.Inputs {
		if f[l.Var()], err = t.value(text[i], t.c.False); err != nil {
			return nil, err
		}
	}
	initial := t.last == nil
	f = t.complete(t.c, f, initial, "")
	for i, l := range t.Latches {
		if initial && f.lit(l.Lit) != f.lit(l.Reset) {
			return nil, fmt.Errorf("latch %d does not have its reset at the beginning", i)
		}
	}
	if f.all(t.c, t.Constraints) != t.c.True {
		return nil, fmt.Errorf("a constraint does not hold")
	}
	t.last = f
	n := t.empty()
	for _, l := range t.Latches {
		n[l.Lit.Var()] = f.lit(l.Next)
	}
	return n, nil
}
