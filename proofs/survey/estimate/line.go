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

// ParseLine reads a line with a position and a verdict: of "retroproof legal" and
// "retroproof proofgame" in any format, or of texelutil. A FEN alone has no verdict
// yet. The error is a [*LineError] or a [*chess.FENError].
func ParseLine(text string) (chess.Setup, Verdict, error) {
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
			return chess.Setup{}, Unknown, &LineError{"a line without a position: " + text}
		}
		if i < 4 || !isToken && !isVerdict {
			continue
		}
		if !isVerdict {
			// Another token of texelutil's first; it always has a verdict before.
			return chess.Setup{}, Unknown, &LineError{fmt.Sprintf("%q before a verdict, want legal, illegal or unknown", w)}
		}
		end, verdict = i, v
		break
	}
	s, err := chess.ParseFEN(strings.Join(words[:end], " "))
	return s, verdict, err
}

func parseJSON(text string) (chess.Setup, Verdict, error) {
	var line struct{ FEN, Verdict, Error string }
	if err := json.Unmarshal([]byte(text), &line); err != nil {
		return chess.Setup{}, Unknown, &LineError{fmt.Sprintf("no JSON object: %v", err)}
	}
	switch {
	case line.FEN == "":
		return chess.Setup{}, Unknown, &LineError{`no field "fen"`}
	case line.Error != "":
		return chess.Setup{}, Unknown, &LineError{"a line without a position: " + line.Error}
	}
	v, ok := verdicts[line.Verdict]
	if !ok && line.Verdict != "" {
		return chess.Setup{}, Unknown, &LineError{fmt.Sprintf("verdict %q, want legal, illegal or unknown", line.Verdict)}
	}
	s, err := chess.ParseFEN(line.FEN)
	return s, v, err
}
