package story

import (
	"retroproof/chess"
	"retroproof/kernel/ways"
	"retroproof/proofs/illegal/facts"
)

// The captures that the pawns of one side need, regardless of the other side: a
// pawn changes its file only by capturing. Every pawn of the goal, and every
// piece that was a pawn, needs a pawn of the start of its own; of all ways to
// share them out, the one with the fewest captures is a lower bound.

// impossible is more captures than there can be.
const impossible = 1000

// walk is the least number of captures that a pawn needs to come to a square, by square.
// On the last rank it promotes. Only men that never move are in its way.
type walk [chess.NumSquares]int

// walkOf returns the walk of a pawn that captures only on some squares.
func (l *ledger) walkOf(c chess.Color, from chess.Square, on chess.Bitboard) (w walk) {
	for i := range w {
		w[i] = impossible
	}
	w[from] = 0
	if l.fixed.Has(from) {
		return w
	}
	up, last := 1, 7
	if c == chess.Black {
		up, last = -1, 0
	}
	for rank := from.Rank(); rank != last; rank += up {
		for file := range 8 {
			sq := chess.MakeSquare(file, rank)
			if w[sq] >= impossible || rank+up == last && l.checksForEver(c, sq) {
				continue
			}
			for side := -1; side <= 1; side++ {
				to := chess.MakeSquare(file+side, rank+up)
				if to.Valid() && !l.fixed.Has(to) && (side == 0 || on.Has(to)) {
					w[to] = min(w[to], w[sq]+side*side)
				}
			}
		}
	}
	return w
}

// checksForEver reports whether a pawn on a square gives check to a king that
// never moves: it will be captured there, and does not promote.
func (l *ledger) checksForEver(c chess.Color, sq chess.Square) bool {
	king := chess.MakeMan(c.Other(), chess.King)
	for to := range (chess.PawnAttacks(c, sq) & l.fixed).Squares() {
		if l.start.Board[to] == king {
			return true
		}
	}
	return false
}

// pawnNeed is a pawn of the goal, or a piece that was a pawn.
type pawnNeed struct {
	at    chess.Square    // of a pawn
	piece facts.PieceKind // what a pawn became, if at is no square
}

// pawnWay is a pawn of the start that has become one of the goal, or a piece.
type pawnWay struct {
	pawnNeed
	from     chess.Square
	captures int
}

// fewestCaptures returns ways for the pawns of a side with as few captures as
// can be, all of them on some squares. The sum is at least never if there are no
// ways at all.
func (l *ledger) fewestCaptures(c chess.Color, on chess.Bitboard) (chosen []pawnWay, sum int) {
	var needs []pawnNeed
	pawn := chess.MakeMan(c, chess.Pawn)
	var from []chess.Square
	for sq := range chess.Square(chess.NumSquares) {
		if l.goal.Board[sq] == pawn {
			needs = append(needs, pawnNeed{at: sq})
		}
		if l.start.Board[sq] == pawn {
			from = append(from, sq)
		}
	}
	for k := range facts.NumPieceKinds {
		for range l.surplus(c, k) {
			needs = append(needs, pawnNeed{chess.NoSquare, k})
		}
	}
	if len(from) > ways.Max {
		return nil, 0 // more pawns than in any game from the initial position
	}
	m := &ways.Matrix{N: len(from)} // rows without a need take what is left
	for j, sq := range from {
		w := l.walkOf(c, sq, on)
		for i, n := range needs {
			m.Cost[i][j] = int32(l.costOf(c, &w, n))
		}
	}
	m.SolveByRows()
	for i, n := range needs {
		j := m.Column[i]
		chosen = append(chosen, pawnWay{n, from[j], int(m.Cost[i][j])})
		sum += int(m.Cost[i][j])
	}
	return chosen, sum
}

// costOf returns the least number of captures that a pawn needs to become what is needed.
func (l *ledger) costOf(c chess.Color, w *walk, n pawnNeed) int {
	if n.at.Valid() {
		return w[n.at]
	}
	best := impossible
	for sq := range ways.LastRank(c).Squares() {
		if n.piece != facts.DarkBishop && n.piece != facts.LightBishop || ofColor(n.piece).Has(sq) {
			best = min(best, w[sq])
		}
	}
	return best
}

// onlyBishop returns the one kind of man that pawns of a side can have captured, if
// that is bishops on squares of one colour: nothing else is missing, but for bishops
// that died at home, and no pawn of the other side is missing that might have become
// something else.
func (l *ledger) onlyBishop(c chess.Color) (k facts.PieceKind, ok bool) {
	them := c.Other()
	if l.captures[c] == 0 || l.had.Pawns[them] != l.has.Pawns[them] {
		return 0, false
	}
	for k := range facts.NumPieceKinds {
		switch n := -l.surplus(them, k); {
		case n == l.captures[c] && (k == facts.DarkBishop || k == facts.LightBishop):
			return k, true
		case n != 0:
			return 0, false
		}
	}
	return 0, false
}

// ofColor returns the squares of a bishop's colour.
func ofColor(k facts.PieceKind) chess.Bitboard {
	if k == facts.DarkBishop {
		return chess.DarkSquares
	}
	return chess.LightSquares
}
