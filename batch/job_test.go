package batch

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"retroproof/internal/expect"
)

// numbers returns a list of n lines.
func numbers(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintln(&b, i)
	}
	return b.String()
}

// squares is a job that answers each line with the line and "!".
func squares(list string, jobs, atOnce int) *Job[string] {
	return &Job[string]{
		In: NewReader(strings.NewReader(list)), Jobs: jobs, AtOnce: atOnce,
		Answer: func(_ context.Context, line Line) string { return line.Text + "!\n" },
		Write: func(w *bufio.Writer, answers []string) error {
			for _, a := range answers {
				w.WriteString(a)
			}
			return nil
		},
	}
}

// TestOrder: the answers have the order of the lines, however many goroutines make them.
func TestOrder(t *testing.T) {
	t.Parallel()
	list := numbers(1000)
	want := strings.ReplaceAll(list, "\n", "!\n")
	for _, jobs := range []int{1, 2, 7} {
		for _, atOnce := range []int{0, 1, 64} {
			var out bytes.Buffer
			var answered atomic.Int64
			j := squares(list, jobs, atOnce)
			j.Answered = func(n int) { answered.Add(int64(n)) }
			if err := j.Run(t.Context(), &out); err != nil || out.String() != want || answered.Load() != 1000 {
				t.Errorf("%d jobs, %d at once: %v, %d answered, %d bytes", jobs, atOnce, err, answered.Load(), out.Len())
			}
		}
	}
}

// TestEnds: what ends a run, ends it with that error, and leaves nothing running.
func TestEnds(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	j := squares(numbers(5000), 2, 1)
	j.Write = func(*bufio.Writer, []string) error { return broken }
	expect.Equal(t, j.Run(t.Context(), io.Discard), broken, "Write")
	var out bytes.Buffer
	j = squares("", 2, 1)
	j.In = NewReader(io.MultiReader(strings.NewReader("a\nb\n"), iotestErr{broken}))
	if err := j.Run(t.Context(), &out); err != broken || out.String() != "a!\nb!\n" {
		t.Errorf("reading: %v, %q", err, &out)
	}
	ctx, cancel := context.WithCancel(t.Context())
	j = squares(numbers(5000), 2, 1)
	answer := j.Answer
	j.Answer = func(ctx context.Context, line Line) string {
		if line.Text == "10" {
			cancel()
		}
		return answer(ctx, line)
	}
	out.Reset()
	if err := j.Run(ctx, &out); !errors.Is(err, context.Canceled) || strings.Contains(out.String(), "600!") {
		t.Errorf("canceled: %v, %d bytes", err, out.Len())
	}
}

// TestInteractive: each line that is typed is answered before the next.
func TestInteractive(t *testing.T) {
	t.Parallel()
	in, typing := io.Pipe()
	answers, out := io.Pipe()
	j := squares("", 1, 64)
	j.In, j.Interactive = NewReader(in), true
	ended := make(chan error, 1)
	go func() {
		ended <- j.Run(context.Background(), out)
		out.Close()
	}()
	r := bufio.NewReader(answers)
	for i := range 100 {
		fmt.Fprintln(typing, i)
		if text, err := r.ReadString('\n'); text != fmt.Sprintf("%d!\n", i) || err != nil {
			t.Fatalf("%q, %v", text, err)
		}
	}
	typing.Close()
	expect.Succeeds(t, <-ended, "Run")
}

// sameSquare says whether an answer is the one to a line.
func sameSquare(answer string, line Line) (bool, error) {
	switch answer {
	case line.Text + "!":
		return true, nil
	case line.Text + "?":
		return false, nil
	}
	return false, ErrOtherAnswer
}

// TestToFile goes on with all that an earlier run may have left.
func TestToFile(t *testing.T) {
	t.Parallel()
	list := numbers(10)
	want := strings.ReplaceAll(list, "\n", "!\n")
	for _, tt := range []struct {
		part string
		kept int
		err  error
	}{
		{"", 0, nil},
		{"0!\n1!\n2", 2, nil},        // killed within a line
		{"0!\n1!\n2?\n3!\n", 2, nil}, // to be answered again, and all after it
		{want, 10, nil},
		{want + "10!\n", 0, ErrMoreAnswers},
		{"0!\n5!\n", 0, ErrOtherAnswer},
	} {
		name := filepath.Join(t.TempDir(), "answers")
		if tt.part != "" {
			expect.NoError(t, os.WriteFile(name+PartSuffix, []byte(tt.part), 0o666))
		}
		kept, finished := -1, false
		err := squares(list, 2, 1).ToFile(t.Context(), File{
			Name: name, Source: "the list", Same: sameSquare,
			Begin: func(n int) error { kept = n; return nil },
			Finish: func() error {
				_, err := os.Stat(name)
				finished = errors.Is(err, os.ErrNotExist) // before it has its name
				return nil
			},
		})
		if tt.err != nil {
			var part *PartError
			if !errors.Is(err, tt.err) || !errors.As(err, &part) || part.Name != name+PartSuffix || part.Source != "the list" {
				t.Errorf("%q: %v", tt.part, err)
			}
			if text, err := os.ReadFile(name + PartSuffix); string(text) != tt.part {
				t.Errorf("%q has become %q, %v", tt.part, text, err)
			}
			continue
		}
		text, err2 := os.ReadFile(name)
		if err != nil || err2 != nil || string(text) != want || kept != tt.kept || !finished {
			t.Errorf("%q: %v, %v, %q, %d kept, finished %t", tt.part, err, err2, text, kept, finished)
		}
	}
}

// TestToFileAgain interrupts runs after every number of answers; what the next ones make of it is what one run makes.
func TestToFileAgain(t *testing.T) {
	t.Parallel()
	const lines = 20
	list := numbers(lines)
	name := filepath.Join(t.TempDir(), "answers")
	for stop := range lines + 1 {
		ctx, cancel := context.WithCancel(t.Context())
		j := squares(list, 2, 1)
		j.Write = func(w *bufio.Writer, answers []string) error {
			for _, a := range answers {
				if a == fmt.Sprintf("%d!\n", stop) {
					cancel()
					return ctx.Err()
				}
				w.WriteString(a)
			}
			return nil
		}
		err := j.ToFile(ctx, File{Name: name, Source: "the list", Same: sameSquare})
		cancel()
		if stop < lines && !errors.Is(err, context.Canceled) || stop == lines && err != nil {
			t.Fatalf("stopped at %d: %v", stop, err)
		}
	}
	if text, err := os.ReadFile(name); string(text) != strings.ReplaceAll(list, "\n", "!\n") || err != nil {
		t.Errorf("%q, %v", text, err)
	}
}

func TestNoPlainFile(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat(os.DevNull); err != nil || !strings.HasPrefix(os.DevNull, "/dev/") {
		t.Skip("no devices here")
	}
	expect.ErrorIs(t, squares("", 1, 1).ToFile(t.Context(), File{Name: os.DevNull, Same: sameSquare}), ErrNoPlainFile,
		"squares")
	if err := CheckPart(t.TempDir()); err == nil || errors.Is(err, ErrNoPlainFile) {
		t.Errorf("a directory: %v", err)
	}
}
