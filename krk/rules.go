package krk

import (
	"math/bits"

	"retroproof/krk/plain"
	"retroproof/krk/spec"
)

// Short names for the vocabulary that all definitions share.
type (
	Position = spec.Position
	Square   = spec.Square
	Step     = spec.Step
	Reading  = spec.Reading
)

// bitboards are the rules of chess of this file, for the strategy as plain code.
type bitboards struct{}

func (bitboards) Moves(dst []Position, p Position) []Position { return whiteMoves(dst, p) }
func (bitboards) Stuck(p Position) bool                       { return flight(p) == 0 }
func (bitboards) Check(p Position) bool                       { return check(p) }

// on returns the strategy as plain code, in a reading.
func on(rd *Reading) plain.Strategy { return plain.Strategy{Rules: bitboards{}, Reading: rd} }

// StrategyMoves appends the positions the strategy may move to from p, a legal position
// with White to move, and returns the step it uses: spec.NoStep, and nothing appended, if
// none has a move.
func StrategyMoves(dst []Position, p Position, rd *Reading) ([]Position, Step) {
	return on(rd).Moves(dst, p)
}

// set is a set of squares, bit s for square s.
type set uint64

func (b set) has(s Square) bool { return b>>s&1 != 0 }

// each calls f for every square of the set, a1 first.
func (b set) each(f func(Square)) {
	for ; b != 0; b &= b - 1 {
		f(Square(bits.TrailingZeros64(uint64(b))))
	}
}

// kingReach[s] holds the squares a king's move from s. rookReach[s][k] holds
// those the rook on s attacks with one man in the way, on k; k = s is an
// empty board.
var (
	kingReach [64]set
	rookReach [64][64]set
)

func init() {
	for s := range Square(64) {
		for t := range Square(64) {
			if plain.Distance(s, t) == 1 {
				kingReach[s] |= 1 << t
			}
		}
		for k := range Square(64) {
			for _, d := range [4][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
				for x, y := s.X()+d[0], s.Y()+d[1]; x >= 0 && x < 8 && y >= 0 && y < 8; x, y = x+d[0], y+d[1] {
					t := spec.At(x, y)
					rookReach[s][k] |= 1 << t
					if t == k {
						break
					}
				}
			}
		}
	}
}

// check reports whether the rook attacks the black king.
func check(p Position) bool { return rookReach[p.R()][p.WK()].has(p.BK()) }

// isLegal reports whether p is a legal KRK position.
func isLegal(p Position) bool {
	wk, bk, r := p.WK(), p.BK(), p.R()
	return wk != r && bk != r && wk != bk && !kingReach[wk].has(bk) && !(p.White() && check(p))
}

// flight returns the squares the black king can move to, were Black to move;
// the rook's own square if it is not defended.
func flight(p Position) set {
	return kingReach[p.BK()] &^ kingReach[p.WK()] &^ rookReach[p.R()][p.WK()] &^ (1 << p.WK())
}

// mate reports whether Black is to move, in check and without a move.
func mate(p Position) bool { return !p.White() && flight(p) == 0 && check(p) }

// stalemate reports whether Black is to move, not in check and without a move.
func stalemate(p Position) bool { return !p.White() && flight(p) == 0 && !check(p) }

// rookCaptured reports whether the black king has taken the rook.
func rookCaptured(p Position) bool { return p.BK() == p.R() }

// blackMoves appends the positions Black can move to from p. After the
// capture of the rook it stands on the black king's square.
func BlackMoves(dst []Position, p Position) []Position {
	if p.White() {
		return dst
	}
	flight(p).each(func(t Square) { dst = append(dst, spec.Pack(p.WK(), t, p.R(), true)) })
	return dst
}

// whiteMoves appends the positions White can move to from p by the rules of
// chess, the king's moves first.
func whiteMoves(dst []Position, p Position) []Position {
	if !p.White() {
		return dst
	}
	wk, bk, r := p.WK(), p.BK(), p.R()
	(kingReach[wk] &^ kingReach[bk] &^ (1 << r)).each(func(t Square) {
		dst = append(dst, spec.Pack(t, bk, r, false))
	})
	// Two men may stand in the rook's way: what it reaches past neither.
	(rookReach[r][wk] & rookReach[r][bk] &^ (1 << wk) &^ (1 << bk)).each(func(t Square) {
		dst = append(dst, spec.Pack(wk, bk, t, false))
	})
	return dst
}
