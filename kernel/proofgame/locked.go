package proofgame

import "retroproof/chess"

// lockedIn is larger the less room kings and pieces have that shut in one another, those at home apart. key is that of
// the men without room, and nothing else: a backward search keeps few positions in which the same men lock each other,
// as it cannot know which of these cages are opened by what the other men do.
//
// At first all kings and pieces are walls, as the pawns are. One that can reach enough squares past them is none, so
// that there may be more room for others, and so on. A piece that attacks an enemy king without room cannot have come
// from there, and a king not from a square that such a piece attacks: it would have been in check for longer than a
// move.
func (c *construction) lockedIn(p *chess.Position) (sum int, key uint64) {
	pawns, occupied := p.Kind(chess.Pawn), p.Occupied()
	guarded := guardedBy(p)
	locked := occupied &^ pawns
	var rooms [chess.NumSquares]chess.Bitboard
	for more := true; more; {
		more = false
		for sq := range locked.Squares() {
			rooms[sq] = lockedRoom(p, sq, locked&^sq.Bit(), &guarded)
			if rooms[sq].Count() >= roomWanted {
				locked &^= sq.Bit()
				more = true
			}
		}
	}
	for sq := range (occupied &^ pawns).Squares() {
		m := p.At(sq)
		if c.setup.Board[sq] == m {
			continue
		}
		lack, weight := lackOfSteps(p, sq, &guarded)
		if locked.Has(sq) {
			lack = weight * (4*(roomWanted-rooms[sq].Count()) + 3*lack)
			key ^= keys[m][sq]
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
