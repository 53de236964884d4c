package estimate

import (
	"encoding/json"
	"fmt"
	"strings"

	"retroproof/chess"
)

// Verdict is what a line says of its position.
type Verdict uint8

// The verdicts.
const (
	Unknown Verdict = iota // or none yet
	Illegal
	Legal
)

// verdicts has them by the words that lines have.
var verdicts = map[string]Verdict{"unknown": Unknown, "illegal": Illegal, "legal": Legal}

// LineError is a line that tells no position and verdict.
type LineError struct{ Detail string }

// Error returns what is wrong.
func (e *LineError) Error() string { return e.Detail }

// Line is a position with its verdict.
type Line struct {
	Setup   chess.Setup
	Verdict Verdict
	Number  Number // which draw it is about; the zero value if the line does not say so
}

// Number is the number of a draw in its sample, or that of a line in the list that was
// asked about.
type Number struct {
	Of NumberOf
	N  uint64
}

// NumberOf says what is numbered.
type NumberOf uint8

// What is numbered.
const (
	OfNothing NumberOf = iota // the line has no number
	OfDraws
	OfLines
)

// String returns the number after the name of its JSON field, as "draw 5".
func (n Number) String() string {
	return fmt.Sprintf("%s %d", [...]string{"nothing", "draw", "line"}[n.Of], n.N)
}

// ParseLine reads a line with a position and a verdict: of "retroproof legal" and
// "retroproof proofgame" in any format, or of texelutil. A FEN alone has no verdict
// yet. The error is a [*LineError] or a [*chess.FENError].
func ParseLine(text string) (Line, error) {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "{") {
		return parseJSON(text)
	}
	words := strings.Fields(text)
	end, verdict := len(words), Unknown
	for i, w := range words {
		name, isToken := strings.CutSuffix(w, ":")
		v, isVerdict := verdicts[name]
		if w == "malformed" {
			return Line{}, &LineError{"a line without a position: " + text}
		}
		if i < 4 || !isToken && !isVerdict {
			continue
		}
		if !isVerdict {
			// Another token of texelutil's first; it always has a verdict before.
			return Line{}, &LineError{fmt.Sprintf("%q before a verdict, want legal, illegal or unknown", w)}
		}
		end, verdict = i, v
		break
	}
	s, err := chess.ParseFEN(strings.Join(words[:end], " "))
	return Line{Setup: s, Verdict: verdict}, err
}

func parseJSON(text string) (Line, error) {
	var object struct {
		FEN, Verdict, Error string
		Draw, Line          *uint64
	}
	if err := json.Unmarshal([]byte(text), &object); err != nil {
		return Line{}, &LineError{fmt.Sprintf("no JSON object: %v", err)}
	}
	switch {
	case object.FEN == "":
		return Line{}, &LineError{`no field "fen"`}
	case object.Error != "":
		return Line{}, &LineError{"a line without a position: " + object.Error}
	}
	v, ok := verdicts[object.Verdict]
	if !ok && object.Verdict != "" {
		return Line{}, &LineError{fmt.Sprintf("verdict %q, want legal, illegal or unknown", object.Verdict)}
	}
	l := Line{Verdict: v}
	switch {
	case object.Draw != nil:
		l.Number = Number{OfDraws, *object.Draw}
	case object.Line != nil:
		l.Number = Number{OfLines, *object.Line}
	}
	var err error
	l.Setup, err = chess.ParseFEN(object.FEN)
	return l, err
}
