package astar

import (
	"retroproof/chess"
	"retroproof/kernel/ways"
)

// estimator computes lower bounds of the number of plies from positions to a target. It
// keeps the routes that positions have in common, and is not safe for concurrent use.
type estimator struct {
	t        *target
	routesOf map[chess.Bitboard]*ways.Routes // by blocked squares

	pos     *chess.Position
	spare   [2]int         // men of each side that will be captured
	blocked chess.Bitboard // the men on them never move and are never captured
	leaving chess.Bitboard // the men on them make a move, or are captured
	routes  *ways.Routes
	sides   [2]side
	matrix  ways.Matrix // in moves
	second  ways.Matrix // in captures

	off       rules          // for tests
	obstacles bool           // whether to count those, for an estimate that may be too high
	home      chess.Bitboard // men that stand on their squares at the goal, if so
	inTheWay  chess.Bitboard // those of them that are obstacles
}

// maxRoutes is the number of sets of blocked squares of which routes are kept, each in about routesBytes.
const (
	maxRoutes   = 1 << 10
	routesBytes = 48 << 10
)

// side is what the estimator has derived about the men of one side that may move or be
// captured.
type side struct {
	men   chess.Bitboard // of the position
	kept  chess.Bitboard // of them those that are not captured
	goals int
	to    [maxMen]chess.Square
	src   [maxMen]chess.Bitboard // by goal: men that can have become it
	cuts  []chess.Bitboard       // on a square of each of them one of the men is captured
	moves int                    // that the side makes at least
}

// infinitePlies is a number of plies that no game has.
const infinitePlies = 1 << 20

// bytes returns about the most memory that is in use, in bytes.
func (e *estimator) bytes() uint64 { return uint64(len(e.routesOf)) * routesBytes }

// newEstimator returns an estimator of the plies to a target.
func newEstimator(t *target) *estimator {
	return &estimator{t: t, routesOf: map[chess.Bitboard]*ways.Routes{}}
}

// estimate returns a lower bound of the plies from a position to the target; if
// obstacles are counted it may be too large. It is infinitePlies if there is provably no
// way.
func (e *estimator) estimate(p *chess.Position) int {
	if e.t.reachedBy(p) {
		e.blocked = chess.NoSquares
		return 0
	}
	if !e.structure(p) || !e.findLeaving() || !e.findCuts() {
		return infinitePlies
	}
	if e.obstacles {
		e.home, e.inTheWay = e.atGoalSquares(), chess.NoSquares
	}
	for c := chess.White; c <= chess.Black; c++ {
		if !e.countMoves(c) {
			return infinitePlies
		}
	}
	if e.obstacles {
		for c := chess.White; c <= chess.Black; c++ {
			e.sides[c].moves += 2 * (e.inTheWay & p.Side(c)).Count()
		}
	}
	return e.pliesOf()
}

// pliesOf converts numbers of moves. Only one of every two plies is a side's, and the
// side to move at the end is given. A side whose men all stand on their squares does
// not make exactly one move.
func (e *estimator) pliesOf() int {
	mover := e.pos.Turn()
	n := 0
	if mover != e.t.turn {
		n = 1
	}
	for {
		first, second := (n+1)/2, n/2
		if n > 0 && e.mayMake(mover, first) && e.mayMake(mover.Other(), second) {
			return n
		}
		n += 2
	}
}

// mayMake reports whether a side may make exactly a number of moves.
func (e *estimator) mayMake(c chess.Color, moves int) bool {
	if moves == 1 && !e.off.has(onceRule) && e.atHome(c) {
		return false
	}
	return moves >= e.sides[c].moves
}

// atHome reports whether the men of a side are those of the target.
func (e *estimator) atHome(c chess.Color) bool {
	if e.pos.Side(c) != e.t.side[c] {
		return false
	}
	for b := e.t.side[c]; b != 0; b = b.WithoutFirst() {
		if e.pos.At(b.First()) != e.t.board[b.First()] {
			return false
		}
	}
	return true
}
