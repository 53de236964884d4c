package proofgame

import (
	"retroproof/chess"
	"retroproof/kernel/ways"
)

// unreachable is the distance of squares from which there is no way.
const unreachable = 31

// distance returns the number of moves of a man from a square to its target.
func (p *plan) distance(id int, from chess.Square) int32 {
	return min(int32(p.dist[id].Moves[from]), unreachable)
}

// obstacles are the squares that kings and pieces cannot use while the pawns stand still.
type obstacles struct {
	pawns chess.Bitboard
	still chess.Bitboard    // kings and rooks that never move
	kings [2]chess.Bitboard // those of each side
	// guarded has, for the king of each side, the squares that enemy pawns attack: a
	// king can be there only in check.
	guarded [2]chess.Bitboard
}

// obstacles returns the obstacles on a board: its pawns.
func (b *board) obstacles() obstacles { return b.obstaclesOf(b.kind[chess.Pawn]) }

// obstaclesOf returns the obstacles if only some of the pawns are there.
func (b *board) obstaclesOf(pawns chess.Bitboard) (t obstacles) {
	t.pawns, t.still = pawns, b.still
	for c := chess.White; c <= chess.Black; c++ {
		t.kings[c] = b.still & b.kind[chess.King] & b.side[c]
		t.guarded[c] = ways.Captures(c.Other(), pawns&b.side[c.Other()])
	}
	return t
}

// without returns the obstacles without the one on a square.
func (o obstacles) without(sq chess.Square) obstacles {
	o.pawns &^= sq.Bit()
	return o
}

// search returns the distances of a man that is no pawn to a set of squares, around obstacles. An obstacle can be a
// target.
func (o *obstacles) search(m chess.Man, targets chess.Bitboard) (d ways.Distances) {
	var stop chess.Bitboard // squares through which there is no way
	if m.Kind() == chess.King {
		stop = o.guarded[m.Color()]
	} else if king := o.kings[m.Color().Other()]; king != 0 {
		// A check from here cannot be blocked, and would drive away a king that is to stay.
		stop = chess.Attacks(m, king.First(), chess.AllSquares)
	}
	d.Search(m, targets, o.pawns|o.still, stop&^targets)
	return d
}

// region returns the squares from which a man that is no pawn has a way to a set of squares, or there from one of them.
func (o *obstacles) region(m chess.Man, targets chess.Bitboard) chess.Bitboard {
	d := o.search(m, targets)
	return d.Region()
}

// beside returns distances that are one move less, for men that are to attack the target.
func (o *obstacles) beside(m chess.Man, target chess.Square) ways.Distances {
	d := o.search(m, target.Bit())
	d.Nearer()
	return d
}

// ahead returns the square in front of one, as pawns of a side go.
func ahead(c chess.Color, sq chess.Square) chess.Square { return chess.Square(int(sq) + c.Forward()) }
