package formula

import (
	"retroproof/chess"
	"retroproof/proofs/illegal/core"
)

// follow relates the variables of a pawn at consecutive snapshots.
func (b *builder) follow(p *pawn) {
	b.clause(at("home", p.index), p.on[0][p.at.File()], p.byPiece)
	for i := range p.rank {
		for r := 2; r <= 8; r++ {
			b.clause(at("rank", p.index, i, r), -p.rank[i][r], p.rank[i][r-1])
		}
	}
	for i := range b.slots {
		b.files(p, i)
		b.ranks(p, i)
	}
}

// files relates the file of a pawn to capture i.
func (b *builder) files(p *pawn, i int) {
	s, takes, taken := b.slots[i], p.takes[i], p.taken[i]
	for file := range 8 {
		before, after := p.on[i][file], p.on[i+1][file]
		in := at("files-1", p.index, i, file)
		b.clause(in.plus(0), -takes, -s.from[file], before)
		b.clause(in.plus(1), -takes, s.from[file], -before)
		b.clause(in.plus(2), -takes, -s.to[file], after, p.byPiece)
		b.clause(in.plus(3), -takes, s.to[file], -after)
		b.clause(in.plus(4), -taken, -s.to[file], before)
		b.clause(in.plus(5), -taken, s.to[file], -before)
		b.clause(in.plus(6), -taken, -after)
		b.clause(in.plus(7), -before, takes, taken, p.byPiece, after)
		b.clause(in.plus(8), takes, before, -after)
	}
}

// ranks relates the rank of a pawn to capture i.
func (b *builder) ranks(p *pawn, i int) {
	s, takes, taken, before, after := b.slots[i], p.takes[i], p.taken[i], &p.rank[i], &p.rank[i+1]
	b.clause(at("flags-1", p.index, i), -takes, -p.promoted(i))
	b.clause(at("flags-2", p.index, i), -taken, -p.promoted(i))
	b.clause(at("flags-3", p.index, i), -p.takenPiece[i], p.promoted(i))
	for r := 2; r <= 8; r++ {
		// The schema counts ranks as the pawn's side does: what a rank says of a white pawn, the negation of the one above
		// says of a black one.
		k, v := r, 0
		if p.color == chess.Black {
			k, v = 10-r, 1
		}
		in := at("way-1", p.index, i, k)
		from := before[r-1] // where a capture to rank r or a higher one starts
		if p.color == chess.White {
			b.clause(in.plus(0), -before[r], after[r])
			b.clause(in.plus(1), -takes, -from, after[r])
		} else {
			from = before[r+1]
			b.clause(in.plus(0), before[r], -after[r])
			b.clause(in.plus(1), -takes, from, -after[r])
		}
		b.clause(in.plus(2+v), -takes, -s.row[r], from)
		b.clause(in.plus(3-v), -takes, s.row[r], -from)
		b.clause(in.plus(4+v), -taken, -s.row[r], before[r])
		b.clause(in.plus(5-v), -taken, s.row[r], -before[r])
	}
	for r := 1; r <= 8; r++ {
		b.clause(at("side-1", p.index, i, r), -p.under[i], -before[r], s.row[r+1])
		b.clause(at("side-2", p.index, i, r), -p.over[i], -s.row[r], before[r+1])
	}
	for file := range 8 {
		b.clause(at("lands", p.index, i, file), -s.to[file], -p.on[i][file], taken, p.promoted(i), p.under[i], p.over[i])
	}
}

// order adds that of two pawns on one file, one is below the other, and that their order does
// not change.
func (b *builder) order() {
	b.below = make([][][]literal, len(b.pawns))
	for p, low := range b.pawns {
		b.below[p] = make([][]literal, len(b.pawns))
		for q, high := range b.pawns {
			for i := range len(b.slots) + 1 {
				exists := p != q && meet(low, high, i) && (i > 0 || p < q)
				b.below[p][q] = append(b.below[p][q], b.variable(exists, core.Key(core.VarBelow, p, q, i), "below.%s.%s.%d", low.at,
					high.at, i))
			}
		}
	}
	for p := range b.pawns {
		for q := range b.pawns {
			for i := range len(b.slots) + 1 {
				if b.below[p][q][i] != never {
					b.orderTwo(p, q, i)
				}
			}
		}
	}
}

// meet reports whether two pawns can be on the same file at snapshot i.
func meet(p, q *pawn, i int) bool {
	for file := range 8 {
		if p.on[i][file] != never && q.on[i][file] != never {
			return true
		}
	}
	return false
}

// orderTwo adds what it implies that pawn p is below pawn q at snapshot i.
func (b *builder) orderTwo(p, q, i int) {
	low, high, below := b.pawns[p], b.pawns[q], b.below[p][q][i]
	if p < q {
		for file := range 8 {
			b.clause(at("meet", p, q, i, file), -low.on[i][file], -high.on[i][file], below, b.below[q][p][i])
		}
	}
	for r := 1; r <= 8; r++ {
		if low.color == high.color && r == 8-7*int(low.color) {
			continue // both have promoted
		}
		b.clause(at("order", p, q, i, r), -below, -low.rank[i][r], high.rank[i][r+1])
	}
	if i > 0 {
		b.clause(at("keeps-1", p, q, i-1), -below, -b.below[q][p][i-1])
		b.clause(at("keeps-2", p, q, i-1), -below, -low.takes[i-1], -high.under[i-1])
		b.clause(at("keeps-3", p, q, i-1), -below, -high.takes[i-1], -low.over[i-1])
	}
}

// promote adds that a pawn promotes only where that is possible: straight on before a snapshot,
// or by a capture.
func (b *builder) promote(p *pawn) {
	for i := range p.on {
		for file := range 8 {
			if may := b.a.Promotes[p.color][file][1]; !may && i == 0 {
				b.clause(at("straight-1", p.index, file), -p.on[0][file], -p.promoted(0))
			} else if !may {
				b.clause(at("straight-2", p.index, i-1, file), -p.on[i][file], -p.promoted(i), p.promoted(i-1), p.takes[i-1])
				b.clause(at("straight-3", p.index, i-1, file), -p.on[i][file], -p.promoted(i), p.promoted(i-1), p.seventh(i-1))
			}
		}
	}
	for i, s := range b.slots {
		for from := range 8 {
			for to := max(0, from-1); to <= min(7, from+1); to++ {
				if to != from && !b.a.Promotes[p.color][from][1+to-from] {
					b.clause(at("askew-1", p.index, i, from).plus((1+to-from)/2), -p.takes[i], -p.seventh(i), -s.from[from], -s.to[to])
				}
			}
		}
	}
}
