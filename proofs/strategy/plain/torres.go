package plain

// The automaton of Leonardo Torres y Quevedo, 1912, for king and rook against king (H. Vigneron's
// description of 1914): the white king above the rook, the rook above the black king.

// The rules of the automaton, in order.
const (
	FarSide = iota
	RookDown
	KingDown
	Tempo
	KingSideways
	RookDownLast
)

type torres struct{ Game }

// Zone is the number of files of each of the two zones, at the left and at the right edge.
const Zone = 3

// zone returns the zone of a file: -1 left, 1 right, 0 neither.
func (s torres) zone(x int) int {
	switch {
	case x < Zone:
		return -1
	case x >= s.Files-Zone:
		return 1
	}
	return 0
}

// claimed reports whether p is one of the positions that the automaton is claimed to win.
func (s torres) claimed(p Position) bool {
	x := p.M.X
	return p.WK.Y > p.M.Y && p.M.Y > p.BK.Y && (x <= 1 || x >= s.Files-2)
}

// rule returns the first rule whose condition holds in p, and the position after its move, which
// need not be a legal one.
func (s torres) rule(p Position) (int, Position) {
	k, b, r := p.WK, p.BK, p.M
	q := p
	q.White = false
	switch {
	case s.zone(r.X) != 0 && s.zone(r.X) == s.zone(b.X):
		q.M.X = 0
		if s.zone(r.X) < 0 {
			q.M.X = s.Files - 1
		}
		return FarSide, q
	case r.Y-b.Y > 1:
		q.M.Y--
		return RookDown, q
	case k.Y-b.Y > 2:
		q.WK.Y--
		return KingDown, q
	case (k.X-b.X)%2 != 0:
		switch q.M.X {
		case 0, s.Files - 2:
			q.M.X++
		default:
			q.M.X--
		}
		return Tempo, q
	case k.X != b.X:
		q.WK.X += sign(b.X - k.X)
		return KingSideways, q
	}
	q.M.Y--
	return RookDownLast, q
}

// measure falls within a bounded number of moves.
func (s torres) measure(p Position) int {
	k, b := p.WK, p.BK
	files := 0
	switch {
	case b.X > k.X:
		files = s.Files - 1 - k.X
	case b.X < k.X:
		files = k.X
	}
	return s.Files*(p.M.Y+k.Y) + files
}

// Torres returns the automaton on a board.
func Torres(b Board) *Strategy {
	g := torres{Game{b, Rook}}
	s := &Strategy{Name: "torres", Title: "Torres y Quevedo's automaton of 1912", Game: g.Game, Claimed: g.claimed, Symmetries: 2}
	for i, name := range []string{"FarSide", "RookDown", "KingDown", "Tempo", "KingSideways", "RookDownLast"} {
		s.Steps = append(s.Steps, Step{name, func(p, q Position) (bool, int) {
			rule, to := g.rule(p)
			return rule == i && to == q, 0
		}})
	}
	s.Notions = []Notion{
		{"measure", b.Files*(2*b.Ranks-3) + b.Files - 1, g.measure},
		{"heights", 2*b.Ranks - 3, func(p Position) int { return p.M.Y + p.WK.Y }},
	}
	return s
}
