package problem

import (
	"fmt"
	"strings"

	"retroproof/chess"
	"retroproof/kernel/exact"
)

// Conditions are those that games have to keep, as flags and as fields of requests; "" is none.
type Conditions struct {
	Last     string `flag:"last" of:"MOVE" json:"last,omitempty" doc:"the last move is MOVE, as d7d8q or e1g1"`
	Still    string `flag:"still" of:"SQUARES" json:"still,omitempty" doc:"the men on these SQUARES of the start do not move, as a1,e1"`
	Promote  string `flag:"promote" of:"SQUARES" json:"promote,omitempty" doc:"the pawns of these SQUARES promote, and to what, as a2,b7=n"`
	Promoted string `flag:"promoted" of:"SQUARES" json:"promoted,omitempty" doc:"the men on these SQUARES of the goal have promoted, as d1,h8"`
	Captured string `flag:"captured" of:"SQUARES" json:"captured,omitempty" doc:"the men of these SQUARES of the start are captured, and where, as b1@f6,a8"`
	Moves    string `flag:"condition" of:"TEXT" json:"condition,omitempty" doc:"what holds for all moves: monochromatic, no captures, or of one side: white no captures"`
	Goal     string `flag:"goal" of:"TEXT" json:"goal,omitempty" not:"popeye" doc:"what games end with, in place of a position: 5.NxR#, e.p.#, xRh1, homebase"`
}

// Any reports whether there are conditions.
func (c *Conditions) Any() bool { return *c != (Conditions{}) }

// Text is the conditions in words, each behind a semicolon.
func (c *Conditions) Text() (text string) {
	for _, one := range []struct{ squares, what string }{
		{c.Promote, "must promote"}, {c.Promoted, "must have promoted"}, {c.Still, "must not move"},
		{c.Last, "is the last move"},
		{c.Captured, "must be captured"}, {c.Moves, "in all moves"},
	} {
		if one.squares != "" {
			text += "; " + one.squares + " " + one.what
		}
	}
	return text
}

// Add adds the conditions to a target of games that begin at start. Its errors begin with the name of a condition.
func (c *Conditions) Add(start *chess.Setup, target *exact.Target) error {
	// Each text is read on its own; what they mean together is the search's affair.
	if c.Last != "" {
		m, err := ParseMove(c.Last)
		if err != nil {
			return fmt.Errorf("last: %w", err)
		}
		target.Last = m
	}
	for _, name := range listed(c.Still) {
		sq, err := chess.ParseSquare(name)
		if err != nil {
			return fmt.Errorf("still %q, want squares, as a1,e1", c.Still)
		}
		if start.Board[sq] == chess.NoMan {
			return fmt.Errorf("still %q: no man is on %s at the start", c.Still, sq)
		}
		target.Still |= sq.Bit()
	}
	for _, name := range listed(c.Promoted) {
		sq, err := chess.ParseSquare(name)
		if err != nil {
			return fmt.Errorf("promoted %q, want squares, as d1,h8", c.Promoted)
		}
		target.Promoted |= sq.Bit()
	}
	for _, text := range listed(c.Promote) {
		p, err := ParsePromotion(text)
		if err != nil {
			return fmt.Errorf("promote: %w", err)
		}
		target.Promote = append(target.Promote, p)
	}
	for _, text := range listed(c.Captured) {
		p, err := parseCapture(text)
		if err != nil {
			return fmt.Errorf("captured: %w", err)
		}
		target.Captured = append(target.Captured, p)
	}
	// A goal takes the place of the diagram that the target was made with.
	if err := moves(c.Moves, target); err != nil {
		return fmt.Errorf("condition %w", err)
	}
	if c.Goal != "" {
		goal, err := ParseGoal(c.Goal)
		if err != nil {
			return fmt.Errorf("goal: %w", err)
		}
		target.Aim = &goal.Aim
	}
	return nil
}

// moves reads what holds for all moves, of a side or of both.
func moves(text string, target *exact.Target) error {
	for _, part := range listed(text) {
		what, sides := part, []chess.Color{chess.White, chess.Black}
		for i, c := range sides {
			if rest, ok := strings.CutPrefix(part, c.String()+" "); ok {
				what, sides = rest, sides[i:i+1]
				break
			}
		}
		for _, c := range sides {
			switch what {
			case "monochromatic":
				target.Monochrome[c] = true
			case "no captures":
				target.NoCaptures[c] = true
			default:
				return fmt.Errorf("%q, want monochromatic or no captures, perhaps behind white or black", part)
			}
		}
	}
	return nil
}

// parseCapture reads the square of a man that is captured, and perhaps where, as "b1@f6".
func parseCapture(text string) (c exact.Capture, err error) {
	square, on, given := strings.Cut(text, "@")
	c.On = chess.NoSquare
	if c.Square, err = chess.ParseSquare(square); err == nil && given {
		c.On, err = chess.ParseSquare(on)
	}
	if err != nil {
		return c, fmt.Errorf("%q, want the square of a man at the start, and perhaps where it is captured, as in b1@f6", text)
	}
	return c, nil
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
