package notation

import (
	"bufio"
	"io"
	"strings"
	"unicode/utf8"

	"retroproof/chess"
)

// pgnScanner cuts PGN into tokens, and counts lines and columns.
type pgnScanner struct {
	in           *bufio.Reader
	line, column int // of the next byte
}

// place is where in the text something begins.
type place struct{ line, column int }

// pgnToken is a token. What stands between a tag's brackets is read by the
// scanner's tag method.
type pgnToken struct {
	kind pgnKind
	at   place
	text string // of a word or comment
}

// pgnKind is what a token is.
type pgnKind uint8

const (
	pgnEnd     pgnKind = iota // the end of the text
	pgnTag                    // a "[", which is not taken yet
	pgnComment                // a whole comment
	pgnOpen                   // a "("
	pgnClose                  // a ")"
	pgnWord                   // a move, move number, result or sign
)

// pgnSpace separates words; nothing but itself depends on line ends, apart from
// the end of a comment after a semicolon.
const pgnSpace = " \t\n\v\f"

// pgnStops end a word.
const pgnStops = pgnSpace + "[]{}()<>;$*\""

func (s *pgnScanner) here() place { return place{s.line, s.column} }

// peek returns the next byte without taking it, 0 if there is none: next tells
// why. A line end, LF, CR LF or CR, is a single LF to both.
func (s *pgnScanner) peek() byte {
	c, _ := s.in.Peek(1)
	switch {
	case len(c) == 0:
		return 0
	case c[0] == '\r':
		return '\n'
	}
	return c[0]
}

// next takes the next byte.
func (s *pgnScanner) next() (byte, error) {
	c, err := s.in.ReadByte()
	if err != nil {
		return 0, err
	}
	if c == '\r' {
		if after, _ := s.in.Peek(1); len(after) == 1 && after[0] == '\n' {
			s.in.Discard(1)
		}
		c = '\n'
	}
	s.column++
	if c == '\n' {
		s.line, s.column = s.line+1, 1
	}
	return c, nil
}

// token returns the next token.
func (s *pgnScanner) token() (pgnToken, error) {
	for {
		at := s.here()
		c := s.peek()
		// What can begin a longer token is looked at and left, for those who read it.
		if c == '[' {
			return pgnToken{pgnTag, at, "["}, nil
		}
		if c != 0 && strings.IndexByte(pgnStops, c) < 0 && !(c == '%' && at.column == 1) {
			text, err := s.word()
			return pgnToken{pgnWord, at, text}, err
		}
		// All other tokens are one character, or begin with one that is no part of them.
		c, err := s.next()
		switch {
		case err == io.EOF:
			return pgnToken{pgnEnd, at, ""}, nil
		case err != nil:
			return pgnToken{}, err
		case strings.IndexByte(pgnSpace, c) >= 0:
		case c == '%' && at.column == 1:
			err = s.skipLine()
		case c == '$':
			err = s.glyph(at)
		case c == '(':
			return pgnToken{pgnOpen, at, "("}, nil
		case c == ')':
			return pgnToken{pgnClose, at, ")"}, nil
		case c == '*':
			return pgnToken{pgnWord, at, "*"}, nil
		case c == '{':
			text, err := s.comment(at, '}')
			return pgnToken{pgnComment, at, text}, err
		case c == ';':
			text, err := s.comment(at, '\n')
			return pgnToken{pgnComment, at, text}, err
		default:
			err = pgnFail(at, string(rune(c)), BadCharacter, "%q has no meaning here", rune(c))
		}
		if err != nil {
			return pgnToken{}, err
		}
	}
}

// word takes a word. A full stop ends a number, and is dropped.
func (s *pgnScanner) word() (string, error) {
	at := s.here()
	var text []byte
	digits := true
	for {
		c := s.peek()
		if c == 0 || strings.IndexByte(pgnStops, c) >= 0 {
			return string(text), nil
		}
		if _, err := s.next(); err != nil {
			return "", err
		}
		if c == '.' && digits {
			return string(text), nil
		}
		digits = digits && '0' <= c && c <= '9'
		if text = append(text, c); len(text) > mostWord {
			return "", pgnFail(at, string(text), TooLong, "a word of more than %d bytes", mostWord)
		}
	}
}

// skipLine takes the rest of a line.
func (s *pgnScanner) skipLine() error {
	for {
		c, err := s.next()
		if err == io.EOF || c == '\n' {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// glyph takes the number after a "$".
func (s *pgnScanner) glyph(at place) error {
	digits := 0
	for c := s.peek(); '0' <= c && c <= '9'; c = s.peek() {
		if _, err := s.next(); err != nil {
			return err
		}
		digits++
	}
	if digits == 0 {
		return pgnFail(at, "$", BadGlyph, `"$" without a number`)
	}
	return nil
}

// comment takes a comment up to its end, and returns it with each run of white
// space as a blank.
func (s *pgnScanner) comment(at place, end byte) (string, error) {
	var text []byte
	for {
		c, err := s.next()
		switch {
		case err == io.EOF && end == '\n', err == nil && c == end:
			return strings.Join(strings.Fields(utf8Text(text)), " "), nil
		case err == io.EOF:
			return "", pgnFail(at, "{", UnclosedComment, "comment without its end")
		case err != nil:
			return "", err
		}
		if text = append(text, c); len(text) > mostText {
			return "", pgnFail(at, "{", TooLong, "a comment of more than %d bytes", mostText)
		}
	}
}

// tag takes a tag pair.
func (s *pgnScanner) tag() (Tag, error) {
	at := s.here()
	var t Tag
	bad := func(format string, args ...any) (Tag, error) { return Tag{}, pgnFail(at, "[", BadTag, format, args...) }
	if _, err := s.next(); err != nil { // the bracket
		return t, err
	}
	if err := s.blanks(); err != nil {
		return t, err
	}
	var name []byte
	for c := s.peek(); tagNameByte(c); c = s.peek() {
		if _, err := s.next(); err != nil {
			return t, err
		}
		if name = append(name, c); len(name) > mostWord {
			return t, pgnFail(at, string(name), TooLong, "a tag name of more than %d bytes", mostWord)
		}
	}
	if len(name) == 0 {
		return bad(`tag without a name, want [Name "value"]`)
	}
	t.Name = string(name)
	if err := s.blanks(); err != nil {
		return t, err
	}
	if s.peek() != '"' {
		return bad(`tag %s without a value in quotes, want [Name "value"]`, chess.Quote(t.Name))
	}
	value, err := s.tagValue()
	if err != nil {
		return t, err
	}
	t.Value = value
	if err := s.blanks(); err != nil {
		return t, err
	}
	if s.peek() != ']' {
		return bad(`tag %s without its closing bracket, want [Name "value"]`, chess.Quote(t.Name))
	}
	_, err = s.next()
	return t, err
}

// tagValue takes a text in quotes. A backslash stands before a quote or another
// backslash; before anything else it stands for itself.
func (s *pgnScanner) tagValue() (string, error) {
	at := s.here()
	if _, err := s.next(); err != nil { // the quote
		return "", err
	}
	var text []byte
	for {
		if c := s.peek(); c == '\n' {
			return "", pgnFail(at, `"`, BadTag, "tag value without its closing quote on the line")
		}
		c, err := s.next()
		switch {
		case err == io.EOF:
			return "", pgnFail(at, `"`, BadTag, "tag value without its closing quote")
		case err != nil:
			return "", err
		case c == '"':
			return utf8Text(text), nil
		}
		if after := s.peek(); c == '\\' && (after == '"' || after == '\\') {
			if c, err = s.next(); err != nil {
				return "", err
			}
		}
		if text = append(text, c); len(text) > mostText {
			return "", pgnFail(at, `"`, TooLong, "a tag value of more than %d bytes", mostText)
		}
	}
}

// blanks takes blanks and tabs.
func (s *pgnScanner) blanks() error {
	for c := s.peek(); c == ' ' || c == '\t'; c = s.peek() {
		if _, err := s.next(); err != nil {
			return err
		}
	}
	return nil
}

// tagNameByte reports whether a tag name may have the byte.
func tagNameByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_'
}

// utf8Text returns a text as UTF-8. What is not valid as such is taken for
// ISO 8859-1, the older standard of PGN.
func utf8Text(text []byte) string {
	if utf8.Valid(text) {
		return string(text)
	}
	runes := make([]rune, len(text))
	for i, c := range text {
		runes[i] = rune(c)
	}
	return string(runes)
}
