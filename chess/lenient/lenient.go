// Package lenient reads positions as people and other programs write them: [Reading.Read] finds out the form, and
// makes a FEN of it. The rules of chess are package chess's. No certificate is read with it: those have one spelling.
//
//	lenient.go fen.go address.go    what form it is; FEN and EPD; addresses, UCI commands and games
//	diagram.go                      boards in characters
//	men.go languages.go             lists of men, Popeye's input, and whose letters they are in
//
// A wrong guess is worse than an error. Letters are decided by all men of a text together: if it can be read in two
// languages as different positions it is refused, and both are named. What a form does not say is not guessed either:
// see [Reading].
package lenient

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"retroproof/chess"
)

// Form is how a position is written, in words.
type Form string

// The forms.
const (
	FEN     Form = "a FEN" // or an EPD line
	Board   Form = "a board alone"
	Forsyth Form = "a board in letters of another language"
	Address Form = "an address"
	Diagram Form = "a diagram"
	Men     Form = "a list of men"
	Popeye  Form = "Popeye's input"
	Game    Form = "PGN"
	UCI     Form = "a UCI command"
)

// Reading is what to suppose where a text does not say it. Then [Position.Supposed] says so. The zero value supposes no
// side to move, and takes the last position of a game.
type Reading struct {
	Side   string // "w" or "b" to move; if it is "", and the text does not say it, the error is [ErrSide]
	Within bool   // of a game the position after Ply plies
	Ply    int

	// Open leaves "?" for the side to move, castling rights and en passant square that are not said. Otherwise there
	// are no rights and no square.
	Open bool
}

// Position is a position that was read.
type Position struct {
	Form     Form
	FEN      string // for [chess.ParseFEN], which judges it if the form is FEN
	Supposed string // what the text did not say, and what was taken for it, as a sentence; "" for nothing
}

// ErrSide is the reason of an error about a text that does not say whose move it is.
var ErrSide = errors.New("it does not say whose move it is")

// Error is a mistake in a text that is no FEN, EPD line or board alone.
type Error struct {
	Form         Form
	Line, Column int // from 1, the column in bytes; 0 if the whole text is meant
	Err          error
}

// Error says as what the text was read, where the mistake is, and which.
func (e *Error) Error() string {
	at := ""
	if e.Line > 0 {
		at = fmt.Sprintf(", line %d, column %d", e.Line, e.Column)
	}
	return fmt.Sprintf("read as %s%s: %v", e.Form, at, e.Err)
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

// mostText is the length in bytes of what is read.
const mostText = 1 << 18

// Read reads a position. A text in none of the forms is taken for a FEN with a mistake, which [chess.ParseFEN] finds.
func (r Reading) Read(text string) (Position, error) {
	form := FormOf(text)
	if form == FEN {
		return r.fen(text)
	}
	t := &source{form: form, text: text}
	if len(text) > mostText {
		return Position{}, t.fail(0, "%d bytes, want at most %d", len(text), mostText)
	}
	d, err := t.read(&r)
	if err != nil {
		return Position{}, err
	}
	return r.complete(t, d)
}

// FEN is [Reading.Read] for those who need no more than the FEN.
func (r Reading) FEN(text string) (string, error) {
	p, err := r.Read(text)
	return p.FEN, err
}

// Board reads a diagram without judging what else is said.
func (r Reading) Board(text string) (chess.Setup, error) {
	fen, err := r.FEN(text)
	if err != nil {
		return chess.Setup{}, err
	}
	board, _, _ := strings.Cut(fen, " ")
	return chess.ParseFEN(board + " w - -")
}

// ParseSetup reads a diagram in any form.
func ParseSetup(text string) (chess.Setup, error) {
	fen, err := Reading{}.FEN(text)
	if err != nil {
		return chess.Setup{}, err
	}
	return chess.ParseFEN(fen)
}

// ParsePosition is [ParseSetup] for a position that can be played on from.
func ParsePosition(text string) (*chess.Position, error) {
	fen, err := Reading{}.FEN(text)
	if err != nil {
		return nil, err
	}
	return chess.ParsePosition(fen)
}

// FormOf returns in which form a text is. It looks at how the text begins, not for mistakes.
func FormOf(text string) Form {
	text = strings.TrimSpace(text)
	first, _, _ := strings.Cut(text, "\n")
	word, _, _ := strings.Cut(first, " ")
	lines := strings.Contains(text, "\n")
	switch {
	case text == "" || text[0] == '{' && !lines:
		return FEN
	case isAddress(word):
		return Address
	case word == "position" || word == "startpos":
		return UCI
	case beginsPopeye(word):
		return Popeye
	case isGame(text):
		return Game
	case strings.Count(word, "/") == 7 && !lines:
		return formOfBoard(word)
	case isDiagram(text):
		return Diagram
	case !strings.Contains(word, "/") && isList(text):
		return Men
	}
	return FEN
}

// diagram is what a text says: a board, or a whole FEN.
type diagram struct {
	fen   string // "" if only what follows is known
	setup chess.Setup
	turn  string // "w", "b", or "" if that is not said
}

// read reads the text by its form.
func (s *source) read(r *Reading) (*diagram, error) {
	switch s.form {
	case Address:
		return s.address(r)
	case UCI:
		return s.command(r)
	case Game:
		return s.game(r, s.text)
	case Diagram:
		return s.diagram()
	case Forsyth:
		return s.forsyth()
	case Popeye:
		return s.popeye()
	}
	return s.men()
}

// complete makes a FEN of what a text says.
func (r *Reading) complete(s *source, d *diagram) (Position, error) {
	var p Position
	var err error
	switch {
	case d.fen != "":
		p, err = r.fen(d.fen)
		if err == nil && !(r.Open && strings.Contains(p.FEN, "?")) {
			_, err = chess.ParseFEN(p.FEN)
		}
		var inner *Error
		if errors.As(err, &inner) {
			err = inner.Err
		}
	case d.turn != "" && r.Side != "" && d.turn != r.Side:
		return p, s.fail(0, "it is %s's move, not %s's", sideName(d.turn), sideName(r.Side))
	default:
		board, _, _ := strings.Cut(d.setup.FEN(), " ")
		p, err = r.fill([]string{board, d.turn, "?", "?"})
	}
	if err != nil {
		return p, &Error{Form: s.form, Err: err}
	}
	p.Form = s.form
	return p, nil
}

// fill puts what is supposed into the four fields of a FEN, of which "" and "?" are not known.
func (r *Reading) fill(words []string) (p Position, err error) {
	if words[1] == "" || words[1] == "?" {
		words[1] = r.Side
	}
	if r.Open {
		if words[1] == "" {
			words[1] = "?"
		}
		p.FEN = strings.Join(words, " ") + " 0 1"
		return p, nil
	}
	if words[1] == "" {
		return p, ErrSide
	}
	unsaid := words[2] == "?"
	for _, i := range []int{2, 3} {
		if words[i] == "?" {
			words[i] = "-"
		}
	}
	p.FEN = strings.Join(words, " ")
	if setup, err := chess.ParseFEN(p.FEN); err == nil && unsaid {
		p.Supposed = supposed(&setup)
		p.FEN = setup.FEN()
	}
	return p, nil
}

// supposed says what a diagram leaves open that it can have.
func supposed(s *chess.Setup) string {
	var what []string
	for i := range chess.CastlingPaths {
		home := chess.CastlingPaths[i].Home
		if s.Board[home[0].Square] == home[0].Man && s.Board[home[1].Square] == home[1].Man {
			what = append(what, "castling right")
			break
		}
	}
	forward, pawn, rank := 8, chess.WhitePawn, 3
	if s.Turn == chess.White {
		forward, pawn, rank = -8, chess.BlackPawn, 4
	}
	for file := range 8 {
		at := chess.MakeSquare(file, rank)
		behind, home := int(at)-forward, int(at)-2*forward
		if s.Board[at] == pawn && s.Board[behind] == chess.NoMan && s.Board[home] == chess.NoMan {
			what = append(what, "en passant square")
			break
		}
	}
	if what == nil {
		return ""
	}
	return "no " + strings.Join(what, " and no ") + " is given, so there is none"
}

func sideName(side string) string {
	if side == "b" {
		return "Black"
	}
	return "White"
}

// source is a text that is read.
type source struct {
	form Form
	text string
	only string // the language of its letters, if it is certain
	hint string // the language of its other words, which decides between two
}

// fail makes the error about what stands from a byte on.
func (s *source) fail(at int, format string, args ...any) error {
	at = min(at, len(s.text))
	before := s.text[:at]
	line, column := 1+strings.Count(before, "\n"), at-strings.LastIndexByte(before, '\n')
	return &Error{s.form, line, column, fmt.Errorf(format, args...)}
}

// Block returns, for the first line of a position in a list, a function that tells of the lines after it, one by one,
// whether they belong to the same position; nil if the position has one line.
func Block(first string) func(next string) bool {
	word, _, _ := strings.Cut(strings.TrimSpace(first), " ")
	var goesOn func(line string) bool
	switch {
	case isAddress(word), strings.Contains(word, "/"):
		return nil
	case beginsPopeye(word):
		goesOn = untilEndOfProblem()
	case isGame(first):
		goesOn = untilEndOfGame()
	case isRow(first) || isBorder(first):
		goesOn = untilEndOfDiagram()
	case isList(first):
		return untilEndOfList(first)
	default:
		return nil
	}
	goesOn(first)
	return goesOn
}

// word is a word of a text, and where it begins.
type word struct {
	text string
	at   int
}

// wordsOf splits a text at white space.
func wordsOf(text string) []word { return firstWords(text, len(text)) }

// firstWords returns the first words of a text, which may be long, at most so many.
func firstWords(text string, most int) (list []word) {
	at := 0
	for w := range strings.FieldsSeq(text) {
		if len(list) == most {
			break
		}
		at += strings.Index(text[at:], w)
		list = append(list, word{w, at})
		at += len(w)
	}
	return list
}

// firstRune returns the first character of a text, and the rest.
func firstRune(text string) (r rune, rest string) {
	r, n := utf8.DecodeRuneInString(text)
	return r, text[n:]
}
