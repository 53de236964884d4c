package formula

import (
	"fmt"
	"slices"

	"retroproof/chess"
	"retroproof/proofs/illegal/core"
	"retroproof/proofs/illegal/facts"
)

// makers adds what is known of a piece of the goal that was a pawn.
func (b *builder) makers(m *facts.Made) {
	kind := slices.IndexFunc(kinds[:], func(list []facts.PieceKind) bool { return slices.Contains(list, m.Kind) })
	man := int(m.Man)
	made := make([]literal, len(b.pawns)) // the pawn became the piece
	for k, p := range b.pawns {
		made[k] = b.variable(m.Makers.Has(p.at), core.Key(core.VarMade, man, k), "made.%s.%s", m.Man, p.at)
		b.clause(at("made", man, k), -made[k], p.role[kind])
		where := []literal{-made[k]}
		for sq := range m.On.Squares() {
			where = append(where, p.on[len(b.slots)][sq.File()])
		}
		b.clause(at("where", man, k), where...)
		for other := range m.Man {
			if b.made[other] != nil {
				b.clause(at("two.made", k, int(other), man), -b.made[other][k], -made[k])
			}
		}
	}
	b.clause(at("makers", man), made...)
	b.made[m.Man] = made
}

// jam adds what follows from a jam: from right before the move that brings the last of its pawns, the
// piece is on its square. So no pawn is there, captures there, or passes; and the pawn that became the
// piece has promoted.
func (b *builder) jam(j *facts.Jam) {
	man := int(j.Man)
	file, r := j.Man.File(), j.Man.Rank()+1
	for i, s := range b.slots {
		var open []literal
		for sq := range j.Pawns.Squares() {
			open = append(open, -b.there(fmt.Sprintf("beside.%s", j.Man), core.Key(core.VarBeside, man, int(sq), i),
				at("beside-1", man, int(sq), i), 3, sq, i))
		}
		closed := b.variable(true, core.Key(core.VarClosed, man, i), "closed.%s.%d", j.Man, i)
		b.clause(at("closed", man, i), append(open, closed)...)
		b.clause(at("jammed-4", man, i), -closed, -s.to[file], -s.row[r], s.row[r+1])
		for k, p := range b.pawns {
			ahead := j.Man + chess.Square(p.color.Forward())
			if made := b.made[j.Man]; made != nil {
				b.clause(at("jammed-1", man, i, k), -closed, -made[k], p.promoted(i))
			}
			b.clause(at("jammed-2", man, i, k), -closed, -reached(p.color, &p.rank[i], j.Man),
				reached(p.color, &p.rank[i], ahead), -p.on[i][file])
			b.clause(at("jammed-3", man, i, k), -closed, -p.on[i+1][file], reached(p.color, &p.rank[i], j.Man),
				-reached(p.color, &p.rank[i+1], ahead))
		}
	}
}
