package notation

import "fmt"

// PGNReason says what kind of mistake a PGN text has. The identifiers are
// stable: tools may compare them, and messages may change around them.
type PGNReason string

// The reasons.
const (
	// BadTag: a tag pair that is not [Name "value"] on one line.
	BadTag PGNReason = "BadTag"
	// RepeatedTag: a tag given twice in a game.
	RepeatedTag PGNReason = "RepeatedTag"
	// BadStart: a FEN tag that is no FEN, or no position to play from.
	BadStart PGNReason = "BadStart"
	// BadResult: a Result tag that is no result, or says another than the
	// movetext.
	BadResult PGNReason = "BadResult"
	// BadMove: a word that is no legal move.
	BadMove PGNReason = "BadMove"
	// BadCharacter: a character that has no meaning in movetext, such as "]".
	BadCharacter PGNReason = "BadCharacter"
	// BadGlyph: a "$" without a number.
	BadGlyph PGNReason = "BadGlyph"
	// UnclosedComment: a "{" without its "}".
	UnclosedComment PGNReason = "UnclosedComment"
	// UnclosedVariation: a "(" without its ")".
	UnclosedVariation PGNReason = "UnclosedVariation"
	// UnopenedVariation: a ")" without its "(".
	UnopenedVariation PGNReason = "UnopenedVariation"
	// TooLong: more moves, tags or text than a PGNReader takes.
	TooLong PGNReason = "TooLong"
)

// PGNError is the error of [PGNReader.Read] for a text that is no PGN.
type PGNError struct {
	Line, Column int       // where Token starts, both from 1, the column in bytes
	Token        string    // the offending part
	Reason       PGNReason // what kind of mistake it is
	Detail       string    // what is wrong, in words
	Err          error     // for BadStart the FENError or PositionError, for BadMove the MoveError
}

// Error says where the mistake is and what it is:
//
//	PGN line 12, column 7: move "Nd2": ambiguous, Nbd2 or Nfd2
func (e *PGNError) Error() string {
	return fmt.Sprintf("PGN line %d, column %d: %s", e.Line, e.Column, e.Detail)
}

// Unwrap returns Err.
func (e *PGNError) Unwrap() error { return e.Err }
