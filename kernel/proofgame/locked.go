package proofgame

import (
	"retroproof/chess"
	"retroproof/kernel/ways"
)

// lockedIn is larger the less room kings and pieces have that shut in one another, those at home apart. key is that of
// the men without room, and nothing else: a backward search keeps few positions in which the same men lock each other,
// as it cannot know which of these cages are opened by what the other men do.
//
// At first all kings and pieces are walls, as the pawns are. One that can reach enough squares past them is none, so
// that there may be more room for others, and so on. A piece that attacks an enemy king without room cannot have come
// from there, and a king not from a square that such a piece attacks: it would have been in check for longer than a
// move.
func (c *construction) lockedIn(p *chess.Position) (sum int, key uint64) {
	pieces := p.Occupied() &^ p.Kind(chess.Pawn)
	guarded := guardedBy(p)
	var rooms [chess.NumSquares]chess.Bitboard
	locked := ways.Stuck(pieces, func(sq chess.Square, locked chess.Bitboard) bool {
		rooms[sq] = lockedRoom(p, sq, locked&^sq.Bit(), &guarded)
		return rooms[sq].Count() >= roomWanted
	})
	for sq := range (pieces &^ c.atHome(p)).Squares() {
		lack, weight := lackOfSteps(p, sq, &guarded)
		if locked.Has(sq) {
			lack = weight * (4*(roomWanted-rooms[sq].Count()) + 3*lack)
			key ^= keys[p.At(sq)][sq]
		}
		sum += lack
	}
	if p.Turn() == chess.Black {
		key ^= blackKey
	}
	return sum, key
}

// lockedRoom returns where a king or piece can have come from, as long as others stand still, as roomOf does.
func lockedRoom(p *chess.Position, sq chess.Square, locked chess.Bitboard, guarded *[2]chess.Bitboard) chess.Bitboard {
	m := p.At(sq)
	them := m.Color().Other()
	walls := p.Kind(chess.Pawn) | locked
	closed := walls
	if m.Kind() == chess.King {
		closed |= guarded[m.Color()]
		for set := locked & p.Side(them); set != 0; set = set.WithoutFirst() {
			closed |= chess.Attacks(p.At(set.First()), set.First(), walls)
		}
	} else if king := p.King(them); locked.Has(king) {
		closed |= chess.Attacks(m, king, walls)
	}
	return roomOf(m, sq, walls, closed)
}

// materialKey is the same for positions with the same men, wherever they are.
func materialKey(p *chess.Position) (key uint64) {
	for side := chess.White; side <= chess.Black; side++ {
		for k := chess.King; k <= chess.Pawn; k++ {
			m := chess.MakeMan(side, k)
			key ^= keys[m][p.Men(m).Count()]
		}
	}
	return key
}
