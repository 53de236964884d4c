package proofgame

import (
	"retroproof/chess"
	"retroproof/kernel/ways"
)

// tightness is larger the less room kings and pieces of a position have, those at home apart. key is that of those men,
// and of the pawns.
//
// With cages it is about men that shut in one another, and key is that of these men, and nothing else: a backward
// search keeps few positions in which the same men lock each other, as it cannot know which of these cages are opened
// by what the other men do. At first all kings and pieces are walls, as the pawns are. One that can reach enough
// squares past them is none, so that there may be more room for others, and so on. A piece that attacks an enemy king
// without room cannot have come from there, and a king not from a square that such a piece attacks: it would have been
// in check for longer than a move.
func (c *construction) tightness(p *chess.Position, cages bool) (sum int, key uint64) {
	guarded := [2]chess.Bitboard{ // by the pawns of the other side
		ways.Captures(chess.Black, p.Men(chess.BlackPawn)), ways.Captures(chess.White, p.Men(chess.WhitePawn))}
	pawns := p.Kind(chess.Pawn)
	pieces, locked := p.Occupied()&^pawns, chess.NoSquares
	if cages {
		locked = ways.Stuck(pieces, func(sq chess.Square, locked chess.Bitboard) bool {
			return lockedRoom(p, sq, locked&^sq.Bit(), &guarded).Count() >= roomWanted
		})
	} else {
		for sq := range pawns.Squares() {
			key ^= keys[p.At(sq)][sq]
		}
	}
	for sq := range (pieces &^ c.atHome(p)).Squares() {
		lack, weight := lackOfSteps(p, sq, &guarded)
		if cages && !locked.Has(sq) {
			sum += lack
			continue
		}
		// The squares that it lacks count more than the steps.
		room := lockedRoom(p, sq, locked&^sq.Bit(), &guarded)
		if lack = 4*max(0, roomWanted-room.Count()) + 3*lack; lack > 0 {
			sum += weight * lack
			key ^= keys[p.At(sq)][sq]
		}
	}
	if p.Turn() == chess.Black {
		key ^= blackKey
	}
	return sum, key
}

// lockedRoom returns where a king or piece can have come from, as long as others stand still; once there are more than
// roomWanted squares, no more of them.
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
	room := sq.Bit()
	for front := room; front != 0 && room.Count() <= roomWanted; {
		to := chess.Attacks(m, front.First(), walls) &^ closed &^ room
		front = front.WithoutFirst() | to
		room |= to
	}
	return room
}

// lackOfSteps returns how many steps of three a king or piece lacks, and its weight: twice as much for kings.
func lackOfSteps(p *chess.Position, sq chess.Square, guarded *[2]chess.Bitboard) (lack, weight int) {
	m, weight := p.At(sq), 1
	to := chess.Attacks(m, sq, p.Occupied()) &^ p.Occupied()
	if m.Kind() == chess.King {
		to &^= guarded[m.Color()]
		weight = 2
	}
	return 3 - min(3, to.Count()), weight
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
