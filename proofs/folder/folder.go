// Package folder reads the files that evidence and input come from, and all that a stranger may have put there: regular
// files only, of bounded length, until the context is done. Those of a certificate's folder are compressed by gzip, and
// hashed as they are read.
//
// Believed: That Read passes on what the file says and returns its hash and length, and that Compare
// finds every difference between two texts.
package folder

import (
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

// ErrFile says that something is not a file that is read: not regular, not compressed, or too long.
var ErrFile = errors.New("not an accepted file")

// File is a file of a folder, compressed by gzip.
type File struct {
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// Allow says which files OpenFile opens besides regular ones.
type Allow uint8

const (
	// Links: what a link leads to. Who names a file may name it by a link; in a folder a link might lead out of it.
	Links Allow = 1 << iota
	// Pipes: a pipe, what the program was given open (/dev/stdin, /dev/fd/63), and /dev/null. Opening a pipe may block
	// forever, and so may reading from it.
	Pipes
)

// OpenFile opens a file for reading. A device such as /dev/zero never ends, and opening a pipe might never end: what is
// neither regular nor allowed is an ErrFile.
func OpenFile(name string, allow Allow) (*os.File, error) {
	stat := os.Lstat
	if allow&Links != 0 {
		stat = os.Stat
	}
	info, err := stat(name)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errors.Unwrap(err)}
	}
	given := strings.HasPrefix(name, "/dev/fd/") || name == "/dev/stdin" || name == os.DevNull
	if !info.Mode().IsRegular() && (allow&Pipes == 0 || info.Mode()&fs.ModeNamedPipe == 0 && !given) {
		return nil, notRegular(name)
	}
	return os.Open(name)
}

func notRegular(name string) error { return fmt.Errorf("%w: %s is not a regular file", ErrFile, name) }

// Open opens a regular file of the folder.
func Open(folder fs.FS, name string) (fs.File, error) {
	info, err := fs.Lstat(folder, name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, notRegular(name)
	}
	return folder.Open(name)
}

// ReadAll reads a regular file of the folder, which has most bytes at most.
func ReadAll(ctx context.Context, folder fs.FS, name string, most int64) ([]byte, error) {
	f, err := Open(folder, name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(Bounded(ctx, f, name, most))
}

// Read passes the decompressed file to use, which must read it to its end, and returns the
// manifest's entry for the file. It has most bytes at most, decompressed.
func Read(ctx context.Context, folder fs.FS, name string, most int64, use func(io.Reader) error) (File, error) {
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
	in := Bounded(ctx, &unpacked{unzipped, name}, name, most)
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

// Bounded returns a reader of most bytes at most; that there are more is an ErrFile. Once the context is done, reading
// ends with its error. Name is that of the file, for errors.
func Bounded(ctx context.Context, r io.Reader, name string, most int64) io.Reader {
	b := &bounded{ctx, r, name, most, most}
	if f, ok := r.(fs.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() && info.Size() > most {
			b.left = -1 // so the first bytes are one too many
		}
	}
	return b
}

type bounded struct {
	ctx        context.Context
	r          io.Reader
	name       string
	most, left int64
}

// Read implements io.Reader.
func (b *bounded) Read(p []byte) (int, error) {
	if err := b.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := b.r.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, fmt.Errorf("%w: %s is longer than %d bytes", ErrFile, b.name, b.most)
	}
	return n, err
}

// unpacked is a file that is decompressed.
type unpacked struct {
	io.Reader
	name string
}

// Read implements io.Reader.
func (u *unpacked) Read(p []byte) (int, error) {
	n, err := u.Reader.Read(p)
	if err != nil && err != io.EOF {
		err = fmt.Errorf("%w: %s: %w", ErrFile, u.name, err)
	}
	return n, err
}
