package plain

// The strategies for king and rook against king: that of the paper of 2013, written for 8x8 and
// here with the board's own size in place of 8, and the authors' later one of 2016, the base of
// their paper of 2019 on boards of every size. doc/strategies.md has the text.

// The steps of both strategies, in order; RookSafeSmall is one of 2016 only.
const (
	ImmediateMate = iota
	ReadyToMate
	Squeeze
	ApproachDiag
	ApproachNonDiag
	KeepRoomDiag
	KeepRoomNonDiag
	RookHome
	RookSafe
	RookSafeSmall
)

// krk has what the conditions of the steps refer to.
type krk struct {
	Game
	later bool // 2016
}

// FarRoom is the room of a black king on whose line the rook stands.
func (g Game) FarRoom() int { return g.Files + g.Ranks - 1 }

// Room returns the room of the black king: half the perimeter of the rectangle that the rook
// confines him to; FarRoom if the rook stands on his line.
func (g Game) Room(p Position) int {
	r, b := p.M, p.BK
	if r.X == b.X || r.Y == b.Y {
		return g.FarRoom()
	}
	return side(r.X, b.X, g.Files) + side(r.Y, b.Y, g.Ranks)
}

// side returns the number of files, or ranks, on the black king's side of the man.
func side(m, b, size int) int {
	if m > b {
		return m
	}
	return size - 1 - m
}

// CriticalDistance returns the white king's Manhattan distance to the critical square: beside the
// rook, towards the black king.
func CriticalDistance(p Position) int {
	r, b := p.M, p.BK
	return manhattan(p.WK, Square{r.X + sign(b.X-r.X), r.Y + sign(b.Y-r.Y)})
}

// Exposed reports whether the rook is exposed: the white king is farther from it than the black
// king, with White to move by 2 or more.
func Exposed(p Position) bool {
	return Distance(p.WK, p.M) >= Distance(p.BK, p.M)+1+truth(p.White)
}

// Divides reports whether the rook is strictly between the kings' files or ranks.
func Divides(p Position) bool {
	between := func(k, r, b int) bool { return k < r && r < b || b < r && r < k }
	k, r, b := p.WK, p.M, p.BK
	return between(k.X, r.X, b.X) || between(k.Y, r.Y, b.Y)
}

// LPattern reports whether the kings are two squares apart on a line and the rook is beside the
// white king, across that line.
func LPattern(p Position) bool {
	k, r, b := p.WK, p.M, p.BK
	return k.Y == b.Y && abs(k.X-b.X) == 2 && r.X == k.X && abs(r.Y-k.Y) == 1 ||
		k.X == b.X && abs(k.Y-b.Y) == 2 && r.Y == k.Y && abs(r.X-k.X) == 1
}

// ready reports whether some image of q is ready to mate.
func (s krk) ready(q Position) bool {
	if !s.OnEdge(q.BK) { // saves time: in every readyHere he is
		return false
	}
	for g := range Symmetry(s.Symmetries()) {
		if s.readyHere(s.Image(g, q)) {
			return true
		}
		// On a rectangle files and ranks can be exchanged, too: the conditions are about the corner.
		if s.Symmetries() == 4 {
			t := s.Image(g, q)
			t.WK.X, t.WK.Y, t.BK.X, t.BK.Y, t.M.X, t.M.Y = t.WK.Y, t.WK.X, t.BK.Y, t.BK.X, t.M.Y, t.M.X
			if s.readyHere(t) {
				return true
			}
		}
	}
	return false
}

func (s krk) readyHere(q Position) bool {
	k, b, r := q.WK, q.BK, q.M
	if !s.later {
		return b == Square{0, 1} && (k == Square{2, 0} || k == Square{2, 1}) && r.Y == 2 && r.X >= 2
	}
	return b == Square{0, 0} && k == Square{1, 2} && r.X > 2 && r.Y > 0 ||
		b == Square{0, 1} && k == Square{2, 1} && r.X >= 1 && r.Y == 2 ||
		b.X == 0 && k.X == 2 && r.X >= 2 && abs(k.Y-b.Y) == 1 && abs(r.Y-b.Y) == 1 && k.Y != r.Y
}

// free reports the last condition of Approach and KeepRoom.
func (s krk) free(p, q Position) bool {
	if s.Room(q) > 3 {
		return true
	}
	if !s.later {
		return !s.OnEdge(q.WK)
	}
	k, b := q.WK, q.BK
	sameEdge := k.X == b.X && (k.X == 0 || k.X == s.Files-1) || k.Y == b.Y && (k.Y == 0 || k.Y == s.Ranks-1)
	return !sameEdge && (Distance(p.WK, p.M) != 1 || !s.back(p, q))
}

// back reports whether the white king goes back to the edge that the black king is on, with the
// rook beside it.
func (s krk) back(p, q Position) bool {
	k, b, r, t := p.WK, p.BK, p.M, q.WK
	return b.X == 0 && r.X == 1 && t.X < k.X || b.X == s.Files-1 && r.X == s.Files-2 && t.X > k.X ||
		b.Y == 0 && r.Y == 1 && t.Y < k.Y || b.Y == s.Ranks-1 && r.Y == s.Ranks-2 && t.Y > k.Y
}

// guarded reports whether the black king is not beside the rook, or the white king is.
func guarded(q Position) bool { return Distance(q.M, q.BK) > 1 || Distance(q.M, q.WK) <= 1 }

// toEdge reports whether the rook moved to an edge that it was not on.
func (s krk) toEdge(p, q Position) bool {
	edge := func(from, to, last int) bool { return from != to && (to == 0 || to == last) }
	return edge(p.M.X, q.M.X, s.Files-1) || edge(p.M.Y, q.M.Y, s.Ranks-1)
}

// home reports whether the rook moved to a line next to the white king's on the black king's
// side, or, if all three men are on one line, to the next line.
func home(p, q Position) bool {
	k, b, r, t := p.WK, p.BK, p.M, q.M
	if r.Y == t.Y { // along its rank
		return b.X != k.X && t.X == k.X+sign(b.X-k.X) || r.X == k.X && k.X == b.X && abs(t.X-r.X) == 1
	}
	return b.Y != k.Y && t.Y == k.Y+sign(b.Y-k.Y) || r.Y == k.Y && k.Y == b.Y && abs(t.Y-r.Y) == 1
}

// allows is Step.Allows of all steps.
func (s krk) allows(step int, p, q Position) (ok bool, least int) {
	king := p.WK != q.WK
	diagonal := p.WK.X != q.WK.X && p.WK.Y != q.WK.Y
	if step == ImmediateMate {
		return (s.later || !king) && s.Mate(q), 0
	}
	switch step {
	case ReadyToMate:
		ok = s.ready(q)
	case Squeeze:
		ok, least = !king && s.Room(q) < s.Room(p) && !Exposed(q) && Divides(q), s.Room(q)
	case ApproachDiag, ApproachNonDiag:
		ok = king && diagonal == (step == ApproachDiag) && CriticalDistance(q) < CriticalDistance(p) &&
			!Exposed(q) && (Divides(q) || LPattern(q)) && s.free(p, q)
	case KeepRoomDiag, KeepRoomNonDiag:
		ok = king && diagonal == (step == KeepRoomDiag) && Distance(q.WK, q.M) <= Distance(p.WK, p.M) &&
			!Exposed(q) && Divides(q) && s.free(p, q)
	case RookHome:
		ok = !king && home(p, q) && guarded(q)
		if !s.later {
			least = manhattan(q.M, q.BK)
		}
	case RookSafe:
		ok = !king && s.toEdge(p, q) && guarded(q) && Distance(q.M, q.BK) >= 3
	case RookSafeSmall:
		ok = !king && s.toEdge(p, q) && Distance(q.M, q.BK) == 2 && (q.M.X == q.WK.X || q.M.Y == q.WK.Y)
	}
	return ok && !s.Stalemate(q), least
}

// far reports whether, with White to move, the rook is exposed or stalemate threatens.
func (s krk) far(p Position) bool { return p.White && (Exposed(p) || s.Stuck(p)) }

// FarMeasure is the measure of positions with White to move in which the rook is exposed or
// Black has no move: greater than all others.
func (g Game) FarMeasure() int { return 6*g.FarRoom() + g.Files + g.Ranks - 1 }

// measure is 6 room + distance to the critical square.
func (s krk) measure(p Position) int {
	if s.far(p) {
		return s.FarMeasure()
	}
	return 6*s.Room(p) + CriticalDistance(p)
}

// KRK returns the strategy of 2013, or the later one of 2016, on a board.
func KRK(b Board, later bool) *Strategy {
	g := krk{Game{b, Rook}, later}
	s := &Strategy{Name: "krk2013", Title: "King and rook against king, 2013", Game: g.Game, Claimed: everywhere, Symmetries: b.Symmetries()}
	names := []string{"ImmediateMate", "ReadyToMate", "Squeeze", "ApproachDiag", "ApproachNonDiag",
		"KeepRoomDiag", "KeepRoomNonDiag", "RookHome", "RookSafe"}
	if later {
		s.Name, s.Title = "krk2016", "King and rook against king, 2016"
		names = append(names, "RookSafeSmallBoards")
	}
	for i, name := range names {
		s.Steps = append(s.Steps, Step{name, func(p, q Position) (bool, int) { return g.allows(i, p, q) }})
	}
	s.Notions = []Notion{
		{"measure", g.FarMeasure(), g.measure},
	}
	return s
}
