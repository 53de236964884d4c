package chess

// initialCounts are how many men of each kind a side begins with; of bishops, on
// squares of one colour.
var initialCounts = [Pawn + 1]int{King: 1, Queen: 1, Rook: 2, Bishop: 1, Knight: 2, Pawn: 8}

// PossibleMaterial reports whether a side's men can be left of those of the
// initial position: every queen after the first, every rook and knight after the
// second, and every bishop after the first on squares of its colour was a pawn,
// and there were eight pawns. It follows that there are at most sixteen men.
//
// What pawns had to capture in order to promote is not looked at.
func (p *Position) PossibleMaterial(c Color) bool { return p.pawnsNeeded(c) <= initialCounts[Pawn] }

// pawnsNeeded returns how many pawns a side must have begun with.
func (p *Position) pawnsNeeded(c Color) int {
	n := p.Men(MakeMan(c, Pawn)).Count()
	for _, k := range [...]Kind{Queen, Rook, Knight} {
		n += max(p.Men(MakeMan(c, k)).Count()-initialCounts[k], 0)
	}
	bishops := p.Men(MakeMan(c, Bishop))
	n += max((bishops&DarkSquares).Count()-initialCounts[Bishop], 0)
	n += max((bishops&LightSquares).Count()-initialCounts[Bishop], 0)
	return n
}

// likeMen returns a side's men of a kind; of bishops, those on squares of the
// colour of s.
func (p *Position) likeMen(c Color, k Kind, s Square) Bitboard {
	men := p.colors[c] & p.kinds[k]
	if k == Bishop {
		if s.Dark() {
			return men & DarkSquares
		}
		return men & LightSquares
	}
	return men
}
