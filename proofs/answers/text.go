package answers

import (
	"fmt"
	"strings"

	"retroproof/proofs/illegal/core"
	"retroproof/proofs/illegal/facts"
)

// Text returns what the claim says, in words.
func (c *Claim) Text() string {
	// One sentence a kind, for people; nothing is checked by it.
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
		text := fmt.Sprintf("the man on %s was %s", c.Origin.Square, from(c.Origin.From))
		if on := c.Origin.PromotedOn; on != 0 {
			text += "; a pawn that became it did so on " + strings.Join(on.Names(), " ")
		}
		return text
	// Lists are as long as the claim: nothing is left out.
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
		return fmt.Sprintf("a game leads there; plies: %d; men followed: %d",
			len(strings.Fields(c.Game.Moves)), len(c.Game.Men))
	case KindNever:
		var list []string
		for i := range c.Never.Refuted {
			list = append(list, StatementText(&c.Never.Refuted[i].Statement))
		}
		return "of no game it is true that " + strings.Join(list, "; nor that ")
	case KindCaptures:
		return c.Captures.text()
	case KindRelease:
		return c.Release.text()
	case KindTempo:
		if c.Tempo.Tree != nil {
			return fmt.Sprintf("no game of length %d leads there", c.Tempo.Plies)
		}
		const words = "in games of length %d White needs at least %d of its moves, and Black %d; never moved: %s"
		return fmt.Sprintf(words, c.Tempo.Plies, c.Tempo.Least[0], c.Tempo.Least[1], strings.Join(c.Tempo.Stay.Names(), " "))
	case KindClock:
		return fmt.Sprintf("plies since the last capture or move of a pawn, at least: %d", c.Clock)
	}
	return ""
}

// text returns what the claim says, in words.
func (c *Captures) text() string {
	text := fmt.Sprintf("men that %s has captured: %d", c.Side, c.Men)
	for _, p := range c.Pawns {
		if p.On == nil {
			text += fmt.Sprintf("; by the pawn on %s at least %d", p.Square, p.Least)
			continue
		}
		var on []string
		for _, squares := range p.On {
			on = append(on, strings.Join(squares.Names(), " "))
		}
		text += fmt.Sprintf("; by the pawn on %s %d, on %s", p.Square, p.Least, strings.Join(on, ", then "))
	}
	if c.Taken != 0 {
		text += "; captured were those from " + strings.Join(c.Taken.Names(), " ")
	}
	return text
}

// text returns what the claim says, in words.
func (r *Release) text() string {
	text := "of the men on " + strings.Join(r.Men.Names(), " ")
	switch {
	case r.Illegal:
		return text + " not all can have come there, so that no game leads there"
	case r.Plies == 0:
		return text + " none was ever loose"
	case r.Plies == 1:
		return text + " one may have been loose a ply back"
	}
	return text + fmt.Sprintf(" none was loose less than %d plies back", r.Plies)
}

// StatementText returns what a statement says, in words.
func StatementText(s *core.Statement) string {
	switch s.Kind {
	case core.Stands:
		return fmt.Sprintf("the pawn from %s is the one on %s", s.Pawn, s.At)
	case core.Promoted:
		return fmt.Sprintf("the pawn from %s has promoted on the %s-file and is still there", s.Pawn, s.At)
	case core.TakenByPawn:
		return fmt.Sprintf("a pawn captured the pawn from %s, or what it became, on the %s-file", s.Pawn, s.At)
	case core.TakenByPiece:
		return fmt.Sprintf("a piece captured the pawn from %s, or what it became", s.Pawn)
	case core.Took:
		return fmt.Sprintf("a %s pawn captured %s on the %s-file", s.Side, victims[s.Man], s.At)
	case core.TookNothing:
		return fmt.Sprintf("no %s pawn captured on the %s-file", s.Side, s.At)
	}
	return fmt.Sprintf("a %s piece captured something, apart from bishops shut in at home", s.Side)
}

var victims = map[string]string{
	"pawn": "a pawn", "promoted": "a promoted piece", "piece": "a queen, rook or knight that was no pawn",
	"dark": "a dark-squared bishop that was no pawn", "light": "a light-squared bishop that was no pawn",
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
