package strategy

import (
	"fmt"
	"strings"

	"retroproof/proofs/strategy/rules"
	"retroproof/proofs/strategy/text"
	"retroproof/proofs/strategy/wins"
)

// Ending says how a game ended.
type Ending string

// The endings.
const (
	Mate       Ending = "Mate"
	Stalemate  Ending = "Stalemate"
	Captured   Ending = "Captured"
	NoStep     Ending = "NoStep"     // no step of the strategy has a move
	Repetition Ending = "Repetition" // the same position, White to move, for the second time
	Unclaimed  Ending = "Unclaimed"  // the strategy does not claim a position that is reached
	Promoted   Ending = "Promoted"   // to a queen or rook that wins
	Drawn      Ending = "Drawn"      // the position is, by a strategy that decides
)

// Ply is a move of a game.
type Ply struct {
	From, To rules.Position
	Step     string // of a move of White
}

// Game is a game by a strategy against a defender who holds out longest, counting on White to take
// the longest way where the strategy leaves a choice, and who does not lose if that can be helped.
// White makes the first of the strategy's moves; if the position is not won, one that keeps it so.
type Game struct {
	Plies  []Ply
	Ending Ending
	Last   rules.Position
}

// Moves returns the number of White's moves.
func (g *Game) Moves() (n int) {
	for _, p := range g.Plies {
		if p.From.White {
			n++
		}
	}
	return n
}

// Play plays from a legal position.
func Play(t *wins.Table, p rules.Position) *Game {
	g := &Game{Last: p}
	seen := map[rules.Position]bool{}
	for {
		p := g.Last
		if p.White {
			switch {
			case t.Captured(&p):
				g.Ending = Captured
				return g
			case !t.Claims(p):
				if g.Ending = Unclaimed; t.Kept != nil {
					g.Ending = Drawn
				}
				return g
			case seen[p]:
				g.Ending = Repetition
				return g
			}
			seen[p] = true
			moves, step := t.By(nil, p)
			if step == text.NoStep {
				g.Ending = NoStep
				return g
			}
			q := moves[0]
			if t.Won(p) == 0 {
				for _, m := range moves {
					if holds(t, m) == 0 {
						q = m
						break
					}
				}
			}
			g.Plies, g.Last = append(g.Plies, Ply{p, q, stepName(t, step)}), q
			continue
		}
		replies := t.Game.Moves(nil, p)
		if len(replies) == 0 {
			switch {
			case !t.Lost(&p):
				g.Ending = Stalemate
			case t.Promoted(&p):
				g.Ending = Promoted
			default:
				g.Ending = Mate
			}
			return g
		}
		best, longest := replies[0], -1
		for _, r := range replies {
			if n := value(t, r); n > longest {
				best, longest = r, n
			}
		}
		g.Plies, g.Last = append(g.Plies, Ply{p, best, ""}), best
	}
}

// never is more than the moves to any mate.
const never = 1 << 20

// value returns how many moves White needs at most from r, White to move; never if he does not win.
func value(t *wins.Table, r rules.Position) int {
	if t.Captured(&r) || !t.Claims(r) || t.Won(r) == 0 {
		return never
	}
	return t.Won(r)
}

// holds returns how many moves the defender holds out after q at most; 0 if he does not lose.
func holds(t *wins.Table, q rules.Position) int {
	replies := t.Game.Moves(nil, q)
	if len(replies) == 0 && !t.Lost(&q) {
		return 0
	}
	most := 1
	for _, r := range replies {
		n := value(t, r)
		if n == never {
			return 0
		}
		most = max(most, n+1)
	}
	return most
}

// Won reports whether White has won.
func (g *Game) Won() bool { return g.Ending == Mate || g.Ending == Promoted }

// Start returns the first position.
func (g *Game) Start() rules.Position {
	if len(g.Plies) == 0 {
		return g.Last
	}
	return g.Plies[0].From
}

// Text is the game for people, a line a move of White.
func (g *Game) Text(of *rules.Game) string {
	var b strings.Builder
	for i, p := range g.Plies {
		switch {
		case p.From.White:
			fmt.Fprintf(&b, "%3d. %-6s", (i+1)/2+1, SAN(of, p.From, p.To))
			if i+1 < len(g.Plies) {
				fmt.Fprintf(&b, " %-6s", SAN(of, g.Plies[i+1].From, g.Plies[i+1].To))
			} else {
				fmt.Fprintf(&b, " %-6s", "")
			}
			fmt.Fprintf(&b, "  %s\n", p.Step)
		case i == 0:
			fmt.Fprintf(&b, "  1. ...    %-6s\n", SAN(of, p.From, p.To))
		}
	}
	return b.String()
}

// Sentence says how the game ended.
func (g *Game) Sentence(of *rules.Game) string {
	switch g.Ending {
	case Mate:
		return fmt.Sprintf("Mate at White's move %d.", g.Moves())
	case Promoted:
		man, _ := of.Promotion(&g.Last)
		return fmt.Sprintf("Promotion at White's move %d: king and %s win.", g.Moves(), map[rules.Kind]string{rules.Queen: "queen", rules.Rook: "rook"}[man])
	case Drawn:
		return fmt.Sprintf("Not won: %s is drawn.", FEN(of, g.Last))
	case Stalemate:
		return "Not won: stalemate."
	case Captured:
		return "Not won: Black has captured the man."
	case NoStep:
		return fmt.Sprintf("Not won: no step has a move in %s.", FEN(of, g.Last))
	case Repetition:
		return fmt.Sprintf("Not won: the same position for the second time, %s.", FEN(of, g.Last))
	}
	return fmt.Sprintf("The strategy does not claim %s.", FEN(of, g.Last))
}

// stepName returns the name of a step; the only step of a strategy that forces a measure is Force.
func stepName(t *wins.Table, step int) string {
	if t.Force != nil {
		return "Force"
	}
	return t.Steps[step].Name
}
