package chess

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// ParseFEN reads a diagram in Forsyth-Edwards notation. The error, if any, is a
// [*FENError] with the first mistake from the left.
//
// The syntax is taken strictly: eight ranks of eight squares, no two digits in a
// row, no castling right twice, an en passant square on the third or the sixth
// rank, clocks as plain decimal numbers. What the diagram means is not
// judged: kings may be missing, pawns stand on the last rank, the en passant
// square belong to the wrong side. These leniencies exist, and no others:
//
//   - Four fields are enough, as in EPD; the clocks are then 0 and 1.
//   - Fields may be separated by several blanks or tabs, and such blanks may
//     lead and trail.
//   - One line end, LF, CRLF or CR, may follow.
//   - Castling rights may come in any order; they are printed in the order KQkq.
//   - The two clocks may be any numbers of up to nine digits, 0 included for
//     both: some programs keep other figures there, such as the index and the
//     multiplicity of an urposition.
func ParseFEN(fen string) (Setup, error) {
	p := fenParser{fen: fen, end: len(fen)}
	p.trimLineEnd()
	s := EmptySetup()
	// A slice of the parser's steps would read more evenly, but the fifth and
	// sixth field may be absent together.
	if err := p.board(&s); err != nil {
		return Setup{}, err
	}
	if err := p.sideToMove(&s); err != nil {
		return Setup{}, err
	}
	if err := p.castling(&s); err != nil {
		return Setup{}, err
	}
	if err := p.enPassant(&s); err != nil {
		return Setup{}, err
	}
	if p.atEnd() {
		return s, nil
	}
	if err := p.clock(FieldHalfmoveClock, &s.HalfmoveClock); err != nil {
		return Setup{}, err
	}
	if err := p.clock(FieldFullmoveNumber, &s.FullmoveNumber); err != nil {
		return Setup{}, err
	}
	if !p.atEnd() {
		rest := strings.TrimRight(fen[p.pos:p.end], blanks)
		return Setup{}, p.fail(FieldFullmoveNumber, p.pos, rest, ExtraField,
			"text after the last field", "4 or 6 fields")
	}
	return s, nil
}

// blanks are the characters that separate fields.
const blanks = " \t"

// fenParser walks over fen[pos:end], one field after the other. Its methods
// return error rather than *FENError, so that no nil pointer can hide in a
// non-nil error.
type fenParser struct {
	fen      string
	pos, end int
}

// trimLineEnd leaves out one line end after the text.
func (p *fenParser) trimLineEnd() {
	p.end = len(strings.TrimSuffix(strings.TrimSuffix(p.fen, "\n"), "\r"))
}

// atEnd skips blanks and reports whether nothing follows them.
func (p *fenParser) atEnd() bool {
	for p.pos < p.end && strings.IndexByte(blanks, p.fen[p.pos]) >= 0 {
		p.pos++
	}
	return p.pos == p.end
}

// next returns the text of the next field and the offset at which it starts.
func (p *fenParser) next(field FENField) (text string, start int, err error) {
	if p.atEnd() {
		found := "the text ends"
		if field == FieldBoard {
			found = "no text"
		}
		return "", 0, p.fail(field, p.pos, "", MissingField, found, "the "+field.String()+" field")
	}
	start = p.pos
	for p.pos < p.end && strings.IndexByte(blanks, p.fen[p.pos]) < 0 {
		p.pos++
	}
	return p.fen[start:p.pos], start, nil
}

// fail makes the error for the token at an offset.
func (p *fenParser) fail(f FENField, at int, token string, r FENReason, found, expected string) error {
	return &FENError{FEN: p.fen, Field: f, Column: at + 1, Token: token, Reason: r, Found: found, Expected: expected}
}

// board reads the men, rank by rank from the eighth down.
func (p *fenParser) board(s *Setup) error {
	text, start, err := p.next(FieldBoard)
	if err != nil {
		return err
	}
	at := start
	for rank := 7; ; rank-- {
		row, rest, more := strings.Cut(text[at-start:], "/")
		if err := p.rank(s, rank, row, at); err != nil {
			return err
		}
		switch {
		case more && rank == 0:
			return p.fail(FieldBoard, at+len(row)+1, rest, TooManyRanks, ranksFound(text), "8")
		case !more && rank > 0:
			return p.fail(FieldBoard, start, text, TooFewRanks, ranksFound(text), "8")
		case !more:
			return nil
		}
		at += len(row) + 1
	}
}

// ranksFound says how many ranks a board field has.
func ranksFound(board string) string {
	n := strings.Count(board, "/") + 1
	if n == 1 {
		return "1 rank"
	}
	return fmt.Sprintf("%d ranks", n)
}

// rank reads one rank, whose text stands at the offset at.
func (p *fenParser) rank(s *Setup, rank int, row string, at int) error {
	file := 0 // may run past 7; the length is judged at the end of the rank
	digitBefore := false
	for i := 0; i < len(row); i++ {
		c := row[i]
		if c < '0' || c > '9' {
			digitBefore = false
			man, ok := ParseMan(c)
			if !ok {
				return p.fail(FieldBoard, at+i, firstChar(row[i:]), BadPieceLetter,
					"not a man's letter", "one of KQRBNPkqrbnp or a digit 1 to 8")
			}
			if file < 8 {
				s.Board[MakeSquare(file, rank)] = man
			}
			file++
			continue
		}
		if c == '0' || c == '9' {
			return p.fail(FieldBoard, at+i, row[i:i+1], BadDigit, "a run of "+row[i:i+1]+" empty squares", "1 to 8")
		}
		if digitBefore {
			return p.fail(FieldBoard, at+i-1, row[i-1:i+1], AdjacentDigits,
				"two digits in a row", "one digit for a run of empty squares")
		}
		digitBefore = true
		file += int(c - '0')
	}
	if file == 8 {
		return nil
	}
	reason := RankTooLong
	if file < 8 {
		reason = RankTooShort
	}
	unit := "squares"
	if file == 1 {
		unit = "square"
	}
	return p.fail(FieldBoard, at, row, reason, fmt.Sprintf("rank %d has %d %s", rank+1, file, unit), "8")
}

// firstChar returns the first character of a text, which may take several bytes
// or be no valid UTF-8 at all.
func firstChar(s string) string {
	_, n := utf8.DecodeRuneInString(s)
	return s[:n]
}

func (p *fenParser) sideToMove(s *Setup) error {
	text, at, err := p.next(FieldSideToMove)
	if err != nil {
		return err
	}
	switch text {
	case "w":
		s.Turn = White
	case "b":
		s.Turn = Black
	default:
		return p.fail(FieldSideToMove, at, text, BadSideToMove, "no side", `"w" or "b"`)
	}
	return nil
}

func (p *fenParser) castling(s *Setup) error {
	text, at, err := p.next(FieldCastling)
	if err != nil {
		return err
	}
	if text == "-" {
		return nil
	}
	for i := range len(text) {
		right := strings.IndexByte(castlingLetters, text[i])
		if right < 0 {
			return p.fail(FieldCastling, at+i, firstChar(text[i:]), BadCastlingLetter,
				"not a castling right", `letters of KQkq, or "-" for none`)
		}
		if s.Castling.Has(1 << right) {
			return p.fail(FieldCastling, at+i, text[i:i+1], RepeatedCastling, "a right given twice", "each letter once")
		}
		s.Castling |= 1 << right
	}
	return nil
}

func (p *fenParser) enPassant(s *Setup) error {
	text, at, err := p.next(FieldEnPassant)
	if err != nil {
		return err
	}
	if text == "-" {
		return nil
	}
	const expected = `a square on rank 3 or 6, or "-" for none`
	sq, err := ParseSquare(text)
	if err != nil {
		return p.fail(FieldEnPassant, at, text, BadEnPassant, "not a square", expected)
	}
	if !onEnPassantRank(sq) {
		return p.fail(FieldEnPassant, at, text, BadEnPassantRank, fmt.Sprintf("a square on rank %d", sq.Rank()+1), expected)
	}
	s.EnPassant = sq
	return nil
}

// maxClockDigits keeps clocks within 32 bits, whatever the size of an int.
const maxClockDigits = 9

// clock reads one of the two numbers at the end.
func (p *fenParser) clock(field FENField, value *int) error {
	text, at, err := p.next(field)
	if err != nil {
		return err
	}
	// Atoi alone would accept signs.
	plain := strings.Trim(text, "0123456789") == "" && (text[0] != '0' || text == "0")
	if !plain {
		return p.fail(field, at, text, BadNumber, "not a number", "a decimal number without sign or leading zeros")
	}
	if len(text) > maxClockDigits {
		return p.fail(field, at, text, NumberTooLarge,
			fmt.Sprintf("a number of %d digits", len(text)), fmt.Sprintf("at most %d digits", maxClockDigits))
	}
	*value, err = strconv.Atoi(text)
	return err
}
