package chess

import (
	"fmt"
	"strconv"
	"unicode/utf8"
)

// FENField is one of the six fields of a FEN.
type FENField uint8

// The fields in their order.
const (
	FieldBoard FENField = iota
	FieldSideToMove
	FieldCastling
	FieldEnPassant
	FieldHalfmoveClock
	FieldFullmoveNumber

	numFields = iota
)

var fieldNames = [numFields]string{
	"board", "side to move", "castling", "en passant", "halfmove clock", "fullmove number",
}

// String returns the name of the field, such as "side to move".
func (f FENField) String() string {
	if f >= numFields {
		return "invalid field"
	}
	return fieldNames[f]
}

// FENReason says what kind of mistake a FEN has. The identifiers are stable:
// tools may compare them, and messages may change around them.
type FENReason string

// The reasons. Each is documented with an example of the offending text.
const (
	// MissingField: the text ends before the field, as in "8/8/8/8/8/8/8/8 w".
	// With five fields it is the fullmove number that is missing.
	MissingField FENReason = "MissingField"
	// ExtraField: text after the sixth field, as in "... 0 1 bm".
	ExtraField FENReason = "ExtraField"

	// TooManyRanks: a ninth rank on the board, as in "8/8/8/8/8/8/8/8/8".
	TooManyRanks FENReason = "TooManyRanks"
	// TooFewRanks: the board ends before the eighth rank, as in "8/8".
	TooFewRanks FENReason = "TooFewRanks"
	// RankTooLong: a rank has more than eight squares, as in "ppppppppp".
	RankTooLong FENReason = "RankTooLong"
	// RankTooShort: a rank has fewer than eight squares, as in "ppp4" or "".
	RankTooShort FENReason = "RankTooShort"
	// BadPieceLetter: a character that is neither a man's letter nor a digit,
	// as in "rnbxkbnr".
	BadPieceLetter FENReason = "BadPieceLetter"
	// BadDigit: a 0 or a 9 on the board, where a run has 1 to 8 squares.
	BadDigit FENReason = "BadDigit"
	// AdjacentDigits: a run of empty squares written in two parts, as in "44".
	AdjacentDigits FENReason = "AdjacentDigits"

	// BadSideToMove: neither "w" nor "b".
	BadSideToMove FENReason = "BadSideToMove"

	// BadCastlingLetter: a character other than K, Q, k, q, as in "HAha".
	BadCastlingLetter FENReason = "BadCastlingLetter"
	// RepeatedCastling: a right given twice, as in "KQQ".
	RepeatedCastling FENReason = "RepeatedCastling"

	// BadEnPassant: neither "-" nor a square, as in "e".
	BadEnPassant FENReason = "BadEnPassant"
	// BadEnPassantRank: a square on a rank that no pawn passes over in a double
	// step, as in "e4".
	BadEnPassantRank FENReason = "BadEnPassantRank"

	// BadNumber: a clock that is not a plain decimal number, as in "-1", "01"
	// or "x".
	BadNumber FENReason = "BadNumber"
	// NumberTooLarge: a clock of more than nine digits.
	NumberTooLarge FENReason = "NumberTooLarge"
)

// FENError is the error of [ParseFEN]: the first mistake from the left.
//
// Token is the offending part of FEN exactly as it stands there, from the
// 1-based byte Column on; it is empty where something is missing.
type FENError struct {
	FEN      string    // the whole text that was parsed
	Field    FENField  // the field with the mistake
	Column   int       // where Token starts, counted in bytes from 1
	Token    string    // the offending part
	Reason   FENReason // what kind of mistake it is
	Found    string    // what was found, in words: "9 ranks"
	Expected string    // what was expected instead, in words: "8"
}

// Error says where the mistake is, what was found, what was wanted, and quotes
// the offending part:
//
//	FEN board, column 17: 9 ranks, want 8: "8"
func (e *FENError) Error() string {
	msg := fmt.Sprintf("FEN %s, column %d: %s, want %s", e.Field, e.Column, e.Found, e.Expected)
	if e.Token != "" {
		msg += ": " + Quote(e.Token)
	}
	return msg
}

// Quote quotes a part of the input for a message. Input may be of any length
// and hold any bytes; a message has to stay one readable line.
func Quote(s string) string {
	const most = 80
	if len(s) <= most {
		return strconv.Quote(s)
	}
	cut := most
	for cut > most-utf8.UTFMax && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return strconv.Quote(s[:cut]) + "..."
}
