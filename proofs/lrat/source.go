package lrat

import "io"

// source is a file with a buffer. It is a hand-written loop over one buffer because
// bufio.Scanner, with a function call for each token, is several times slower, and formulas of
// a gigabyte are common.
type source struct {
	r    io.Reader
	name string
	buf  []byte
	pos  int // next byte to be read is buf[pos]
	end  int // buf[pos:end] is unread
	err  error

	base      int64 // offset in the file of buf[0]
	line      int
	lineStart int64 // offset in the file of the line's first byte
}

func newSource(r io.Reader, name string) source {
	return source{r: r, name: name, buf: make([]byte, 1<<16), line: 1}
}

// fill reads more input behind what is unread. It returns false at the end of the file and after errors.
func (s *source) fill() bool {
	if s.err != nil {
		return false
	}
	copy(s.buf, s.buf[s.pos:s.end])
	s.base += int64(s.pos)
	s.end -= s.pos
	s.pos = 0
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

// ahead returns the next n bytes without consuming them, fewer at the end of the file and after errors. There must be
// room for them in the buffer. They are valid until more is read.
func (s *source) ahead(n int) []byte {
	for s.end-s.pos < n && s.fill() {
	}
	return s.buf[s.pos:min(s.pos+n, s.end)]
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
