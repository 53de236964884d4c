package lrat

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
)

// ErrGzip says that a file begins like one compressed by gzip but can't be decompressed: it is cut short, damaged, or
// followed by something else.
var ErrGzip = errors.New("damaged gzip file")

// inflater reads a source that may be compressed: it looks at the first two bytes when it is first read. No format of
// this package begins with gzip's 1f 8b.
type inflater struct {
	source  io.Reader
	reader  io.Reader // nil until the first Read
	failed  error     // sticky
	zipped  bool
	ownFail error // of the source, other than io.EOF
}

// Read implements io.Reader.
func (z *inflater) Read(p []byte) (int, error) {
	if z.reader == nil {
		z.failed = z.sniff()
	}
	if z.failed != nil {
		return 0, z.failed
	}
	n, err := z.reader.Read(p)
	z.failed = z.translate(err)
	return n, z.failed
}

func (z *inflater) sniff() error {
	var magic [2]byte
	n := 0
	for tries := 0; n < len(magic) && z.ownFail == nil; tries++ {
		k, err := z.source.Read(magic[n:])
		if n += k; err != nil {
			z.ownFail = err
		} else if tries == 100 {
			z.ownFail = io.ErrNoProgress
		}
	}
	z.reader = io.MultiReader(bytes.NewReader(magic[:n]), sourceOnly{z})
	if magic == [2]byte{0x1f, 0x8b} {
		z.zipped = true
		r, err := gzip.NewReader(z.reader)
		if err != nil {
			return z.translate(err)
		}
		z.reader = r
	}
	return nil
}

// translate tells damage of the compressed data from a source that can't be read.
func (z *inflater) translate(err error) error {
	switch {
	case err == nil || err == io.EOF || !z.zipped:
		return err
	case z.ownFail != nil && z.ownFail != io.EOF:
		return z.ownFail
	}
	return fmt.Errorf("%w: %v", ErrGzip, err)
}

// sourceOnly reads the source and remembers its error.
type sourceOnly struct{ z *inflater }

func (s sourceOnly) Read(p []byte) (int, error) {
	if s.z.ownFail != nil {
		return 0, s.z.ownFail
	}
	n, err := s.z.source.Read(p)
	s.z.ownFail = err
	return n, err
}
