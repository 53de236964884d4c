package games

import (
	"bufio"
	"encoding/json"
	"io"
	"strings"
)

// line is a line of a file: a position, with what is claimed about it.
type line struct {
	number  int
	start   string // "" for the initial position
	goal    string
	verdict string
	moves   []string // of a legal position
}

// The verdicts of lines.
const legal, illegal, unknown = "legal", "illegal", "unknown"

// size returns how many bytes of memory a line takes.
func (l *line) size() int {
	n := len(l.start) + len(l.goal)
	for _, m := range l.moves {
		n += len(m) + 32 // a string, in a slice that has grown
	}
	return n
}

// mostLine is the largest length of a line: the longest possible game of chess is shorter.
const mostLine = 1 << 18

// reader reads the lines that are not blank.
type reader struct {
	lines  *bufio.Scanner
	number int // of the line that was read last
}

func newReader(r io.Reader) *reader {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, mostLine)
	return &reader{lines: lines}
}

// next reads a line. The error is io.EOF at the end; if it is another one, what has been read of the line is returned,
// too.
func (r *reader) next() (line, error) {
	for r.lines.Scan() && r.lines.Err() == nil {
		r.number++
		text := r.lines.Text()
		if r.number == 1 {
			text = strings.TrimPrefix(text, "\ufeff") // which some editors put before a text
		}
		if text = strings.TrimSpace(text); text != "" {
			l := line{number: r.number}
			return l, l.read(text)
		}
	}
	switch err := r.lines.Err(); err {
	case nil:
		return line{}, io.EOF
	case bufio.ErrTooLong:
		return line{number: r.number + 1}, because(ErrLimit, "a line of more than %d bytes", mostLine)
	default:
		return line{}, err
	}
}

// read reads the text of a line.
func (l *line) read(text string) error {
	var game string
	plies := 0
	given, err := readObject(text, map[string]any{"fen": &l.goal, "start": &l.start, "verdict": &l.verdict, "uci": &game,
		"plies": &plies})
	if err != nil {
		return err
	}
	l.moves = strings.Fields(game)
	switch {
	case l.goal == "":
		return because(ErrSyntax, `no field "fen"`)
	case l.verdict != legal && l.verdict != illegal && l.verdict != unknown:
		return because(ErrSyntax, `"verdict" is %.20q, want legal, illegal or unknown`, l.verdict)
	case l.verdict != legal:
	case !given["uci"] && !(given["plies"] && plies == 0): // a game without moves may lack the field
		return ErrNoGame
	case given["plies"] && plies != len(l.moves):
		return because(ErrPlies, "%d, and it is said to have %d", len(l.moves), plies)
	}
	return nil
}

// readObject reads an object and checks that nothing follows it. It stores those fields that
// are in values, each of which may occur at most once. Package json would also accept names in
// another case, and use the last of repeated fields, which other readers do not.
func readObject(text string, values map[string]any) (given map[string]bool, err error) {
	d := json.NewDecoder(strings.NewReader(text))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, because(ErrSyntax, "no JSON object")
	}
	given = map[string]bool{}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, because(ErrSyntax, "%v", err)
		}
		name := key.(string) // the keys of objects are strings
		for meant := range values {
			if name != meant && strings.EqualFold(name, meant) {
				return nil, because(ErrSyntax, "field %.20q, want %q", name, meant)
			}
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, because(ErrSyntax, "field %.20q: %v", name, err)
		}
		to := values[name]
		switch {
		case to == nil:
			continue
		case given[name]:
			return nil, because(ErrSyntax, "field %q twice", name)
		case string(value) == "null" || json.Unmarshal(value, to) != nil:
			return nil, because(ErrSyntax, "field %q: %.20s is no value for it", name, value)
		}
		given[name] = true
	}
	if _, err := d.Token(); err != nil {
		return nil, because(ErrSyntax, "the object has no end")
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, because(ErrSyntax, "something follows the object")
	}
	return given, nil
}
