package aiger

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"retroproof/proofs/lrat"
)

// What Read charges: for a variable, that of the tables of Check and of the gate or latch in
// a slice that grows; for a number of a list; for a byte of text.
const (
	variableCost = 64
	numberCost   = 16
	textCost     = 4
)

// maxVar is the largest variable: its literals fit 31 bits, as in other tools.
const maxVar = 1<<30 - 1

// reader reads a file.
type reader struct {
	in     *bufio.Reader
	name   string
	line   int   // of the line that is being read; 0 within binary gates
	start  int64 // offset of that line
	offset int64 // behind what was read
	left   int64 // memory
	err    error // of the file, other than its end
	m      *Model
	counts [9]int // M I L O A B C J F
	short  bool   // the header has five numbers
}

// Read reads a file in either form. The name is for messages only. memory limits what is
// kept, in bytes; beyond it the error is lrat.ErrMemory. A file that is not AIGER gives a
// *SyntaxError; an error of r is wrapped.
func Read(r io.Reader, name string, memory int64) (*Model, error) {
	p := &reader{in: bufio.NewReaderSize(r, 1<<16), name: name, left: memory, m: &Model{}}
	for _, step := range []func() error{p.header, p.inputs, p.latches, p.lists, p.gates, p.symbols, p.check} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return p.m, nil
}

// check has the model checked as a whole.
func (r *reader) check() error {
	err := r.m.Check()
	var wrong *SyntaxError
	if errors.As(err, &wrong) {
		wrong.File = r.name
	}
	return err
}

func (r *reader) fail(format string, args ...any) error {
	if r.err != nil {
		return fmt.Errorf("%s: %w", r.name, r.err)
	}
	return &SyntaxError{File: r.name, Line: r.line, Offset: r.start, Detail: fmt.Sprintf(format, args...)}
}

func (r *reader) charge(bytes int64) error {
	if r.left -= bytes; r.left < 0 {
		return fmt.Errorf("%s: %w", r.name, lrat.ErrMemory)
	}
	return nil
}

// longestLine is that of a line with numbers: three literals, or the header.
const longestLine = 256

// next reads a line, without its newline. end reports that there is none.
func (r *reader) next(longest int64) (text string, end bool, err error) {
	r.line++
	r.start = r.offset
	var line []byte
	for {
		part, err := r.in.ReadSlice('\n')
		r.offset += int64(len(part))
		line = append(line, part...)
		switch {
		case int64(len(line)) > longest:
			return "", false, r.fail("the line is longer than %d bytes", longest)
		case err == bufio.ErrBufferFull:
			continue
		case err == io.EOF && len(line) == 0:
			return "", true, nil
		case err != nil && err != io.EOF:
			r.err = err
			return "", false, r.fail("")
		}
		return strings.TrimSuffix(string(line), "\n"), false, nil
	}
}

// numbers reads a line of numbers, as many as between least and most, into dst.
func (r *reader) numbers(dst []uint32, what string, least, most int) ([]uint32, error) {
	text, end, err := r.next(longestLine)
	switch {
	case err != nil:
		return nil, err
	case end:
		return nil, r.fail("the file ends, expected %s", what)
	}
	dst = dst[:0]
	for word := range strings.SplitSeq(text, " ") {
		n, err := number(word)
		if err != nil {
			return nil, r.fail("found %q, expected %s", text, what)
		}
		dst = append(dst, n)
	}
	if len(dst) < least || len(dst) > most {
		return nil, r.fail("found %q, expected %s", text, what)
	}
	return dst, nil
}

// number reads a decimal number as the format writes it: without a sign or leading zeros.
func number(word string) (uint32, error) {
	n, err := strconv.ParseUint(word, 10, 32)
	if err == nil && (n > 2*maxVar+1 || strconv.FormatUint(n, 10) != word) {
		err = strconv.ErrSyntax
	}
	return uint32(n), err
}

// header reads the first line.
func (r *reader) header() error {
	text, _, err := r.next(longestLine)
	if err != nil {
		return err
	}
	const form = "a header: aag or aig and the numbers M I L O A, then B C J F as far as needed"
	words := strings.Split(text, " ")
	if len(words) < 6 || len(words) > 10 || words[0] != "aag" && words[0] != "aig" {
		return r.fail("found %q, expected %s", text, form)
	}
	r.m.Binary, r.short = words[0] == "aig", len(words) == 6
	for i, word := range words[1:] {
		n, err := number(word)
		if err != nil || n > maxVar {
			return r.fail("found %q, expected %s; the numbers are at most %d", text, form, maxVar)
		}
		r.counts[i] = int(n)
	}
	defined := r.counts[1] + r.counts[2] + r.counts[4]
	switch {
	case r.m.Binary && defined != r.counts[0]:
		return r.fail("M is %d and I + L + A is %d: in the binary form they are equal", r.counts[0], defined)
	case defined > r.counts[0]:
		return r.fail("M is %d and I + L + A is %d, which is more", r.counts[0], defined)
	}
	r.m.MaxVar = uint32(r.counts[0])
	return r.charge(variableCost * (int64(r.m.MaxVar) + 1))
}

// inputs reads the literals of the inputs, which the binary form does not list.
func (r *reader) inputs() error {
	var n []uint32
	var err error
	for i := range r.counts[1] {
		l := Lit(2 * (i + 1))
		if !r.m.Binary {
			if n, err = r.numbers(n, "the literal of an input", 1, 1); err != nil {
				return err
			}
			l = Lit(n[0])
		}
		r.m.Inputs = append(r.m.Inputs, l)
	}
	return nil
}

// latches reads the lines of the latches.
func (r *reader) latches() error {
	var n []uint32
	var err error
	for i := range r.counts[2] {
		var l Latch
		if r.m.Binary {
			if n, err = r.numbers(n, "a latch: its next value, and its reset if it is not 0", 1, 2); err != nil {
				return err
			}
			l.Lit = Lit(2 * (r.counts[1] + i + 1))
		} else {
			if n, err = r.numbers(n, "a latch: its literal, its next value, and its reset if it is not 0", 2, 3); err != nil {
				return err
			}
			l.Lit, n = Lit(n[0]), n[1:]
		}
		l.Next = Lit(n[0])
		if len(n) == 2 {
			l.Reset = Lit(n[1])
		}
		if r.short && l.function() {
			return r.fail("latch %d has the reset %d: in a file with five numbers in the header it is 0, 1 or the latch",
				l.Lit, l.Reset)
		}
		r.m.Latches = append(r.m.Latches, l)
	}
	return nil
}

// lists reads outputs, bad literals, constraints, justice and fairness.
func (r *reader) lists() error {
	list := func(count int, what string) (list []Lit, err error) {
		var n []uint32
		for range count {
			if n, err = r.numbers(n, what, 1, 1); err != nil {
				return nil, err
			}
			if err := r.charge(numberCost); err != nil {
				return nil, err
			}
			list = append(list, Lit(n[0]))
		}
		return list, nil
	}
	var err error
	m := r.m
	for _, l := range []struct {
		to    *[]Lit
		count int
		what  string
	}{
		{&m.Outputs, r.counts[3], "an output"}, {&m.Bad, r.counts[5], "a bad literal"},
		{&m.Constraints, r.counts[6], "a constraint"},
	} {
		if *l.to, err = list(l.count, l.what); err != nil {
			return err
		}
	}
	sizes, err := list(r.counts[7], "the number of literals of a justice property")
	if err != nil {
		return err
	}
	for _, size := range sizes {
		property, err := list(int(size), "a literal of a justice property")
		if err != nil {
			return err
		}
		m.Justice = append(m.Justice, property)
	}
	m.Fairness, err = list(r.counts[8], "a fairness literal")
	return err
}

// gates reads the AND gates.
func (r *reader) gates() error {
	if r.m.Binary {
		return r.binaryGates()
	}
	var n []uint32
	var err error
	for range r.counts[4] {
		if n, err = r.numbers(n, "a gate: its literal and its two operands", 3, 3); err != nil {
			return err
		}
		r.m.Ands = append(r.m.Ands, And{Lit(n[0]), Lit(n[1]), Lit(n[2])})
	}
	return nil
}

// binaryGates reads for each gate the differences of its literal and the greater operand,
// and of the two operands.
func (r *reader) binaryGates() error {
	line := r.line
	r.line = 0
	lhs := uint32(2 * (r.counts[1] + r.counts[2]))
	for range r.counts[4] {
		lhs += 2
		r.start = r.offset
		d0, err := r.delta()
		if err != nil {
			return err
		}
		if d0 == 0 || d0 > lhs {
			return r.fail("the first operand of gate %d is not less than it: difference %d", lhs, d0)
		}
		r.start = r.offset
		d1, err := r.delta()
		if err != nil {
			return err
		}
		r0 := lhs - d0
		if d1 > r0 {
			return r.fail("the second operand of gate %d is not at most the first one, %d: difference %d", lhs, r0, d1)
		}
		r.m.Ands = append(r.m.Ands, And{Lit(lhs), Lit(r0), Lit(r0 - d1)})
	}
	r.line = line
	return nil
}

// delta reads a number in base 128, the low digits first; all bytes but the last have the high bit.
func (r *reader) delta() (uint32, error) {
	var n uint64
	for shift := 0; shift < 35; shift += 7 {
		b, err := r.in.ReadByte()
		if err == io.EOF {
			return 0, r.fail("the file ends within the gates")
		}
		if err != nil {
			r.err = err
			return 0, r.fail("")
		}
		r.offset++
		n |= uint64(b&0x7f) << shift
		if b < 0x80 && n <= 2*maxVar+1 {
			return uint32(n), nil
		}
	}
	return 0, r.fail("a number of a gate is too large")
}

// symbols reads the symbol table and the comment.
func (r *reader) symbols() error {
	most := map[byte]int{'i': r.counts[1], 'l': r.counts[2], 'o': r.counts[3], 'b': r.counts[5], 'c': r.counts[6],
		'j': r.counts[7], 'f': r.counts[8]}
	type key struct {
		kind  byte
		index int
	}
	seen := map[key]bool{}
	for {
		text, end, err := r.next(max(longestLine, r.left/textCost))
		if err != nil || end {
			return err
		}
		if text == "c" {
			return r.comment()
		}
		word, name, named := strings.Cut(text, " ")
		if word == "" || !named {
			return r.fail("found %.80q, expected a symbol, such as \"i0 name\", or the line \"c\"", text)
		}
		index, err := number(word[1:])
		s := Symbol{word[0], int(index), name}
		if count, known := most[s.Kind]; err != nil || !known || s.Index >= count {
			return r.fail("found %.80q: there is no %q to be named", text, word)
		}
		if seen[key{s.Kind, s.Index}] {
			return r.fail("%s is named twice", word)
		}
		seen[key{s.Kind, s.Index}] = true
		if err := r.charge(256 + textCost*int64(len(text))); err != nil {
			return err
		}
		r.m.Symbols = append(r.m.Symbols, s)
	}
}

// comment reads the rest of the file.
func (r *reader) comment() error {
	text, err := io.ReadAll(io.LimitReader(r.in, r.left/textCost+1))
	if err != nil {
		r.err = err
		return r.fail("")
	}
	r.offset += int64(len(text))
	if text == nil {
		text = []byte{}
	}
	r.m.Comment = text
	return r.charge(textCost * int64(len(text)))
}
