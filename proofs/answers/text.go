package answers

import (
	"fmt"
	"strings"

	"retroproof/proofs/illegal/facts"
)

// Text returns what the claim says, in words.
func (c *Claim) Text() string {
	switch c.Kind {
	case KindLastMoves:
		return c.lastMovesText()
	case KindPositions:
		var list []string
		for _, p := range c.Positions {
			text := p.FEN
			if p.Possible {
				text += " (a game leads there)"
			}
			list = append(list, text)
		}
		if len(list) == 0 {
			return "no game leads there"
		}
		return "no game leads there but to " + strings.Join(list, ", ")
	case KindOrigin:
		return fmt.Sprintf("the man on %s was %s", c.Origin.Square, from(c.Origin.From))
	case KindUnmoved:
		var list []string
		if c.Unmoved.Stayed != 0 {
			list = append(list, "never moved: "+strings.Join(c.Unmoved.Stayed.Names(), " "))
		}
		if c.Unmoved.Dead != 0 {
			list = append(list, "never moved and were captured: "+strings.Join(c.Unmoved.Dead.Names(), " "))
		}
		return strings.Join(list, "; ")
	case KindGame:
		return fmt.Sprintf("a game leads there; plies: %d; men followed: %d", len(strings.Fields(c.Game.Moves)), len(c.Game.Men))
	}
	return ""
}

// from names men of the start.
func from(set facts.Squares) string {
	names := set.Names()
	if len(names) == 1 {
		return "the one from " + names[0]
	}
	return "one of those from " + strings.Join(names, " ")
}

// lastMovesText names the last moves that are left.
func (c *Claim) lastMovesText() string {
	after, err := facts.ParseFEN(c.FEN)
	if err != nil {
		return ""
	}
	var list []string
	for i := range c.Moves {
		text := c.Moves[i].text(&after)
		if c.Moves[i].Possible {
			text += " (possible)"
		}
		list = append(list, text)
	}
	switch len(list) {
	case 0:
		return "no last move is possible"
	case 1:
		return "the last move was " + list[0] + ", and no other"
	}
	return "the last move was one of " + strings.Join(list, ", ")
}
