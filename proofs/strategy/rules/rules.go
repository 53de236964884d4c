// Package rules has the rules of chess for two kings and a few other men of either side, on a board of any size,
// written to be read: no tables, no bit sets. A pawn is White's only man, and a game is over when it is promoted.
//
// Believed: All of it. Tests compare the rules with package replay on the board of 8x8.
package rules

import (
	"fmt"
	"slices"
	"strings"
)

// Kind is a kind of man, by its letter.
type Kind string

// The kinds of men besides kings.
const (
	Queen  Kind = "Q"
	Rook   Kind = "R"
	Bishop Kind = "B"
	Knight Kind = "N"
	Pawn   Kind = "P" // White's, on the last rank, with Black to move: it has just been promoted
)

// Man is a man besides the kings.
type Man struct {
	Kind  Kind `json:"kind"`
	Black bool `json:"black"`
}

// String returns the man's letter in Forsyth-Edwards notation.
func (m Man) String() string {
	if m.Black {
		return strings.ToLower(string(m.Kind))
	}
	return string(m.Kind)
}

// Most is how many men there may be besides the kings.
const Most = 3

// Position has the squares of the kings and of the other men, in the order of Game.Men, and the side to move.
type Position struct {
	WK, BK Square
	Men    [Most]Square
	White  bool // to move
}

// Game has the rules of chess for an army on a board.
type Game struct {
	Board
	Men []Man `json:"men"`
}

// Material names the men, as KBNvK.
func (g *Game) Material() string {
	white, black := "K", "K"
	for _, m := range g.Men {
		if m.Black {
			black += string(m.Kind)
		} else {
			white += string(m.Kind)
		}
	}
	return white + "v" + black
}

// Places returns how many places man i has: the squares, and off the board for a black man.
func (g *Game) Places(i int) int {
	if g.Men[i].Black {
		return g.Size() + 1
	}
	return g.Size()
}

// Placements returns in how many ways White's king and the men can be placed, legal or not.
func (g *Game) Placements() int {
	n := g.Size()
	for i := range g.Men {
		n *= g.Places(i)
	}
	return n
}

// Placement returns the placement with a number. What is left of a greater number tells the black king's square.
func (g *Game) Placement(n int) (p Position, rest int) {
	p.WK, n = g.Square(n%g.Size()), n/g.Size()
	for i := len(g.Men) - 1; i >= 0; i-- {
		k := g.Places(i)
		if p.Men[i] = Off; n%k < g.Size() {
			p.Men[i] = g.Square(n % k)
		}
		n /= k
	}
	return p, n
}

// Describe names a position: Ka1 Rb2 kc3, White to move.
func (g *Game) Describe(p Position) string {
	text := fmt.Sprintf("K%v", p.WK)
	for i, m := range g.Men {
		if p.Men[i] != Off {
			text += fmt.Sprintf(" %v%v", m, p.Men[i])
		}
	}
	turn := "Black"
	if p.White {
		turn = "White"
	}
	return fmt.Sprintf("%s k%v, %s to move", text, p.BK, turn)
}

// Directions in which men move, by file and rank; the rook's, then the bishop's.
var Directions = [8][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}}

// at reports whether a man other than a king is on a square.
func (g *Game) at(p *Position, s Square) bool { return slices.Contains(p.Men[:len(g.Men)], s) }

// attacks reports whether man i attacks square t. The other side's king does not stand in its way: he does not hide
// from a check behind himself.
func (g *Game) attacks(p *Position, i int, t Square) bool {
	s, past := p.Men[i], p.BK
	switch m := g.Men[i]; {
	case m.Kind == Pawn:
		return s != Off && t.Y-s.Y == 1 && Abs(t.X-s.X) == 1
	case m.Black:
		past = p.WK
	}
	return g.reaches(p, i, t, past)
}

// reaches reports whether man i moves as from its square to t, another one, and no man stands between them, nor a king
// but one that stands on past.
func (g *Game) reaches(p *Position, i int, t, past Square) bool {
	s, kind := p.Men[i], g.Men[i].Kind
	dx, dy := t.X-s.X, t.Y-s.Y
	straight, diagonal := dx == 0 || dy == 0, Abs(dx) == Abs(dy)
	// The knight jumps; a pawn goes straight on, from the second rank two squares, too; the others along lines.
	switch {
	case s == Off, s == t:
		return false
	case kind == Knight:
		return Abs(int(dx)*int(dy)) == 2
	case kind == Pawn && !(dx == 0 && (dy == 1 || dy == 2 && s.Y == 1)):
		return false
	case kind != Pawn && !(straight && kind != Bishop) && !(diagonal && kind != Rook):
		return false
	}
	// Square by square.
	dx, dy = sign(dx), sign(dy)
	for s = (Square{s.X + dx, s.Y + dy}); s != t; s = (Square{s.X + dx, s.Y + dy}) {
		if g.at(p, s) || s != past && (s == p.WK || s == p.BK) {
			return false
		}
	}
	return true
}

// Attacked reports whether a side attacks a square, with its king or another man.
func (g *Game) Attacked(p *Position, t Square, white bool) bool {
	king := p.BK
	if white {
		king = p.WK
	}
	return Distance(king, t) == 1 || g.hit(p, t, white)
}

// hit is Attacked without the king.
func (g *Game) hit(p *Position, t Square, white bool) bool {
	for i := range g.Men {
		if g.Men[i].Black != white && g.attacks(p, i, t) {
			return true
		}
	}
	return false
}

// Check reports whether White attacks the black king.
func (g *Game) Check(p *Position) bool { return g.hit(p, p.BK, true) }

// exposed reports whether the king of the side that has just moved is in check: the move was not legal.
func (g *Game) exposed(p *Position) bool {
	if p.White {
		return g.Check(p)
	}
	return g.hit(p, p.WK, false)
}

// Captured reports whether a white man has been captured.
func (g *Game) Captured(p *Position) bool {
	for i := range g.Men {
		if p.Men[i] == Off && !g.Men[i].Black {
			return true
		}
	}
	return false
}

// Legal reports whether p is a legal position in which White has all of his men: they stand on different squares, the
// kings are not adjacent, and the side that has just moved is not in check. A pawn is not on the first rank, and on the
// last with Black to move only.
func (g *Game) Legal(p *Position) bool {
	for i, m := range g.Men {
		s := p.Men[i]
		switch {
		case s == Off:
			if !m.Black {
				return false
			}
			continue
		case s == p.WK, s == p.BK, slices.Contains(p.Men[:i], s),
			m.Kind == Pawn && (s.Y == 0 || p.White && g.Promoted(p)):
			return false
		}
	}
	return Distance(p.WK, p.BK) > 1 && !g.exposed(p)
}

// Moves appends the positions that the side to move can move to from p, a legal position: none if a pawn has been
// promoted.
func (g *Game) Moves(dst []Position, p Position) []Position { return g.moves(dst, p, 1<<30) }

// moves is Moves, but looks for no more of the king's than make so many positions in all.
func (g *Game) moves(dst []Position, p Position, most int) []Position {
	if g.Promoted(&p) {
		return dst
	}
	q := p
	q.White = !p.White
	king, to := p.BK, &q.BK
	if p.White {
		king, to = p.WK, &q.WK
	}
	for _, d := range Directions {
		*to = king.Plus(d)
		if len(dst) < most && g.Has(*to) && Distance(q.WK, q.BK) > 1 {
			dst = g.add(dst, q, *to, -1)
		}
	}
	*to = king
	for i, m := range g.Men {
		if len(dst) < most && m.Black != p.White {
			dst = g.manMoves(dst, q, i)
		}
	}
	return dst
}

// manMoves appends the moves of man i; q is the position before, with the other side to move.
func (g *Game) manMoves(dst []Position, q Position, i int) []Position {
	p := q
	for y := range g.Ranks {
		for x := range g.Files {
			t := Square{int16(x), int16(y)}
			if g.reaches(&q, i, t, Off) && t != q.WK && t != q.BK && !(g.Men[i].Kind == Pawn && g.at(&q, t)) {
				p.Men[i] = t
				dst = g.add(dst, p, t, i)
			}
		}
	}
	return dst
}

// add appends the position after a man's move to a square, if the move is legal: man i's, or a king's if i is -1.
func (g *Game) add(dst []Position, q Position, to Square, i int) []Position {
	for j := range g.Men {
		if j != i && q.Men[j] == to {
			if g.Men[j].Black == q.White { // it is the mover's own
				return dst
			}
			q.Men[j] = Off
		}
	}
	if g.exposed(&q) {
		return dst
	}
	return append(dst, q)
}

// Stuck reports whether Black would have no move if he were to move in p.
func (g *Game) Stuck(p Position) bool {
	var buf [8]Position
	p.White = false
	return len(g.moves(buf[:0], p, 1)) == 0
}

// Lost reports whether Black, if he has no move, has lost: he is in check, or the pawn has become a queen or rook that
// wins.
func (g *Game) Lost(p *Position) bool {
	if g.Promoted(p) {
		_, ok := g.Promotion(p)
		return ok
	}
	return g.Check(p)
}

// Promoted reports whether White's pawn is on the last rank.
func (g *Game) Promoted(p *Position) bool {
	return len(g.Men) == 1 && g.Men[0].Kind == Pawn && int(p.Men[0].Y) == g.Ranks-1
}

// Promotion returns the man that the pawn on the last rank has become: one that the black king cannot take at once, the
// queen unless that is stalemate, then the rook; ok is false if there is none, so that Black draws. Knights and bishops
// cannot mate.
func (g *Game) Promotion(p *Position) (k Kind, ok bool) {
	if Distance(p.BK, p.Men[0]) == 1 && Distance(p.WK, p.Men[0]) > 1 {
		return Queen, false
	}
	for _, k := range []Kind{Queen, Rook} {
		if h := (Game{g.Board, []Man{{Kind: k}}}); h.Check(p) || !h.Stuck(*p) {
			return k, true
		}
	}
	return Queen, false
}

// Goal says what White plays for.
func (g *Game) Goal() string {
	if len(g.Men) == 1 && g.Men[0].Kind == Pawn {
		return "promotion"
	}
	return "mate"
}
