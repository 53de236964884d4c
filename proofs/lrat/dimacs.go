package lrat

import (
	"bytes"
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
func ScanDIMACS(r io.Reader, name string, header func(variables int, clauses int64) error,
	clause func([]int32) error) error {
	s := &dimacs{source: newSource(textOnly{r}, name), fresh: true}
	if err := s.header(); err != nil {
		return err
	}
	if err := header(int(s.variables), s.clauses); err != nil {
		return err
	}
	return s.scan(clause)
}

// textOnly is a reader that ends with ErrNUL at a NUL byte, which some readers take for the end of a text.
type textOnly struct{ io.Reader }

// Read implements io.Reader.
func (t textOnly) Read(p []byte) (int, error) {
	n, err := t.Reader.Read(p)
	if i := bytes.IndexByte(p[:n], 0); i >= 0 {
		return i, ErrNUL
	}
	return n, err
}

// dimacs is a source that is read word by word.
type dimacs struct {
	source
	variables, clauses, seen int64 // those of the header; complete clauses so far
	at                       int64 // offset in the file of the last word
	fresh, first             bool  // no word of the line has been read; the last one was the first of its line
}

// next reads the next word, past blanks and comments, of a longer one the first longestToken bytes. It is empty at the
// end of the file. If the word has to be on the same line, the end of the line is a word as well, and is not passed.
// The word is valid until the next one is read.
func (d *dimacs) next(sameLine bool) ([]byte, error) {
	for {
		w := d.ahead(longestToken)
		d.at = d.offset()
		switch {
		case len(w) == 0:
			return nil, d.ended()
		case w[0] == '\n' && sameLine:
			return w[:1], nil
		case w[0] == '\n':
			d.newline()
			d.fresh = true
		case blank(w[0]):
			d.pos++
		case w[0] == 'c' && d.fresh:
			for ok := true; ok && d.buf[d.pos] != '\n'; {
				if d.pos++; d.pos == d.end {
					ok = d.fill()
				}
			}
		default:
			d.first, d.fresh = d.fresh, false
			n := 1
			for n < len(w) && !blank(w[n]) {
				n++
			}
			if d.pos += n; d.pos == d.end { // it may be incomplete
				return w[:n], d.ended()
			}
			return w[:n], nil
		}
	}
}

// ended returns the error that ended reading, or nil at the end of the file.
func (d *dimacs) ended() error {
	if d.err == ErrNUL {
		d.at = d.offset()
		return d.fail(ErrNUL, []byte{0}, "text")
	}
	return d.failed()
}

// header reads "p cnf V C" to the end of its line.
func (d *dimacs) header() error {
	const want = `"p cnf VARIABLES CLAUSES"`
	w, err := d.next(false)
	switch {
	case err != nil:
		return err
	case len(w) == 0:
		return d.fail(ErrNoHeader, w, "a header "+want)
	case w[0] != 'p':
		return d.fail(ErrNoHeader, w, "a header "+want+" or a comment")
	}
	if string(w) != "p" {
		return d.fail(ErrHeader, w, `"p", as in `+want)
	}
	if w, err = d.next(true); err == nil && string(w) != "cnf" {
		err = d.fail(ErrHeader, w, `"cnf", as in `+want)
	}
	if err != nil {
		return err
	}
	if d.variables, err = d.headerNumber("the number of variables", MaxVariable); err != nil {
		return err
	}
	if d.clauses, err = d.headerNumber("the number of clauses", largestNumber); err != nil {
		return err
	}
	return d.endOfLine(ErrHeader, want)
}

// endOfLine checks that nothing follows on the line.
func (d *dimacs) endOfLine(kind error, after string) error {
	w, err := d.next(true)
	if err == nil && len(w) > 0 && w[0] != '\n' {
		err = d.fail(kind, w, "the end of the line after %s", after)
	}
	return err
}

func (d *dimacs) headerNumber(what string, largest int64) (int64, error) {
	w, err := d.next(true)
	n, reason := numberOf(w)
	switch {
	case err != nil:
		return 0, err
	case reason == ErrOverflow || n > largest:
		return 0, d.fail(ErrOverflow, w, "%s, at most %d", what, largest)
	case reason != nil || n < 0:
		return 0, d.fail(ErrHeader, w, "%s", what)
	}
	return n, nil
}

// scan reads the clauses, to the end of the file.
func (d *dimacs) scan(emit func([]int32) error) error {
	var clause []int32
	for {
		w, err := d.next(false)
		switch {
		case err != nil:
			return err
		case len(w) == 0:
			return d.finish(len(clause))
		case w[0] == 'p' && d.first:
			return d.fail(ErrSecondHeader, w, "a literal, 0, or a comment")
		case w[0] == '%' && d.first:
			if string(w) != "%" {
				return d.fail(ErrNotNumber, w, "a literal or 0")
			}
			if err := d.endOfLine(ErrNotNumber, "%"); err != nil {
				return err
			}
			return d.finish(len(clause))
		}
		literal, err := d.literal(w)
		switch {
		case err != nil:
			return err
		case literal != 0 && len(clause) == LongestClause:
			return d.fail(ErrTooLong, w, "at most %d literals in a clause", LongestClause)
		case literal != 0:
			clause = append(clause, literal)
			continue
		}
		d.seen++
		if err := emit(clause); err != nil {
			return err
		}
		clause = clause[:0]
	}
}

// finish checks that nothing is missing at the end; length is that of an unfinished last
// clause.
func (d *dimacs) finish(length int) error {
	switch {
	case length > 0:
		return d.fail(ErrUnterminated, nil, "0")
	case d.seen < d.clauses:
		return d.fail(ErrTooFewClauses, nil, "%d clauses, read %d", d.clauses, d.seen)
	}
	return nil
}

// literal reads a word of a clause.
func (d *dimacs) literal(w []byte) (int32, error) {
	n, reason := numberOf(w)
	switch {
	case d.seen == d.clauses && reason == ErrNotNumber:
		return 0, d.fail(ErrTrailing, w, "the end of the file after %d clauses", d.clauses)
	case d.seen == d.clauses:
		return 0, d.fail(ErrTooManyClauses, w, "the end of the file after %d clauses", d.clauses)
	case reason == ErrNotNumber:
		return 0, d.fail(reason, w, "a literal or 0")
	case reason == ErrOverflow || max(n, -n) > MaxVariable:
		return 0, d.fail(ErrOverflow, w, "a variable of at most %d", d.variables)
	case max(n, -n) > d.variables:
		return 0, d.fail(ErrLiteralRange, w, "a variable of at most %d, as the header says", d.variables)
	}
	return int32(n), nil
}

// numberOf returns the number that a word is, or why it is none.
func numberOf(w []byte) (n int64, reason error) {
	first := 0
	if len(w) > 0 && w[0] == '-' {
		first = 1
	}
	n, i := digits(w, first)
	switch {
	case i-first > mostDigits:
		return 0, ErrOverflow
	case i == first || i < len(w) || first == 1 && n == 0:
		return 0, ErrNotNumber
	case first == 1:
		n = -n
	}
	return n, nil
}

// fail returns an error about the last word, or about where the file ends.
func (d *dimacs) fail(kind error, w []byte, expected string, args ...any) error {
	return &SyntaxError{File: d.name, Line: d.line, Column: int(d.at-d.lineStart) + 1, Token: string(w),
		Expected: fmt.Sprintf(expected, args...), Err: kind}
}
