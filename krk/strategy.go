package krk

import (
	"retroproof/proofs/krk/spec"
)

// The strategy once more, as plain code over ground positions: the
// counterpart of package spec, written independently of it and compared with
// it on every position.

func sign(x int) int {
	switch {
	case x < 0:
		return -1
	case x > 0:
		return 1
	}
	return 0
}

// roomOf returns the room of the black king; spec.FarRoom if the rook stands on
// his line.
func roomOf(p Position) int {
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

// critical returns the critical square: beside the rook towards the black king.
func critical(p Position) Square {
	r, b := p.R(), p.BK()
	return spec.At(r.X()+sign(b.X()-r.X()), r.Y()+sign(b.Y()-r.Y()))
}

func criticalDistance(p Position, rd *Reading) int {
	if rd.CriticalByKing {
		return distance(p.WK(), critical(p))
	}
	return manhattan(p.WK(), critical(p))
}

// exposed reports whether the rook is exposed.
func exposed(p Position, rd *Reading) bool {
	margin := rd.ExposedMargin
	if p.White() {
		margin = 2
	}
	return distance(p.WK(), p.R()) >= distance(p.BK(), p.R())+margin
}

// divides reports whether the rook stands strictly between the kings' files
// or ranks.
func divides(p Position, rd *Reading) bool {
	between := func(k, r, b int) bool {
		if rd.DividesLoosely && k == r {
			return r != b
		}
		return k < r && r < b || b < r && r < k
	}
	k, r, b := p.WK(), p.R(), p.BK()
	return between(k.X(), r.X(), b.X()) || between(k.Y(), r.Y(), b.Y())
}

// lPattern reports whether the men form an L-pattern.
func lPattern(p Position) bool {
	k, r, b := p.WK(), p.R(), p.BK()
	dx, dy := abs(k.X()-b.X()), abs(k.Y()-b.Y())
	return dy == 0 && dx == 2 && r.X() == k.X() && abs(r.Y()-k.Y()) == 1 ||
		dx == 0 && dy == 2 && r.Y() == k.Y() && abs(r.X()-k.X()) == 1
}

func onEdge(s Square) bool { return s.X() == 0 || s.X() == 7 || s.Y() == 0 || s.Y() == 7 }

// ready reports whether p, or a symmetric image of it, is a ready-to-mate
// position.
func ready(p Position, rd *Reading) bool {
	for g := range spec.Symmetry(spec.Symmetries) {
		q := g.Position(p)
		if q.BK() == spec.At(0, 1) && (q.WK() == spec.At(2, 0) || q.WK() == spec.At(2, 1)) &&
			q.R().Y() == 2 && q.R().X() >= rd.ReadyLeastX {
			return true
		}
	}
	return false
}

// measureOf returns the measure of p (paper, section 4.1).
func measureOf(p Position, rd *Reading) int {
	if p.White() && (exposed(p, rd) || flight(p) == 0) {
		return spec.FarMeasure
	}
	return 6*roomOf(p) + criticalDistance(p, rd)
}

// satisfies reports whether the legal move from p to q satisfies a step's own
// condition, and the amount that the step minimizes (0 where it has none).
func satisfies(step Step, p, q Position, rd *Reading) (ok bool, least int) {
	king := p.WK() != q.WK()
	dx, dy := p.WK().X()-q.WK().X(), p.WK().Y()-q.WK().Y()
	diagonal := (dx != 0 && dy != 0) != rd.DiagonalLast
	if step != spec.ImmediateMate && !rd.AllowStalemate && stalemate(q) {
		return false, 0
	}
	switch step {
	case spec.ImmediateMate:
		return !king && mate(q), 0
	case spec.ReadyToMate:
		return !(king && rd.ReadyRookOnly) && ready(q, rd), 0
	case spec.Squeeze:
		return !king && roomOf(q) < roomOf(p) && !exposed(q, rd) && divides(q, rd), roomOf(q)
	case spec.ApproachDiag, spec.ApproachNonDiag:
		return king && diagonal == (step == spec.ApproachDiag) && approaches(p, q, rd), 0
	case spec.KeepRoomDiag, spec.KeepRoomNonDiag:
		return king && diagonal == (step == spec.KeepRoomDiag) && keepsRoom(p, q, rd), 0
	case spec.RookHome:
		return !king && home(p, q, rd) && (rd.HomeNoGuard || guarded(q)), manhattan(q.R(), q.BK())
	case spec.RookSafe:
		return !king && toEdge(p.R(), q.R()) && guarded(q) && distance(q.R(), q.BK()) >= rd.RookSafeDistance, 0
	}
	return false, 0
}

// approaches reports whether a king's move meets the conditions of the approaching
// steps, except for its direction.
func approaches(p, q Position, rd *Reading) bool {
	return criticalDistance(q, rd) < criticalDistance(p, rd) && !exposed(q, rd) &&
		(divides(q, rd) || !rd.NoLPattern && lPattern(q)) && offEdge(q, rd)
}

// keepsRoom does so for the steps that keep the room.
func keepsRoom(p, q Position, rd *Reading) bool {
	return distance(q.WK(), q.R()) <= distance(p.WK(), p.R()) && !exposed(q, rd) &&
		divides(q, rd) && offEdge(q, rd)
}

// offEdge reports whether the white king is not on the edge, or may be there.
func offEdge(q Position, rd *Reading) bool { return roomOf(q) > rd.RoomLimit || !onEdge(q.WK()) }

// guarded reports whether the black king is not beside the rook, or the white king is.
func guarded(q Position) bool {
	return distance(q.R(), q.BK()) > 1 || distance(q.R(), q.WK()) <= 1
}

// toEdge reports whether a move leads to an edge on which its first square is not.
func toEdge(from, to Square) bool {
	edge := func(from, to int) bool { return from != to && (to == 0 || to == 7) }
	return edge(from.X(), to.X()) || edge(from.Y(), to.Y())
}

// home reports whether the rook moved beside the white king's line on the
// black king's side, or, all three men in one line, to the next line.
func home(p, q Position, rd *Reading) bool {
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

// StrategyMoves appends the positions the strategy may move to from p, a
// legal position with White to move, and returns the step it uses:
// spec.NoStep, and nothing appended, if none has a move.
func StrategyMoves(dst []Position, p Position, rd *Reading) ([]Position, Step) {
	var buf [22]Position
	legal := whiteMoves(buf[:0], p)
	start := len(dst)
	for step := spec.ImmediateMate; step < spec.NumSteps; step++ {
		best := 0
		for _, q := range legal {
			ok, least := satisfies(step, p, q, rd)
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
