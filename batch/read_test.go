package batch

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"retroproof/internal/expect"
)

// readAll returns the lines of a list as text, and the error that ends it.
func readAll(in io.Reader) (lines []string, err error) {
	for r := NewReader(in); ; {
		line, err := r.Next()
		if err != nil {
			return lines, err
		}
		lines = append(lines, fmt.Sprintf("%d %d %t %q", line.Number, line.Indent, line.Long, Cut(line.Text, 20)))
	}
}

func TestReader(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		list string
		want []string
	}{
		{"", nil},
		{"\n\r\n  \n# remark\n \t# another", nil},
		{"a\nb", []string{`1 0 false "a"`, `2 0 false "b"`}},
		{"\ufeffa b \r\n\n \tc\r\n", []string{`1 0 false "a b"`, `3 2 false "c"`}},
		{strings.Repeat("x", MaxLine-1) + "\ny", []string{`1 0 false "xxxxxxxxxxxxxxxxxxxx"`, `2 0 false "y"`}},
		{strings.Repeat("x", MaxLine+1) + "\ny", []string{`1 0 true "xxxxxxxxxxxxxxxxxxxx"`, `2 0 false "y"`}},
		{strings.Repeat("x", 3*MaxLine), []string{`1 0 true "xxxxxxxxxxxxxxxxxxxx"`}},
	} {
		got, err := readAll(strings.NewReader(tt.list))
		if err != io.EOF || strings.Join(got, "\n") != strings.Join(tt.want, "\n") {
			t.Errorf("%.40q: %q, %v, want %q", tt.list, got, err, tt.want)
		}
	}
	var line *LineError
	if _, err := readAll(strings.NewReader("\xff\xfe8\x00")); !errors.As(err, &line) {
		t.Errorf("UTF-16: %v", err)
	}
	if _, err := readAll(strings.NewReader("\xfe\xff\x008")); !errors.As(err, &line) {
		t.Errorf("UTF-16: %v", err)
	}
	broken := errors.New("broken")
	if got, err := readAll(io.MultiReader(strings.NewReader("a\nb"), iotestErr{broken})); err != broken || len(got) != 2 {
		t.Errorf("%q, %v", got, err)
	}
	if err := (Line{Long: true, Text: "x"}).Err(); !errors.As(err, &line) || (Line{Text: "x"}).Err() != nil {
		t.Error(err)
	}
}

type iotestErr struct{ err error }

func (e iotestErr) Read([]byte) (int, error) { return 0, e.err }

// BeforeWait is called before every read, and not while there are lines.
func TestBeforeWait(t *testing.T) {
	t.Parallel()
	calls := 0
	r := NewReader(io.MultiReader(strings.NewReader("a\nb\nc\n"), strings.NewReader("d\n")))
	r.BeforeWait = func() error { calls++; return nil }
	for i, want := range []int{1, 1, 1, 2} {
		if _, err := r.Next(); err != nil || calls != want {
			t.Errorf("line %d: %d calls, %v", i+1, calls, err)
		}
	}
	full := errors.New("full")
	r.BeforeWait = func() error { return full }
	expect.Equal(t, expect.Err(r.Next()), full, "BeforeWait fails")
}

func TestCut(t *testing.T) {
	t.Parallel()
	for n, want := range []string{"", "a", "a", "aß", "aß", "aß", "aß€"} {
		expect.Equal(t, Cut("aß€", n), want, "%d bytes", n)
	}
}

// What is counted are the lines that are answered.
func TestCountLines(t *testing.T) {
	t.Parallel()
	list := "\ufeff# a list\n8/8/8/8/8/8/8/K1k5 w - - 0 1\r\n\n  # more\nbad\n" + strings.Repeat("x", MaxLine) + "\nlast"
	if n, ok := CountLines(t.Context(), strings.NewReader(list)); n != 4 || !ok {
		t.Errorf("%d, %v", n, ok)
	}
	if _, ok := CountLines(t.Context(), iotestErr{io.ErrUnexpectedEOF}); ok {
		t.Error("a list that cannot be read is counted")
	}
}

// TestOnly: the parts of a list together are the list, with the numbers that its lines have.
func TestOnly(t *testing.T) {
	t.Parallel()
	const text = "\ufeffone\n\n# two\nthree\nfour\n\nfive\nsix"
	read := func(r *Reader) (lines []Line) {
		for {
			line, err := r.Next()
			if err == io.EOF {
				return lines
			}
			expect.NoError(t, err)
			lines = append(lines, line)
		}
	}
	all := read(NewReader(strings.NewReader(text)))
	for n := 1; n < 10; n++ {
		var parts []Line
		for unit := 0; unit*n < 8; unit++ {
			r := NewReader(strings.NewReader(text))
			r.Only(unit*n+1, n)
			parts = append(parts, read(r)...)
		}
		if !slices.Equal(parts, all) || len(all) != 5 {
			t.Errorf("parts of %d lines: %v, want %v", n, parts, all)
		}
	}
}

// TestOnlyBeyond: a part that begins after the end of the list is an error, and one that begins with its last line is
// none. A line feed at the end of the list begins no line.
func TestOnlyBeyond(t *testing.T) {
	t.Parallel()
	for text, lines := range map[string]int{"one\ntwo": 2, "one\ntwo\n": 2, "one\n# two\n\n": 3, "one": 1} {
		for first := 1; first < 6; first++ {
			r := NewReader(strings.NewReader(text))
			r.Only(first, 1)
			_, err := r.Next()
			expect.Equal(t, errors.As(err, new(*LineError)), first > lines, "%q from line %d on: %v", text, first, err)
			if _, again := r.Next(); first > lines && again != err {
				t.Errorf("%q from line %d on: %v, and then %v", text, first, err, again)
			}
		}
	}
	r := NewReader(strings.NewReader(""))
	r.Only(1, 5)
	expect.Equal(t, expect.Err(r.Next()), io.EOF, "the first part of no lines")
}

// endless is a file such as /dev/zero, which counts what is read of it.
type endless struct{ bytes int }

func (e *endless) Read(p []byte) (int, error) {
	clear(p)
	e.bytes += len(p)
	return len(p), nil
}

// TestEndless: what has no line's end ends a list.
func TestEndless(t *testing.T) {
	t.Parallel()
	e := &endless{}
	_, err := NewReader(e).Next()
	if !errors.As(err, new(*LineError)) || e.bytes > 2*mostOfLine {
		t.Errorf("%v after %d bytes", err, e.bytes)
	}
}

// TestGather: items of several lines have the number of their first; what ends one begins the next.
func TestGather(t *testing.T) {
	t.Parallel()
	list := NewReader(strings.NewReader("one\n+two\n\n+a\r\n+b\n+c\nthree\n bad\n+x"))
	list.Gather = func(first string) func(string) bool {
		if !strings.HasPrefix(first, "+") {
			return nil
		}
		return func(next string) bool { return strings.HasPrefix(next, "+") }
	}
	list.Rewrite = func(text string) (string, error) {
		if text == "bad" {
			return "", errors.New("bad")
		}
		return strings.ReplaceAll(text, "\n", "|"), nil
	}
	var got []string
	for {
		line, err := list.Next()
		if err == io.EOF {
			break
		}
		expect.NoError(t, err)
		got = append(got, fmt.Sprint(line.Number, line.Text, line.Err()))
	}
	expect.Equal(t, fmt.Sprint(got), "[1one<nil> 2+two<nil> 4+a|+b|+c<nil> 7three<nil> 8badbad 9+x<nil>]", "items")
}
