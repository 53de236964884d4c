package facts

import "retroproof/chess"

// Matching: each man of the goal, and each capture of a man, takes a man of the start
// of its own.

// need is a man of the goal, or a capture that a pawn of the goal has made: each
// needs a man of the start of its own, which became it or was captured.
type need struct {
	at      chess.Square // of the man or the pawn
	by      chess.Man    // NoMan, or the capturing pawn
	sources chess.Bitboard
}

// match gives every need of a side a man of the start, or finds needs that have
// too few men between them (Hall's theorem: if no augmenting path leads from one,
// those that the search for it has met).
func (r *reach) match(c chess.Color) *Impossible {
	var buf [32]need
	needs := r.captureNeeds(c, buf[:0])
	for sq, m := range r.goal.Board {
		if m != chess.NoMan && m.Color() == c {
			needs = append(needs, need{at: chess.Square(sq), sources: r.sources[sq]})
		}
	}
	var of [64]int8 // by start square: 1 + the index of the need
	var seen chess.Bitboard
	var met uint64
	var augment func(i int) bool
	augment = func(i int) bool {
		met |= 1 << i
		for b := needs[i].sources &^ seen; b != 0; b &^= seen {
			from := b.First()
			seen |= from.Bit()
			if of[from] == 0 || augment(int(of[from])-1) {
				of[from] = int8(i + 1)
				return true
			}
		}
		return false
	}
	for i := range needs {
		seen, met = 0, 0
		if !augment(i) {
			return r.unmatched(c, needs, met, seen)
		}
	}
	return nil
}

// unmatched says which needs have too few men.
func (r *reach) unmatched(c chess.Color, needs []need, met uint64, seen chess.Bitboard) *Impossible {
	var men, captures chess.Bitboard
	var words []string
	total := 0
	for i, n := range needs {
		if met>>i&1 == 0 {
			continue
		}
		total++
		if n.by == chess.NoMan {
			men |= n.at.Bit()
		} else {
			captures |= n.at.Bit()
			words = append(words, "the one that the "+n.by.Color().String()+" pawn on "+n.at.String()+" has captured on its way")
		}
	}
	if men != 0 {
		words = append([]string{"those on " + SquareList(r.goal, men)}, words...)
	}
	had := "none"
	if seen != 0 {
		had = SquareList(r.start, seen)
	}
	count := Count{Side: c.String(), Needs: Squares(men), Captures: Squares(captures), Men: Squares(seen)}
	return Because(MenUnmatched, "%d %s men need a man of the start each, namely %s, and only these %d will do: %s",
		total, c, wordList(words), seen.Count(), had).by(Argument{Blocked: r.facts, Count: &count})
}

// captureNeeds appends the captures of a side's men that pawns of the goal have made.
func (r *reach) captureNeeds(c chess.Color, needs []need) []need {
	pawn := chess.MakeMan(c.Other(), chess.Pawn)
	for sq, m := range r.goal.Board {
		if m != pawn {
			continue
		}
		if victims, ok := r.victims(chess.Square(sq), m, r.sources[sq]); ok {
			needs = append(needs, need{at: chess.Square(sq), by: pawn, sources: victims})
		}
	}
	return needs
}

// victims returns the men of the start that a pawn of the goal can have captured, and
// whether it has captured one: it stands on another file than all pawns that can have
// become it. The victim can come to a square where such a pawn can capture on the way,
// or, a pawn taken en passant, to the square behind. Two pawns have two victims, and
// these are not at the goal.
func (r *reach) victims(to chess.Square, pawn chess.Man, sources chess.Bitboard) (victims chess.Bitboard, ok bool) {
	if sources&chess.FileSet(to.File()) != 0 {
		return 0, false
	}
	c := pawn.Color()
	back := -8
	if c == chess.Black {
		back = 8
	}
	var takes chess.Bitboard
	for from := range sources.Squares() {
		takes |= r.cones[from].takes
	}
	takes &= cones[c][to]
	for from, m := range r.start.Board {
		if m != chess.NoMan && m.Color() != c && r.capturable(m, chess.Square(from), takes, back) {
			victims |= chess.Square(from).Bit()
		}
	}
	return victims, true
}

// capturable reports whether a man of the start can come to one of the squares,
// or as a pawn to one behind them.
func (r *reach) capturable(m chess.Man, from chess.Square, takes chess.Bitboard, back int) bool {
	switch {
	case m.Kind() == chess.King || r.blocked.Has(from):
		return false
	case m.Kind() != chess.Pawn:
		return r.region(m, from)&takes != 0
	}
	cone := &r.cones[from]
	return cone.promotes != 0 || cone.squares&(takes|shift(takes, back)) != 0
}
