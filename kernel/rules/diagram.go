package rules

import (
	"retroproof/chess"
	"retroproof/proofs/illegal/facts"
)

// Diagram returns the first rule that a diagram breaks by itself, so that nobody can play on
// from it, or "".
func Diagram(s *chess.Setup) facts.Reason {
	if r := quickDiagram(s); r != "" {
		return r
	}
	if _, err := chess.NewPosition(*s); err != nil {
		return diagramReason(s, err)
	}
	return ""
}
