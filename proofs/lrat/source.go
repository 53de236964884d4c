package lrat

import "io"

// source is a file with a buffer. It is a hand-written loop over one buffer because
// bufio.Scanner, with a function call for each token, is several times slower, and formulas of
// a gigabyte are common.
type source struct {
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

func newSource(r io.Reader, name string) source {
	return source{r: r, name: name, buf: make([]byte, 1<<16), line: 1, token: -1}
}

// fill reads more input, keeping the current token. It returns false at the end of the file and after errors.
func (s *source) fill() bool {
	if s.err != nil {
		return false
	}
	keep := s.pos
	if s.token >= 0 {
		keep = s.token
		s.token = 0
	}
	copy(s.buf, s.buf[keep:s.end])
	s.base += int64(keep)
	s.pos -= keep
	s.end -= keep
	for range 100 { // a reader that returns 0, nil forever must not cause an endless loop
		var n int
		n, s.err = s.r.Read(s.buf[s.end:])
		s.end += n
		if n > 0 || s.err != nil {
			return n > 0
		}
	}
	s.err = io.ErrNoProgress
	return false
}

// peek returns the next byte without consuming it.
func (s *source) peek() (byte, bool) {
	if s.pos == s.end && !s.fill() {
		return 0, false
	}
	return s.buf[s.pos], true
}

// offset returns how many bytes have been read.
func (s *source) offset() int64 { return s.base + int64(s.pos) }
