package verb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"retroproof/batch"
	"retroproof/batch/progress"
	"retroproof/chess/lenient"
	"retroproof/proofs/folder"
)

// Env is what a verb gets from the program. Verbs write answers to stdout and everything else to stderr, and never
// call os.Exit; they return an error, if need be one with an exit code.
type Env struct {
	Stdin  io.Reader
	Stdout io.Writer // unbuffered; a failed write is noticed at the end and makes the program fail
	Stderr io.Writer // shared with progress lines: safe for concurrent use

	ProgressMode progress.Mode
	Verbose      bool // the verb logs what it does, and shows no progress
	Term         *progress.Terminal
	JSON         bool              // the verb's flag --json
	Reading      lenient.Reading   // how positions are read: its flags --side and --ply
	Memory       *Files            // what is written; nil for files on the disk
	Tell         func(text string) // is told how far a job is, in place of people at a terminal; nil for nobody
	beforeWait   func() error      // is called before stdin is waited for; nil for nothing
	Started      bool              // a verb's own code has begun: from here on, errors are not about usage
}

// Unattended is what a verb gets that nobody watches: what it reads, and where what it prints goes. It shows no
// progress.
func Unattended(stdin string, stdout, stderr io.Writer) *Env {
	term := progress.NewTerminal(stderr)
	return &Env{Stdin: strings.NewReader(stdin), Stdout: stdout, Stderr: term, Term: term, ProgressMode: progress.None}
}

// MostMessage is how many bytes of an error are printed. Errors quote what they are
// about, and a line may be long.
const MostMessage = 800

// Complain prints an error on stderr.
func (e *Env) Complain(err error) {
	text := strings.TrimSpace(err.Error())
	if len(text) > MostMessage {
		end := len(text) - MostMessage/4
		text = batch.Cut(text, MostMessage*3/4) + " ... " + strings.ToValidUTF8(text[end:], "")
	}
	fmt.Fprintf(e.Stderr, "retroproof: %s\n", text)
}

// Open opens a file for reading, or stdin for "-". Reading fails with the context's error once that is cancelled, even
// if it blocks on a pipe or a terminal that never delivers.
func (e *Env) Open(ctx context.Context, name string) (io.ReadCloser, error) {
	var source io.Reader = e.Stdin
	var closer io.Closer
	if name != "-" {
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			return nil, fmt.Errorf("%s is a directory, want a file", name)
		}
		f, err := openFile(ctx, name)
		if err != nil {
			return nil, err
		}
		source, closer = f, f
	}
	r, w := io.Pipe()
	go func() {
		_, err := io.CopyBuffer(struct{ io.Writer }{w}, struct{ io.Reader }{source}, make([]byte, 1<<18))
		w.CloseWithError(err)
		if closer != nil {
			closer.Close()
		}
	}()
	stop := context.AfterFunc(ctx, func() { w.CloseWithError(ctx.Err()) })
	return &input{r, stop}, nil
}

// openFile opens a file, or returns the context's error once that is cancelled: a pipe is not open before somebody
// writes to it. What opens it then goes on waiting until the program ends.
func openFile(ctx context.Context, name string) (*os.File, error) {
	type opened struct {
		file *os.File
		err  error
	}
	done := make(chan opened, 1)
	go func() {
		f, err := folder.OpenFile(name, folder.Links|folder.Pipes)
		done <- opened{f, err}
	}()
	select {
	case o := <-done:
		return o.file, o.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

type input struct {
	*io.PipeReader
	stop func() bool
}

func (i *input) Close() error {
	i.stop()
	return i.PipeReader.Close()
}

// ParseNumber reads an argument that is a number; what says what it is for.
func ParseNumber(text string, bits int, what string) (uint64, error) {
	n, err := strconv.ParseUint(text, 10, bits)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, Usagef("%q, want %s: the number is too large", batch.Cut(text, 80), what)
	case err != nil:
		return 0, Usagef("%q, want %s, a whole number", batch.Cut(text, 80), what)
	}
	return n, nil
}
