package rules

import (
	"retroproof/chess"
	"retroproof/proofs/illegal/facts"
)

// Origins knows which man of the start can have become which man of the goal.
type Origins struct{ f reachFinder }

// NewOrigins returns the origins between a start and a goal that breaks no static rule, or why
// no game leads from one to the other.
func NewOrigins(start, goal *chess.Setup) (*Origins, *Impossible) {
	o := &Origins{reachFinder{finder: newFinder(start, goal)}}
	if refuted := o.f.solve(); refuted != nil {
		return nil, refuted
	}
	return o, nil
}

// Facts returns the men that never move, as far as they are known.
func (o *Origins) Facts() []facts.Fact { return o.f.found }

// Stayed returns what is proven of men that never moved: by castling rights, pawns and bishops first, then by facts of
// where men can get, as far as they say more. The list has the facts.
func Stayed(start, goal *chess.Setup, reach []facts.Fact) (*facts.Proven, []facts.Fact) {
	p, list := facts.New(start, goal), []facts.Fact{}
	found, _ := Blocked(start, goal)
	for _, f := range append(found, reach...) {
		f.Squares &^= facts.Squares(p.Blocked | p.Dead)
		if f.Squares != 0 && p.Add(f) == nil {
			list = append(list, f)
		}
	}
	return p, list
}

// Of returns the men of the start that, regardless of all others, can have become the goal's
// man on a square.
func (o *Origins) Of(sq chess.Square) chess.Bitboard { return o.f.sources[sq] }

// Promotions returns the squares on which a pawn of the start on a square can have become the
// piece of the goal on another one, past the men that never move.
func (o *Origins) Promotions(pawn, piece chess.Square) chess.Bitboard {
	return o.f.PromotionSquares(pawn, piece)
}

// Exclude reports whether the man on a square of the goal was none of some men of the start,
// because too few men would be left for others; the count has the needs.
func (o *Origins) Exclude(sq chess.Square, from chess.Bitboard) (facts.Count, bool) {
	all := o.f.sources[sq]
	o.f.sources[sq] &= from
	refuted := o.f.match(o.f.Goal.Board[sq].Color())
	o.f.sources[sq] = all
	if refuted == nil || refuted.Argument == nil || refuted.Argument.Count == nil ||
		!chess.Bitboard(refuted.Argument.Count.Needs).Has(sq) {
		return facts.Count{}, false
	}
	return *refuted.Argument.Count, true
}
