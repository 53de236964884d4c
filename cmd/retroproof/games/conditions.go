package games

import (
	"strings"

	"retroproof/chess"
	"retroproof/cmd/retroproof/verb"
	"retroproof/kernel/exact"
	"retroproof/kernel/exact/problem"
)

// conditions are those that games have to keep.
type conditions struct {
	Last     string `flag:"last" of:"MOVE" json:"last,omitempty" doc:"the last move is MOVE, as d7d8q or e1g1"`
	Still    string `flag:"still" of:"SQUARES" json:"still,omitempty" doc:"the men on these SQUARES of the start do not move, as a1,e1"`
	Promote  string `flag:"promote" of:"SQUARES" json:"promote,omitempty" doc:"the pawns of these SQUARES promote, and to what, as a2,b7=n"`
	Promoted string `flag:"promoted" of:"SQUARES" json:"promoted,omitempty" doc:"the men on these SQUARES of the goal have promoted, as d1,h8"`
}

// any reports whether there are conditions.
func (c *conditions) any() bool { return *c != (conditions{}) }

// text is the conditions in words, each behind a semicolon.
func (c *conditions) text() (text string) {
	for _, one := range []struct{ squares, what string }{
		{c.Promote, "must promote"}, {c.Promoted, "must have promoted"}, {c.Still, "must not move"}, {c.Last, "is the last move"},
	} {
		if one.squares != "" {
			text += "; " + one.squares + " " + one.what
		}
	}
	return text
}

// add adds the conditions to a target of games that begin at start.
func (c *conditions) add(start *chess.Setup, target *exact.Target) error {
	if c.Last != "" {
		m, err := problem.ParseMove(c.Last)
		if err != nil {
			return verb.Usagef("--last: %v", err)
		}
		target.Last = m
	}
	for _, name := range listed(c.Still) {
		sq, err := chess.ParseSquare(name)
		if err != nil {
			return verb.Usagef("--still %q, want squares, as a1,e1", c.Still)
		}
		if start.Board[sq] == chess.NoMan {
			return verb.Usagef("--still %q: no man is on %s at the start", c.Still, sq)
		}
		target.Still |= sq.Bit()
	}
	for _, name := range listed(c.Promoted) {
		sq, err := chess.ParseSquare(name)
		if err != nil {
			return verb.Usagef("--promoted %q, want squares, as d1,h8", c.Promoted)
		}
		target.Promoted |= sq.Bit()
	}
	for _, text := range listed(c.Promote) {
		p, err := problem.ParsePromotion(text)
		if err != nil {
			return verb.Usagef("--promote: %v", err)
		}
		target.Promote = append(target.Promote, p)
	}
	return nil
}

// listed returns the parts of a list with commas, none of an empty one.
func listed(text string) (parts []string) {
	if text == "" {
		return nil
	}
	for _, part := range strings.Split(text, ",") {
		parts = append(parts, strings.TrimSpace(part))
	}
	return parts
}
