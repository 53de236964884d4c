package notation

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"retroproof/chess"
)

// Tag is a PGN tag pair. The name consists of letters, digits and underscores.
type Tag struct {
	Name, Value string
}

// Result is the outcome of a game as PGN writes it.
type Result string

// The four results. The empty Result counts as Unfinished.
const (
	WhiteWins  Result = "1-0"
	BlackWins  Result = "0-1"
	Draw       Result = "1/2-1/2"
	Unfinished Result = "*"
)

// Game is a game as Portable Game Notation has it. Written, its moves are not
// checked against the rules of chess; Play does that, and [PGNReader] has done it.
type Game struct {
	// Tags are written in their order, after the seven tag roster, whose tags
	// may be among them. Result, SetUp and FEN are derived from the fields
	// below, and must not.
	Tags []Tag
	// Start is the diagram the game starts from. The zero Setup stands for the
	// initial position.
	Start chess.Setup
	// Moves are in standard algebraic notation.
	Moves []string
	// Comments has at n the comment after the n-th move, at 0 the one before
	// the first.
	Comments map[int]string
	// Result is how the game ended.
	Result Result
}

// roster is the seven tag roster in its order, with the values that stand for
// "not known". The Result is always known to the Game.
var roster = [...]Tag{
	{"Event", "?"},
	{"Site", "?"},
	{"Date", "????.??.??"},
	{"Round", "?"},
	{"White", "?"},
	{"Black", "?"},
	{"Result", ""},
}

// pgnWidth keeps movetext below 80 columns.
const pgnWidth = 79

// WriteTo writes the game as PGN, in the form the standard calls export format:
// the seven tag roster first, SetUp and FEN if the game starts elsewhere than at
// the initial position, the other tags, an empty line, the movetext in lines
// below 80 columns, an empty line. Games written one after the other make a
// valid file. Only a single word of a comment may make a line longer.
//
// A comment cannot contain a closing brace in PGN; braces become round brackets,
// and any white space a single blank or line end. Control characters in tags
// and comments become blanks.
//
// Nothing is written if a tag, a move or the result cannot be stated in PGN.
func (g *Game) WriteTo(w io.Writer) (int64, error) {
	text, err := g.pgn()
	if err != nil {
		return 0, err
	}
	n, err := io.WriteString(w, text)
	return int64(n), err
}

// pgn returns the whole text, so that a game is written in full or not at all.
func (g *Game) pgn() (string, error) {
	tags, err := g.allTags()
	if err != nil {
		return "", err
	}
	words, err := g.movetext()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, t := range tags {
		fmt.Fprintf(&b, "[%s \"%s\"]\n", t.Name, escapeTagValue(t.Value))
	}
	b.WriteByte('\n')
	for _, line := range wrap(words, pgnWidth) {
		b.WriteString(line)
		b.WriteByte('\n')
	}
	b.WriteByte('\n')
	return b.String(), nil
}

// start and result resolve the fields whose zero values stand for another.

func (g *Game) start() chess.Setup {
	if g.Start == (chess.Setup{}) {
		return chess.InitialSetup()
	}
	return g.Start
}

func (g *Game) result() Result { return cmp.Or(g.Result, Unfinished) }

// allTags returns the tags in the order in which they are written.
func (g *Game) allTags() ([]Tag, error) {
	given := make(map[string]string, len(g.Tags))
	for _, t := range g.Tags {
		if err := checkTagName(t.Name); err != nil {
			return nil, err
		}
		if _, twice := given[t.Name]; twice {
			return nil, fmt.Errorf("PGN tag %s: given twice", t.Name)
		}
		given[t.Name] = t.Value
	}
	for _, name := range []string{"Result", "SetUp", "FEN"} {
		if _, ok := given[name]; ok {
			return nil, fmt.Errorf("PGN tag %s: given as a tag, want it in a field of the Game", name)
		}
	}
	switch g.result() {
	case WhiteWins, BlackWins, Draw, Unfinished:
		given["Result"] = string(g.result())
	default:
		return nil, fmt.Errorf("PGN result: %s, want 1-0, 0-1, 1/2-1/2 or *", chess.Quote(string(g.Result)))
	}

	var tags []Tag
	for _, t := range roster {
		if value, ok := given[t.Name]; ok {
			t.Value = value
		}
		tags = append(tags, t)
	}
	if start := g.start(); start != chess.InitialSetup() {
		tags = append(tags, Tag{"SetUp", "1"}, Tag{"FEN", start.FEN()})
	}
	for _, t := range g.Tags {
		inRoster := slices.ContainsFunc(roster[:], func(r Tag) bool { return r.Name == t.Name })
		if !inRoster {
			tags = append(tags, t)
		}
	}
	return tags, nil
}

// movetext returns the words of the movetext. A move and its number are one
// word, so that no line ends between them.
func (g *Game) movetext() ([]string, error) {
	for n := range g.Comments {
		if n < 0 || n > len(g.Moves) {
			return nil, fmt.Errorf("PGN comment: after move %d, want 0 to %d", n, len(g.Moves))
		}
	}
	start := g.start()
	turn := start.Turn
	words := commentWords(g.Comments[0])
	numbered := false // whether the reader has just seen chess.White's move of this number
	for i, san := range g.Moves {
		if err := checkSAN(i, san); err != nil {
			return nil, err
		}
		if turn == chess.White || !numbered {
			san = MoveNumber(&start, i) + " " + san
		}
		comment := commentWords(g.Comments[i+1])
		words = append(words, san)
		words = append(words, comment...)
		numbered = turn == chess.White && len(comment) == 0
		turn = turn.Other()
	}
	return append(words, string(g.result())), nil
}

// MoveNumber returns the number that stands before a ply of a game, with its dots: "3."
// for a White move, "3..." for a Black one. Plies are counted from 0.
func MoveNumber(start *chess.Setup, ply int) string {
	if start.Turn == chess.Black {
		ply++
	}
	number, dots := max(start.FullmoveNumber, 1)+ply/2, "." // some FENs have a 0 there
	if ply%2 == 1 {
		dots = "..."
	}
	return strconv.Itoa(number) + dots
}

// checkTagName refuses a name that a reader could not tell from the value.
func checkTagName(name string) error {
	for i := range len(name) {
		c := name[i]
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		if !letter && c != '_' && (c < '0' || c > '9') {
			return fmt.Errorf("PGN tag: bad name %s, want letters, digits and underscores", chess.Quote(name))
		}
	}
	if name == "" {
		return fmt.Errorf("PGN tag: empty name, want letters, digits and underscores")
	}
	return nil
}

// checkSAN refuses what would not be read back as one move; it knows letters,
// not chess.
func checkSAN(i int, san string) error {
	const letters = "KQRBNOabcdefgh12345678x=+#-!?"
	if san == "" || strings.Trim(san, letters) != "" {
		return fmt.Errorf("PGN move %d: %s, want standard algebraic notation", i+1, chess.Quote(san))
	}
	return nil
}

// escapeTagValue makes a text fit to stand between the quotes of a tag pair.
func escapeTagValue(value string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(printable(value))
}

// commentWords returns the words of a comment with its braces, none for an empty
// one.
func commentWords(comment string) []string {
	words := strings.Fields(strings.NewReplacer("{", "(", "}", ")").Replace(printable(comment)))
	if len(words) == 0 {
		return nil
	}
	for i, w := range words {
		// A reader skips a line that starts with a percent sign; with a blank
		// before it the sign is harmless wherever the line is broken.
		if i > 0 && w[0] == '%' {
			words[i] = " " + w
		}
	}
	words[0] = "{" + words[0]
	words[len(words)-1] += "}"
	return words
}

// printable replaces what is no text, or would end a line, by blanks.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == unicode.ReplacementChar {
			return ' '
		}
		return r
	}, s)
}

// Numbered puts numbers before the moves of a game, in SAN: "1. e4 e5 2. Nf3".
func Numbered(start *chess.Setup, san []string) string {
	var words []string
	for i, move := range san {
		if i == 0 || (start.Turn == chess.White) == (i%2 == 0) {
			words = append(words, MoveNumber(start, i))
		}
		words = append(words, move)
	}
	return strings.Join(words, " ")
}
