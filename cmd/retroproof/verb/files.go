package verb

import (
	"archive/zip"
	"bytes"
	"cmp"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sync"

	"retroproof/batch"
)

// mostFiles bounds the bytes of files that are kept in memory.
const mostFiles = 64 << 20

var errFiles = errors.New("the files are too long")

// Files are what a verb writes when the page runs it: they are kept in memory, and no name is one on a disk.
type Files struct {
	mu      sync.Mutex
	list    []*memoryFile // those that are closed
	written int
}

// memoryFile is a file that is written.
type memoryFile struct {
	text bytes.Buffer
	name string
	in   *Files
}

func (m *memoryFile) Write(p []byte) (int, error) {
	m.in.mu.Lock()
	defer m.in.mu.Unlock()
	if m.in.written += len(p); m.in.written > mostFiles {
		return 0, errFiles
	}
	return m.text.Write(p)
}

// Close makes the file appear.
func (m *memoryFile) Close() error {
	m.in.mu.Lock()
	defer m.in.mu.Unlock()
	m.in.list = append(m.in.list, m)
	return nil
}

// complete reports whether the files are evidence: there is a file that speaks of an input, or a folder's manifest,
// which comes last.
func (f *Files) complete(input string) bool {
	return slices.ContainsFunc(f.list, func(m *memoryFile) bool {
		return input != "" || path.Base(m.name) == "manifest.json"
	})
}

// zip packs the files, in the order of their names.
func (f *Files) zip() ([]byte, error) {
	slices.SortFunc(f.list, func(a, b *memoryFile) int { return cmp.Compare(a.name, b.name) })
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, m := range f.list {
		w, err := z.Create(m.name)
		if err == nil {
			_, err = w.Write(m.text.Bytes())
		}
		if err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return b.Bytes(), err
}

// Create starts writing a file, which appears whole when it is closed.
func (e *Env) Create(name string) (io.WriteCloser, error) {
	if e.Memory != nil {
		return &memoryFile{name: filepath.ToSlash(name), in: e.Memory}, nil
	}
	return batch.Create(name)
}

// WriteFile writes a whole file with write, or leaves what was there.
func (e *Env) WriteFile(name string, write func(io.Writer) error) error {
	if e.Memory == nil {
		return batch.WriteFile(name, write)
	}
	w, err := e.Create(name)
	if err == nil {
		err = write(w)
	}
	if err != nil {
		return err
	}
	return w.Close()
}

// CheckTargets is [batch.CheckTarget], of those names that are on a disk.
func (e *Env) CheckTargets(names ...string) error {
	for _, name := range names {
		if e.Memory != nil || name == "" || name == "-" {
			continue
		}
		if err := batch.CheckTarget(name); err != nil {
			return err
		}
	}
	return nil
}

// FreshFolder makes a folder, and takes manifests of an earlier run away: they must not stand beside other files.
func (e *Env) FreshFolder(dir string, manifests ...string) error {
	if e.Memory != nil {
		return nil
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for _, name := range manifests {
		if err := batch.Remove(name); err != nil {
			return err
		}
	}
	return nil
}
