package ask

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"retroproof/chess"
	"retroproof/proofs/answers"
)

// fieldWants has, for the fields of a FEN behind the board, what they are called, their form and that
// form in words.
var fieldWants = []struct {
	name, words string
	form        *regexp.Regexp
}{
	{"side to move", `"w", "b" or "?"`, regexp.MustCompile(`^[wb?]$`)},
	{"castling", `"-", "?", or some of K, Q, k and q in this order, each with "?" behind it or not`,
		regexp.MustCompile(`^(-|\?|(K\??)?(Q\??)?(k\??)?(q\??)?)$`)},
	{"en passant", `"-", "?" or a square on rank 3 or 6`, regexp.MustCompile(`^(-|\?|[a-h][36])$`)},
	{"halfmove clock", `a number or "?"`, regexp.MustCompile(`^(\?|[0-9]{1,9})$`)},
	{"move number", `a number or "?"`, regexp.MustCompile(`^(\?|[0-9]{1,9})$`)},
}

// unknownMen are the characters that stand for men that are not known, or begin it.
const unknownMen = "?Xx*["

// mostExpanded is how many positions a FEN may stand for in a question about one position.
const mostExpanded = 64

// Unknown reports whether one of the fields of a FEN is not known, but for clocks.
func Unknown(fields []string) bool {
	if len(fields) != 6 {
		return false
	}
	return strings.ContainsAny(fields[0], unknownMen) || strings.Contains(strings.Join(fields[1:4], ""), "?")
}

// Expand returns the positions that a FEN with unknown fields stands for, for questions that are asked about each.
func Expand(fen string) ([]string, error) {
	if err := checkPattern(fen); err != nil {
		return nil, err
	}
	all, err := answers.Pattern(fen)
	switch {
	case err != nil:
		return nil, err
	case len(all) == 0:
		return nil, fmt.Errorf("%w: the diagram alone excludes every position that it stands for", answers.ErrPattern)
	case len(all) > mostExpanded:
		const words = "%w: it stands for %d positions, and this question takes at most %d"
		return nil, fmt.Errorf(words, answers.ErrPattern, len(all), mostExpanded)
	}
	return all, nil
}

// checkPattern says in which column a FEN with unknown fields is wrong, or returns nil if that is
// not known. The error is an answers.ErrPattern.
func checkPattern(fen string) error {
	bad := func(field string, at int, format string, args ...any) error {
		return fmt.Errorf("%w: %s, column %d: %s", answers.ErrPattern, field, at+1, fmt.Sprintf(format, args...))
	}
	fields := strings.Split(fen, " ")
	// Rank by rank, square by square, so that the first mistake is found; each byte is looked at once.
	begin := 0 // of a rank
	for i, rank := range strings.Split(fields[0], "/") {
		squares := 0
		if i == 8 {
			return bad("board", begin, "a ninth rank: %.20q", rank)
		}
		j := 0
		for _, text := range cellForm.FindAllString(rank, -1) {
			c := text[0]
			switch {
			case '1' <= c && c <= '8':
				squares += int(c - '0')
			case c == '[' && len(text) > 1 || strings.IndexByte("KQRBNPkqrbnp?Xx*", c) >= 0:
				squares++
			default:
				return bad("board", begin+j, "want a man, a digit, ?, X, x, * or men in brackets, such as [Nn]: %q", text)
			}
			j += len(text)
		}
		if squares != 8 {
			return bad("board", begin, "rank %d has %d squares, want 8: %.20q", 8-i, squares, rank)
		}
		begin += len(rank) + 1
	}
	if n := strings.Count(fields[0], "/"); n != 7 {
		return bad("board", len(fields[0]), "%d ranks, want 8", n+1)
	}
	// The other fields are compared with their forms.
	for i, want := range fieldWants {
		if i+1 >= len(fields) {
			return bad(want.name, begin-1, "it is missing, want %s", want.words)
		}
		if text := fields[i+1]; text == "" || !want.form.MatchString(text) {
			return bad(want.name, begin, "want %s: %.20q", want.words, text)
		}
		begin += len(fields[i+1]) + 1
	}
	if len(fields) > 6 {
		return bad("FEN", begin, "more than six fields: %.20q", fields[6])
	}
	return nil
}

// cellForm is what a board has for a square, or squares: a byte, or men between brackets.
var cellForm = regexp.MustCompile(`\[[1KQRBNPkqrbnp]{2,13}\]|(?s:.)`)

// cells returns what a board says of each square, in its order: a man, "1" for none, or what is unknown.
func cells(board string) (squares []string) {
	for _, text := range cellForm.FindAllString(board, -1) {
		switch c := text[0]; {
		case c == '/':
		case '1' <= c && c <= '8':
			squares = append(squares, slices.Repeat([]string{"1"}, int(c-'0'))...)
		default:
			squares = append(squares, text)
		}
	}
	return squares
}

// boardOf is the reverse.
func boardOf(squares []string) string {
	var ranks []string
	for rank := range slices.Chunk(squares, 8) {
		ranks = append(ranks, strings.Join(rank, ""))
	}
	return runs.Replace(strings.Join(ranks, "/"))
}

// runs counts empty squares, as a FEN does.
var runs = strings.NewReplacer("11111111", "8", "1111111", "7", "111111", "6", "11111", "5", "1111", "4", "111",
	"3", "11", "2")

// withForm is what a man to be added can be, and kinds are the letters of the words.
var (
	withForm = regexp.MustCompile(`^(?:([KQRBNPkqrbnp])|(?:(white|black) )?([a-z]{4,6}))(?: anywhere)?$`)
	kinds    = map[string]string{"king": "K", "queen": "Q", "rook": "R", "bishop": "B", "knight": "N", "pawn": "P"}
)

// ErrWith says that a word is no man to be added.
var ErrWith = errors.New("no man to be added")

// adding returns the boards with a man added on a square that is empty.
func adding(board, man string) (list []Less, err error) {
	word := withForm.FindStringSubmatch(man)
	if word == nil || word[1] == "" && kinds[word[3]] == "" {
		const words = `%w: want a letter such as N and n, or words such as "white knight" and "king anywhere": %.30q`
		return nil, fmt.Errorf(words, ErrWith, man)
	}
	letters := word[1]
	if kind := kinds[word[3]]; kind != "" {
		letters = map[string]string{"": kind + strings.ToLower(kind), "white": kind, "black": strings.ToLower(kind)}[word[2]]
	}
	squares := cells(board)
	for _, letter := range strings.Split(letters, "") {
		m, _ := chess.ParseMan(letter[0])
		if m.Kind() == chess.King && slices.Contains(squares, letter) {
			continue // this king is there
		}
		for i, text := range squares {
			if text == "1" {
				with := slices.Clone(squares)
				with[i] = letter
				list = append(list, Less{Square: chess.Square(i) ^ 56, Man: m, Pattern: boardOf(with)})
			}
		}
	}
	if list == nil {
		err = fmt.Errorf("%s is there, or no square is empty", man)
	}
	return list, err
}
