package batch

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// Output is a file that appears under its name when it is closed, so that an interrupted or failed run leaves nothing
// half-written, and what was there before untouched. A device or a pipe is written to at once.
type Output struct {
	*os.File
	target string // "" for a device or pipe
	unlock func() // the temporary name, which from then on may be removed
	failed bool   // a write has failed
}

// Create starts writing a file. It ends with Close or Discard. What killed runs have left of that file is removed.
func Create(name string) (*Output, error) {
	target, atOnce := outputTarget(name)
	if atOnce {
		f, err := os.OpenFile(target, os.O_WRONLY|os.O_APPEND, 0)
		return &Output{File: f}, err
	}
	sweepLeftovers(target)
	f, unlock, err := createTemp(target)
	if err != nil {
		if e := (*os.PathError)(nil); errors.As(err, &e) {
			e.Path = name // the caller does not know the other one
		}
		return nil, err
	}
	return &Output{File: f, target: target, unlock: unlock}, nil
}

// outputTarget returns the file to write, and whether to write to it at once. A finished file replaces what has its
// name, which must not happen to a device or a link: /dev/stdout may well lead to a plain file.
func outputTarget(name string) (target string, atOnce bool) {
	if abs, err := filepath.Abs(name); err == nil &&
		(strings.HasPrefix(abs, "/dev/") || strings.HasPrefix(abs, "/proc/")) {
		return name, true
	}
	if linked, err := filepath.EvalSymlinks(name); err == nil && linked != filepath.Clean(name) {
		return outputTarget(linked)
	}
	info, err := os.Stat(name)
	return name, err == nil && !info.Mode().IsRegular()
}

// CheckTarget refuses a name under which no file can appear, before a long run finds that out at its end.
func CheckTarget(name string) error {
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return fmt.Errorf("%s is a directory, want the name of a file", name)
	}
	dir := filepath.Dir(name)
	info, err := os.Stat(dir)
	if err == nil && !info.IsDir() {
		err = fmt.Errorf("%s: %s is no directory", name, dir)
	}
	if e := (*os.PathError)(nil); errors.As(err, &e) {
		e.Op, e.Path = "open", name // what was asked for
	}
	return err
}

// SameFile reports whether two names are those of one existing file.
func SameFile(a, b string) bool {
	first, err := os.Stat(a)
	second, err2 := os.Stat(b)
	return err == nil && err2 == nil && os.SameFile(first, second)
}

// Write notes failures: Close then discards the file.
func (o *Output) Write(p []byte) (int, error) {
	n, err := o.File.Write(p)
	o.failed = o.failed || err != nil
	return n, err
}

// Close puts the file in its place, unless a write has failed, of which the writer had the error.
func (o *Output) Close() error {
	if o.failed {
		o.Discard()
		return nil
	}
	err := o.File.Close()
	if o.target == "" {
		return err
	}
	defer o.unlock()
	if err == nil {
		err = os.Rename(o.File.Name(), o.target)
	}
	if err != nil {
		os.Remove(o.File.Name())
	}
	return err
}

// Discard drops what was written.
func (o *Output) Discard() {
	o.File.Close()
	if o.target != "" {
		os.Remove(o.File.Name())
		o.unlock()
	}
}

// WriteFile writes a whole file with write, or leaves what was there.
func WriteFile(name string, write func(io.Writer) error) error {
	f, err := Create(name)
	if err != nil {
		return err
	}
	if err := write(f); err != nil {
		f.Discard()
		return err
	}
	return f.Close()
}

// Remove removes a file that may not be there.
func Remove(name string) error {
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// A file in the making has a temporary name until it is complete; see Create. A
// process that is killed leaves it behind; its lock goes with the process, and so
// the next run that writes the same file removes it.

// tempName returns a temporary name for a file. The dot hides it.
func tempName(target string) string {
	return filepath.Join(filepath.Dir(target), fmt.Sprintf(".%s.%016x.tmp", filepath.Base(target), rand.Uint64()))
}

// isTempName reports whether a name is one that tempName gives for a file.
func isTempName(name, target string) bool {
	unique, ok := strings.CutPrefix(filepath.Base(name), "."+filepath.Base(target)+".")
	unique, ok2 := strings.CutSuffix(unique, ".tmp")
	return ok && ok2 && len(unique) == 16 && strings.Trim(unique, "0123456789abcdef") == ""
}

// createTemp makes the temporary file of a target and locks it, where that can be done.
func createTemp(target string) (f *os.File, unlock func(), err error) {
	for {
		// Unlike os.CreateTemp this leaves the mode to the umask.
		f, err = os.OpenFile(tempName(target), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err != nil {
			return nil, nil, err
		}
		unlock, err = tryLock(f.Name())
		if err == nil {
			_, err = os.Stat(f.Name())
		}
		switch {
		case err == nil:
			return f, unlock, nil
		case !errors.Is(err, ErrLocked) && !errors.Is(err, fs.ErrNotExist):
			return f, func() {}, nil
		}
		// Between its creation and the lock another process took it for a leftover.
		f.Close()
	}
}

// sweepLeftovers removes the temporary files of a target that no process has locked.
// Where locks are not to be had, they stay.
func sweepLeftovers(target string) {
	entries, _ := os.ReadDir(filepath.Dir(target)) // what cannot be read cannot be swept
	for _, e := range entries {
		name := filepath.Join(filepath.Dir(target), e.Name())
		if !isTempName(name, target) || !e.Type().IsRegular() {
			continue
		}
		if unlock, err := tryLock(name); err == nil {
			os.Remove(name)
			unlock()
		}
	}
}
