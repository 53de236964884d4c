package kernel

import "retroproof/chess"

// A promotion square is caged if men that never move stand on all squares from
// which a bishop could leave it. These are the squares from which pawns could
// capture there, so that pawns come there straight on only. A bishop that a pawn
// becomes there stays: there is none if the goal has none there, and exactly one
// if it has.

// squareClass is what promotion squares are for bishops.
type squareClass uint8

const (
	darkSquare squareClass = iota
	lightSquare
	cagedSquare

	numSquareClasses
)

// special is a caged square on which a pawn has to become a bishop.
type special struct {
	color chess.Color
	file  int
}

// findCaged finds the caged promotion squares. The bishops that stand on them
// are not among those that the goal wants of others.
func (p *problem) findCaged() {
	for c := chess.White; c <= chess.Black; c++ {
		last := 7
		if c == chess.Black {
			last = 0
		}
		for f := range 8 {
			p.class[c][f] = darkSquare
			if lightPromotion(c, f) {
				p.class[c][f] = lightSquare
			}
			sq := chess.MakeSquare(f, last)
			if p.blocked.squares.Has(sq) || !p.blocked.caged(sq) {
				continue
			}
			k := darkBishop
			if p.class[c][f] == lightSquare {
				k = lightBishop
			}
			p.class[c][f] = cagedSquare
			if p.goal.Board[sq] == chess.MakeMan(c, chess.Bishop) {
				p.wants[c][k]--
				p.specials = append(p.specials, special{c, f})
			}
		}
	}
}

// specialsDone reports whether pawns that still have to promote in complete
// columns come to all special squares.
func (p *problem) specialsDone(s *state) bool {
	for _, t := range p.specials {
		white, black, _ := p.complete(t.file, s.col[t.file])
		if [2]int{white, black}[t.color] == 0 {
			return false
		}
	}
	return true
}
