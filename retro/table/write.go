package table

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// WriteFile writes a file, which appears under its name when it is complete and on the
// disk.
func WriteFile(name string, write func(io.Writer) error) error {
	temporary := leftover(name, fmt.Sprintf("%016x", rand.Uint64()))
	err := ReplaceFile(name, temporary, func(f *os.File) error {
		if err := write(f); err != nil {
			return err
		}
		return f.Sync()
	})
	if err != nil {
		return err
	}
	return syncDir(filepath.Dir(name))
}

// ReplaceFile writes a file under a temporary name, and gives it its own when it is complete.
func ReplaceFile(name, temporary string, write func(f *os.File) error) error {
	f, err := os.Create(temporary)
	if err != nil {
		return err
	}
	err = write(f)
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(temporary, name)
	}
	if err != nil {
		os.Remove(temporary)
	}
	return err
}

// leftover returns the name of a file until it is complete, or a pattern for such
// names. The dot hides it.
func leftover(name, unique string) string {
	return filepath.Join(filepath.Dir(name), fmt.Sprintf(".%s.%s.tmp", filepath.Base(name), unique))
}

// RemoveLeftovers removes the unfinished files, and directories, with some suffix that killed
// programs have left in a directory.
func RemoveLeftovers(dir, suffix string) {
	names, _ := filepath.Glob(leftover(filepath.Join(dir, "*"+suffix), "*"))
	for _, name := range names {
		_ = os.RemoveAll(name)
	}
}

// syncDir writes the names of a directory to the disk. File systems that cannot do
// so are accepted: the file itself is on the disk.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	_ = d.Sync()
	return d.Close()
}
