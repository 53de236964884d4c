package games

import (
	"bufio"
	"bytes"
	"io"
	"strings"
)

// claim is what an entry claims about its position.
type claim uint8

const (
	undecided claim = iota
	illegal
	legal
)

// entry is a position of a file, with what the file claims about it.
type entry struct {
	line  int    // the line where it begins
	start string // "" for the initial position
	goal  string
	claim claim
	moves []string // of a legal position
	bare  bool     // the entry has no game, not even one without moves
	plies int      // number of plies that the file states; -1 if it states none
}

// size returns how many bytes of memory an entry takes: its texts may be parts of a line.
func (e *entry) size() int {
	n := len(e.start) + len(e.goal)
	for _, m := range e.moves {
		n += len(m) + 32 // a string, in a slice that has grown
	}
	return n
}

// reader reads the entries of a file. At the end it returns io.EOF. If there is an error, it
// also returns what it has read of the entry.
type reader interface {
	next() (entry, error)
}

// mostLine is the largest length of a line, and of the moves of a game in PGN: the longest
// possible game of chess is shorter.
const mostLine = 1 << 18

// Sniff reports whether the beginning of a file looks like one of the formats of this package.
func Sniff(head []byte) bool { return sniff(head) != nil }

// sniff returns the reader for a file by its beginning, or nil.
func sniff(head []byte) func(*bufio.Reader, Options) reader {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, mark), " \t\r\n")
	switch word, _, _ := bytes.Cut(head, []byte(" ")); {
	case bytes.HasPrefix(head, []byte("[")):
		return newPGNReader
	case bytes.HasPrefix(head, []byte("{")):
		return newJSONReader
	case bytes.Count(word, []byte("/")) == 7:
		return newTokenReader
	}
	return nil
}

// mark is the byte order mark that some editors put before a text.
var mark = []byte("\ufeff")

// lineReader reads the lines that are not blank, and counts all lines.
type lineReader struct {
	lines *bufio.Scanner
	line  int
}

func newLineReader(r io.Reader) lineReader {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, mostLine)
	return lineReader{lines: lines}
}

// next returns the next line without surrounding blanks, or io.EOF.
func (l *lineReader) next() (string, error) {
	for l.lines.Scan() && l.lines.Err() == nil {
		l.line++
		if text := strings.TrimSpace(l.lines.Text()); text != "" {
			return text, nil
		}
	}
	switch err := l.lines.Err(); err {
	case nil:
		return "", io.EOF
	case bufio.ErrTooLong:
		l.line++
		return "", because(ErrLimit, "a line of more than %d bytes", mostLine)
	default:
		return "", err
	}
}
