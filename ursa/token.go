package ursa

import (
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"
)

// kind is the kind of a token. Keywords and signs are their own kinds.
type kind uint8

const (
	endOfFile kind = iota
	badToken       // already complained about
	numName        // begins with n
	boolName       // begins with b
	otherName
	constant
	keyword
	sign
)

// token is a word or a sign of a source.
type token struct {
	kind  kind
	text  string
	pos   Pos
	value *big.Int // of a constant
	end   int      // offset in the source behind it
}

// String describes a token for messages.
func (t token) String() string {
	switch t.kind {
	case endOfFile:
		return "the end of the program"
	case numName:
		return fmt.Sprintf("the number %s", clip(t.text))
	case boolName:
		return fmt.Sprintf("the Boolean %s", clip(t.text))
	case otherName:
		return fmt.Sprintf("the name %s", clip(t.text))
	}
	return strconv.Quote(clip(t.text))
}

// clip shortens what a message quotes.
func clip(s string) string {
	const most = 60
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "..."
}

var keywords = map[string]bool{}

func init() {
	for _, w := range strings.Fields("num2bool bool2num sgn ite while for if else print printb printx listvars " +
		"clear halt minimize maximize assert assert_all procedure call true false") {
		keywords[w] = true
	}
}

// signs are the signs, the longer ones before those they begin with.
var signs = strings.Fields(".. <<= >>= &&= ||= ^^= ++ -- += -= *= &= |= ^= /= << >> <= >= == != && || ^^ " +
	"+ - * / % < > = ! ~ & | ^ ( ) [ ] { } , ;")

// mostDigits is the length of the longest constant.
const mostDigits = 2000

// widthComment is a first comment that sets the width of numbers.
var widthComment = regexp.MustCompile(`^/\*\s*bits:\s*([0-9]{1,9})\s*\*/$`)

// widthMeant is the beginning of a comment that is meant to be one.
var widthMeant = regexp.MustCompile(`^/\*\s*bits\s*[:=]`)

// lexer splits a source into tokens.
type lexer struct {
	text   string
	at     int
	line   int
	start  int // offset of the line
	strict bool
	width  int // by the first comment; 0: none
	report func(Pos, string, ...any)
	// commented: a comment has been seen, so that none is the first one.
	commented bool
}

func (l *lexer) pos(at int) Pos { return Pos{l.line, at - l.start + 1} }

// space skips white space and comments.
func (l *lexer) space() {
	for l.at < len(l.text) {
		switch rest := l.text[l.at:]; {
		case rest[0] == '\n':
			l.at++
			l.line, l.start = l.line+1, l.at
		case rest[0] == ' ' || rest[0] == '\t' || rest[0] == '\r':
			l.at++
		case l.at == 0 && strings.HasPrefix(rest, "\ufeff"): // a byte order mark
			l.at += len("\ufeff")
		case strings.HasPrefix(rest, "/*"):
			l.comment()
		case strings.HasPrefix(rest, "//"):
			if l.strict {
				l.report(l.pos(l.at), "a comment after // is an extension: with --strict write /* ... */")
			}
			if n := strings.IndexByte(rest, '\n'); n >= 0 {
				l.at += n
			} else {
				l.at = len(l.text)
			}
			l.commented = true
		default:
			return
		}
	}
}

func (l *lexer) comment() {
	begin := l.pos(l.at)
	n := strings.Index(l.text[l.at+2:], "*/")
	if n < 0 {
		l.report(begin, "the comment that begins here has no end: */ is missing")
		l.at = len(l.text)
		return
	}
	text := l.text[l.at : l.at+n+4]
	if m := widthComment.FindStringSubmatch(text); m != nil && !l.commented {
		l.width, _ = strconv.Atoi(m[1]) // nine digits fit
		if l.width < 1 || l.width > MaxBits {
			l.report(begin, "bits: %d, want a width of numbers from 1 to %d", l.width, MaxBits)
			l.width = 1
		}
	} else if !l.commented && widthMeant.MatchString(text) {
		l.report(begin, "a first comment that begins so sets the width of numbers: want /* bits: N */, and nothing else "+
			"in it")
	}
	l.commented = true
	for i := range len(text) {
		if text[i] == '\n' {
			l.line, l.start = l.line+1, l.at+i+1
		}
	}
	l.at += len(text)
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }

// next returns the next token.
func (l *lexer) next() token {
	l.space()
	t := token{pos: l.pos(l.at)}
	if l.at == len(l.text) {
		t.end = l.at
		return t
	}
	rest := l.text[l.at:]
	switch c := rest[0]; {
	// The first letter of a name is its type.
	case isLetter(c):
		t.text = rest[:wordLength(rest)]
		switch {
		case keywords[t.text]:
			t.kind = keyword
		case c == 'n':
			t.kind = numName
		case c == 'b':
			t.kind = boolName
		default:
			t.kind = otherName
		}
	case isDigit(c):
		l.constant(&t, rest[:wordLength(rest)])
	default:
		// A sign stands before those that it begins with; trying all costs some forty comparisons.
		for _, s := range signs {
			if strings.HasPrefix(rest, s) {
				t.kind, t.text = sign, s
				break
			}
		}
		if t.kind != sign {
			r := []rune(rest[:min(len(rest), 4)])[0]
			t.kind, t.text = badToken, string(r)
			if r == '\ufffd' {
				t.text = rest[:1]
			}
			what := strconv.Quote(t.text)
			switch {
			case r == '_':
				what += ": names begin with a letter"
			case r == 0:
				what += ": text is UTF-8 or ASCII; UTF-16 is refused"
			case r == '"' || r == '\'':
				what += ": there are no texts"
			case r == '?' || r == ':':
				what += `: a choice is written ite(condition, value, value)`
			}
			l.report(t.pos, "unexpected character %s", what)
		}
	}
	l.at += len(t.text)
	t.end = l.at
	return t
}

// wordLength returns the length of a name or constant at the beginning of a text.
func wordLength(s string) int {
	n := 1
	for n < len(s) && (isLetter(s[n]) || isDigit(s[n]) || s[n] == '_') {
		n++
	}
	return n
}

func (l *lexer) constant(t *token, word string) {
	t.kind, t.text, t.value = constant, word, new(big.Int)
	base, digits := 10, word
	if len(word) > 1 && (word[1] == 'x' || word[1] == 'b') && word[0] == '0' {
		base, digits = 16, word[2:]
		if word[1] == 'b' {
			base = 2
		}
	}
	switch {
	case len(digits) > mostDigits:
		l.report(t.pos, "a constant of %d digits, want at most %d", len(digits), mostDigits)
	default:
		// SetString alone would take underscores and, in base 16, signs.
		if _, ok := t.value.SetString(digits, base); !ok || strings.Contains(digits, "_") {
			l.report(t.pos, "%q is no number: want digits such as 12, 0x1F or 0b101", clip(word))
			t.value.SetInt64(0)
		}
	}
}
