package strategy

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/rules"
)

// A PositionError says why a text is not a position that a strategy is about.
type PositionError struct{ text, why string }

// Error quotes the text.
func (e *PositionError) Error() string {
	return fmt.Sprintf("%.100q is not a position of this strategy: %s", e.text, e.why)
}

// FEN returns the position in Forsyth-Edwards notation, in which boards with more than nine files have numbers of two
// digits.
func FEN(g *rules.Game, p rules.Position) string {
	men := map[rules.Square]string{p.WK: "K", p.BK: "k"}
	for i, m := range g.Men {
		if g.Promoted(&p) {
			m.Kind, _ = g.Promotion(&p)
		}
		men[p.Men[i]] = m.String()
	}
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
			if man, ok := men[g.Square(g.Files*y+x)]; ok {
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

// ParseFEN reads a legal position of the strategy's men on its board. Of what follows the side to move, castling rights
// and an en passant square are refused, and the clocks are not looked at.
func ParseFEN(s *core.Strategy, fen string) (rules.Position, error) {
	bad := func(format string, args ...any) (rules.Position, error) {
		return rules.Position{}, &PositionError{fen, fmt.Sprintf(format, args...)}
	}
	fields := strings.Fields(fen)
	if len(fields) < 2 || len(fields) > 6 {
		return bad("it has %d fields, want the men, the side to move and up to four more", len(fields))
	}
	// How many men of each letter there may be.
	want := map[string]int{"K": 1, "k": 1}
	letters := []string{"K"}
	for _, m := range s.Game.Men {
		if want[m.String()]++; !slices.Contains(letters, m.String()) {
			letters = append(letters, m.String())
		}
	}
	letters = append(letters, "k")
	found := map[string][]rules.Square{}
	rows := strings.Split(fields[0], "/")
	if len(rows) != s.Ranks {
		return bad("it has %d ranks, want %d", len(rows), s.Ranks)
	}
	for i, row := range rows {
		x, y, digits := 0, s.Ranks-1-i, 0
		for _, r := range row {
			if unicode.IsDigit(r) && r < 128 {
				if digits = 10*digits + int(r-'0'); digits > s.Files {
					break
				}
				continue
			}
			x, digits = x+digits, 0
			name := string(r)
			if want[name] == 0 {
				return bad("found %q on rank %d, want %s only", name, y+1, list(letters))
			}
			if len(found[name]) == want[name] {
				return bad("it has %s too often", name)
			}
			found[name] = append(found[name], rules.Square{X: int16(x), Y: int16(y)})
			x++
		}
		if x+digits != s.Files {
			return bad("rank %d has not %d squares", y+1, s.Files)
		}
	}
	for _, name := range letters {
		if len(found[name]) < want[name] && name == strings.ToUpper(name) || name == "k" && found[name] == nil {
			return bad("it has no %s", name)
		}
	}
	p := rules.Position{WK: found["K"][0], BK: found["k"][0], White: fields[1] == "w"}
	switch {
	case fields[1] != "w" && fields[1] != "b":
		return bad("the side to move is %q, want w or b", fields[1])
	case len(fields) > 2 && fields[2] != "-", len(fields) > 3 && fields[3] != "-":
		return bad("it has castling rights or an en passant square, want - and -")
	case s.Goal() == "promotion" && (found["P"][0].Y == 0 || int(found["P"][0].Y) == s.Ranks-1):
		return bad("the pawn is on the first or the last rank")
	}
	// Men of one kind may have parts: whichever way to give them squares the strategy is about.
	if p, ok := place(s, p, found, 0); ok {
		return p, nil
	}
	return bad("it is not legal: the kings are adjacent, or Black is in check with White to move")
}

// place gives man i and those after it squares of theirs, so that the strategy is about the position: of two men of a
// kind, it may be about one on dark squares.
func place(s *core.Strategy, p rules.Position, found map[string][]rules.Square, i int) (rules.Position, bool) {
	if i == len(s.Game.Men) {
		return p, s.Covers(&p)
	}
	squares := found[s.Game.Men[i].String()]
	if len(squares) == 0 { // a black man that has been captured
		squares = []rules.Square{rules.Off}
	}
	for _, p.Men[i] = range squares {
		if p.Men[i] != rules.Off && slices.Contains(p.Men[:i], p.Men[i]) {
			continue
		}
		if q, ok := place(s, p, found, i+1); ok {
			return q, true
		}
	}
	return p, false
}

// list writes K, R and k.
func list(names []string) string {
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// SAN returns the move from p to q. A pawn becomes what Game.Promotion says.
func SAN(g *rules.Game, p, q rules.Position) string {
	name, from, to := mover(g, p, q)
	if name == "P" {
		name = ""
	}
	for _, other := range g.Moves(nil, p) { // of the men of a kind that can go there the file or rank says which moves
		if n, s, t := mover(g, p, other); n == name && t == to && s != from {
			// Of two that can go there the file tells which, else the rank.
			if s.X != from.X {
				name += from.String()[:1]
			} else {
				name += from.String()[1:]
			}
			break
		}
	}
	for i := range g.Men {
		if p.Men[i] != rules.Off && q.Men[i] == rules.Off {
			name += "x"
		}
	}
	sign := name + to.String()
	// A promoted pawn gives check as what it has become.
	if g.Promoted(&q) && !g.Promoted(&p) {
		man, _ := g.Promotion(&q)
		sign += "=" + string(man)
		g = &rules.Game{Board: g.Board, Men: []rules.Man{{Kind: man}}}
	}
	switch {
	case q.White:
	case g.Check(&q) && g.Stuck(q):
		sign += "#"
	case g.Check(&q):
		sign += "+"
	}
	return sign
}

// movement returns the man that moves from p to q, -1 for a king, and the square that it moves to.
func movement(g *rules.Game, p, q rules.Position) (man int, to rules.Square) {
	for i := range g.Men {
		if p.Men[i] != q.Men[i] && q.Men[i] != rules.Off {
			return i, q.Men[i]
		}
	}
	if p.WK != q.WK {
		return -1, q.WK
	}
	return -1, q.BK
}

// mover returns the letter of the man that moves from p to q, without regard to its side, and its squares.
func mover(g *rules.Game, p, q rules.Position) (name string, from, to rules.Square) {
	i, to := movement(g, p, q)
	switch {
	case i >= 0:
		return string(g.Men[i].Kind), p.Men[i], to
	case p.WK != q.WK:
		return "K", p.WK, to
	}
	return "K", p.BK, to
}

// sans returns the moves from p to each of the positions.
func sans(g *rules.Game, p rules.Position, to []rules.Position) []string {
	list := []string{}
	for _, q := range to {
		list = append(list, SAN(g, p, q))
	}
	return list
}

// A MoveError says why a text is not a move that can be played.
type MoveError struct {
	text   string
	number int // of several that are given, from 1 on; 0 for a single one
	why    string
}

// Error quotes the text.
func (e *MoveError) Error() string {
	if e.number > 0 {
		return fmt.Sprintf("move %d, %.40q: %s", e.number, e.text, e.why)
	}
	return fmt.Sprintf("%.100q: %s", e.text, e.why)
}

// UCI returns the move from p to q as UCI has it.
func UCI(g *rules.Game, p, q rules.Position) string {
	_, from, to := mover(g, p, q)
	uci := from.String() + to.String()
	if g.Promoted(&q) {
		man, _ := g.Promotion(&q)
		uci += strings.ToLower(string(man))
	}
	return uci
}

// parseMove reads a legal move in p: in SAN, in which signs of check, mate and capture may be missing, as UCI has it,
// or the position that it leads to.
func parseMove(g *rules.Game, p rules.Position, move string) (rules.Position, *MoveError) {
	to := g.Moves(nil, p)
	bare := func(s string) string { return strings.ReplaceAll(strings.TrimRight(s, "+#"), "x", "") }
	placed := func(fen string) string {
		return strings.Join(strings.Fields(fen)[:min(2, len(strings.Fields(fen)))], " ")
	}
	for _, q := range to {
		if bare(SAN(g, p, q)) == bare(move) || UCI(g, p, q) == move || placed(FEN(g, q)) == placed(move) {
			return q, nil
		}
	}
	moves := "; there is none"
	if len(to) > 0 {
		moves = "; legal: " + strings.Join(sans(g, p, ordered(g, p, to)), " ")
	}
	return p, &MoveError{move, 0, "not a legal move" + moves}
}
