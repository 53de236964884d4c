package proofs

import (
	"bytes"
	"fmt"
	"io"
)

// What a step of a proof does. The zero op is the end of the file.
type op byte

const (
	opEnd op = iota
	opAdd
	opDelete
)

// Clause ids, and so all numbers of a proof, have at most so many decimal digits, and no arithmetic overflows.
const (
	idDigits  = 18
	largestID = 1e18 - 1
)

// proofReader reads the steps of a proof: of LRAT, where clauses have ids and additions have hints, and of DRUP or
// DRAT, where they have not; of their text and their binary form. For every step the caller calls step, then number
// until it has returned 0, for LRAT additions twice, and then endStep.
type proofReader struct {
	textScanner
	lrat   bool
	binary bool
	id     int64 // LRAT: id of the step that is being read
	at     int64 // offset in the file of the last number or step, for messages
}

func newProofReader(r io.Reader, name string, lrat bool) *proofReader {
	p := &proofReader{textScanner: newTextScanner(r, name), lrat: lrat}
	p.binary = p.detect()
	return p
}

// detect tells the binary form from the text form. A binary file begins with a or d. No text begins with a. LRAT text
// does not begin with d either, but DRUP text may; it is binary if there is a NUL byte, which ends every binary step,
// in what is buffered.
func (p *proofReader) detect() bool {
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

func (p *proofReader) format() string {
	form, kind := "text", "DRUP"
	if p.binary {
		form = "binary"
	}
	if p.lrat {
		kind = "LRAT"
	}
	return form + " " + kind
}

// fail makes a ProofError at the last number or step.
func (p *proofReader) fail(kind error, format string, args ...any) error {
	e := &ProofError{File: p.name, Offset: p.at, Step: p.id, Detail: fmt.Sprintf(format, args...), Err: kind}
	if !p.binary {
		e.Line, e.Column = p.line, max(int(p.at-p.lineStart), 0)+1
	}
	return e
}

// failEnd makes an error at the end of the file, or returns the one that made reading end.
func (p *proofReader) failEnd(kind error, format string, args ...any) error {
	if p.err != nil && p.err != io.EOF {
		return fmt.Errorf("reading %s: %w", p.name, p.err)
	}
	p.at = p.base + int64(p.pos)
	return p.fail(kind, format, args...)
}

// failWord makes an error about the word that begins at the next byte.
func (p *proofReader) failWord(kind error, expected string) error {
	p.at = p.base + int64(p.pos)
	w := p.word()
	if p.pos == p.end && p.err != nil && p.err != io.EOF {
		return p.failEnd(nil, "") // more of the word may be missing
	}
	if len(w) == 0 {
		return p.fail(kind, "found the end of the line, expected %s", expected)
	}
	if i := bytes.IndexByte(w, 0); i >= 0 {
		p.at += int64(i)
		return p.fail(ErrNUL, "expected %s", expected)
	}
	return p.fail(kind, "found %s, expected %s", quote(string(w)), expected)
}

// step reads on to the next step and its id, if it has one.
func (p *proofReader) step() (op, error) {
	p.id = 0
	if p.binary {
		return p.binaryStep()
	}
	for {
		p.skipBlanks()
		b, ok := p.peek()
		switch {
		case !ok:
			if p.err != io.EOF {
				return opEnd, p.failEnd(nil, "")
			}
			p.at = p.base + int64(p.pos)
			return opEnd, nil
		case b == '\n':
			p.newline()
			continue
		case b == 'c':
			if err := p.skipLine(); err != nil {
				return opEnd, p.failWord(ErrNUL, "text")
			}
			continue
		case b == 'd' && !p.lrat:
			return p.deleteWord()
		case !p.lrat:
			p.at = p.base + int64(p.pos)
			return opAdd, nil
		}
		id, err := p.textNumber("a clause id")
		if err != nil {
			return opEnd, err
		}
		if id <= 0 {
			return opEnd, p.fail(ErrNotStep, "found %d, expected a clause id", id)
		}
		p.skipBlanks()
		if b, ok := p.peek(); ok && b == 'd' {
			return p.deleteWord() // the id of a deletion means nothing and is not kept
		}
		p.id = id
		return opAdd, nil
	}
}

func (p *proofReader) deleteWord() (op, error) {
	p.at = p.base + int64(p.pos)
	if w := p.word(); string(w) != "d" {
		p.pos -= len(w)
		return opEnd, p.failWord(ErrNotStep, "d or a number")
	}
	return opDelete, nil
}

func (p *proofReader) binaryStep() (op, error) {
	b, ok := p.peek()
	p.at = p.base + int64(p.pos)
	if !ok {
		if p.err != io.EOF {
			return opEnd, p.failEnd(nil, "")
		}
		return opEnd, nil
	}
	p.pos++
	switch {
	case b == 'd':
		return opDelete, nil
	case b != 'a':
		return opEnd, p.fail(ErrNotStep, "found byte %#02x, expected a or d", b)
	case !p.lrat:
		return opAdd, nil
	}
	id, err := p.binaryNumber()
	if err == nil && id <= 0 {
		err = p.fail(ErrNotStep, "found %d, expected a clause id", id)
	}
	p.id = id
	return opAdd, err
}

// number reads the next number of a list; 0 ends the list. It is at most largestID in magnitude.
func (p *proofReader) number(what string) (int64, error) {
	if p.binary {
		return p.binaryNumber()
	}
	return p.textNumber(what)
}

// textNumber is the hottest loop of reading. It looks at numbers within a window that no number of a proof fills.
func (p *proofReader) textNumber(what string) (int64, error) {
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
func (p *proofReader) badNumber(what string, tooLong bool) error {
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
func (p *proofReader) binaryNumber() (int64, error) {
	p.at = p.base + int64(p.pos)
	n := uint64(0)
	for shift := 0; ; shift += 7 {
		if p.pos == p.end && !p.fill() {
			return 0, p.failEnd(ErrTruncated, "expected a number")
		}
		b := p.buf[p.pos]
		p.pos++
		if shift > 56 {
			return 0, p.fail(ErrOverflow, "a number of more than 9 bytes")
		}
		n |= uint64(b&0x7f) << shift
		if b < 0x80 {
			if b == 0 && shift > 0 || n == 1 {
				return 0, p.fail(ErrNotNumber, "a number that is not in its shortest form")
			}
			break
		}
	}
	if n>>1 > largestID {
		return 0, p.fail(ErrOverflow, "a number of more than %d digits", idDigits)
	}
	if n&1 != 0 {
		return -int64(n >> 1), nil
	}
	return int64(n >> 1), nil
}

// endStep makes sure that the line ends after a step.
func (p *proofReader) endStep() error {
	if p.binary {
		return nil
	}
	p.skipBlanks()
	if b, ok := p.peek(); ok && b != '\n' {
		return p.failWord(ErrLine, "the end of the line")
	}
	return nil
}
