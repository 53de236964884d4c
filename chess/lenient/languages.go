package lenient

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"retroproof/chess"
)

// language is the letters of men in a language.
type language struct {
	name    string
	letters map[string]chess.Kind
}

// lettersOf makes the letters of king, queen, rook, bishop, knight and pawn.
func lettersOf(words ...string) map[string]chess.Kind {
	m := map[string]chess.Kind{}
	for i, w := range words {
		m[w] = chess.King + chess.Kind(i)
	}
	return m
}

// languages are those whose letters are read. In English problems a knight is S as often as N.
var languages = []language{
	{"English", lettersOf("K", "Q", "R", "B", "N", "P")},
	{"German", lettersOf("K", "D", "T", "L", "S", "B")},
	{"French", lettersOf("R", "D", "T", "F", "C", "P")},
	{"Spanish", lettersOf("R", "D", "T", "A", "C", "P")},
	{"Russian", lettersOf("КР", "Ф", "Л", "С", "К", "П")},
}

func init() { languages[0].letters["S"] = chess.Knight }

// figurines are pictures of white men, then of black ones, in the order of kinds.
const figurines = "♔♕♖♗♘♙♚♛♜♝♞♟"

// figurine returns the man that a character shows.
func figurine(c rune) (chess.Man, bool) {
	at := slices.Index([]rune(figurines), c)
	if at < 0 {
		return chess.NoMan, false
	}
	return chess.MakeMan(chess.Color(at/6), chess.King+chess.Kind(at%6)), true
}

// kind returns the kind of man that a word stands for.
func (l *language) kind(word string) (chess.Kind, bool) {
	if c, rest := firstRune(word); rest == "" {
		if m, ok := figurine(c); ok {
			return m.Kind(), true
		}
	}
	k, ok := l.letters[strings.ToUpper(word)]
	return k, ok
}

// isLetter reports whether a word is a man's in some language.
func isLetter(word string) bool {
	return slices.ContainsFunc(languages, func(l language) bool { _, ok := l.kind(word); return ok })
}

// placed is a man of a text whose kind depends on the language.
type placed struct {
	word   string // its letter; "" for a pawn without one
	color  chess.Color
	square chess.Square
	at     int // where it stands in the text
}

// resolve finds out in which language the letters of all men are.
func (s *source) resolve(men []placed) (*diagram, error) {
	// One reading for each language that has all letters. Cost: languages times men.
	type reading struct {
		setup chess.Setup
		names []string
	}
	var readings []*reading
	best, most := -1, -1
	var stranger placed // of the language that has most of the letters, the first one that it has not
	taken := map[chess.Square]bool{}
	for _, m := range men {
		if taken[m.square] {
			return nil, s.fail(m.at, "a second man on %s", m.square)
		}
		taken[m.square] = true
	}
	for i := range languages {
		if s.only != "" && s.only != languages[i].name {
			continue
		}
		setup, known, other := languages[i].board(men)
		if known < len(men) {
			if known > most {
				best, most, stranger = i, known, other
			}
			continue
		}
		at := slices.IndexFunc(readings, func(r *reading) bool { return r.setup == setup })
		if at < 0 {
			at = len(readings)
			readings = append(readings, &reading{setup: setup})
		}
		readings[at].names = append(readings[at].names, languages[i].name)
	}
	// Of several, those are dropped that no position of a game can be.
	if len(readings) > 1 {
		all := slices.Clone(readings)
		readings = slices.DeleteFunc(readings, func(r *reading) bool { return !plausible(&r.setup) })
		if len(readings) > 1 && s.hint != "" {
			readings = slices.DeleteFunc(readings, func(r *reading) bool { return !slices.Contains(r.names, s.hint) })
		}
		if len(readings) != 1 {
			var names []string
			for _, r := range all {
				names = append(names, strings.Join(r.names, " or "))
			}
			return nil, s.fail(0, "with letters in %s it is another position: a FEN says which", strings.Join(names, " and in "))
		}
	}
	switch {
	case len(men) == 0:
		return nil, s.fail(0, "there are no men")
	case len(readings) == 1:
		return &diagram{setup: readings[0].setup}, nil
	case isLetter(stranger.word):
		return nil, s.fail(stranger.at, "%q is not %s, as the other letters are", stranger.word, languages[best].name)
	}
	return nil, s.fail(stranger.at, "%q is no man's letter in English, German, French, Spanish or Russian", stranger.word)
}

// board puts men on a board by the letters of a language. It returns how many it knows before the first other one.
func (l *language) board(men []placed) (s chess.Setup, known int, other placed) {
	s = chess.EmptySetup()
	other = placed{at: -1}
	for _, m := range men {
		k, ok := chess.Pawn, m.word == ""
		if !ok {
			k, ok = l.kind(m.word)
		}
		if ok {
			known++
			s.Board[m.square] = chess.MakeMan(m.color, k)
		} else if other.at < 0 {
			other = m
		}
	}
	return s, known, other
}

// plausible reports whether a side has not more men or pawns than there are, one king each, and no pawns where none
// can be.
func plausible(s *chess.Setup) bool {
	for c := chess.White; c <= chess.Black; c++ {
		all := 0
		for _, m := range s.Men() {
			if m.Man.Color() != c {
				continue
			}
			all++
			if r := m.Square.Rank(); m.Man.Kind() == chess.Pawn && (r == 0 || r == 7) {
				return false
			}
		}
		if all > 16 || s.Count(chess.MakeMan(c, chess.King)) != 1 || s.Count(chess.MakeMan(c, chess.Pawn)) > 8 {
			return false
		}
	}
	return true
}

// count compares the numbers of men with those that a text says: "(5+3)".
func (s *source) count(d *diagram, text string, at int) error {
	var want, n [2]int
	if _, err := fmt.Sscanf(strings.ReplaceAll(text, " ", ""), "(%d+%d)", &want[0], &want[1]); err != nil {
		return s.fail(at, "%q, want numbers of men as (5+3)", text)
	}
	for _, m := range d.setup.Men() {
		n[m.Man.Color()]++
	}
	if n != want {
		return s.fail(at, "%d+%d men are said, and %d+%d are there", want[0], want[1], n[0], n[1])
	}
	return nil
}

// forsyth reads a board as a FEN has it, with letters of another language.
func (s *source) forsyth() (*diagram, error) {
	var men []placed
	rank, file := 7, 0
	text := strings.TrimSpace(s.text)
	board, rest, _ := strings.Cut(text, " ")
	start := strings.Index(s.text, board)
	for at, c := range board {
		switch {
		case c == '/':
			if file != 8 {
				return nil, s.fail(start+at, "rank %d has %d squares, want 8", rank+1, file)
			}
			rank, file = rank-1, 0
		case c >= '1' && c <= '8':
			file += int(c - '0')
		default:
			if file > 7 || rank < 0 {
				return nil, s.fail(start+at, "rank %d has more than 8 squares", rank+1)
			}
			men = append(men, placed{string(unicode.ToUpper(c)), colorOf(c), chess.MakeSquare(file, rank), start + at})
			file++
		}
	}
	if rank != 0 || file != 8 {
		return nil, s.fail(start+len(board), "the board ends on rank %d after %d squares, want 8 ranks of 8", rank+1, file)
	}
	d, err := s.resolve(men)
	if err == nil && rest != "" {
		b, _, _ := strings.Cut(d.setup.FEN(), " ")
		d.fen = b + " " + rest
	}
	return d, err
}

// colorOf tells whose man a letter is where capitals are White's.
func colorOf(c rune) chess.Color {
	if unicode.IsUpper(c) {
		return chess.White
	}
	return chess.Black
}
