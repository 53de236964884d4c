package kernel

import (
	"retroproof/chess"
	"retroproof/proofs/illegal/facts"
)

// counts is what captures change of a node, apart from ranks.
type counts struct {
	state
	alive [2][facts.NumPieceKinds]int8
	open  [2][2]int8 // promoted by capture and left open, by rules.SquareClass
}

// play makes a move in columns and counts, without regard to ranks.
func (l *labels) play(n *counts, m label) {
	c, enemy := m.Color, m.Color.Other()
	switch {
	case m.Origin != None:
		n.state, _ = l.withoutPromoted(&n.state, enemy, m.Origin)
	case m.takesOpen:
		n.open[enemy][m.class]--
	case m.Takes != Pawn:
		n.alive[enemy][m.Takes.kind()]--
	}
	n.left[c]--
	switch {
	case m.To == None:
	case m.From == None:
		n.col[m.To] = n.col[m.To].remove(m.ToIndex)
	case m.opens || m.Promotes != NoPiece:
		n.col[m.From] = n.col[m.From].remove(m.FromIndex)
		class := l.Class[c][m.To]
		n.promoted[c][class]++
		if m.opens {
			n.open[c][class]++
		} else {
			n.alive[c][m.Promotes.kind()]++
		}
	case m.Takes == Pawn:
		n.col[m.From] = n.col[m.From].remove(m.FromIndex)
		n.col[m.To] = n.col[m.To].set(m.ToIndex, c)
	default:
		n.col[m.From] = n.col[m.From].remove(m.FromIndex)
		n.col[m.To] = n.col[m.To].insert(m.ToIndex, c)
	}
}

// playRanks makes a move in a node's zone and lists of pawns; after are the
// columns after it, those of the node become these. It reports false if the
// ranks forbid the move.
func (l *labels) playRanks(n *node, m label, after *counts) bool {
	if m.Origin != None {
		enemy := m.Color.Other()
		at := n.col[m.Origin].foremost(enemy)
		low, high := promotedRanks(enemy)
		pawn := n.pawns[m.Origin][at]
		n.zone.between(pawn, low, high)
		n.zone.forget(pawn)
		n.pawns[m.Origin].remove(at)
	}
	if n.zone.empty || !l.capture(n, m.Move, m.opens || m.Promotes != NoPiece, after) {
		return false
	}
	n.counts = *after
	for _, f := range [...]int{m.Origin, m.From, m.To} {
		if f != None {
			l.advance(n, f)
		}
	}
	return !n.zone.empty
}

// capture makes the capture itself.
func (l *labels) capture(n *node, m Move, promotes bool, after *counts) bool {
	z := &n.zone
	if m.To == None {
		return true
	}
	if m.Takes == Pawn {
		victim := n.pawns[m.To][m.ToIndex]
		if l.immobile[victim] {
			return false
		}
		z.between(victim, firstPawnRank, lastPawnRank)
		if m.From == None {
			z.forget(victim)
			n.pawns[m.To].remove(m.ToIndex)
			return !z.empty
		}
	}
	pawn := n.pawns[m.From][m.FromIndex]
	if l.immobile[pawn] {
		return false
	}
	up, low, high := 1, firstPawnRank, lastPawnRank-1
	if m.Color == chess.Black {
		up, low, high = -1, firstPawnRank+1, lastPawnRank
	}
	if promotes {
		low = lastPawnRank
		if m.Color == chess.Black {
			low = firstPawnRank
		}
		z.between(pawn, low, low)
		z.forget(pawn)
		n.pawns[m.From].remove(m.FromIndex)
		return !z.empty
	}
	z.between(pawn, low, high)
	if m.Takes == Pawn {
		victim := n.pawns[m.To][m.ToIndex]
		z.tighten(victim, pawn, up)
		z.tighten(pawn, victim, -up)
		z.forget(victim)
		z.shift(pawn, up)
		n.pawns[m.To][m.ToIndex] = pawn
	} else {
		z.shift(pawn, up)
		n.pawns[m.To].insert(m.ToIndex, pawn)
		if m.ToIndex > 0 {
			z.tighten(n.pawns[m.To][m.ToIndex-1], pawn, -1)
		}
		if m.ToIndex+1 < after.col[m.To].len() {
			z.tighten(pawn, n.pawns[m.To][m.ToIndex+1], -1)
		}
		if odd, ok := bishopRank(m.Takes, m.To); ok {
			z.parity(pawn, odd)
		}
	}
	n.pawns[m.From].remove(m.FromIndex)
	return !z.empty
}

// bishopRank returns the parity of the ranks of a file on which a bishop can be.
func bishopRank(p Piece, file int) (odd int, ok bool) {
	switch p {
	case DarkBishop: // a1 is dark
		return file & 1, true
	case LightBishop:
		return 1 - file&1, true
	}
	return 0, false
}
