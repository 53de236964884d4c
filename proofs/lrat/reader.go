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

// Clause ids, and so all numbers of a proof, have at most so many decimal digits, and no arithmetic overflows.
const (
	idDigits  = 18
	largestID = 1e18 - 1
)

// A Reader reads the steps of a proof: of LRAT, where clauses have ids and additions have hints, and of DRUP or
// DRAT, where they have not; of their text and their binary form. For every step the caller calls Step, then Number
// until it has returned 0, for LRAT additions twice, and then EndStep.
type Reader struct {
	textScanner
	lrat   bool
	binary bool
	ID     int64 // of the step that is being read, for messages; LRAT has it in the file
	at     int64 // offset in the file of the last number or step, for messages
}

// NewReader returns a reader of LRAT, or of DRUP. The name is only for messages.
func NewReader(r io.Reader, name string, lrat bool) *Reader {
	p := &Reader{textScanner: newTextScanner(r, name), lrat: lrat}
	p.binary = p.detect()
	return p
}

// detect tells the binary form from the text form. A binary file begins with a or d. No text begins with a. LRAT text
// does not begin with d either, but DRUP text may; it is binary if there is a NUL byte, which ends every binary step,
// in what is buffered.
func (p *Reader) detect() bool {
	switch b, _ := p.peek(); {
	case b == 'a' || b == 'd' && p.lrat:
		return true
	case b == 'd':
		for p.token = 0; p.end < len(p.buf) && bytes.IndexByte(p.buf[:p.end], 0) < 0 && p.fill(); {
		}
		p.token = -1
		return bytes.IndexByte(p.buf[:p.end], 0) >= 0
	}
	return false
}

// Format names the format and whether it is text or binary.
func (p *Reader) Format() string {
	form, kind := "text", "DRUP"
	if p.binary {
		form = "binary"
	}
	if p.lrat {
		kind = "LRAT"
	}
	return form + " " + kind
}

// Fail makes a ProofError at the last number or step.
func (p *Reader) Fail(kind error, format string, args ...any) error {
	e := &ProofError{File: p.name, Offset: p.at, Step: p.ID, Detail: fmt.Sprintf(format, args...), Err: kind}
	if !p.binary {
		e.Line, e.Column = p.line, max(int(p.at-p.lineStart), 0)+1
	}
	return e
}

// failEnd makes an error at the end of the file, or returns the one that made reading end.
func (p *Reader) failEnd(kind error, format string, args ...any) error {
	if p.err != nil && p.err != io.EOF {
		return fmt.Errorf("reading %s: %w", p.name, p.err)
	}
	p.at = p.base + int64(p.pos)
	return p.Fail(kind, format, args...)
}

// failWord makes an error about the word that begins at the next byte.
func (p *Reader) failWord(kind error, expected string) error {
	p.at = p.base + int64(p.pos)
	w := p.word()
	if p.pos == p.end && p.err != nil && p.err != io.EOF {
		return p.failEnd(nil, "") // more of the word may be missing
	}
	if len(w) == 0 {
		return p.Fail(kind, "found the end of the line, expected %s", expected)
	}
	if i := bytes.IndexByte(w, 0); i >= 0 {
		p.at += int64(i)
		return p.Fail(ErrNUL, "expected %s", expected)
	}
	return p.Fail(kind, "found %s, expected %s", quote(string(w)), expected)
}

// Step reads on to the next step and its id, if it has one.
func (p *Reader) Step() (Op, error) {
	p.ID = 0
	if p.binary {
		return p.binaryStep()
	}
	for {
		p.skipBlanks()
		b, ok := p.peek()
		switch {
		case !ok:
			if p.err != io.EOF {
				return End, p.failEnd(nil, "")
			}
			p.at = p.base + int64(p.pos)
			return End, nil
		case b == '\n':
			p.newline()
			continue
		case b == 'c':
			if err := p.skipLine(); err != nil {
				return End, p.failWord(ErrNUL, "text")
			}
			continue
		case b == 'd' && !p.lrat:
			return p.deleteWord()
		case !p.lrat:
			p.at = p.base + int64(p.pos)
			return Add, nil
		}
		id, err := p.textNumber("a clause id")
		if err != nil {
			return End, err
		}
		if id <= 0 {
			return End, p.Fail(ErrNotStep, "found %d, expected a clause id", id)
		}
		p.skipBlanks()
		if b, ok := p.peek(); ok && b == 'd' {
			return p.deleteWord() // the id of a deletion means nothing and is not kept
		}
		p.ID = id
		return Add, nil
	}
}

func (p *Reader) deleteWord() (Op, error) {
	p.at = p.base + int64(p.pos)
	if w := p.word(); string(w) != "d" {
		p.pos -= len(w)
		return End, p.failWord(ErrNotStep, "d or a number")
	}
	return Delete, nil
}

func (p *Reader) binaryStep() (Op, error) {
	b, ok := p.peek()
	p.at = p.base + int64(p.pos)
	if !ok {
		if p.err != io.EOF {
			return End, p.failEnd(nil, "")
		}
		return End, nil
	}
	p.pos++
	switch {
	case b == 'd':
		return Delete, nil
	case b != 'a':
		return End, p.Fail(ErrNotStep, "found byte %#02x, expected a or d", b)
	case !p.lrat:
		return Add, nil
	}
	id, err := p.binaryNumber()
	if err == nil && id <= 0 {
		err = p.Fail(ErrNotStep, "found %d, expected a clause id", id)
	}
	p.ID = id
	return Add, err
}

// Number reads the next number of a list; 0 ends the list. It is at most largestID in magnitude.
func (p *Reader) Number(what string) (int64, error) {
	if p.binary {
		return p.binaryNumber()
	}
	return p.textNumber(what)
}

// textNumber is the hottest loop of reading. It looks at numbers within a window that no number of a proof fills.
func (p *Reader) textNumber(what string) (int64, error) {
	const window = 24
	start := p.pos
	if start+window < p.end && p.buf[start] == ' ' {
		start++
	}
	if start+window > p.end || p.buf[start] <= ' ' {
		p.skipBlanks()
		for p.token = p.pos; p.end-p.token < window && p.fill(); {
		}
		start, p.token = p.token, -1
	}
	p.at = p.base + int64(start)
	p.pos = start
	buf := p.buf[start:min(start+window, p.end)]
	i, n := 0, int64(0)
	if len(buf) > 0 && buf[0] == '-' {
		i = 1
	}
	first := i
	for i < len(buf) {
		d := buf[i] - '0'
		if d > 9 {
			break
		}
		n = n*10 + int64(d) // may overflow, but not with the few digits that are accepted
		i++
	}
	if i == first || i-first > idDigits || first == 1 && n == 0 {
		return 0, p.badNumber(what, i-first > idDigits)
	}
	if i < len(buf) && buf[i] != ' ' && buf[i] != '\n' && buf[i] != '\r' && buf[i] != '\t' {
		return 0, p.badNumber(what, false)
	}
	p.pos += i
	if first == 1 {
		n = -n
	}
	return n, nil
}

// badNumber finds out what is wrong with the number at the next byte.
func (p *Reader) badNumber(what string, tooLong bool) error {
	switch b, ok := p.peek(); {
	case tooLong:
		return p.failWord(ErrOverflow, fmt.Sprintf("%s of at most %d digits", what, idDigits))
	case !ok:
		return p.failEnd(ErrTruncated, "expected %s or 0", what)
	case b == '\n':
		return p.failWord(ErrLine, what+" or 0")
	}
	return p.failWord(ErrNotNumber, what+" or 0")
}

// binaryNumber reads a number in groups of 7 bits, lowest first, the top bit of a byte set if another follows. The
// lowest bit of the whole is the sign. Only the shortest form is accepted, and no minus zero.
func (p *Reader) binaryNumber() (int64, error) {
	p.at = p.base + int64(p.pos)
	n := uint64(0)
	for shift := 0; ; shift += 7 {
		if p.pos == p.end && !p.fill() {
			return 0, p.failEnd(ErrTruncated, "expected a number")
		}
		b := p.buf[p.pos]
		p.pos++
		if shift > 56 {
			return 0, p.Fail(ErrOverflow, "a number of more than 9 bytes")
		}
		n |= uint64(b&0x7f) << shift
		if b < 0x80 {
			if b == 0 && shift > 0 || n == 1 {
				return 0, p.Fail(ErrNotNumber, "a number that is not in its shortest form")
			}
			break
		}
	}
	if n>>1 > largestID {
		return 0, p.Fail(ErrOverflow, "a number of more than %d digits", idDigits)
	}
	if n&1 != 0 {
		return -int64(n >> 1), nil
	}
	return int64(n >> 1), nil
}

// EndStep makes sure that the line ends after a step.
func (p *Reader) EndStep() error {
	if p.binary {
		return nil
	}
	p.skipBlanks()
	if b, ok := p.peek(); ok && b != '\n' {
		return p.failWord(ErrLine, "the end of the line")
	}
	return nil
}

// Literal reads the next literal of a step, 0 at the end. Its variable is at most the one that is given.
func (p *Reader) Literal(variables int) (Lit, error) {
	n, err := p.Number("a literal")
	if err != nil {
		return 0, err
	}
	if n > int64(variables) || n < -int64(variables) {
		return 0, p.Fail(ErrLiteralRange, "found %d, expected a variable of at most %d, as in the formula", n, variables)
	}
	return LitOf(n), nil
}

// Read returns how many bytes of the proof have been read, after decompression.
func (p *Reader) Read() int64 { return p.base + int64(p.pos) }
