package krk

import (
	"slices"
	"testing"

	"retroproof/encode"
	"retroproof/proofs/krk/plain"
	"retroproof/proofs/krk/spec"
)

// only returns a rulebook about the positions with the black king on one of
// the squares.
func (r *Rulebook) only(squares []Square) *Rulebook {
	o := newRulebook(r.Name)
	here := func(p Position) bool { return slices.Contains(squares, p.BK()) }
	for s, set := range r.sets {
		if set == nil {
			continue
		}
		o.sets[s] = newPositionSet()
		for p := range Position(spec.NumPositions) {
			if here(p) && set[p/64]>>(p%64)&1 != 0 {
				o.sets[s].add(p)
			}
		}
	}
	for s, m := range r.moves {
		if m == nil {
			continue
		}
		o.moves[s] = newMoveSet()
		for p := range m.king {
			if here(Position(p)) {
				o.moves[s].king[p], o.moves[s].rook[p] = m.king[p], m.rook[p]
			}
		}
		for f := range m.strays {
			if here(f[0]) {
				o.moves[s].strays[f] = true
			}
		}
	}
	return o
}

// wantCaught compares a rulebook with a broken rule with the right one. The
// difference must be in the set that the rule is about, nowhere else, of the
// wanted direction, and where the rule is broken.
func wantCaught(t *testing.T, broken, right *Rulebook, sets []Set, surplus bool, where func(d Disputed) bool) {
	t.Helper()
	for s := range Set(NumSets) {
		if !broken.Has(s) {
			continue
		}
		d := CompareSets(s, broken, right, 1<<20)
		if !slices.Contains(sets, s) {
			if d.Missing+d.Surplus > 0 {
				t.Errorf("%s: %d missing, %d surplus, though the rule is not about them", s, d.Missing, d.Surplus)
			}
			continue
		}
		wanted, others := d.Missing, d.Surplus
		if surplus {
			wanted, others = others, wanted
		}
		if wanted == 0 || others > 0 || len(d.Elements) != wanted {
			t.Errorf("%s: %d missing, %d surplus, %d listed", s, d.Missing, d.Surplus, len(d.Elements))
			continue
		}
		for _, e := range d.Elements {
			if !where(e) || (e.yes == broken.Name) != surplus {
				t.Errorf("not where the rule is broken: %v", e)
				break
			}
		}
		t.Logf("caught: %d times, as in %v", wanted, d.Elements[0])
	}
}

// Where rules are broken.
func kingsAdjacent(d Disputed) bool { return plain.Distance(d.position.WK(), d.position.BK()) <= 1 }

func kingBetween(d Disputed) bool {
	p := d.position
	return !rookReach[p.R()][p.WK()].has(p.BK()) && rookReach[p.R()][p.R()].has(p.BK())
}

func rookBesideKing(d Disputed) bool {
	p := d.position
	return plain.Distance(p.R(), p.BK()) == 1 && plain.Distance(p.R(), p.WK()) > 1
}

func inCheck(d Disputed) bool { return check(d.position) }

func rookJumped(d Disputed) bool {
	p := d.position
	return p.WK() == d.to.WK() && !(rookReach[p.R()][p.WK()] & rookReach[p.R()][p.BK()]).has(d.to.R())
}

func intoKing(d Disputed) bool { return plain.Distance(d.to.WK(), d.to.BK()) <= 1 }

func intoRook(d Disputed) bool { return check(d.to) }

func captures(d Disputed) bool { return rookCaptured(d.to) }

func awayFromRook(d Disputed) bool { return check(d.position) && check(d.to) }

func whiteToMoveThere(d Disputed) bool { return d.position.White() }

func turnStays(d Disputed) bool { return d.position.White() == d.to.White() }

func twoMenMoved(d Disputed) bool {
	return d.position.WK() != d.to.WK() && d.position.BK() != d.to.BK()
}

// Each broken circuit is caught by the models of the rule that it is about.
func TestBrokenCircuits(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at all positions")
	}
	// In the corner, on the edge, and in the middle of the board.
	squares := []Square{spec.At(0, 0), spec.At(4, 0), spec.At(3, 4)}
	right := fromChess().only(squares)
	right.Name = "chess"
	t.Run("none broken", func(t *testing.T) { wantEqual(t, listModels(t, SpecCircuits(), squares), right) })

	// as returns a position with another side to move.
	as := func(p spec.Pos, white encode.Bool) spec.Pos {
		p.White = white
		return p
	}
	for _, m := range []struct {
		name    string
		change  func(c *Circuits)
		sets    []Set
		surplus bool
		where   func(d Disputed) bool
	}{
		{"adjacent kings are legal", func(c *Circuits) {
			c.legal = func(b spec.Board, p spec.Pos) encode.Bool {
				return b.And(b.Same(p.WK, p.R).Not(), b.Same(p.BK, p.R).Not(), b.Same(p.WK, p.BK).Not(), b.And(p.White, b.Check(p)).Not())
			}
		}, []Set{legalWhite, legalBlack}, true, kingsAdjacent},
		{"White may move when Black is in check", func(c *Circuits) {
			c.legal = func(b spec.Board, p spec.Pos) encode.Bool { return b.Legal(as(p, b.False)) }
		}, []Set{legalWhite}, true, inCheck},
		{"nothing blocks a check", func(c *Circuits) {
			c.check = func(b spec.Board, p spec.Pos) encode.Bool {
				return b.Xor(b.Eq(p.R.X, p.BK.X), b.Eq(p.R.Y, p.BK.Y))
			}
		}, []Set{checks}, true, kingBetween},
		{"mated beside a rook that he can take", func(c *Circuits) {
			c.mate = func(b spec.Board, p spec.Pos) encode.Bool {
				var moves []encode.Bool
				for s := range Square(64) {
					t := b.Square(s)
					moves = append(moves, b.And(b.Is(b.Chebyshev(p.BK, t), 1), b.Ge(b.Chebyshev(p.WK, t), 2),
						b.RookAttacks(p, t).Not(), b.Same(p.R, t).Not()))
				}
				return b.And(p.White.Not(), b.Check(p), b.Or(moves...).Not())
			}
		}, []Set{mates}, true, rookBesideKing},
		{"a mate is a stalemate", func(c *Circuits) {
			c.stalemate = func(b spec.Board, p spec.Pos) encode.Bool { return b.And(p.White.Not(), b.BlackCanMove(p).Not()) }
		}, []Set{stalemates}, true, inCheck},
		{"the rook jumps", func(c *Circuits) {
			c.whiteMove = func(b spec.Board, p, q spec.Pos) encode.Bool {
				return b.Or(b.WhiteMove(p, q), b.And(p.White, q.White.Not(), b.Same(p.WK, q.WK), b.Same(p.BK, q.BK),
					b.Xor(b.Eq(p.R.X, q.R.X), b.Eq(p.R.Y, q.R.Y)), b.Legal(q)))
			}
		}, []Set{whitesMoves}, true, rookJumped},
		{"the white king walks into the black one", func(c *Circuits) {
			c.whiteMove = func(b spec.Board, p, q spec.Pos) encode.Bool {
				return b.Or(b.WhiteMove(p, q), b.And(p.White, q.White.Not(), b.Same(p.R, q.R), b.Same(p.BK, q.BK),
					b.Is(b.Chebyshev(p.WK, q.WK), 1), b.Same(q.WK, q.R).Not()))
			}
		}, []Set{whitesMoves}, true, intoKing},
		{"White may move again", func(c *Circuits) {
			c.whiteMove = func(b spec.Board, p, q spec.Pos) encode.Bool { return b.WhiteMove(p, as(q, b.False)) }
		}, []Set{whitesMoves}, true, turnStays},
		{"the black king walks into the rook's line", func(c *Circuits) {
			c.blackMove = func(b spec.Board, p, q spec.Pos) encode.Bool {
				return b.And(p.White.Not(), q.White, b.Same(p.WK, q.WK), b.Same(p.R, q.R),
					b.Is(b.Chebyshev(p.BK, q.BK), 1), b.Ge(b.Chebyshev(p.WK, q.BK), 2))
			}
		}, []Set{blacksMoves}, true, intoRook},
		{"the black king may not capture", func(c *Circuits) {
			c.blackMove = func(b spec.Board, p, q spec.Pos) encode.Bool {
				return b.And(b.BlackMove(p, q), b.RookCaptured(q).Not())
			}
		}, []Set{blacksMoves}, false, captures},
		{"Black moves whoever is to move", func(c *Circuits) {
			c.blackMove = func(b spec.Board, p, q spec.Pos) encode.Bool { return b.BlackMove(as(p, b.False), q) }
		}, []Set{blacksMoves}, true, whiteToMoveThere},
		{"the white king moves along with the black one", func(c *Circuits) {
			c.blackMove = func(b spec.Board, p, q spec.Pos) encode.Bool {
				stays := q
				stays.WK = p.WK
				both := b.And(b.BlackMove(p, stays), b.Same(p.BK, q.WK), b.Same(p.R, b.Square(spec.At(0, 7))))
				return b.Or(b.BlackMove(p, q), both)
			}
		}, []Set{blacksMoves}, true, twoMenMoved},
	} {
		t.Run(m.name, func(t *testing.T) {
			c := SpecCircuits()
			m.change(&c)
			wantCaught(t, listModels(t, c, squares), right, m.sets, m.surplus, m.where)
		})
	}
}

// Each broken rule of the plain code is caught by the set that it is about.
func TestBrokenPlainRules(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at all positions")
	}
	for _, m := range []struct {
		name    string
		change  func(rules *PlainRules)
		sets    []Set
		surplus bool
		where   func(d Disputed) bool
	}{
		{"adjacent kings are legal", func(rules *PlainRules) {
			rules.legal = func(p Position) bool {
				return p.WK() != p.R() && p.BK() != p.R() && p.WK() != p.BK() && !(p.White() && check(p))
			}
		}, []Set{legalWhite, legalBlack}, true, kingsAdjacent},
		{"nothing blocks a check", func(rules *PlainRules) {
			rules.check = func(p Position) bool { return rookReach[p.R()][p.R()].has(p.BK()) }
		}, []Set{checks}, true, kingBetween},
		{"mated beside a rook that he can take", func(rules *PlainRules) {
			rules.mate = func(p Position) bool { return !p.White() && flight(p)&^(1<<p.R()) == 0 && check(p) }
		}, []Set{mates}, true, rookBesideKing},
		{"a mate is a stalemate", func(rules *PlainRules) {
			rules.stalemate = func(p Position) bool { return !p.White() && flight(p) == 0 }
		}, []Set{stalemates}, true, inCheck},
		{"the rook jumps", func(rules *PlainRules) {
			rules.whiteMoves = func(dst []Position, p Position) []Position {
				if !p.White() {
					return dst
				}
				(rookReach[p.R()][p.R()] &^ (1 << p.WK()) &^ (1 << p.BK())).each(func(t Square) {
					dst = append(dst, spec.Pack(p.WK(), p.BK(), t, false))
				})
				return whiteMoves(dst, p)
			}
		}, []Set{whitesMoves}, true, rookJumped},
		{"the black king may not capture", func(rules *PlainRules) {
			rules.blackMoves = func(dst []Position, p Position) []Position {
				return slices.DeleteFunc(BlackMoves(dst, p), rookCaptured)
			}
		}, []Set{blacksMoves}, false, captures},
		{"the black king steps back along the rook's line", func(rules *PlainRules) {
			rules.blackMoves = func(dst []Position, p Position) []Position {
				if p.White() {
					return dst
				}
				attacked := rookReach[p.R()][p.WK()] & rookReach[p.R()][p.BK()] // the king in the way of the rook
				(kingReach[p.BK()] &^ kingReach[p.WK()] &^ attacked &^ (1 << p.WK())).each(func(t Square) {
					dst = append(dst, spec.Pack(p.WK(), t, p.R(), true))
				})
				return dst
			}
		}, []Set{blacksMoves}, true, awayFromRook},
		{"Black moves whoever is to move", func(rules *PlainRules) {
			rules.blackMoves = func(dst []Position, p Position) []Position { return BlackMoves(dst, p&^turn) }
		}, []Set{blacksMoves}, true, whiteToMoveThere},
	} {
		t.Run(m.name, func(t *testing.T) {
			rules := Plain()
			m.change(&rules)
			wantCaught(t, rules.Rulebook(), fromChess(), m.sets, m.surplus, m.where)
		})
	}
}
