package lrat

import (
	"bytes"
	"io"
)

// longestToken bounds what is kept while a token is read: no number of the format needs more.
const longestToken = 1 << 12

// textScanner splits its input, compressed or not, into tokens. It is a hand-written loop over one buffer because bufio.Scanner, with
// its function call a token, is several times slower, and formulas of a gigabyte are common.
type textScanner struct {
	r     io.Reader
	name  string
	buf   []byte
	pos   int // next byte to be read is buf[pos]
	end   int // buf[pos:end] is unread
	token int // index in buf of the token being read, kept across refills; -1: none
	err   error

	base      int64 // offset in the file of buf[0]
	line      int
	lineStart int64 // offset in the file of the line's first byte
}

func newTextScanner(r io.Reader, name string) textScanner {
	return textScanner{r: &inflater{source: r}, name: name, buf: make([]byte, 1<<16), line: 1, token: -1}
}

// fill reads more input, keeping the current token. It returns false at the end of the file and after errors.
func (s *textScanner) fill() bool {
	if s.err != nil {
		return false
	}
	keep := s.pos
	if s.token >= 0 {
		keep = s.token
	}
	copy(s.buf, s.buf[keep:s.end])
	s.base += int64(keep)
	s.pos -= keep
	s.end -= keep
	if s.token >= 0 {
		s.token = 0
	}
	for range 100 { // a reader that returns 0, nil for ever must not hang us
		n, err := s.r.Read(s.buf[s.end:])
		s.end += n
		if err != nil {
			s.err = err
		}
		if n > 0 {
			return true
		}
		if err != nil {
			return false
		}
	}
	s.err = io.ErrNoProgress
	return false
}

// peek returns the next byte without consuming it.
func (s *textScanner) peek() (byte, bool) {
	if s.pos == s.end && !s.fill() {
		return 0, false
	}
	return s.buf[s.pos], true
}

// skipBlanks skips spaces, tabs and carriage returns; not newlines.
func (s *textScanner) skipBlanks() {
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

// newline consumes a newline.
func (s *textScanner) newline() {
	s.pos++
	s.line++
	s.lineStart = s.base + int64(s.pos)
}

// skipLine skips the rest of the line but not its newline. NUL bytes are refused even there: a file with NULs is not
// a text file, and some readers stop at the first.
func (s *textScanner) skipLine() error {
	for {
		part := s.buf[s.pos:s.end]
		n := bytes.IndexByte(part, '\n')
		if n >= 0 {
			part = part[:n]
		}
		if i := bytes.IndexByte(part, 0); i >= 0 {
			s.pos += i
			return s.fail(s.pos, "\x00", "text", ErrNUL)
		}
		s.pos += len(part)
		if n >= 0 || !s.fill() {
			return nil
		}
	}
}

// word reads up to the next blank, newline or end of file. It is valid until the next read.
func (s *textScanner) word() []byte {
	s.token = s.pos
	for {
		for s.pos < s.end {
			switch s.buf[s.pos] {
			case ' ', '\t', '\r', '\n':
				w := s.buf[s.token:s.pos]
				s.token = -1
				return w
			}
			s.pos++
		}
		if s.pos-s.token > longestToken || !s.fill() {
			w := s.buf[s.token:s.pos]
			s.token = -1
			return w
		}
	}
}

// fail makes a SyntaxError at index at of the buffer.
func (s *textScanner) fail(at int, token, expected string, kind error) error {
	return &SyntaxError{
		File: s.name, Line: s.line, Column: int(s.base + int64(at) - s.lineStart + 1),
		Token: token, Expected: expected, Err: kind,
	}
}

// failWord is fail for the word w that has just been read.
func (s *textScanner) failWord(w []byte, expected string, kind error) error {
	at := s.pos - len(w)
	if i := bytes.IndexByte(w, 0); i >= 0 {
		return s.fail(at+i, "\x00", expected, ErrNUL)
	}
	token := string(w)
	if token == "" { // the end of the line or of the file
		if b, ok := s.peek(); ok && b == '\n' {
			token = "\n"
		}
	}
	return s.fail(at, token, expected, kind)
}
