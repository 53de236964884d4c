package ask

import (
	"slices"

	"retroproof/chess"
	"retroproof/proofs/illegal/facts"
)

// fall is where a man can have fallen, and the pawn that captured it there, by its square in the position.
type fall struct {
	on chess.Bitboard
	to string
}

// falls finds where men fell that a side has captured, if only its pawns on the board have captured, and just as many
// men as are certainly gone: those that can have fallen in one place alone, when all others fell as well. A bishop
// falls on squares of its colour, and a pawn en passant beside those to which the other one goes. The cost is that of
// trying all orders of at most five men.
func (m *Men) falls(side chess.Color) {
	const mostMen = 5
	var places []fall
	for _, man := range m.Men {
		if man.Man.Color() == side {
			for _, on := range man.CapturedOn {
				places = append(places, fall{chess.Bitboard(on), man.Square})
			}
		}
	}
	var men []*Gone
	for i := range m.Gone {
		if g := &m.Gone[i]; g.Certain && g.Man.Color() != side {
			men = append(men, g)
		}
	}
	n := m.Captures[side]
	if len(places) != n || len(men) != n || n > mostMen {
		return
	}
	// All ways to give each man a place of its own, by depth first search: at most 5! of them.
	found := make([][]fall, n) // by man, each place once
	way, taken := make([]fall, n), make([]bool, n)
	var place func(i int)
	place = func(i int) {
		if i == n {
			for i, p := range way {
				if !slices.Contains(found[i], p) {
					found[i] = append(found[i], p)
				}
			}
			return
		}
		g := men[i]
		for j, p := range places {
			switch g.Man.Kind() {
			case chess.Bishop:
				p.on &= sameColour(g.At)
			case chess.Pawn:
				p.on |= passed(p.on, side)
			}
			if !taken[j] && p.on != 0 {
				taken[j], way[i] = true, p
				place(i + 1)
				taken[j] = false
			}
		}
	}
	place(0)
	// A man that has one place in all of them fell there.
	for i, is := range found {
		if len(is) == 1 {
			men[i].FellOn, men[i].FellTo = facts.Squares(is[0].on), is[0].to
		}
	}
}

// sameColour returns the squares of a square's colour.
func sameColour(sq chess.Square) chess.Bitboard {
	if sq.Dark() {
		return chess.DarkSquares
	}
	return chess.LightSquares
}

// passed returns where pawns stand that a side captures en passant by going to one of some squares.
func passed(to chess.Bitboard, side chess.Color) (set chess.Bitboard) {
	for sq := range to.Squares() {
		if side.RelativeRank(sq.Rank()) == 5 {
			set |= chess.MakeSquare(sq.File(), side.RelativeRank(4)).Bit()
		}
	}
	return set
}
