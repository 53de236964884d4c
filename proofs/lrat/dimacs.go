package lrat

import (
	"errors"
	"fmt"
	"io"
	"math"
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

// LongestClause bounds the memory for one clause, as a file may be one endless clause: 16 megabytes.
const LongestClause = 1 << 22

// ReadDIMACS reads a formula in DIMACS CNF. The name is only for error messages.
//
// The reader is strict, because a formula that two programs read differently is worthless as a certificate: there is
// exactly one header, "p cnf VARIABLES CLAUSES", before the first clause; every literal is within the header's range;
// there are as many clauses as the header says; and the last one is ended by 0. Free are: blank lines, spaces and
// tabs, CRLF, a last line without newline, clauses over several lines, several clauses a line, and comments, which
// are lines whose first character after blanks is c, anywhere, also after the header. A line that is only "%" ends
// the file and what follows it is ignored: the uniform random formulas of SATLIB end that way, and solvers agree.
//
// Input compressed by gzip is read as well. Malformed input gives a *SyntaxError; an error of r, or ErrGzip, is returned wrapped as it is. Memory is proportional to what
// was read, never to what the header promises.
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
	s := &dimacsScanner{textScanner: newTextScanner(r, name)}
	return s.scan(header, clause)
}

// dimacsScanner adds to the tokens what the header has promised.
type dimacsScanner struct {
	textScanner
	variables int64
	clauses   int64
	seen      int64 // complete clauses so far
}

func (s *dimacsScanner) scan(header func(int, int64) error, emit func([]int32) error) error {
	haveHeader := false
	lineBegins := true // only blanks so far on this line
	var clause []int32
scan:
	for {
		s.skipBlanks()
		b, ok := s.peek()
		if !ok {
			break
		}
		switch {
		case b == '\n':
			s.newline()
			lineBegins = true
			continue
		case b == 'c' && lineBegins:
			if err := s.skipLine(); err != nil {
				return err
			}
			continue
		case b == 'p' && lineBegins:
			if haveHeader {
				return s.failWord(s.word(), "a literal, 0, or a comment", ErrSecondHeader)
			}
			if err := s.header(); err != nil {
				return err
			}
			haveHeader = true
			if err := header(int(s.variables), s.clauses); err != nil {
				return err
			}
			continue
		case b == '%' && lineBegins && haveHeader:
			end, err := s.percent()
			if err != nil {
				return err
			}
			if end {
				break scan
			}
			continue
		}
		lineBegins = false
		if !haveHeader {
			return s.failWord(s.word(), `a header "p cnf VARIABLES CLAUSES" or a comment`, ErrNoHeader)
		}
		literal, err := s.literal()
		if err != nil {
			return err
		}
		if literal != 0 {
			if len(clause) == LongestClause {
				return s.fail(s.pos, "", fmt.Sprintf("at most %d literals in a clause", LongestClause), ErrTooLong)
			}
			clause = append(clause, literal)
			continue
		}
		s.seen++
		if err := emit(clause); err != nil {
			return err
		}
		clause = clause[:0]
	}
	if s.err != nil && s.err != io.EOF {
		return fmt.Errorf("reading %s: %w", s.name, s.err)
	}
	switch {
	case !haveHeader:
		return s.fail(s.pos, "", `a header "p cnf VARIABLES CLAUSES"`, ErrNoHeader)
	case len(clause) > 0:
		return s.fail(s.pos, "", "0", ErrUnterminated)
	case s.seen < s.clauses:
		return s.fail(s.pos, "", fmt.Sprintf("%d clauses, read %d", s.clauses, s.seen), ErrTooFewClauses)
	}
	return nil
}

// header reads "p cnf V C" to the end of its line.
func (s *dimacsScanner) header() error {
	const want = `"p cnf VARIABLES CLAUSES"`
	if w := s.word(); string(w) != "p" {
		return s.failWord(w, want, ErrHeader)
	}
	s.skipBlanks()
	if w := s.word(); string(w) != "cnf" {
		return s.failWord(w, `"cnf", as in `+want, ErrHeader)
	}
	var err error
	if s.variables, err = s.headerNumber("the number of variables", MaxVariable); err != nil {
		return err
	}
	if s.clauses, err = s.headerNumber("the number of clauses", math.MaxInt64); err != nil {
		return err
	}
	s.skipBlanks()
	if b, ok := s.peek(); ok && b != '\n' {
		return s.failWord(s.word(), "the end of the line after "+want, ErrHeader)
	}
	return nil
}

func (s *dimacsScanner) headerNumber(what string, largest int64) (int64, error) {
	s.skipBlanks()
	w := s.word()
	if len(w) == 0 {
		return 0, s.failWord(w, what, ErrHeader)
	}
	n := int64(0)
	for _, c := range w {
		if c < '0' || c > '9' {
			return 0, s.failWord(w, what, ErrHeader)
		}
		if n > (largest-int64(c-'0'))/10 {
			return 0, s.failWord(w, fmt.Sprintf("%s, at most %d", what, largest), ErrOverflow)
		}
		n = n*10 + int64(c-'0')
	}
	return n, nil
}

// percent deals with a line that begins with %: it ends the file if nothing else is on the line.
func (s *dimacsScanner) percent() (end bool, err error) {
	w := s.word()
	if string(w) != "%" {
		return false, s.failWord(w, "a literal or 0", ErrNotNumber)
	}
	s.skipBlanks()
	if b, ok := s.peek(); ok && b != '\n' {
		return false, s.failWord(s.word(), "the end of the line after %", ErrNotNumber)
	}
	return true, nil
}

// literal reads one number of a clause. The loop over digits is the hot one of the whole reader.
func (s *dimacsScanner) literal() (int32, error) {
	s.token = s.pos
	negative := s.buf[s.pos] == '-'
	if negative {
		s.pos++
	}
	n, digits := int64(0), 0
	for {
		for s.pos < s.end {
			d := s.buf[s.pos] - '0'
			if d > 9 {
				goto done
			}
			n = n*10 + int64(d)
			digits++
			s.pos++
			if n > MaxVariable {
				return 0, s.badLiteral(n)
			}
		}
		if s.pos-s.token > longestToken || !s.fill() {
			break
		}
	}
done:
	if digits == 0 || (negative && n == 0) || s.pos-s.token > longestToken {
		return 0, s.badLiteral(n)
	}
	if b, ok := s.peek(); ok && b != ' ' && b != '\n' && b != '\t' && b != '\r' {
		return 0, s.badLiteral(n)
	}
	if n > s.variables || s.seen == s.clauses {
		return 0, s.badLiteral(n)
	}
	s.token = -1
	if negative {
		return int32(-n), nil
	}
	return int32(n), nil
}

// badLiteral finds out what is wrong with the number whose reading has just been given up.
func (s *dimacsScanner) badLiteral(n int64) error {
	s.pos = s.token
	w := s.word()
	digits := w
	if len(w) > 0 && w[0] == '-' {
		digits = w[1:]
	}
	number := len(digits) > 0 && !(n == 0 && len(digits) < len(w)) && len(w) <= longestToken
	for _, c := range digits {
		number = number && c >= '0' && c <= '9'
	}
	switch {
	case s.seen == s.clauses && number:
		return s.failWord(w, fmt.Sprintf("the end of the file after %d clauses", s.clauses), ErrTooManyClauses)
	case s.seen == s.clauses:
		return s.failWord(w, fmt.Sprintf("the end of the file after %d clauses", s.clauses), ErrTrailing)
	case !number:
		return s.failWord(w, "a literal or 0", ErrNotNumber)
	case n > MaxVariable:
		return s.failWord(w, fmt.Sprintf("a variable of at most %d", s.variables), ErrOverflow)
	default:
		return s.failWord(w, fmt.Sprintf("a variable of at most %d, as the header says", s.variables), ErrLiteralRange)
	}
}
