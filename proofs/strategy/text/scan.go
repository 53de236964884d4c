package text

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// Error says what is wrong with a text, and where.
type Error struct {
	Line   int
	Detail string
}

// Error names the line.
func (e *Error) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Detail) }

// token is a word, a number, a sign or a quoted text. A statement begins with a token that begins its line.
type token struct {
	text  string
	line  int
	first bool
	apart bool // white space comes before it
}

// signs are the signs, the longer ones first.
var signs = []string{"..", "<=", ">=", "!=", "(", ")", ",", ":", "=", "<", ">", "+", "-", "*", "/", "'", ".", "@"}

// scan divides a text into tokens. A remark goes from # to the end of its line.
func scan(source string) (list []token, err error) {
	for n, line := range strings.Split(source, "\n") {
		line = strings.TrimSuffix(line, "\r")
		for rest := line; ; {
			behind := len(rest)
			rest = strings.TrimLeft(rest, " \t")
			apart := len(rest) < behind
			if rest == "" || rest[0] == '#' {
				break
			}
			end := strings.IndexFunc(rest,
				func(r rune) bool { return !(r == '_' || r < 128 && (unicode.IsLetter(r) || unicode.IsDigit(r))) })
			switch sign := slices.IndexFunc(signs, func(s string) bool { return strings.HasPrefix(rest, s) }); {
			case end < 0:
				end = len(rest)
			case end > 0:
			case rest[0] == '"':
				if end = strings.IndexByte(rest[1:], '"') + 2; end < 2 {
					return nil, &Error{n + 1, "a quotation without end"}
				}
			case sign >= 0:
				end = len(signs[sign])
			default:
				return nil, &Error{n + 1, fmt.Sprintf("unexpected %.20q", rest)}
			}
			list = append(list, token{rest[:end], n + 1, len(rest) == len(line), apart})
			rest = rest[end:]
		}
	}
	return list, nil
}
