package proofgame

import "retroproof/chess"

// isBlocked reports whether a man has a target of some weight, is not there, and has no quiet move that brings it closer.
func (p *plan) isBlocked(b *board, id int, occupied chess.Bitboard) bool {
	sq := b.sq[id]
	if sq == offBoard || p.weight[id] < lightWeight {
		return false
	}
	d := p.dist[id].d[sq]
	return d > 0 && b.reach(id, sq, occupied)&p.dist[id].below[d] == 0
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

// updateBlocked makes b.blocked that of the board after a move that was just played. Only the man that moved can be blocked
// now, or be no more, and men that look at one of the two squares. On the board after the move these are all: where the man
// stands between another one and the square that it left, that one looks at the man, and the other way round.
func (p *plan) updateBlocked(b *board, from, to chess.Square) {
	occupied := b.occupied()
	two := from.Bit() | to.Bit()
	queens := b.kind[chess.Queen]
	men := to.Bit() |
		(chess.BishopAttacks(from, occupied)|chess.BishopAttacks(to, occupied))&(b.kind[chess.Bishop]|queens) |
		(chess.RookAttacks(from, occupied)|chess.RookAttacks(to, occupied))&(b.kind[chess.Rook]|queens) |
		(chess.KnightAttacks(from)|chess.KnightAttacks(to))&b.kind[chess.Knight] |
		(chess.KingAttacks(from)|chess.KingAttacks(to))&b.kind[chess.King] |
		(two<<8|two<<16|two>>8|two>>16)&b.kind[chess.Pawn]
	for set := men; set != 0; set = set.WithoutFirst() {
		id := int(b.at[set.First()])
		b.blocked &^= 1 << id
		if p.isBlocked(b, id, occupied) {
			b.blocked |= 1 << id
		}
	}
}
