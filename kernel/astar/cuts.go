package astar

import (
	"retroproof/chess"
	"retroproof/kernel/ways"
)

// findCuts finds captures that pawns of the target have made: for each a set of squares
// on one of which it was. The sets of one pawn are those on the files that it has come
// over, so that they are different captures. It reports whether there are not more of
// them than men are captured.
func (e *estimator) findCuts() bool {
	for c := chess.White; c <= chess.Black; c++ {
		cuts := e.sides[c.Other()].cuts[:0]
		if e.off.has(cutRule) {
			e.sides[c.Other()].cuts = cuts
			continue
		}
		s := &e.sides[c]
		for j := range s.goals {
			if to := s.to[j]; e.t.pawns[c].Has(to) && s.src[j]&chess.FileSet(to.File()) == 0 {
				var ok bool
				if cuts, ok = e.cutsOf(c, to, s.src[j], cuts); !ok {
					return false
				}
			}
		}
		e.sides[c.Other()].cuts = cuts
		if len(cuts) > e.spare[c.Other()] {
			return false
		}
	}
	return true
}

// cutsOf appends the cuts of a pawn that comes from another file.
func (e *estimator) cutsOf(c chess.Color, to chess.Square, from chess.Bitboard, cuts []chess.Bitboard) (
	[]chess.Bitboard, bool) {
	file := to.File()
	west, east := 8, 8 // files between the pawn and the nearest source
	on := chess.NoSquares
	takes := e.takes(c)
	for b := from; b != 0; b = b.WithoutFirst() {
		if d := file - b.First().File(); d > 0 {
			west = min(west, d)
		} else {
			east = min(east, -d)
		}
		on |= e.routes.PawnFrom(c, takes, b.First()).Region()
	}
	on &= e.routes.PawnTo(c, takes, to).Region()
	landings := ways.Captures(c, on) & on
	if west < 8 && east < 8 {
		// From either side it is only sure that the last file was come to.
		cut := landings & chess.FileSet(file)
		return append(cuts, cut), cut != 0
	}
	step, n := -1, west
	if east < 8 {
		step, n = 1, east
	}
	for k := range n {
		// Captures from the side of the sources, into each file once at least.
		landed := file + k*step
		cut := ways.Captures(c, on&chess.FileSet(landed+step)) & on & chess.FileSet(landed)
		if cut == 0 {
			return cuts, false
		}
		cuts = append(cuts, cut)
	}
	return cuts, true
}

// movesToCut returns the least number of moves after which a man of a side, as if it
// stood on a square, can be captured on one of the squares of a cut.
func (e *estimator) movesToCut(c chess.Color, man, from chess.Square, cut chess.Bitboard) int {
	m := e.pos.At(man)
	if m.Kind() == chess.King {
		return ways.Far
	}
	w := e.routes.Leaving(m, e.takes(c), from)
	best := w.ToAny(cut)
	if m.Kind() != chess.Pawn {
		return best
	}
	// En passant the pawn has passed over the square, as fast as it comes there. If it
	// has just done that, it can be captured now.
	if ep := e.pos.CapturableEnPassant(); ep != chess.NoSquare && cut.Has(ep) && from == ep^8 {
		best = 0
	}
	for b := w.Region() & ways.LastRank(c); b != 0; b = b.WithoutFirst() {
		promoted := w.To(b.First())
		for _, k := range [...]chess.Kind{chess.Queen, chess.Knight} {
			best = min(best, promoted+e.routes.From(chess.MakeMan(c, k), b.First()).ToAny(cut))
		}
	}
	return best
}
