package main

import (
	"bufio"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// mostLine is the length in bytes of the longest line of any list; retroproof-check
// takes as much.
const mostLine = 1 << 18

// shownOfLong is how many bytes of a line that is longer are kept, to quote it.
const shownOfLong = 200

// numberedLine is a line of a list, without the blanks around it.
type numberedLine struct {
	number int // of the line in the file
	text   string
	indent int  // bytes before the text
	long   bool // the text is only the beginning of a line that is too long
}

// listReader reads the lines of a list that are neither blank nor a remark, which
// begins with "#". A byte order mark before the first line is skipped.
type listReader struct {
	r    *bufio.Reader
	line int
	err  error
	back *numberedLine // to be returned once more

	// beforeWait is called before a read that may have to wait for more; nil for
	// nothing.
	beforeWait func() error
}

// unread makes next return a line again.
func (l *listReader) unread(line numberedLine) { l.back = &line }

// next returns the next line, or io.EOF.
func (l *listReader) next() (numberedLine, error) {
	if l.back != nil {
		line := *l.back
		l.back = nil
		return line, nil
	}
	for l.err == nil {
		if l.beforeWait != nil && l.r.Buffered() == 0 {
			if l.err = l.beforeWait(); l.err != nil {
				break
			}
		}
		raw, long, err := l.readLine()
		l.line++
		l.err = err
		if l.line == 1 {
			switch {
			case strings.HasPrefix(raw, "\xff\xfe"), strings.HasPrefix(raw, "\xfe\xff"):
				l.err = withCode(exitMalformed, errors.New("the list is UTF-16, want UTF-8 or ASCII"))
				return numberedLine{}, l.err
			case strings.HasPrefix(raw, "\ufeff"):
				raw = raw[len("\ufeff"):]
			}
		}
		text := strings.TrimLeft(raw, " \t\r\n\v\f")
		line := numberedLine{number: l.line, indent: len(raw) - len(text), text: strings.TrimSpace(text), long: long}
		if line.text != "" && line.text[0] != '#' {
			return line, nil
		}
	}
	return numberedLine{}, l.err
}

// readLine reads a line, and of one that is too long the beginning.
func (l *listReader) readLine() (text string, long bool, err error) {
	var b []byte
	for {
		part, err := l.r.ReadSlice('\n')
		switch {
		case long:
		case len(b)+len(part) <= mostLine:
			b = append(b, part...)
		default:
			long = true
			b = []byte(cutText(string(append(b, part...)), shownOfLong))
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return string(b), long, err
		}
	}
}

// tooLong is the error about a line that is too long, nil for others.
func (line numberedLine) tooLong() error {
	if !line.long {
		return nil
	}
	return &errLine{detail: fmt.Sprintf("a line of more than %d bytes: %q...", mostLine, line.text)}
}

// cutText returns the beginning of a text, of n bytes at most and without part of a
// letter.
func cutText(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}

func sourceName(in string) string {
	if in == "-" {
		return "<stdin>"
	}
	return in
}
