package games

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"regexp"
	"strings"
)

// pgnReader reads games in PGN. Each has a tag GoalFEN with the position to which the game
// leads, and may have the tags SetUp and FEN with its start. Comments, move numbers and glyphs
// are ignored; variations are rejected. A game must end with its result, so that an incomplete
// one is detected.
type pgnReader struct {
	r    *bufio.Reader
	line int
}

// mostTags is the largest number of tags of a game, and mostWord the largest length of a move
// in bytes.
const (
	mostTags = 1000
	mostWord = 20
)

func newPGNReader(r *bufio.Reader, _ Options) reader { return &pgnReader{r: r, line: 1} }

func (g *pgnReader) next() (entry, error) {
	c, err := g.skip()
	e := entry{line: g.line, plies: -1, claim: legal}
	if err != nil {
		return e, err // the end of the file, between games
	}
	tags := map[string]string{}
	for ; c == '['; c, err = g.skip() {
		if err := g.tag(tags); err != nil {
			return e, unexpected(err)
		}
	}
	e.goal = tags["GoalFEN"]
	if err == nil {
		err = g.setUp(tags, &e)
	}
	for size := 0; err == nil; {
		var word string
		if word, err = g.word(); err != nil {
			break
		}
		switch word {
		case "*", "1-0", "0-1", "1/2-1/2":
			return e, nil
		case "":
			continue
		}
		if size += len(word) + 1; size > mostLine {
			return e, because(ErrLimit, "moves of more than %d bytes", mostLine)
		}
		e.moves = append(e.moves, word)
	}
	return e, unexpected(err)
}

// unexpected turns the end of the file in the middle of a game into an error.
func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return because(ErrSyntax, "the file ends within a game: no result such as * ends it")
	}
	return err
}

// setUp evaluates the tags that matter.
func (g *pgnReader) setUp(tags map[string]string, e *entry) error {
	fen, hasFEN := tags["FEN"]
	setup, hasSetUp := tags["SetUp"]
	switch {
	case e.goal == "":
		return ErrGoal
	case hasSetUp && setup != "0" && setup != "1", hasSetUp && hasFEN != (setup == "1"):
		return because(ErrSyntax, "tag SetUp %.20q, and a tag FEN: %t", setup, hasFEN)
	case hasFEN && fen == "":
		return because(ErrSyntax, "an empty tag FEN")
	}
	e.start = fen
	return nil
}

// skip skips blanks, line ends and comments, and returns the byte that follows without
// consuming it.
func (g *pgnReader) skip() (byte, error) {
	for {
		head, err := g.r.Peek(1)
		if err != nil {
			return 0, err
		}
		switch head[0] {
		case ' ', '\t', '\r', '\n':
			err = g.until(head[0])
		case ';':
			err = g.until('\n')
			if err == io.EOF {
				return 0, err // a comment may be the last line
			}
		case '{':
			err = unexpected(g.until('}'))
		default:
			return head[0], nil
		}
		if err != nil {
			return 0, err
		}
	}
}

// until consumes bytes up to and including a given one.
func (g *pgnReader) until(end byte) error {
	for {
		c, err := g.r.ReadByte()
		if c == '\n' {
			g.line++
		}
		if err != nil || c == end {
			return err
		}
	}
}

// word reads a word of the movetext. It is empty if the word was a move number or a glyph.
func (g *pgnReader) word() (string, error) {
	c, err := g.skip()
	if err != nil {
		return "", err
	}
	switch c {
	case '(', ')':
		return "", because(ErrSyntax, "line %d: a variation: proof games have none", g.line)
	case '[', ']', '"', '}', '<', '>', '%':
		return "", because(ErrSyntax, "line %d: %q among the moves: no result such as * ends the game before", g.line, rune(c))
	}
	head, err := g.r.Peek(mostWord + 1)
	if err != nil && err != io.EOF {
		return "", err
	}
	if n := bytes.IndexAny(head, " \t\r\n;{}()[]\"<>"); n >= 0 {
		head = head[:n]
	}
	w := string(head)
	g.r.Discard(len(w))
	switch {
	case w[0] == '$' && len(w) > 1 && strings.Trim(w[1:], "0123456789") == "":
		return "", nil // a numeric glyph; any other word that begins with $ is not a move
	case len(w) > mostWord:
		return "", because(ErrSyntax, "line %d: %.20q... is no move", g.line, w)
	}
	// "12.", "12...", and "12.e4" in one word.
	if number := strings.TrimLeft(w, "0123456789"); len(number) < len(w) && (number == "" || number[0] == '.') {
		w = strings.TrimLeft(number, ".")
	}
	return strings.TrimRight(w, "!?"), nil
}

// mostTag is the largest length of a tag in bytes, and tagPair its form: [Name "value"], on one
// line. Other blanks are not allowed, as they could hide a tag that matters.
const mostTag = 1 << 12

var tagPair = regexp.MustCompile(`^\[[ \t]*(\w+) [ \t]*"((?:[^"\\\n]|\\[^\n])*)"[ \t]*\]`)

// tag reads a tag pair.
func (g *pgnReader) tag(tags map[string]string) error {
	head, err := g.r.Peek(mostTag)
	pair := tagPair.FindSubmatch(head)
	switch {
	case pair == nil && err == io.EOF && bytes.IndexByte(head, '\n') < 0, pair == nil && err != nil && err != io.EOF:
		return err
	case pair == nil:
		text, _, _ := bytes.Cut(head, []byte("\n"))
		return because(ErrSyntax, "line %d: %.40q, want [Name \"value\"]", g.line, text)
	}
	name, value := string(pair[1]), string(pair[2])
	g.r.Discard(len(pair[0]))
	for _, n := range []string{"FEN", "SetUp", "GoalFEN"} {
		if name != n && strings.EqualFold(name, n) {
			return because(ErrSyntax, "line %d: tag %.20q, want %q", g.line, name, n)
		}
	}
	if len(tags) >= mostTags {
		return because(ErrLimit, "line %d: more than %d tags", g.line, mostTags)
	}
	if _, twice := tags[name]; twice {
		return because(ErrSyntax, "line %d: tag %.20q twice in a game", g.line, name)
	}
	tags[name] = value
	return nil
}
