package table

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"retroproof/proofs/folder"
)

// A File is the file of a table. It is safe for concurrent use.
type File struct {
	name  string
	size  int64
	bytes io.ReaderAt
	close func() error
	cache *Cache
}

// OpenFile opens a file, of which read reads what its format has before the blocks. Blocks are kept in the cache, which
// may be nil if none is asked for by [File.Get].
func OpenFile[F any](name string, cache *Cache, read func(*File) (F, error)) (opened F, err error) {
	f, err := folder.OpenFile(name, folder.Links)
	if err != nil {
		return opened, err
	}
	info, err := f.Stat()
	if err == nil {
		opened, err = read(&File{name, info.Size(), f, f.Close, cache})
	}
	if err != nil {
		f.Close()
	}
	return opened, err
}

// FileOfBytes returns a file that is in memory.
func FileOfBytes(name string, b []byte, cache *Cache) *File {
	return &File{name, int64(len(b)), bytes.NewReader(b), func() error { return nil }, cache}
}

// OpenIn opens a file in the first of some directories that has it. The error is [fs.ErrNotExist] if none has.
func OpenIn[F any](dirs []string, name string, open func(path string) (F, error)) (opened F, err error) {
	err = fs.ErrNotExist
	for _, dir := range dirs {
		if opened, err = open(filepath.Join(dir, name)); !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	return opened, err
}

// OfFileName returns the material whose file has a name, if fileName names the files of materials, and whether there is
// one.
func OfFileName(name, suffix string, fileName func(Material) string) (Material, bool) {
	letters, ok := strings.CutSuffix(name, suffix)
	if !ok {
		return Material{}, false
	}
	m, err := ParseMaterial(letters)
	return m.Canonical(), err == nil && fileName(m) == name
}

// Name returns the name under which the file was opened.
func (f *File) Name() string { return f.name }

// Size returns the length of the file.
func (f *File) Size() int64 { return f.size }

// Close closes the file.
func (f *File) Close() error {
	if f.cache != nil {
		f.cache.remove(func(b *block) bool { return b.file == f })
	}
	return f.close()
}

// Get returns a block of the file, or of a source that is a part of it, by the cache; it must not be changed.
func (f *File) Get(s BlockSource, block int) ([]byte, error) { return f.cache.get(f, s, block) }

// Read fills b with the bytes from a place on.
func (f *File) Read(b []byte, at int64) error {
	n, err := f.bytes.ReadAt(b, at)
	switch {
	case n == len(b):
		return nil
	case err == nil || err == io.EOF:
		return f.Errorf(at+int64(n), "it ends here, and did not when it was opened")
	}
	return fmt.Errorf("table file %s: byte %d: %w", f.name, at, err)
}

// Errorf returns a [*FileError] about a place of the file.
func (f *File) Errorf(at int64, format string, args ...any) error {
	return &FileError{Name: f.name, Offset: at, Reason: fmt.Sprintf(format, args...)}
}

// A FileError says what is wrong with a table's file, in whatever format.
type FileError struct {
	Name   string // of the file
	Offset int64  // where in the file, or -1
	Reason string // what is wrong and what was expected
	// Newer is set for a file of a version that this program does not know.
	Newer bool
}

// Error names the file and says what is wrong, and where.
func (e *FileError) Error() string {
	if e.Offset < 0 {
		return fmt.Sprintf("table file %s: %s", e.Name, e.Reason)
	}
	return fmt.Sprintf("table file %s: byte %d: %s", e.Name, e.Offset, e.Reason)
}
