package proofgame

import (
	"math/bits"

	"retroproof/chess"
)

// isBlocked reports whether a man has a target of some weight, is not there, and has no quiet move that brings it
// closer. A king has none if all these squares are attacked: most searches that fail do so for kings, which get stuck
// between the lines of enemy pieces.
func (p *plan) isBlocked(b *board, id int, occupied chess.Bitboard) bool {
	sq := b.sq[id]
	if sq == offBoard || p.weight[id] < lightWeight {
		return false
	}
	if p.dist[id].Moves[sq] == 0 {
		return false
	}
	closer := b.reach(id, sq, occupied) & p.dist[id].Closer(sq)
	if p.kings>>id&1 != 0 {
		return !p.enters(b, sq, closer, occupied)
	}
	return closer == 0
}

// enters reports whether a king can go from a square to one of some empty squares, or, backwards, can have come from
// there: then one man may have checked it, but hardly two. What else the rules of checks ask for is left to the moves
// themselves.
func (p *plan) enters(b *board, from chess.Square, to, occupied chess.Bitboard) bool {
	them := b.man[b.at[from]].Color() ^ 1
	occupied &^= from.Bit()
	for ; to != 0; to = to.WithoutFirst() {
		if !b.attacked(to.First(), them, occupied) || p.reverse &&
			b.attackers(to.First(), them, occupied).WithoutFirst() == 0 {
			return true
		}
	}
	return false
}

// penalty returns what men that are blocked cost.
func (p *plan) penalty(blocked uint32) int32 {
	return blockedPenalty * int32(bits.OnesCount32(blocked)+bits.OnesCount32(blocked&p.kings))
}

// findBlocked returns the men that are blocked.
func (p *plan) findBlocked(b *board) (ids uint32) {
	occupied := b.occupied()
	for id := range b.sq {
		if p.isBlocked(b, id, occupied) {
			ids |= 1 << id
		}
	}
	return ids
}

// updateBlocked makes b.blocked that of the board after a move that was just played. Only the man that moved can be
// blocked now, or be no more, the kings, and men that look at one of the two squares. On the board after the move these
// are all: where the man stands between another one and the square that it left, that one looks at the man, and the
// other way round.
func (p *plan) updateBlocked(b *board, from, to chess.Square) {
	occupied := b.occupied()
	two := from.Bit() | to.Bit()
	queens := b.kind[chess.Queen]
	men := to.Bit() | b.kind[chess.King] |
		(chess.BishopAttacks(from, occupied)|chess.BishopAttacks(to, occupied))&(b.kind[chess.Bishop]|queens) |
		(chess.RookAttacks(from, occupied)|chess.RookAttacks(to, occupied))&(b.kind[chess.Rook]|queens) |
		(chess.KnightAttacks(from)|chess.KnightAttacks(to))&b.kind[chess.Knight] |
		(two<<8|two<<16|two>>8|two>>16)&b.kind[chess.Pawn]
	for set := men; set != 0; set = set.WithoutFirst() {
		id := int(b.at[set.First()])
		b.blocked &^= 1 << id
		if p.isBlocked(b, id, occupied) {
			b.blocked |= 1 << id
		}
	}
}
