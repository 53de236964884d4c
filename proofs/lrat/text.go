package lrat

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
)

// Parts that the text forms of formulas and proofs share: blanks, lines and decimal numbers.

// longestToken limits the part of a word that is kept for a message.
const longestToken = 1 << 12

// skipBlanks skips spaces, tabs and carriage returns; not newlines.
func (s *source) skipBlanks() {
	for {
		for s.pos < s.end {
			switch s.buf[s.pos] {
			case ' ', '\t', '\r':
				s.pos++
			default:
				return
			}
		}
		if !s.fill() {
			return
		}
	}
}

// blank reports whether a byte separates words.
func blank(b byte) bool { return b == ' ' || b == '\n' || b == '\r' || b == '\t' }

// newline consumes a newline.
func (s *source) newline() {
	s.pos++
	s.line++
	s.lineStart = s.offset()
}

// skipLine skips the rest of the line but not its newline. It reports whether that is text: it
// stops at a NUL byte, which some readers take for the end of the text.
func (s *source) skipLine() bool {
	for {
		part := s.buf[s.pos:s.end]
		n := bytes.IndexByte(part, '\n')
		if n >= 0 {
			part = part[:n]
		}
		if i := bytes.IndexByte(part, 0); i >= 0 {
			s.pos += i
			return false
		}
		s.pos += len(part)
		if n >= 0 || !s.fill() {
			return true
		}
	}
}

// word reads up to the next blank, newline or end of file. It is valid until the next read.
func (s *source) word() []byte {
	w := s.ahead(longestToken)
	if i := bytes.IndexAny(w, " \t\r\n"); i >= 0 {
		w = w[:i]
	}
	s.pos += len(w)
	return w
}

// offending reads the next word for a message about it, and returns the offset where it begins.
// If it contains a NUL byte, the word is that byte alone, and the reason is ErrNUL. The word is
// empty at the end of a line or of the file. The error is that of the reader: the word may be
// incomplete.
func (s *source) offending(kind error) (word string, at int64, reason, err error) {
	at = s.offset()
	w := s.word()
	if err := s.failed(); s.pos == s.end && err != nil {
		return "", at, kind, err
	}
	if i := bytes.IndexByte(w, 0); i >= 0 {
		return "\x00", at + int64(i), ErrNUL, nil
	}
	return string(w), at, kind, nil
}

// failed returns the error that ended reading, or nil at the end of the file.
func (s *source) failed() error {
	if s.err == nil || s.err == io.EOF {
		return nil
	}
	return fmt.Errorf("reading %s: %w", s.name, s.err)
}

// The largest number of decimal digits of numbers, so that no arithmetic overflows.
const (
	mostDigits    = 18
	largestNumber = 1e18 - 1
)

// number reads the number after blanks and returns its length in bytes, which the caller has to
// consume; or the reason why there is no number.
func (s *source) number() (n int64, length int, reason error) {
	s.skipBlanks()
	buf := s.ahead(mostDigits + 3) // longer than any number
	first := 0
	if len(buf) > 0 && buf[0] == '-' {
		first = 1
	}
	n, i := digits(buf, first)
	switch {
	case i-first > mostDigits:
		return 0, 0, ErrOverflow
	case i == first, first == 1 && n == 0, i < len(buf) && !blank(buf[i]):
		return 0, 0, ErrNotNumber
	case first == 1:
		n = -n
	}
	return n, i, nil
}

// digits returns the number whose digits begin at text[i], and where they end. It is 0 if there are none, and of no use
// if there are more than mostDigits.
func digits(text []byte, i int) (n int64, end int) {
	for ; i < len(text) && text[i]-'0' <= 9; i++ {
		n = n*10 + int64(text[i]-'0')
	}
	return n, i
}

// quote shortens what it quotes: an error about a binary file fed by mistake should still fit a terminal.
func quote(s string) string {
	const longest = 40
	if len(s) > longest {
		return strconv.QuoteToASCII(s[:longest]) + "..."
	}
	return strconv.QuoteToASCII(s)
}
