package formula

import chess "retroproof/chess/board"

// follow relates the variables of a pawn at consecutive snapshots.
func (f *builder) follow(p *pawn) {
	f.clause(p.on[0][p.at.File()], p.byPiece)
	for i := range p.rank {
		for r := 2; r <= 8; r++ {
			f.clause(-p.rank[i][r], p.rank[i][r-1])
		}
	}
	for i := range f.slots {
		f.files(p, i)
		f.ranks(p, i)
	}
}

// files relates the file of a pawn to capture i.
func (f *builder) files(p *pawn, i int) {
	s, takes, taken := f.slots[i], p.takes[i], p.taken[i]
	for file := range 8 {
		before, after := p.on[i][file], p.on[i+1][file]
		f.clause(-takes, -s.from[file], before)
		f.clause(-takes, s.from[file], -before)
		f.clause(-takes, -s.to[file], after, p.byPiece)
		f.clause(-takes, s.to[file], -after)
		f.clause(-taken, -s.to[file], before)
		f.clause(-taken, s.to[file], -before)
		f.clause(-taken, -after)
		f.clause(-before, takes, taken, p.byPiece, after)
		f.clause(takes, before, -after)
	}
}

// ranks relates the rank of a pawn to capture i.
func (f *builder) ranks(p *pawn, i int) {
	s, takes, taken, before, after := f.slots[i], p.takes[i], p.taken[i], &p.rank[i], &p.rank[i+1]
	f.clause(-takes, -p.promoted(i))
	f.clause(-taken, -p.promoted(i))
	f.clause(-p.takenPiece[i], p.promoted(i))
	for r := 2; r <= 8; r++ {
		from := before[r-1] // where a capture to rank r or a higher one starts
		if p.color == chess.White {
			f.clause(-before[r], after[r])
			f.clause(-takes, -from, after[r])
		} else {
			from = before[r+1]
			f.clause(before[r], -after[r])
			f.clause(-takes, from, -after[r])
		}
		f.clause(-takes, -s.row[r], from)
		f.clause(-takes, s.row[r], -from)
		f.clause(-taken, -s.row[r], before[r])
		f.clause(-taken, s.row[r], -before[r])
	}
	for r := 1; r <= 8; r++ {
		f.clause(-p.under[i], -before[r], s.row[r+1])
		f.clause(-p.over[i], -s.row[r], before[r+1])
	}
	for file := range 8 {
		f.clause(-s.to[file], -p.on[i][file], taken, p.promoted(i), p.under[i], p.over[i])
	}
}

// order adds that of two pawns on one file, one is below the other, and that their order does
// not change.
func (f *builder) order() {
	f.below = make([][][]literal, len(f.pawns))
	for p, low := range f.pawns {
		f.below[p] = make([][]literal, len(f.pawns))
		for q, high := range f.pawns {
			for i := range len(f.slots) + 1 {
				exists := p != q && meet(low, high, i) && (i > 0 || p < q)
				f.below[p][q] = append(f.below[p][q], f.variable(exists, "below.%s.%s.%d", low.at, high.at, i))
			}
		}
	}
	for p := range f.pawns {
		for q := range f.pawns {
			for i := range len(f.slots) + 1 {
				if f.below[p][q][i] != never {
					f.orderTwo(p, q, i)
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
func (f *builder) orderTwo(p, q, i int) {
	low, high, below := f.pawns[p], f.pawns[q], f.below[p][q][i]
	if p < q {
		for file := range 8 {
			f.clause(-low.on[i][file], -high.on[i][file], below, f.below[q][p][i])
		}
	}
	for r := 1; r <= 8; r++ {
		if low.color == high.color && r == 8-7*int(low.color) {
			continue // both have promoted
		}
		f.clause(-below, -low.rank[i][r], high.rank[i][r+1])
	}
	if i > 0 {
		f.clause(-below, -f.below[q][p][i-1])
		f.clause(-below, -low.takes[i-1], -high.under[i-1])
		f.clause(-below, -high.takes[i-1], -low.over[i-1])
	}
}

// promote adds that a pawn promotes only where that is possible: straight on before a snapshot,
// or by a capture.
func (f *builder) promote(p *pawn) {
	for i := range p.on {
		for file := range 8 {
			if may := f.a.Promotes[p.color][file][1]; !may && i == 0 {
				f.clause(-p.on[0][file], -p.promoted(0))
			} else if !may {
				f.clause(-p.on[i][file], -p.promoted(i), p.promoted(i-1), p.takes[i-1])
				f.clause(-p.on[i][file], -p.promoted(i), p.promoted(i-1), p.seventh(i-1))
			}
		}
	}
	for i, s := range f.slots {
		for from := range 8 {
			for to := max(0, from-1); to <= min(7, from+1); to++ {
				if to != from && !f.a.Promotes[p.color][from][1+to-from] {
					f.clause(-p.takes[i], -p.seventh(i), -s.from[from], -s.to[to])
				}
			}
		}
	}
}
