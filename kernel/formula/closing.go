package formula

import (
	"retroproof/chess"
	"retroproof/proofs/illegal/core"
	"retroproof/proofs/illegal/facts"
)

// closing adds what follows from a closing pawn.
func (b *builder) closing(c *facts.Closing) {
	for i := range b.slots {
		there := b.there("there", core.Key(core.VarThere, int(c.Pawn), i), at("there-1", int(c.Pawn), i), 2, c.Pawn, i)
		for _, p := range b.pawns {
			if c.Gone.Has(p.at) {
				b.clause(at("gone", int(c.Pawn), i, p.index), -there, -p.on[i][p.at.File()], -p.atHome(i))
			}
			for file := range 8 {
				if p.on[i+1][file] != never {
					b.promotesAfter(c, there, p, i, file)
				}
			}
		}
	}
	for _, corner := range c.Corners {
		for _, p := range b.pawns {
			if end, ok := p.goal[c.Pawn]; ok && p.at == corner.From {
				b.corner(c.Pawn, corner, end)
			}
		}
	}
}

// there declares the variable that is true if the goal's pawn on a square stands there right after
// capture i, and so from then on.
func (b *builder) there(name string, key core.Lit, in Instance, n int, at chess.Square, i int) literal {
	there := b.variable(true, key, "%s.%s.%d", name, at, i)
	for _, p := range b.pawns {
		if end, ok := p.goal[at]; ok {
			b.clause(in.and(n, p.index), -end, -reached(p.color, &p.rank[i], at), there)
			b.clause(in.and(n, p.index).plus(1), -end, -p.takes[i], -reached(p.color, &b.slots[i].row, at), there)
		}
	}
	return there
}

// promotesAfter adds what follows if a pawn promotes on a file after capture i and not after the
// next one, and the closing pawn is there.
func (b *builder) promotesAfter(c *facts.Closing, there literal, p *pawn, i, file int) {
	sq := chess.MakeSquare(file, p.color.RelativeRank(7))
	if c.Taken.Has(sq) {
		b.clause(at("shut-1", int(c.Pawn), i, p.index, file), -there, -p.on[i+1][file], -p.promoted(i+1), p.promoted(i))
		return
	}
	for kind, role := range p.role {
		lost := chess.AllSquares
		for _, k := range kinds[kind] {
			lost &= c.Lost[k]
		}
		if lost.Has(sq) {
			b.clause(at("shut-2", int(c.Pawn), i, p.index, file, kind), -there, -p.on[i+1][file], -p.promoted(i+1),
				p.promoted(i), -role)
		}
	}
}

// corner adds that if a pawn becomes the closing pawn, no pawn becomes a bishop of the goal in a
// corner; unless another one promotes there after it and is the piece of the goal in the corner.
func (b *builder) corner(closing chess.Square, c facts.Corner, end literal) {
	s, t, n, file := int(closing), int(c.Square), len(b.slots), c.Square.File()
	var pawns []*pawn
	var again []literal
	for _, p := range b.pawns {
		if p.color.RelativeRank(7) == c.Square.Rank() && p.moves && p.on[n][file] != never {
			pawns = append(pawns, p)
		}
	}
	if c.Again {
		for _, p := range pawns {
			v := b.variable(true, core.Key(core.VarAgain, s, t, p.index), "again.%s.%s.%s.%s", closing, c.Square, c.From, p.at)
			b.clause(at("again-1", s, t, p.index), -v, p.role[aPiece])
			b.clause(at("again-2", s, t, p.index), -v, p.on[n][file])
			again = append(again, v)
		}
	}
	for _, p := range pawns {
		for k, role := range p.role[aDarkBishop:] {
			b.clause(at("corner", s, t, p.index, k+aDarkBishop), append([]literal{-end, -role, -p.on[n][file]}, again...)...)
		}
	}
}

// reached returns the literal for: a rank, that of a pawn or of a capture, is that of a square or
// one beyond it.
func reached(c chess.Color, rank *[10]literal, at chess.Square) literal {
	return onward(c, rank, c.RelativeRank(at.Rank())+1)
}

// atHome returns the literal for: at snapshot i, the pawn is on the rank where it is at the start,
// or on one behind it.
func (p *pawn) atHome(i int) literal {
	return -onward(p.color, &p.rank[i], p.color.RelativeRank(p.at.Rank())+2)
}
