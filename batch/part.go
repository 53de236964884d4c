package batch

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
)

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
