package proofgame

import "retroproof/chess"

// unreachable is the distance of squares from which there is no way. Longer ways count as one move less.
const unreachable = 31

// distance holds the number of moves that a man needs to its target if only obstacles
// are on the board, and for every number the squares from which fewer moves do.
type distance struct {
	d     [chess.NumSquares]uint8
	below [unreachable + 1]chess.Bitboard
}

// obstacles are the squares that officers cannot use while the pawns stand still.
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
	for c := range t.guarded {
		t.kings[c] = b.still & b.kind[chess.King] & b.side[c]
		for set := t.pawns & b.side[c]; set != 0; set = set.WithoutFirst() {
			t.guarded[1-c] |= chess.PawnAttacks(chess.Color(c), set.First())
		}
	}
	return t
}

// without returns the obstacles without the one on a square.
func (o obstacles) without(sq chess.Square) obstacles {
	o.pawns &^= sq.Bit()
	return o
}

// officer fills in the distances of an officer to a set of squares, around
// obstacles. An obstacle can be a target; near subtracts one move, for men that
// are to attack the target.
func (t *distance) officer(m chess.Man, targets chess.Bitboard, walls *obstacles, near bool) {
	for i := range t.d {
		t.d[i] = unreachable
	}
	blocked := walls.pawns | walls.still
	passed := blocked // squares through which there is no way
	if m.Kind() == chess.King {
		passed |= walls.guarded[m.Color()]
	} else if king := walls.kings[m.Color().Other()]; king != 0 {
		// A check from here cannot be blocked, and would drive away a king that is to stay.
		passed |= chess.Attacks(m, king.First(), chess.AllSquares)
	}
	var exactly [unreachable + 1]chess.Bitboard
	seen, layer, at := chess.NoSquares, targets, uint8(0)
	for layer != 0 {
		seen |= layer
		next := chess.NoSquares
		d := at
		if near && d > 0 {
			d--
		}
		exactly[d] |= layer
		for set := layer; set != 0; set = set.WithoutFirst() {
			t.d[set.First()] = d
			if at == 0 || !passed.Has(set.First()) {
				next |= chess.Attacks(m, set.First(), blocked)
			}
		}
		layer = next &^ seen &^ blocked
		at = min(at+1, unreachable-1)
	}
	t.sets(&exactly)
}

// from returns the squares from which there is a way.
func (t *distance) from() chess.Bitboard { return t.below[unreachable] }

// pawn fills in the distances of a pawn to a square of its file.
func (t *distance) pawn(c chess.Color, target chess.Square) {
	for i := range t.d {
		t.d[i] = unreachable
	}
	var exactly [unreachable + 1]chess.Bitboard
	for i, sq := 0, target; sq.Valid(); i++ {
		t.d[sq] = uint8(i)
		exactly[i] = sq.Bit()
		sq = chess.MakeSquare(sq.File(), sq.Rank()-up(c))
	}
	t.sets(&exactly)
}

// sets makes the sets of the squares with less than each distance from those with exactly that distance.
func (t *distance) sets(exactly *[unreachable + 1]chess.Bitboard) {
	set := chess.NoSquares
	for d := range t.below {
		t.below[d] = set
		set |= exactly[d]
	}
}

// up is the direction of a side's pawns.
func up(c chess.Color) int { return 1 - 2*int(c) }

// lastRank is where a side's pawns promote.
func lastRank(c chess.Color) int { return 7 * (1 - int(c)) }
