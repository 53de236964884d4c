// Package folder reads the files of a folder that holds a certificate: regular files only, compressed by gzip, of
// bounded length, hashed as they are read. What is believed: that what Read passes on is what the file says, and that
// the hash and the length that it returns are the file's.
//
// Believed: That Read passes on what the file says and returns its hash and length, and that Compare
// finds every difference between two texts.
package folder

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
)

// ErrFile says that something is not a file of a certificate: not regular, not compressed, or too long.
var ErrFile = errors.New("not a file of a certificate")

// File is a file of a folder, compressed by gzip.
type File struct {
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// Open opens a file of the folder, which must be a regular file: opening a pipe might block
// forever, and a link might lead out of the folder.
func Open(folder fs.FS, name string) (fs.File, error) {
	info, err := fs.Lstat(folder, name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%w: %s is not a regular file", ErrFile, name)
	}
	return folder.Open(name)
}

// Read passes the decompressed file to use, which must read it to its end, and returns the
// manifest's entry for the file. It has most bytes at most, decompressed.
func Read(folder fs.FS, name string, most int64, use func(io.Reader) error) (File, error) {
	file := File{Name: name}
	f, err := Open(folder, name)
	if err != nil {
		return file, err
	}
	defer f.Close()
	h := sha256.New()
	raw := io.TeeReader(f, h)
	unzipped, err := gzip.NewReader(raw)
	if err != nil {
		return file, fmt.Errorf("%w: %s: %w", ErrFile, name, err)
	}
	in := &bounded{unzipped, name, most}
	if err := use(in); err != nil {
		return file, err
	}
	if _, err := io.Copy(io.Discard, in); err != nil {
		return file, err
	}
	if _, err := io.Copy(io.Discard, raw); err != nil {
		return file, err
	}
	info, err := f.Stat()
	if err != nil {
		return file, err
	}
	file.Bytes, file.SHA256 = info.Size(), hex.EncodeToString(h.Sum(nil))
	return file, nil
}

// bounded reads at most left bytes, and returns an error if there are more.
type bounded struct {
	io.Reader
	name string
	left int64
}

// Read implements io.Reader.
func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, fmt.Errorf("%w: %s is too long, decompressed", ErrFile, b.name)
	}
	if err != nil && err != io.EOF {
		err = fmt.Errorf("%w: %s: %w", ErrFile, b.name, err)
	}
	return n, err
}
