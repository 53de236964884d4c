package exact

import (
	"context"
	"iter"

	"retroproof/chess"
)

// mostLineups is the largest number of lineups of a side on its own; beside the other side twice as many are
// allowed. Up to firstLineups each side is tried on its own first.
const (
	mostLineups  = 1 << 22
	firstLineups = 1 << 18
)

// maxRefinements limits how often the lineups of both sides are compared at a time. Every number gives a
// correct result.
const maxRefinements = 8

// lines has what both sides can do between the start and the goal, by their numbers of moves.
type lines struct {
	sides   [2]*alone // nil for a side with too many lineups
	start   [2]lineup
	unknown [2]view
	goal    [2]lineup
	must    chess.Castling
	may     chess.Castling
}

// newLines finds the lineups of both sides, at most a number for each; the context may end that early.
// It returns false if there is no game. look has been called for the start.
func newLines(ctx context.Context, e *bound, plies, most int) (*lines, bool) {
	n := &lines{must: e.must, may: e.may}
	for c := chess.White; c <= chess.Black; c++ {
		n.start[c] = lineupOf(e.pos, c, 0)
		n.goal[c] = lineupOf(e.goal, c, e.spare[c.Other()])
		n.unknown[c] = unknown(e, c)
	}
	// What is known of one side helps with the other, so the one with fewer moves to spare is first: if it
	// has too many lineups before the other's are known, they are tried once more.
	first := chess.White
	if e.left[chess.Black]-e.sides[chess.Black].least < e.left[chess.White]-e.sides[chess.White].least {
		first = chess.Black
	}
	for i, c := range [...]chess.Color{first, first.Other(), first} {
		if n.sides[c] != nil || i == 2 && n.sides[first.Other()] == nil {
			continue
		}
		a := newAlone(e, c, plies)
		a.ctx = ctx
		if !n.find(a, newEstimate(e, a), most) {
			continue
		}
		n.sides[c] = a
		if a.size() == 0 {
			return n, false
		}
	}
	n.refine()
	return n, n.size() > 0 || n.sides == [2]*alone{}
}

// find finds the lineups of a side. It returns false if there are too many.
func (n *lines) find(a *alone, est *estimate, most int) bool {
	a.apart = true
	if !n.pass(a, est, most) {
		return false
	}
	a.apart = false
	for i := range a.layers {
		a.layers[i].merge()
	}
	return n.pass(a, nil, 0)
}

// pass finds the lineups of a side on ways from the start to the goal. With an estimate the layers are made; it
// returns false if they have too many.
func (n *lines) pass(a *alone, est *estimate, most int) bool {
	opposing := n.sides[a.c.Other()]
	see := func(i int) *view { return n.view(a, i) }
	if !a.forward(&n.start[a.c], see, opposing, est, most) {
		return false
	}
	goal := &n.goal[a.c]
	a.backward(func(l *lineup) bool {
		return l.planes == goal.planes && l.taken == goal.taken && l.rights&^n.may == 0 && n.must&rightsOf(a.c)&^l.rights == 0
	}, see, opposing)
	return true
}

// view returns what is known of the other side before a side's move i.
func (n *lines) view(a *alone, i int) *view {
	opposing := n.sides[a.c.Other()]
	if opposing == nil {
		return &n.unknown[a.c.Other()]
	}
	if !a.first {
		i++
	}
	return &opposing.seen[i]
}

// refine drops lineups that what is known of the other side excludes, as long as these are many, and reports
// whether it has dropped any.
func (n *lines) refine() (dropped bool) {
	for range maxRefinements {
		size := n.size()
		for _, a := range n.sides {
			if a != nil {
				n.pass(a, nil, 0)
			}
		}
		left := n.size()
		dropped = dropped || left < size
		if left > size-size/8 {
			break
		}
	}
	return dropped
}

// size returns the number of lineups.
func (n *lines) size() (sum int) {
	for _, a := range n.sides {
		if a != nil {
			sum += a.size()
		}
	}
	return sum
}

// bytes returns about the size of the lineups.
func (n *lines) bytes() uint64 { return uint64(n.size()) * lineupBytes }

// at returns the layer of the lineups of a side in a position with a number of plies to go, and
// the flags of those that are alive.
func (n *lines) at(c, turn chess.Color, plies int) (*lineups, uint8) {
	a, left := n.sides[c], movesLeft(turn, plies)
	if c == turn {
		return &a.layers[a.moves-left[c]], aliveAnswer
	}
	return &a.layers[a.moves-left[c]], aliveMove
}

// lineup returns the lineup of a side in a position.
func (n *lines) lineup(p *chess.Position, c chess.Color) lineup {
	men := n.start[c.Other()].men()
	return lineupOf(p, c, men.Count()-p.Side(c.Other()).Count())
}

// allow reports whether in a position with a number of plies to go both sides have lineups that
// lie on ways from the start to the goal.
func (n *lines) allow(p *chess.Position, plies int) bool {
	for _, c := range [...]chess.Color{p.Turn().Other(), p.Turn()} {
		if n.sides[c] == nil {
			continue
		}
		l := n.lineup(p, c)
		layer, alive := n.at(c, p.Turn(), plies)
		if at := layer.find(&l); at < 0 || layer.flags[at]&alive != alive {
			return false
		}
	}
	return true
}

// keep excludes the lineups of a side with a number of plies to go that are not in a list.
func (n *lines) keep(c, turn chess.Color, plies int, list iter.Seq[*lineup]) {
	layer, alive := n.at(c, turn, plies)
	reached := alive & (afterMove | afterAnswer)
	for i := range layer.flags {
		layer.flags[i] |= reached << 4
	}
	for l := range list {
		if at := layer.find(l); at >= 0 {
			layer.flags[at] &^= reached << 4
		}
	}
}
