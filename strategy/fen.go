package strategy

import (
	"fmt"
	"strings"
	"unicode"

	"retroproof/proofs/strategy/plain"
)

// A PositionError says why a text is not a position that a strategy is about.
type PositionError struct{ text, why string }

// Error quotes the text.
func (e *PositionError) Error() string {
	return fmt.Sprintf("%.100q is not a position of this strategy: %s", e.text, e.why)
}

// FEN returns the position in Forsyth-Edwards notation, in which boards with more than nine files
// have numbers of two digits.
func FEN(g plain.Game, p plain.Position) string {
	man := g.Man
	if g.Promoted(p) {
		man, _ = g.Promotion(p)
	}
	men := map[plain.Square]string{p.M: man.String(), p.WK: "K", p.BK: "k"} // the captured man last
	var rows []string
	for y := g.Ranks - 1; y >= 0; y-- {
		row, empty := "", 0
		flush := func() {
			if empty > 0 {
				row += fmt.Sprint(empty)
			}
			empty = 0
		}
		for x := range g.Files {
			if man, ok := men[plain.Square{X: x, Y: y}]; ok {
				flush()
				row += man
			} else {
				empty++
			}
		}
		flush()
		rows = append(rows, row)
	}
	turn := "b"
	if p.White {
		turn = "w"
	}
	return strings.Join(rows, "/") + " " + turn + " - - 0 1"
}

// ParseFEN reads a legal position of the strategy's men on its board. Of what follows the side to
// move, castling rights and an en passant square are refused, and the clocks are not looked at.
func ParseFEN(g plain.Game, text string) (plain.Position, error) {
	bad := func(format string, args ...any) (plain.Position, error) {
		return plain.Position{}, &PositionError{text, fmt.Sprintf(format, args...)}
	}
	fields := strings.Fields(text)
	if len(fields) < 2 || len(fields) > 6 {
		return bad("it has %d fields, want the men, the side to move and up to four more", len(fields))
	}
	found := map[string]plain.Square{}
	rows := strings.Split(fields[0], "/")
	if len(rows) != g.Ranks {
		return bad("it has %d ranks, want %d", len(rows), g.Ranks)
	}
	for i, row := range rows {
		x, y, digits := 0, g.Ranks-1-i, 0
		for _, r := range row {
			if unicode.IsDigit(r) && r < 128 {
				if digits = 10*digits + int(r-'0'); digits > g.Files {
					break
				}
				continue
			}
			x, digits = x+digits, 0
			name := string(r)
			if name != "K" && name != "k" && name != g.Man.String() {
				return bad("found %q on rank %d, want K, %v and k only", name, y+1, g.Man)
			}
			if _, twice := found[name]; twice {
				return bad("it has %s twice", name)
			}
			found[name] = plain.Square{X: x, Y: y}
			x++
		}
		if x+digits != g.Files {
			return bad("rank %d has not %d squares", y+1, g.Files)
		}
	}
	for _, name := range []string{"K", "k", g.Man.String()} {
		if _, ok := found[name]; !ok {
			return bad("it has no %s", name)
		}
	}
	p := plain.Position{WK: found["K"], BK: found["k"], M: found[g.Man.String()], White: fields[1] == "w"}
	switch {
	case fields[1] != "w" && fields[1] != "b":
		return bad("the side to move is %q, want w or b", fields[1])
	case len(fields) > 2 && fields[2] != "-", len(fields) > 3 && fields[3] != "-":
		return bad("it has castling rights or an en passant square, want - and -")
	case g.Man == plain.Pawn && (p.M.Y == 0 || g.Promoted(p)):
		return bad("the pawn is on the first or the last rank")
	case !g.Legal(p):
		return bad("it is not legal: the kings are adjacent, or Black is in check with White to move")
	}
	return p, nil
}

// SAN returns the move from p to q: the man's letter, which a pawn does not have, and the square that it
// moves to. With three men that is never ambiguous. A pawn becomes what Game.Promotion says.
func SAN(g plain.Game, p, q plain.Position) string {
	switch {
	case !p.White && q.BK == p.M:
		return "Kx" + q.BK.String()
	case !p.White:
		return "K" + q.BK.String()
	}
	text := "K" + q.WK.String()
	switch {
	case q.M != p.M && g.Promoted(q):
		man, _ := g.Promotion(q)
		text = q.M.String() + "=" + man.String()
		g.Man = man
	case q.M != p.M && g.Man == plain.Pawn:
		text = q.M.String()
	case q.M != p.M:
		text = g.Man.String() + q.M.String()
	}
	switch {
	case g.Mate(q):
		text += "#"
	case g.Check(q):
		text += "+"
	}
	return text
}

// sans returns the moves from p to each of the positions.
func sans(g plain.Game, p plain.Position, to []plain.Position) []string {
	list := []string{}
	for _, q := range to {
		list = append(list, SAN(g, p, q))
	}
	return list
}

// ParseMove reads a legal move in p, as SAN writes it; check and mate signs may be missing.
func ParseMove(g plain.Game, p plain.Position, text string) (plain.Position, error) {
	var to []plain.Position
	if p.White {
		to = g.Moves(nil, p)
	} else {
		to = g.Replies(nil, p)
	}
	bare := func(s string) string { return strings.ReplaceAll(strings.TrimRight(s, "+#"), "x", "") }
	for _, q := range to {
		if bare(SAN(g, p, q)) == bare(text) {
			return q, nil
		}
	}
	return p, &PositionError{text, "it is not a legal move here; legal are " + strings.Join(sans(g, p, to), ", ")}
}
