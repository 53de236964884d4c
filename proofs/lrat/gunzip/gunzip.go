// Package gunzip reads formulas and proofs that may be compressed by gzip. A claim about a
// compressed formula is about the text that this package, with gzip of Go's library,
// decompresses.
//
// Believed: That it returns what the compressed file contains: a formula read wrongly would be another
// formula. Of proofs nothing is believed.
package gunzip

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
)

// ErrGzip says that a file begins like one compressed by gzip but can't be decompressed: it is cut short, damaged, or
// followed by something else.
var ErrGzip = errors.New("damaged gzip file")

// NewReader returns a reader of what is in a file. A file that does not begin with gzip's 1f 8b is read as it is.
// Errors of the file are returned as they are, others wrap ErrGzip. Nothing is read before the first Read.
func NewReader(file io.Reader) io.Reader { return &reader{file: remembering{Reader: file}} }

type reader struct {
	file   remembering
	in     io.Reader // nil until the first Read
	zipped bool
	err    error // that has ended reading
}

// Read implements io.Reader.
func (r *reader) Read(p []byte) (int, error) {
	if r.in == nil {
		r.open()
	}
	if r.err != nil {
		return 0, r.err
	}
	n, err := r.in.Read(p)
	r.err = r.translate(err)
	return n, r.err
}

func (r *reader) open() {
	file := bufio.NewReader(&r.file)
	r.in = file
	if magic, _ := file.Peek(2); string(magic) == "\x1f\x8b" {
		var err error
		r.zipped = true
		r.in, err = gzip.NewReader(file)
		r.err = r.translate(err)
	}
}

// translate distinguishes damage of the compressed data from a file that can't be read.
func (r *reader) translate(err error) error {
	switch {
	case err == nil || err == io.EOF || !r.zipped:
		return err
	case r.file.err != nil && r.file.err != io.EOF:
		return r.file.err
	}
	return fmt.Errorf("%w: %v", ErrGzip, err)
}

// remembering is a reader that keeps its error.
type remembering struct {
	io.Reader
	err error
}

func (r *remembering) Read(p []byte) (int, error) {
	if r.err != nil {
		return 0, r.err
	}
	n, err := r.Reader.Read(p)
	r.err = err
	return n, err
}
