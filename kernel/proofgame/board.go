package proofgame

import (
	"math/rand/v2"

	"retroproof/chess"
)

// maxMen is how many men a board has at most.
const maxMen = 32

// offBoard is the square of a man that was captured.
const offBoard = chess.NoSquare

// board is a position whose men have numbers, which they keep when they move, promote
// or are captured.
type board struct {
	side [2]chess.Bitboard
	kind [chess.Pawn + 1]chess.Bitboard
	at   [chess.NumSquares]int8 // the man's number; undefined on empty squares
	sq   [maxMen]chess.Square
	man  [maxMen]chess.Man
	key  uint64
	turn chess.Color
	// still has the squares of the kings and rooks that never move, because the goal has
	// their castling rights.
	still chess.Bitboard

	h    int32 // the weighted distances of a plan
	need int32 // the sum of the distances of the men in plan.need

	blocked uint32 // the men that cannot come closer to their targets in a plan, see plan.isBlocked
}

// keys are random numbers for men on squares, and for Black to move: Zobrist hashing.
var keys, blackKey = func() (k [maxMen][chess.NumSquares + 1]uint64, black uint64) {
	r := rand.New(rand.NewPCG(7, 7))
	for i := range k {
		for j := range k[i] {
			k[i][j] = r.Uint64()
		}
	}
	return k, r.Uint64()
}()

// newBoard numbers the men of a setup in the order of their squares.
func newBoard(s *chess.Setup) *board {
	b := &board{turn: s.Turn}
	if b.turn == chess.Black {
		b.key = blackKey
	}
	n := 0
	for sq, m := range s.Board {
		if m != chess.NoMan {
			b.man[n] = m
			b.place(n, chess.Square(sq))
			n++
		}
	}
	for ; n < maxMen; n++ {
		b.sq[n] = offBoard
	}
	return b
}

// place puts a man on an empty square.
func (b *board) place(id int, sq chess.Square) {
	m := b.man[id]
	b.side[m.Color()] |= sq.Bit()
	b.kind[m.Kind()] |= sq.Bit()
	b.at[sq], b.sq[id] = int8(id), sq
	b.key ^= keys[id][sq]
}

func (b *board) occupied() chess.Bitboard { return b.side[0] | b.side[1] }

// shift moves a man to an empty square and passes the turn; the same with the
// squares exchanged takes it back.
func (b *board) shift(id int, from, to chess.Square) {
	m := b.man[id]
	fromTo := from.Bit() | to.Bit()
	b.side[m.Color()] ^= fromTo
	b.kind[m.Kind()] ^= fromTo
	b.at[to], b.sq[id] = int8(id), to
	b.key ^= keys[id][from] ^ keys[id][to] ^ blackKey
	b.turn ^= 1
}

// mayShift reports whether moving a man to an empty square leaves its side out of check; backwards, the other side.
func (b *board) mayShift(id int, from, to chess.Square) bool {
	b.shift(id, from, to)
	legal := !b.checked(b.turn ^ 1)
	b.shift(id, to, from)
	return legal
}

// promote promotes a pawn where it stands.
func (b *board) promote(id int, k chess.Kind) {
	m := b.man[id]
	b.kind[m.Kind()] ^= b.sq[id].Bit()
	b.kind[k] ^= b.sq[id].Bit()
	b.man[id] = chess.MakeMan(m.Color(), k)
}

// remove takes a man off the board.
func (b *board) remove(id int) {
	sq, m := b.sq[id], b.man[id]
	b.side[m.Color()] ^= sq.Bit()
	b.kind[m.Kind()] ^= sq.Bit()
	b.key ^= keys[id][sq]
	b.sq[id] = offBoard
}

// attacked reports whether a side attacks a square when some squares are
// occupied.
func (b *board) attacked(s chess.Square, by chess.Color, occupied chess.Bitboard) bool {
	return b.attackers(s, by, occupied) != 0
}

// attackers returns the men of a side that attack a square when some squares are occupied.
func (b *board) attackers(s chess.Square, by chess.Color, occupied chess.Bitboard) chess.Bitboard {
	queens := b.kind[chess.Queen]
	return b.side[by] & (chess.KnightAttacks(s)&b.kind[chess.Knight] |
		chess.PawnAttacks(by^1, s)&b.kind[chess.Pawn] |
		chess.KingAttacks(s)&b.kind[chess.King] |
		chess.BishopAttacks(s, occupied)&(b.kind[chess.Bishop]|queens) |
		chess.RookAttacks(s, occupied)&(b.kind[chess.Rook]|queens))
}

// checked reports whether a side's king is attacked.
func (b *board) checked(c chess.Color) bool {
	return b.attacked((b.kind[chess.King] & b.side[c]).First(), c^1, b.occupied())
}

// capture makes a man capture another one if that is legal, and reports whether it is.
func (b *board) capture(id, victim int) bool {
	c := *b
	from, to := c.sq[id], c.sq[victim]
	c.remove(victim)
	c.shift(id, from, to)
	if c.checked(c.turn ^ 1) {
		return false
	}
	*b = c
	return true
}

// mobile reports whether the side to move has a legal quiet move of a king or piece
// out of a set of men.
func (b *board) mobile(movable uint32) bool {
	us, occupied := b.turn, b.occupied()
	for set := b.side[us] &^ b.kind[chess.Pawn]; set != 0; set = set.WithoutFirst() {
		from := set.First()
		id := int(b.at[from])
		if movable>>id&1 == 0 {
			continue
		}
		for to := chess.Attacks(b.man[id], from, occupied) &^ occupied; to != 0; to = to.WithoutFirst() {
			if b.mayShift(id, from, to.First()) {
				return true
			}
		}
	}
	return false
}
