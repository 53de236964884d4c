package lrat

import (
	"errors"
	"fmt"
	"io"
)

// The kinds of malformed DIMACS files. They come wrapped in a *SyntaxError.
var (
	ErrNoHeader       = errors.New("missing header")
	ErrHeader         = errors.New("malformed header")
	ErrSecondHeader   = errors.New("second header")
	ErrNotNumber      = errors.New("not a number")
	ErrOverflow       = errors.New("number too large")
	ErrLiteralRange   = errors.New("literal out of range")
	ErrTooFewClauses  = errors.New("file truncated: fewer clauses than the header says")
	ErrTooManyClauses = errors.New("more clauses than the header says")
	ErrUnterminated   = errors.New("last clause is not ended by 0")
	ErrTrailing       = errors.New("text after the last clause")
	ErrNUL            = errors.New("NUL byte")
	ErrTooLong        = errors.New("clause too long")
)

// LongestClause is the largest number of literals of a clause, 16 megabytes: a file might be
// one endless clause.
const LongestClause = 1 << 22

// ReadDIMACS reads a formula in DIMACS CNF. The name is used only in error messages.
//
// The reader is strict, because a formula that two programs read differently is worthless as a
// certificate. There must be exactly one header, "p cnf VARIABLES CLAUSES", before the first
// clause. Every literal must be within the header's range, and no number may have more than 18
// digits. There must be as many clauses as the header says, and the last one must be ended by
// 0. Allowed are: blank lines, spaces and tabs, CRLF, a last line without newline, clauses over
// several lines, several clauses on a line, and comments anywhere, also after the header; a
// comment is a line whose first character after blanks is c. A line that is only "%" ends the
// file, and the rest is ignored: the uniform random formulas of SATLIB end that way, and
// solvers do the same.
//
// Malformed input gives a *SyntaxError; an error of r is returned wrapped as it is. Memory is proportional to what was
// read, never to what the header promises.
func ReadDIMACS(r io.Reader, name string) (*Formula, error) {
	f := &Formula{}
	err := ScanDIMACS(r, name, func(variables int, clauses int64) error {
		f.NumVars = variables
		return nil
	}, func(clause []int32) error {
		f.literals = append(f.literals, clause...)
		f.ends = append(f.ends, len(f.literals))
		return nil
	})
	if err != nil {
		return nil, err
	}
	return f, nil
}

// ScanDIMACS is the streaming form of ReadDIMACS: it calls header once and then clause for every clause, in order,
// and holds only one clause at a time. The slice is reused. An error of a callback stops the scan and is returned.
// The number of clauses is checked at the end of the file, so the caller must not trust what it was handed before
// ScanDIMACS has returned nil.
func ScanDIMACS(r io.Reader, name string, header func(variables int, clauses int64) error, clause func([]int32) error) error {
	s := &dimacsScanner{source: newSource(r, name)}
	if err := s.header(); err != nil {
		return err
	}
	if err := header(int(s.variables), s.clauses); err != nil {
		return err
	}
	return s.scan(clause)
}

// dimacsScanner is a source with the numbers of the header.
type dimacsScanner struct {
	source
	variables int64
	clauses   int64
	seen      int64 // complete clauses so far
}

// next skips to the next word, past comments, and returns its first byte, and whether it is the
// first word of its line. The byte is 0 at the end of the file. lineBegins says that only
// blanks have been read on the current line.
func (s *dimacsScanner) next(lineBegins bool) (b byte, first bool, err error) {
	for {
		s.skipBlanks()
		b, ok := s.peek()
		switch {
		case !ok:
			return 0, lineBegins, s.failed()
		case b == '\n':
			s.newline()
			lineBegins = true
		case b == 'c' && lineBegins:
			if !s.skipLine() {
				return 0, false, s.fail("text", ErrNUL)
			}
		case b == 0:
			return 0, false, s.fail("text", ErrNUL)
		default:
			return b, lineBegins, nil
		}
	}
}

// header reads "p cnf V C" to the end of its line.
func (s *dimacsScanner) header() error {
	const want = `"p cnf VARIABLES CLAUSES"`
	b, first, err := s.next(true)
	switch {
	case err != nil:
		return err
	case b == 0:
		return s.failHere("a header "+want, ErrNoHeader)
	case b != 'p' || !first:
		return s.fail("a header "+want+" or a comment", ErrNoHeader)
	}
	for _, name := range []string{"p", "cnf"} {
		s.skipBlanks()
		if w := s.word(); string(w) != name {
			s.pos -= len(w)
			return s.fail(fmt.Sprintf("%q, as in %s", name, want), ErrHeader)
		}
	}
	if s.variables, err = s.headerNumber("the number of variables", MaxVariable); err != nil {
		return err
	}
	if s.clauses, err = s.headerNumber("the number of clauses", largestNumber); err != nil {
		return err
	}
	s.skipBlanks()
	if b, ok := s.peek(); ok && b != '\n' {
		return s.fail("the end of the line after "+want, ErrHeader)
	}
	return nil
}

func (s *dimacsScanner) headerNumber(what string, largest int64) (int64, error) {
	n, length, reason := s.number()
	switch {
	case reason == ErrOverflow || n > largest:
		return 0, s.fail(fmt.Sprintf("%s, at most %d", what, largest), ErrOverflow)
	case reason != nil || n < 0:
		return 0, s.fail(what, ErrHeader)
	}
	s.pos += length
	return n, nil
}

// scan reads the clauses, to the end of the file.
func (s *dimacsScanner) scan(emit func([]int32) error) error {
	var clause []int32
	for {
		b, first, err := s.next(false)
		if err != nil {
			return err
		}
		switch {
		case b == 0:
			return s.finish(len(clause))
		case b == 'p' && first:
			return s.fail("a literal, 0, or a comment", ErrSecondHeader)
		case b == '%' && first:
			if err := s.percent(); err != nil {
				return err
			}
			return s.finish(len(clause))
		}
		literal, err := s.literal()
		switch {
		case err != nil:
			return err
		case literal != 0 && len(clause) == LongestClause:
			return s.failHere(fmt.Sprintf("at most %d literals in a clause", LongestClause), ErrTooLong)
		case literal != 0:
			clause = append(clause, literal)
			continue
		}
		s.seen++
		if err := emit(clause); err != nil {
			return err
		}
		clause = clause[:0]
	}
}

// finish checks that nothing is missing at the end; length is that of an unfinished last
// clause.
func (s *dimacsScanner) finish(length int) error {
	switch {
	case length > 0:
		return s.failHere("0", ErrUnterminated)
	case s.seen < s.clauses:
		return s.failHere(fmt.Sprintf("%d clauses, read %d", s.clauses, s.seen), ErrTooFewClauses)
	}
	return nil
}

// percent reads a line that is only "%", which ends the file.
func (s *dimacsScanner) percent() error {
	w := s.word()
	if string(w) != "%" {
		s.pos -= len(w)
		return s.fail("a literal or 0", ErrNotNumber)
	}
	s.skipBlanks()
	if b, ok := s.peek(); ok && b != '\n' {
		return s.fail("the end of the line after %", ErrNotNumber)
	}
	return nil
}

// literal reads one number of a clause.
func (s *dimacsScanner) literal() (int32, error) {
	n, length, reason := s.number()
	switch {
	case s.seen == s.clauses && reason == ErrNotNumber:
		return 0, s.fail(fmt.Sprintf("the end of the file after %d clauses", s.clauses), ErrTrailing)
	case s.seen == s.clauses:
		return 0, s.fail(fmt.Sprintf("the end of the file after %d clauses", s.clauses), ErrTooManyClauses)
	case reason == ErrNotNumber:
		return 0, s.fail("a literal or 0", reason)
	case reason == ErrOverflow || max(n, -n) > MaxVariable:
		return 0, s.fail(fmt.Sprintf("a variable of at most %d", s.variables), ErrOverflow)
	case max(n, -n) > s.variables:
		return 0, s.fail(fmt.Sprintf("a variable of at most %d, as the header says", s.variables), ErrLiteralRange)
	}
	s.pos += length
	return int32(n), nil
}

// failHere returns an error about the next byte alone.
func (s *dimacsScanner) failHere(expected string, kind error) error {
	return &SyntaxError{File: s.name, Line: s.line, Column: int(s.offset()-s.lineStart) + 1, Expected: expected, Err: kind}
}

// fail returns an error about the word that begins at the next byte.
func (s *dimacsScanner) fail(expected string, kind error) error {
	w, at, kind, err := s.offending(kind)
	if err != nil {
		return err
	}
	if b, ok := s.peek(); w == "" && ok {
		w = string(rune(b)) // the end of the line
	}
	return &SyntaxError{File: s.name, Line: s.line, Column: int(at-s.lineStart) + 1, Token: w, Expected: expected, Err: kind}
}
