package lrat

import (
	"bytes"
	"fmt"
	"io"
)

// What a step of a proof does. The zero op is the end of the file.
type Op byte

// The steps.
const (
	End Op = iota
	Add
	Delete
)

// A Reader reads the steps of a proof: of LRAT, where clauses have ids and additions have
// hints, or of DRUP and DRAT, which have neither; in text or binary form. For every step the
// caller calls Step, then Number until it has returned 0 (twice for additions of LRAT), and
// then EndStep.
type Reader struct {
	source
	form       form
	lrat, text bool
	ID         int64 // id of the step that is being read, for messages; only LRAT files state it
	at         int64 // offset in the file of the last number or step, for messages
}

// form is the text form or the binary form.
type form interface {
	name() string
	step(p *Reader) (Op, error)
	number(p *Reader, what string) (int64, error)
	endStep(p *Reader) error
}

// NewReader returns a reader of LRAT, or of DRUP. The name is only for messages.
func NewReader(r io.Reader, name string, lrat bool) *Reader {
	p := newBinaryReader(r, name, lrat)
	if !p.detectBinary() {
		p.form, p.text = &textForm{}, true
	}
	return p
}

// newBinaryReader returns a reader of the binary form alone.
func newBinaryReader(r io.Reader, name string, lrat bool) *Reader {
	return &Reader{source: newSource(r, name), form: binaryForm{}, lrat: lrat}
}

// detectBinary reports whether a file is in the binary form. A binary file begins with a or d. No text begins with a.
// LRAT text does not begin with d either, but DRUP text may; it is binary if there is a NUL byte, which ends every
// binary step, in what is buffered.
func (r *Reader) detectBinary() bool {
	b, _ := r.peek()
	if b != 'd' || r.lrat {
		return b == 'a' || b == 'd'
	}
	return bytes.IndexByte(r.ahead(len(r.buf)), 0) >= 0
}

// Format names the format and whether it is text or binary.
func (r *Reader) Format() string {
	return r.form.name() + map[bool]string{true: " LRAT", false: " DRAT"}[r.lrat]
}

// Step reads on to the next step and its id, if it has one.
func (r *Reader) Step() (Op, error) {
	r.ID = 0
	return r.form.step(r)
}

// Number reads the next number of a list; 0 ends the list. It has at most mostDigits digits.
func (r *Reader) Number(what string) (int64, error) { return r.form.number(r, what) }

// EndStep checks that nothing else follows on the line of a step.
func (r *Reader) EndStep() error { return r.form.endStep(r) }

// Literal reads the next literal of a step; 0 at the end. Its variable must be at most
// variables.
func (r *Reader) Literal(variables int) (Lit, error) {
	n, err := r.Number("a literal")
	if err != nil {
		return 0, err
	}
	if n > int64(variables) || n < -int64(variables) {
		return 0, r.Fail(ErrLiteralRange, "found %d, expected a variable of at most %d, as in the formula", n, variables)
	}
	return LitOf(n), nil
}

// Fail returns a ProofError at the last number or step.
func (r *Reader) Fail(kind error, format string, args ...any) error {
	e := &ProofError{File: r.name, Offset: r.at, Step: r.ID, Detail: fmt.Sprintf(format, args...), Err: kind}
	if r.text {
		e.Line, e.Column = r.line, max(int(r.at-r.lineStart), 0)+1
	}
	return e
}

// failEnd returns an error about the end of the file, or the error that ended reading.
func (r *Reader) failEnd(kind error, format string, args ...any) error {
	if err := r.failed(); err != nil {
		return err
	}
	r.at = r.offset()
	return r.Fail(kind, format, args...)
}

// Read returns how many bytes of the proof have been read.
func (r *Reader) Read() int64 { return r.offset() }
