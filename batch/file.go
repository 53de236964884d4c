package batch

import (
	"bufio"
	"context"
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

// PartSuffix is what the names of unfinished files end in.
const PartSuffix = ".part"

// File is a file of answers that a run makes, or goes on making.
type File struct {
	Name   string // under which it appears when it is complete; until then it ends in PartSuffix
	Source string // name of the list, for errors

	// Same says whether an answer that an earlier run has written is the one to a line. If it is not, that line is
	// answered again, and all after it. An error ends the run; [ErrOtherAnswer] is made a [*PartError].
	Same func(answer string, line Line) (bool, error)
	// Begin, if not nil, is called with the number of answers that are kept, before any line is answered.
	Begin func(kept int) error
	// Finish, if not nil, is called when all lines are answered, before the file gets its name.
	Finish func() error
}

// Errors about an unfinished file that does not belong to the list. They come in a [*PartError].
var (
	ErrOtherAnswer = errors.New("not the answer")
	ErrMoreAnswers = errors.New("more answers than positions")
)

// PartError is the error about an unfinished file that does not belong to the list.
type PartError struct {
	Name   string // of the file
	Answer int    // number of the answer, from 1
	Source string // name of the list
	Line   int    // in it
	Err    error  // what Same returned, or ErrMoreAnswers
}

// Error says what is wrong and what to do.
func (e *PartError) Error() string {
	if errors.Is(e.Err, ErrMoreAnswers) {
		return fmt.Sprintf("%s has more answers than %s has positions; remove it to start again", e.Name, e.Source)
	}
	return fmt.Sprintf("%s, line %d: not the answer to %s, line %d, in this format; remove it to start again",
		e.Name, e.Answer, e.Source, e.Line)
}

// Unwrap returns Err.
func (e *PartError) Unwrap() error { return e.Err }

// ErrNoPlainFile is wrapped by errors about a name under which no complete file can appear: that of a device or a pipe.
var ErrNoPlainFile = errors.New("no plain file")

// CheckPart refuses a name under which no complete file can appear: of a device or a pipe, which it would replace, or
// of a directory.
func CheckPart(name string) error {
	err := CheckTarget(name)
	if _, atOnce := outputTarget(name); atOnce && err == nil {
		return fmt.Errorf("%s is %w, which is wanted here, as the run may be interrupted and go on", name, ErrNoPlainFile)
	}
	return err
}

// ToFile answers the lines that an earlier run has not answered, and finishes the file. Another run that makes the same
// file meanwhile is an [ErrLocked].
func (j *Job[T]) ToFile(ctx context.Context, f File) error {
	if err := CheckPart(f.Name); err != nil {
		return err
	}
	unlock, err := LockPart(f.part())
	if err != nil {
		return err
	}
	defer unlock()
	part, err := os.OpenFile(f.part(), os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer part.Close()
	kept, err := f.resume(part, j.In)
	if err == nil && f.Begin != nil {
		err = f.Begin(kept)
	}
	if err == nil {
		err = j.Run(ctx, part)
	}
	if err == nil && f.Finish != nil {
		err = f.Finish()
	}
	if err == nil {
		err = part.Close() // Windows does not rename an open file
	}
	if err != nil {
		return err
	}
	return os.Rename(f.part(), f.Name)
}

// part is the file's name until it is complete.
func (f *File) part() string { return f.Name + PartSuffix }

// readAnswer reads a line. One that is longer than any answer is an ErrOtherAnswer.
func readAnswer(old *bufio.Reader) (string, error) {
	var text []byte
	for {
		part, err := old.ReadSlice('\n')
		text = append(text, part...)
		switch {
		case len(text) > mostOfLine:
			return "", ErrOtherAnswer
		case !errors.Is(err, bufio.ErrBufferFull):
			return string(text), err
		}
	}
}

// resume reads the answers that are there, skips the lines that they answer, and drops what follows. It returns the
// number of answers.
func (f *File) resume(part *os.File, in *Reader) (kept int, err error) {
	old := bufio.NewReader(part)
	end := int64(0)
	for {
		text, err := readAnswer(old)
		if err == io.EOF {
			break // an incomplete line is answered again
		}
		if errors.Is(err, ErrOtherAnswer) {
			err = &PartError{f.part(), kept + 1, f.Source, in.Number() + 1, err}
		}
		if err != nil {
			return 0, err
		}
		line, err := in.Next()
		if err == io.EOF {
			return 0, &PartError{f.part(), kept + 1, f.Source, 0, ErrMoreAnswers}
		}
		if err != nil {
			return 0, err
		}
		same, err := f.Same(text[:len(text)-1], line)
		if errors.Is(err, ErrOtherAnswer) {
			err = &PartError{f.part(), kept + 1, f.Source, line.Number, err}
		}
		if err != nil {
			return 0, err
		}
		if !same {
			in.unread(line)
			break
		}
		kept++
		end += int64(len(text))
	}
	if err := part.Truncate(end); err != nil {
		return 0, err
	}
	_, err = part.Seek(end, io.SeekStart)
	return kept, err
}

// ErrLocked is wrapped by errors about a file or folder that another run has locked.
var ErrLocked = errors.New("another run is at work there")

// Lock keeps other runs out of a folder until the returned function is called, or the process ends.
// Where the system has no locks, runs are not kept out: starting two in one folder is then a mistake.
func Lock(dir string) (unlock func(), err error) {
	unlock, err = tryLock(dir)
	switch {
	case errors.Is(err, errors.ErrUnsupported):
		return func() {}, nil
	case errors.Is(err, ErrLocked):
		err = fmt.Errorf("%s: %w", dir, err)
	}
	return unlock, err
}

// LockPart keeps other runs from an unfinished file, which it creates if need be, as Lock does for folders.
func LockPart(name string) (unlock func(), err error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	unlock, err = Lock(name)
	if err != nil {
		return nil, err
	}
	opened, err := f.Stat()
	if err == nil && !opened.Mode().IsRegular() {
		err = fmt.Errorf("%s is %w, and answers of an earlier run are read there", name, ErrNoPlainFile)
	}
	if err != nil {
		unlock()
		return nil, err
	}
	// The run that had the lock may have given the file its final name in between: then the lock is on a finished file.
	if now, err := os.Stat(name); err != nil || !os.SameFile(opened, now) {
		unlock()
		return nil, fmt.Errorf("%s: %w", name, ErrLocked)
	}
	return unlock, nil
}
