package plain

import (
	"math/bits"

	"retroproof/krk/spec"
	"retroproof/proofs/replay"
)

// Squares is a set of squares, bit s for square s.
type Squares uint64

// Has reports whether a square is in the set.
func (b Squares) Has(s Square) bool { return b>>s&1 != 0 }

// each calls f for every square of the set, a1 first.
func (b Squares) each(f func(Square)) {
	for ; b != 0; b &= b - 1 {
		f(Square(bits.TrailingZeros64(uint64(b))))
	}
}

// Image returns the set's image under a symmetry.
func (b Squares) Image(g spec.Symmetry) Squares {
	var image Squares
	b.each(func(s Square) { image |= 1 << g.Square(s) })
	return image
}

// Len returns the number of squares in the set.
func (b Squares) Len() int { return bits.OnesCount64(uint64(b)) }

// Moves are the squares that White's king and rook can move to.
type Moves struct{ King, Rook Squares }

// Len returns the number of moves.
func (m Moves) Len() int { return m.King.Len() + m.Rook.Len() }

// Table has, for every position, the moves by the rules of chess and by the strategy. It
// implements Rules.
type Table struct {
	strategy Strategy
	legal    [spec.NumPositions / 64]uint64
	check    [spec.NumPositions / 64]uint64
	white    [turn]Moves   // legal moves, by position without the side to move
	black    [turn]Squares // legal moves of the black king
	step     [turn]Step
	by       [turn]Moves // by that step
}

// turn is the bit of a position that is set if White is to move.
const turn = Position(1 << 18)

// NewTable returns an empty table, for the strategy in a reading.
func NewTable(reading Reading) *Table {
	t := &Table{}
	t.strategy = Strategy{t, &reading}
	return t
}

// Fill fills in the positions with the black king on a square, by package replay and the
// strategy. White's moves do not move the black king, so it needs no other positions.
func (t *Table) Fill(bk Square) {
	for r := range Square(64) {
		for wk := range Square(64) {
			if wk != r && wk != bk && r != bk {
				t.rules(wk, bk, r)
			}
		}
	}
	var buf [22]Position
	for r := range Square(64) {
		for wk := range Square(64) {
			p := spec.Pack(wk, bk, r, true)
			if !t.Legal(p) {
				continue
			}
			moves, step := t.strategy.Moves(buf[:0], p)
			i := p &^ turn
			t.step[i] = step
			for _, q := range moves {
				if q.R() == r {
					t.by[i].King |= 1 << q.WK()
				} else {
					t.by[i].Rook |= 1 << q.R()
				}
			}
		}
	}
}

// rules queries package replay about a placement of the three men, with either side to move. A
// position is legal if the side that has just moved is not in check.
func (t *Table) rules(wk, bk, r Square) {
	place := func(white bool) *replay.Position { return replay.Place(white, "KRk", int(wk), int(r), int(bk)) }
	w, b := place(true), place(false)
	p := spec.Pack(wk, bk, r, false)
	blackInCheck := w.InCheck(false)
	if !blackInCheck {
		set(&t.legal, p|turn)
		for to := range Square(64) {
			if w.Legal(int(wk), int(to)) {
				t.white[p].King |= 1 << to
			}
			if w.Legal(int(r), int(to)) {
				t.white[p].Rook |= 1 << to
			}
		}
	}
	if !b.InCheck(true) {
		set(&t.legal, p)
		if blackInCheck {
			set(&t.check, p)
		}
		for to := range Square(64) {
			if b.Legal(int(bk), int(to)) {
				t.black[p] |= 1 << to
			}
		}
	}
}

func set(b *[spec.NumPositions / 64]uint64, p Position) { b[p/64] |= 1 << (p % 64) }

func has(b *[spec.NumPositions / 64]uint64, p Position) bool { return b[p/64]>>(p%64)&1 != 0 }

// Legal reports whether p is a legal position of the three men.
func (t *Table) Legal(p Position) bool { return has(&t.legal, p) }

// Check reports whether Black is in check in p, which must be legal if Black is to move.
func (t *Table) Check(p Position) bool { return has(&t.check, p&^turn) }

// Stuck reports whether Black has no move in p, which must be legal if Black is to move.
func (t *Table) Stuck(p Position) bool { return t.black[p&^turn] == 0 }

// Mate reports whether Black is to move and mated in the legal position p.
func (t *Table) Mate(p Position) bool { return !p.White() && t.strategy.mate(p) }

// Stalemate reports whether Black is to move and stalemated in the legal position p.
func (t *Table) Stalemate(p Position) bool { return !p.White() && t.strategy.stalemate(p) }

// Moves implements Rules.
func (t *Table) Moves(dst []Position, p Position) []Position {
	m := t.White(p)
	m.King.each(func(s Square) { dst = append(dst, spec.Pack(s, p.BK(), p.R(), false)) })
	m.Rook.each(func(s Square) { dst = append(dst, spec.Pack(p.WK(), p.BK(), s, false)) })
	return dst
}

// White returns White's legal moves; none if p is not a legal position with White to move.
func (t *Table) White(p Position) Moves { return t.white[p&^turn] }

// Black returns the squares that the black king can move to; none if p is not a legal position
// with Black to move.
func (t *Table) Black(p Position) Squares { return t.black[p&^turn] }

// By returns the strategy's step and moves at p, a legal position with White to move.
func (t *Table) By(p Position) (Step, Moves) { return t.step[p&^turn], t.by[p&^turn] }

// Strategy returns the strategy, on the table's rules.
func (t *Table) Strategy() Strategy { return t.strategy }
