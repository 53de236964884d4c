package plain

import "retroproof/krk/spec"

// Short names for types that both definitions use.
type (
	Position = spec.Position
	Square   = spec.Square
	Step     = spec.Step
	Reading  = spec.Reading
)

// Rules are the rules of chess as the strategy uses them.
type Rules interface {
	// Moves appends the positions that White can move to from p.
	Moves(dst []Position, p Position) []Position
	// Stuck reports whether Black would have no legal move with Black to move in p.
	Stuck(p Position) bool
	// Check reports whether the rook attacks the black king.
	Check(p Position) bool
}

// Strategy is the strategy in a reading, on the rules of chess.
type Strategy struct {
	Rules   Rules
	Reading *Reading
}

func (s Strategy) mate(q Position) bool      { return s.Rules.Check(q) && s.Rules.Stuck(q) }
func (s Strategy) stalemate(q Position) bool { return !s.Rules.Check(q) && s.Rules.Stuck(q) }

func abs(x int) int { return max(x, -x) }

// Distance is the Chebyshev distance: king's moves between two squares.
func Distance(a, b Square) int { return max(abs(a.X()-b.X()), abs(a.Y()-b.Y())) }

// manhattan is the sum of the distances by file and by rank.
func manhattan(a, b Square) int { return abs(a.X()-b.X()) + abs(a.Y()-b.Y()) }

func sign(x int) int {
	switch {
	case x < 0:
		return -1
	case x > 0:
		return 1
	}
	return 0
}

// Room returns the room of the black king; spec.FarRoom if the rook stands on
// his line.
func Room(p Position) int {
	r, b := p.R(), p.BK()
	if r.X() == b.X() || r.Y() == b.Y() {
		return spec.FarRoom
	}
	side := func(r, b int) int {
		if r > b {
			return r
		}
		return spec.Size - 1 - r
	}
	return side(r.X(), b.X()) + side(r.Y(), b.Y())
}

// Critical returns the critical square: beside the rook towards the black king.
func Critical(p Position) Square {
	r, b := p.R(), p.BK()
	return spec.At(r.X()+sign(b.X()-r.X()), r.Y()+sign(b.Y()-r.Y()))
}

// CriticalDistance returns the white king's distance to the critical square, Manhattan by
// default.
func CriticalDistance(p Position, rd *Reading) int {
	if rd.CriticalByKing {
		return Distance(p.WK(), Critical(p))
	}
	return manhattan(p.WK(), Critical(p))
}

// Exposed reports whether the rook is exposed.
func Exposed(p Position, rd *Reading) bool {
	margin := rd.ExposedMargin
	if p.White() {
		margin = 2
	}
	return Distance(p.WK(), p.R()) >= Distance(p.BK(), p.R())+margin
}

// Divides reports whether the rook stands strictly between the kings' files
// or ranks.
func Divides(p Position, rd *Reading) bool {
	between := func(k, r, b int) bool {
		if rd.DividesLoosely && k == r {
			return r != b
		}
		return k < r && r < b || b < r && r < k
	}
	k, r, b := p.WK(), p.R(), p.BK()
	return between(k.X(), r.X(), b.X()) || between(k.Y(), r.Y(), b.Y())
}

// LPattern reports whether the men form an L-pattern.
func LPattern(p Position) bool {
	k, r, b := p.WK(), p.R(), p.BK()
	dx, dy := abs(k.X()-b.X()), abs(k.Y()-b.Y())
	return dy == 0 && dx == 2 && r.X() == k.X() && abs(r.Y()-k.Y()) == 1 ||
		dx == 0 && dy == 2 && r.Y() == k.Y() && abs(r.X()-k.X()) == 1
}

func OnEdge(s Square) bool { return s.X() == 0 || s.X() == 7 || s.Y() == 0 || s.Y() == 7 }

// Ready reports whether p, or a symmetric image of it, is a ready-to-mate
// position.
func Ready(p Position, rd *Reading) bool {
	for g := range spec.Symmetry(spec.Symmetries) {
		if g.Square(p.BK()) != spec.At(0, 1) {
			continue
		}
		q := g.Position(p)
		if (q.WK() == spec.At(2, 0) || q.WK() == spec.At(2, 1)) && q.R().Y() == 2 && q.R().X() >= rd.ReadyLeastX {
			return true
		}
	}
	return false
}

// Far reports whether, with White to move, the rook is exposed or stalemate threatens.
func (s Strategy) Far(p Position) bool {
	return p.White() && (Exposed(p, s.Reading) || s.Rules.Stuck(p))
}

// Measure returns the measure of p (paper, section 4.1).
func (s Strategy) Measure(p Position) int {
	if s.Far(p) {
		return spec.FarMeasure
	}
	return 6*Room(p) + CriticalDistance(p, s.Reading)
}

// Held reports whether the rook is not exposed, divides the kings or forms the
// L-pattern, and is not on the black king's line (doc/krk.md, "By parts").
func Held(q Position, rd *Reading) bool {
	return !Exposed(q, rd) && (Divides(q, rd) || LPattern(q)) && Room(q) < spec.FarRoom
}

// Satisfies reports whether the legal move from p to q satisfies a step's own
// condition, and the amount that the step minimizes (0 where it has none).
func (s Strategy) Satisfies(step Step, p, q Position) (ok bool, least int) {
	ok, least = s.condition(step, p, q)
	if ok && step != spec.ImmediateMate && !s.Reading.MayStalemate(step) && s.stalemate(q) {
		return false, 0
	}
	return ok, least
}

// condition is Satisfies but for what all steps share: that they do not stalemate.
func (s Strategy) condition(step Step, p, q Position) (ok bool, least int) {
	rd := s.Reading
	king := p.WK() != q.WK()
	dx, dy := p.WK().X()-q.WK().X(), p.WK().Y()-q.WK().Y()
	diagonal := (dx != 0 && dy != 0) != rd.DiagonalLast
	switch step {
	case spec.ImmediateMate:
		return !king && s.mate(q), 0
	case spec.ReadyToMate:
		return !(king && rd.ReadyRookOnly) && Ready(q, rd), 0
	case spec.Squeeze:
		return !king && Room(q) < Room(p) && !Exposed(q, rd) && Divides(q, rd), Room(q)
	case spec.ApproachDiag, spec.ApproachNonDiag:
		return king && diagonal == (step == spec.ApproachDiag) && approaches(p, q, rd), 0
	case spec.KeepRoomDiag, spec.KeepRoomNonDiag:
		return king && diagonal == (step == spec.KeepRoomDiag) && keepsRoom(p, q, rd), 0
	case spec.RookHome:
		return !king && Home(p, q, rd) && (rd.HomeNoGuard || Guarded(q)), manhattan(q.R(), q.BK())
	case spec.RookSafe:
		return !king && ToEdge(p.R(), q.R()) && Guarded(q) && Distance(q.R(), q.BK()) >= rd.RookSafeDistance, 0
	}
	return false, 0
}

// approaches reports whether a king's move meets the conditions of the approaching
// steps, except for its direction.
func approaches(p, q Position, rd *Reading) bool {
	return CriticalDistance(q, rd) < CriticalDistance(p, rd) && !Exposed(q, rd) &&
		(Divides(q, rd) || !rd.NoLPattern && LPattern(q)) && OffEdge(q, rd)
}

// keepsRoom does the same for the steps that keep the room.
func keepsRoom(p, q Position, rd *Reading) bool {
	return Distance(q.WK(), q.R()) <= Distance(p.WK(), p.R()) && !Exposed(q, rd) &&
		Divides(q, rd) && OffEdge(q, rd)
}

// OffEdge reports whether the white king is not on the edge, or is allowed there because room
// is greater than the limit.
func OffEdge(q Position, rd *Reading) bool { return Room(q) > rd.RoomLimit || !OnEdge(q.WK()) }

// Guarded reports whether the black king is not beside the rook, or the white king is.
func Guarded(q Position) bool {
	return Distance(q.R(), q.BK()) > 1 || Distance(q.R(), q.WK()) <= 1
}

// ToEdge reports whether a move leads to an edge that it did not start on.
func ToEdge(from, to Square) bool {
	edge := func(from, to int) bool { return from != to && (to == 0 || to == 7) }
	return edge(from.X(), to.X()) || edge(from.Y(), to.Y())
}

// Home reports whether the rook moved to a line next to the white king's on the black king's
// side, or, if all three men are on one line, to the next line.
func Home(p, q Position, rd *Reading) bool {
	k, b, r, t := p.WK(), p.BK(), p.R(), q.R()
	if rd.HomeAdjacent {
		return manhattan(t, k) == 1
	}
	if r.Y() == t.Y() { // along its rank
		return b.X() != k.X() && t.X() == k.X()+sign(b.X()-k.X()) ||
			!rd.HomeNoThree && r.X() == k.X() && k.X() == b.X() && abs(t.X()-r.X()) == 1
	}
	return b.Y() != k.Y() && t.Y() == k.Y()+sign(b.Y()-k.Y()) ||
		!rd.HomeNoThree && r.Y() == k.Y() && k.Y() == b.Y() && abs(t.Y()-r.Y()) == 1
}

// Moves appends the positions that the strategy may move to from p, a legal position with White
// to move, and returns the step that it uses. If no step has a move, it appends nothing and
// returns spec.NoStep.
func (s Strategy) Moves(dst []Position, p Position) ([]Position, Step) {
	var buf [22]Position
	legal := s.Rules.Moves(buf[:0], p)
	start := len(dst)
	for step := spec.ImmediateMate; step < spec.NumSteps; step++ {
		best := 0
		for _, q := range legal {
			ok, least := s.Satisfies(step, p, q)
			switch {
			case !ok:
				continue
			case len(dst) > start && least > best:
				continue
			case len(dst) > start && least < best:
				dst = dst[:start]
			}
			best = least
			dst = append(dst, q)
		}
		if len(dst) > start {
			return dst, step
		}
	}
	return dst, spec.NoStep
}
