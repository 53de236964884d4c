package main

import (
	"bufio"
	"strings"
)

// numberedLine is a line of a list, with its number in the file.
type numberedLine struct {
	number int
	text   string
}

// listReader reads the lines of a list that are not blank.
type listReader struct {
	r    *bufio.Reader
	line int
	err  error
	back *numberedLine // to be returned once more
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
		text, err := l.r.ReadString('\n')
		l.line++
		l.err = err
		if text = strings.TrimSpace(text); text != "" {
			return numberedLine{l.line, text}, nil
		}
	}
	return numberedLine{}, l.err
}

func sourceName(in string) string {
	if in == "-" {
		return "<stdin>"
	}
	return in
}
