package plain

// The strategy for king and queen against king (doc/strategies.md): the queen drives the black
// king to an edge, cages him there, and the white king comes and helps to mate.

// The steps of the strategy, in order.
const (
	QueenMate = iota
	Tighten
	Walk
	Wait
	EnterCage
	SqueezeQueen
	StepAway
	AnyQueen
)

// kqk has what the conditions of the steps refer to. The board is a square.
type kqk struct{ Game }

func (s kqk) n() int { return s.Files }

// hang reports whether the black king can take the queen.
func hang(q Position) bool { return Distance(q.BK, q.M) == 1 && Distance(q.WK, q.M) > 1 }

// rectangle returns the smaller and the greater side of the rectangle that the queen's file and
// rank confine the black king to; ok is false if he is on one of these.
func (s kqk) rectangle(p Position) (least, most int, ok bool) {
	w, h := side(p.M.X, p.BK.X, s.n()), side(p.M.Y, p.BK.Y, s.n())
	return min(w, h), max(w, h), p.M.X != p.BK.X && p.M.Y != p.BK.Y
}

// RoomQ orders positions by the rectangle's smaller side, then by the other. A black king on the
// queen's file or rank has the most room.
func (s kqk) RoomQ(p Position) int {
	if least, most, ok := s.rectangle(p); ok {
		return s.n()*least + most
	}
	return s.n() * s.n()
}

// Leak reports whether the white king is on the queen's file or rank, on the black king's side of
// her and not on the edge there: so he lets the black king through.
func (s kqk) Leak(p Position) bool {
	last := s.n() - 1
	through := func(k, q, b int) bool {
		return k > q && b > q && k < last || k < q && b < q && k > 0
	}
	k, q, b := p.WK, p.M, p.BK
	return k.X == q.X && through(k.Y, q.Y, b.Y) || k.Y == q.Y && through(k.X, q.X, b.X)
}

// cagedHere reports whether the black king is caged on the last rank, the queen on the rank before
// it to his left.
func (s kqk) cagedHere(p Position) bool {
	n, k, q, b := s.n(), p.WK, p.M, p.BK
	return b.Y == n-1 && q.Y == n-2 && b.X >= q.X+2 && q.X <= n-4 && !(k.Y == n-2 && q.X < k.X && k.X < b.X)
}

// copies are the symmetries in the order in which images are examined.
var copies = [8]Symmetry{0, 1, 2, 3, 4, 5, 6, 7}

// cage returns the copy in which the black king is caged, and the queen's file there; -1 if in
// none.
func (s kqk) cage(p Position) (g Symmetry, file int) {
	file = -1
	for _, c := range copies {
		if q := s.Image(c, p); s.cagedHere(q) && q.M.X > file {
			g, file = c, q.M.X
		}
	}
	return g, file
}

// walk is less the nearer the white king of an image is to the square in the corner that is a
// knight's move from it, and away from the two last ranks.
func (s kqk) walk(p Position) int {
	n := s.n()
	t := Square{n - 2, n - 3}
	return (max(0, p.WK.Y-t.Y)*n+Distance(p.WK, t))*2*n + manhattan(p.WK, t)
}

// Caged reports whether the black king is caged in some image.
func (s kqk) Caged(p Position) bool { _, file := s.cage(p); return file >= 0 }

// outside is the measure of positions in which the black king is not caged.
func (s kqk) outside(p Position) int {
	if s.Leak(p) {
		return s.n()*s.n() + 1
	}
	return s.RoomQ(p)
}

// inside is the measure of positions in which the black king is caged; the greatest of others.
func (s kqk) inside(p Position) int {
	n := s.n()
	g, file := s.cage(p)
	if file < 0 {
		return s.mostInside()
	}
	return (n-4-file)*3*n + s.walk(s.Image(g, p))/(2*n)
}

func (s kqk) mostInside() int { return (s.n() - 3) * 3 * s.n() }

func (s kqk) allows(step int, p, q Position) (ok bool, least int) {
	king, n := p.WK != q.WK, s.n()
	if step == QueenMate {
		return !king && s.Mate(q), 0
	}
	g, file := s.cage(p)
	// stays reports whether q is caged in the copy in which p is.
	stays := func() bool { return file >= 0 && s.cagedHere(s.Image(g, q)) }
	switch step {
	case Tighten:
		to := s.Image(g, q).M.X
		ok, least = !king && stays() && to > file, n-to
	case Walk, Wait:
		least = s.walk(s.Image(g, q))
		ok = king && stays() && (step == Wait || least < s.walk(s.Image(g, p)))
	case EnterCage:
		_, to := s.cage(q)
		ok, least = !king && !s.Check(q) && to >= 0, n-to
	case SqueezeQueen:
		least = s.RoomQ(q)
		ok = !king && !s.Check(q) && !s.Leak(q) && (s.Leak(p) || least < s.RoomQ(p))
	case StepAway:
		least = 2*n - manhattan(q.WK, q.BK)
		ok = king && !s.Check(q) && !s.Leak(q) && s.RoomQ(q) <= s.RoomQ(p)
	case AnyQueen:
		ok, least = !king && !s.Check(q), s.RoomQ(q)
	}
	return ok && !hang(q) && (!s.Stuck(q) || s.Mate(q)), least
}

// KQK returns the strategy on a square board.
func KQK(b Board) *Strategy {
	g := kqk{Game{b, Queen}}
	s := &Strategy{Name: "kqk", Title: "King and queen against king", Game: g.Game, Claimed: everywhere, Symmetries: 8}
	for i, name := range []string{"Mate", "Tighten", "Walk", "Wait", "EnterCage", "Squeeze", "StepAway", "AnyQueen"} {
		s.Steps = append(s.Steps, Step{name, func(p, q Position) (bool, int) { return g.allows(i, p, q) }})
	}
	s.Notions = []Notion{
		{"caged", 1, func(p Position) int { return truth(g.Caged(p)) }},
		{"outside", g.n()*g.n() + 1, g.outside},
		{"inside", g.mostInside(), g.inside},
		{"home", 1, func(p Position) int { return truth(g.cagedHere(p)) }},
	}
	return s
}
