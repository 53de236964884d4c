package batch

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"unicode/utf8"
)

// MaxLine is the length in bytes of the longest line of a list.
const MaxLine = 1 << 18

// shownOfLong is how many bytes of a longer line are kept, to quote it.
const shownOfLong = 200

// Line is a line of a list, without the blanks around it.
type Line struct {
	Number int    // in the list, from 1
	Text   string // of a line that is too long only the beginning
	Indent int    // bytes before the text
	Long   bool   // longer than MaxLine
	bad    error  // of rewriting it
}

// Err returns the error about a line that is too long or could not be rewritten, nil for others.
func (l Line) Err() error {
	if !l.Long {
		return l.bad
	}
	return &LineError{Detail: fmt.Sprintf("a line of more than %d bytes: %q...", MaxLine, l.Text)}
}

// LineError is the error about a line that is not understood.
type LineError struct {
	Column int // in bytes from 1; 0 if it is not known
	Detail string
}

// Error returns what is wrong.
func (e *LineError) Error() string { return e.Detail }

// Cut returns the beginning of a text, of n bytes at most and without part of a letter.
func Cut(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}

// Reader reads the lines of a list that are neither blank nor a remark, which begins with "#". A byte order mark before
// the first line is skipped.
type Reader struct {
	// BeforeWait, if not nil, is called before a read that may have to wait for more.
	BeforeWait func() error
	// Gather, if not nil, is called for the first line of an item, and returns what tells of the lines after it whether
	// they belong to the item, too; nil for an item of one line. They are separated by line feeds in [Line.Text].
	Gather func(first string) func(next string) bool
	// Rewrite, if not nil, changes the text of each item; its error is that of [Line.Err].
	Rewrite func(text string) (string, error)

	r    *bufio.Reader
	line int
	err  error
	back *Line // to be returned once more

	held       *heldLine // has been read, and belongs to the next item
	first, end int       // the lines to return; with an end of 0 all
}

// NewReader returns the reader of a list.
func NewReader(in io.Reader) *Reader { return &Reader{r: bufio.NewReaderSize(in, 1<<16)} }

// Only makes Next return a part of the list alone: of n lines of the input from the given one on, counted from 1, blank
// ones and remarks included. A list that ends before the part begins is a [*LineError]: a number that is off by one
// would else go unseen.
func (r *Reader) Only(first, n int) { r.first, r.end = first, first+n }

// unread makes Next return a line again.
func (r *Reader) unread(line Line) { r.back = &line }

// Number returns how many lines of the input have been read, blank ones and remarks included.
func (r *Reader) Number() int { return r.line }

// Next returns the next line, or io.EOF. A list in UTF-16 is a [*LineError].
func (r *Reader) Next() (Line, error) {
	if r.back != nil {
		line := *r.back
		r.back = nil
		return line, nil
	}
	// One line at a time is kept, at most so many bytes of it: a list of any length takes as much memory.
	for r.err == nil {
		if r.end > 0 && r.line+1 >= r.end {
			r.err = io.EOF
			break
		}
		if r.BeforeWait != nil && r.r.Buffered() == 0 {
			if r.err = r.BeforeWait(); r.err != nil {
				break
			}
		}
		raw, long, err := r.take()
		r.err = err
		if err == io.EOF && r.first > 1 && (r.line < r.first || r.line == r.first && raw == "") {
			r.err = &LineError{Detail: fmt.Sprintf("the list ends before line %d, with which the part begins", r.first)}
			return Line{}, r.err
		}
		// What other programs put at the beginning of a file.
		if r.line == 1 {
			switch {
			case strings.HasPrefix(raw, "\xff\xfe"), strings.HasPrefix(raw, "\xfe\xff"):
				r.err = &LineError{Detail: "the list is UTF-16, want UTF-8 or ASCII"}
				return Line{}, r.err
			case strings.HasPrefix(raw, "\ufeff"):
				raw = raw[len("\ufeff"):]
			}
		}
		if r.line < r.first {
			continue
		}
		text := strings.TrimLeft(raw, " \t\r\n\v\f")
		line := Line{Number: r.line, Indent: len(raw) - len(text), Text: strings.TrimSpace(text), Long: long}
		if line.Text != "" && line.Text[0] != '#' {
			r.complete(&line)
			return line, nil
		}
	}
	return Line{}, r.err
}

// Lines yields the lines up to the end of the list, or up to an error.
func (r *Reader) Lines() iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		for {
			line, err := r.Next()
			if err == io.EOF || !yield(line, err) || err != nil {
				return
			}
		}
	}
}

// heldLine is a line that was read too early.
type heldLine struct {
	text string
	long bool
	err  error
}

// take reads the next line, and counts it.
func (r *Reader) take() (text string, long bool, err error) {
	r.line++
	if h := r.held; h != nil {
		r.held = nil
		return h.text, h.long, h.err
	}
	return r.readLine()
}

// complete adds the other lines of an item to its first, and rewrites it.
func (r *Reader) complete(line *Line) {
	if r.Gather != nil && !line.Long && r.err == nil {
		belongs := r.Gather(line.Text)
		for belongs != nil && r.err == nil && (r.end == 0 || r.line+1 < r.end) {
			raw, long, err := r.take()
			text := strings.TrimRight(raw, "\r\n")
			if long || !belongs(text) {
				r.held = &heldLine{raw, long, err}
				r.line--
				break
			}
			r.err = err
			line.Text += "\n" + text
			if len(line.Text) > MaxLine {
				line.Text, line.Long = Cut(line.Text, shownOfLong), true
				break
			}
		}
		line.Text = strings.TrimSpace(line.Text)
	}
	if r.Rewrite != nil && !line.Long {
		if text, err := r.Rewrite(line.Text); err != nil {
			line.bad = err
		} else {
			line.Text = text
		}
	}
}

// mostOfLine is the length in bytes at which a line ends the list: it is none, but what never has a line's end.
const mostOfLine = 1 << 26

// readLine reads a line, and of one that is too long the beginning.
func (r *Reader) readLine() (text string, long bool, err error) {
	var b []byte
	for n := 0; ; {
		part, err := r.r.ReadSlice('\n')
		n += len(part) // of the line
		switch {
		case n > mostOfLine:
			return "", true, &LineError{Detail: fmt.Sprintf("a line of more than %d bytes: %q...",
				mostOfLine, Cut(string(b), 20))}
		case long:
		case len(b)+len(part) <= MaxLine:
			b = append(b, part...)
		default:
			long = true
			b = []byte(Cut(string(append(b, part...)), shownOfLong))
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return string(b), long, err
		}
	}
}

// CountLines counts the lines that a Reader returns, and reports whether it has come to the end.
func CountLines(ctx context.Context, in io.Reader) (n int64, ok bool) {
	list := NewReader(in)
	for ctx.Err() == nil {
		if _, err := list.Next(); err != nil {
			return n, err == io.EOF
		}
		n++
	}
	return n, false
}
