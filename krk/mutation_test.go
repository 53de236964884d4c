package krk

import (
	"context"
	"slices"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/encode"
	"retroproof/proofs/krk/plain"
	"retroproof/proofs/krk/spec"
	"retroproof/retro/table"
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

// mustFEN reads a position of this endgame.
func mustFEN(t *testing.T, fen string) Position {
	t.Helper()
	s, err := chess.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return spec.Pack(Square(s.Find(chess.WhiteKing)), Square(s.Find(chess.BlackKing)), Square(s.Find(chess.WhiteRook)), s.Turn == chess.White)
}

// Wrong values of a table are caught where they are.
func TestBrokenTables(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at all positions")
	}
	longest := slices.IndexFunc(fromTable(), func(v table.Value) bool { return v == table.Value{Result: table.Lost, Plies: 32} })
	plain := PlainValues(Optimal())
	for _, m := range []struct {
		name  string
		p     Position
		to    table.Value
		set   Set // that notices
		notes bool
	}{
		{"a loss takes two plies less", Position(longest), table.Value{Result: table.Lost, Plies: 30}, 0, false},
		{"a win is a draw", mustFEN(t, "8/8/8/3k4/8/8/8/K6R w - - 0 1"), table.Value{Result: table.Drawn}, 0, false},
		{"a win takes an even number of plies", mustFEN(t, "8/8/8/3k4/8/8/8/K6R w - - 0 1"), table.Value{Result: table.Won, Plies: 22}, 0, false},
		{"the loss of the rook is a loss for Black", mustFEN(t, "8/8/8/4k3/3R4/8/8/K7 b - - 0 1"), table.Value{Result: table.Lost, Plies: 20}, 0, false},
		{"a mate is a draw", mustFEN(t, "5k1R/8/5K2/8/8/8/8/8 b - - 0 1"), table.Value{Result: table.Drawn}, mates, true},
		{"a stalemate is a mate", mustFEN(t, "k7/1R6/2K5/8/8/8/8/8 b - - 0 1"), table.Value{Result: table.Lost}, mates, true},
		{"White to move, Black in check", spec.Pack(spec.At(0, 0), spec.At(3, 4), spec.At(3, 0), true), table.Value{Result: table.Won, Plies: 1}, legalWhite, true},
		{"a legal position is missing", mustFEN(t, "8/8/8/3k4/8/8/8/K6R b - - 0 1"), table.Value{}, legalBlack, true},
	} {
		t.Run(m.name, func(t *testing.T) {
			values := slices.Clone(fromTable())
			if values[m.p] == m.to {
				t.Fatalf("%s: %s is right", FEN(m.p), m.to)
			}
			values[m.p] = m.to
			diffs, total := CompareValues(values, plain, "table", "plain code", 3)
			if total != 1 || len(diffs) != 1 || diffs[0].position != m.p || diffs[0].of != m.to {
				t.Errorf("%d values differ: %v", total, diffs)
			}
			table := TableRulebook(values)
			disputed := 0
			for _, s := range []Set{legalWhite, legalBlack, mates} {
				d := CompareSets(s, table, fromChess(), 3)
				disputed += d.Missing + d.Surplus
				if len(d.Elements) > 0 && (s != m.set || !m.notes || d.Elements[0].position != m.p) {
					t.Errorf("%s: %v", s, d.Elements)
				}
			}
			if disputed != truth(m.notes) {
				t.Errorf("%d elements of sets in dispute, want %d", disputed, truth(m.notes))
			}
		})
	}
}

// replace lets the strategy move from p to q only, one move where it has some.
func (r *Relation) replace(t *testing.T, p, q Position) {
	t.Helper()
	if !slices.Contains(whiteMoves(nil, p), q) || slices.Contains(r.movesFrom(p), q) {
		t.Fatalf("%s is no other move in %s", SAN(p, q), FEN(p))
	}
	moves := r.moves[r.start[p&^turn]:r.start[p&^turn+1]]
	for i := range moves {
		moves[i] = q
	}
}

// A bad move of the strategy's is caught by the tablebase, and by the lemma
// that excludes it: SAT proves that about the circuits.
func TestBrokenStrategy(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at all positions")
	}
	var lemmas []spec.Lemma
	for _, l := range spec.Lemmas() {
		if slices.Contains([]string{"1", "6", "8", "9"}, l.Key) {
			lemmas = append(lemmas, l)
		}
	}
	results, err := Prove(context.Background(), lemmas, Options{Jobs: 2, Encoding: spec.DefaultEncoding(), Reading: spec.Default()})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []struct {
		name    string
		moves   [][2]string // the strategy's only one in a position
		problem []string    // with the table, of plays from the first of these
		lemmas  []string    // that exhaustion refutes
	}{
		{"the rook is dropped", [][2]string{{"8/8/8/3k4/8/8/8/K3R3 w - - 0 1", "8/8/8/3k4/4R3/8/8/K7 b - - 0 1"}},
			[]string{"Re4 Kxe4: the rook is lost", "Re4: the table has draw for Black", "it does not always win"}, []string{"1", "6"}},
		{"stalemate", [][2]string{{"k7/8/2K5/8/8/8/8/1R6 w - - 0 1", "k7/1R6/2K5/8/8/8/8/8 b - - 0 1"}},
			[]string{"Rb7: the table has draw for Black", "it does not always win"}, []string{"8", "9"}},
		{"to and fro", [][2]string{
			{"8/8/8/3k4/8/8/8/K6R w - - 0 1", "8/8/8/3k4/8/8/K7/7R b - - 0 1"},
			{"8/8/3k4/8/8/8/K7/7R w - - 0 1", "8/8/3k4/8/8/8/8/K6R b - - 0 1"},
		}, []string{"it does not always win"}, nil},
	} {
		t.Run(m.name, func(t *testing.T) {
			r := NewRelation(spec.Default())
			first := mustFEN(t, m.moves[0][0])
			for _, move := range m.moves {
				r.replace(t, mustFEN(t, move[0]), mustFEN(t, move[1]))
			}
			e := r.CompareWithTable(fromTable(), 1<<20)
			var problems []string
			for _, f := range e.Failures {
				if f.play[0] == first {
					problems = append(problems, strings.TrimSpace(strings.TrimLeft(strings.TrimPrefix(f.String(), "strategy: "+FEN(first)), ":")))
				} else if f.problem != "it does not always win" { // it may come here
					t.Errorf("not where the strategy is broken: %v", f)
				}
			}
			slices.Sort(problems)
			if problems = slices.Compact(problems); !slices.Equal(problems, m.problem) {
				t.Errorf("problems %q, want %q", problems, m.problem)
			}
			agreements, err := r.CompareVerdicts(lemmas, results)
			if err != nil {
				t.Fatal(err)
			}
			for _, a := range agreements {
				key := a.Result.Lemma.Key
				want := ""
				if slices.Contains(m.lemmas, key) {
					want = "proved by SAT, but refuted by a play from " + FEN(first)
				}
				if a.Problem != want {
					t.Errorf("lemma %s: problem %q, want %q", key, a.Problem, want)
				}
			}
		})
	}
}

// A strategy that does not know what to do is caught, and so is one that is
// better than best play, which it cannot be.
func TestImpossibleStrategies(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at all positions")
	}
	far := spec.Default()
	far.RookSafeDistance = 5
	stuck := 0
	for _, f := range NewRelation(far).CompareWithTable(fromTable(), 1<<20).Failures {
		stuck += truth(f.problem == "it has no move")
	}
	if stuck != 48 {
		t.Errorf("%d positions without a move, want 48", stuck)
	}

	r := NewRelation(spec.Default())
	mate := mustFEN(t, "5k2/8/5K2/8/8/8/8/1R6 w - - 0 1")
	values := slices.Clone(fromTable())
	values[mate].Plies = 3
	e := r.CompareWithTable(values, 10)
	if e.Failed != 1 || e.Failures[0].play[0] != mate || e.Failures[0].problem != "it wins in 1 moves, the table has win in 3 plies" {
		t.Errorf("%d failures: %v", e.Failed, e.Failures)
	}

	// A value that is wrong on the way is caught at the move that leads there.
	p := mustFEN(t, "8/8/8/3k4/8/8/8/K6R w - - 0 1")
	q := r.movesFrom(p)[0]
	values = slices.Clone(fromTable())
	values[q] = table.Value{Result: table.Drawn}
	e = r.CompareWithTable(values, 10)
	if !slices.ContainsFunc(e.Failures, func(f Failure) bool { return slices.Equal(f.play, []Position{p, q}) }) {
		t.Errorf("failures %v", e.Failures)
	}
}

// Verdicts agree about a reading that is refuted, counterexamples included; a
// verdict about another reading is refused, and so is a wrong counterexample.
func TestVerdictsOfReadings(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds of SAT")
	}
	loose := spec.Default()
	loose.HomeNoGuard = true
	var lemma []spec.Lemma
	for _, l := range spec.Lemmas() {
		if l.Key == "6" {
			lemma = append(lemma, l)
		}
	}
	results, err := Prove(context.Background(), lemma, Options{Encoding: spec.DefaultEncoding(), Reading: loose})
	if err != nil {
		t.Fatal(err)
	}
	compare := func(rd Reading, results []*Result) Agreement {
		t.Helper()
		agreements, err := NewRelation(rd).CompareVerdicts(lemma, results)
		if err != nil {
			t.Fatal(err)
		}
		return agreements[0]
	}
	if a := compare(loose, results); a.Problem != "" || a.Native != Refuted || len(a.Refutations) != 9300 {
		t.Errorf("%s by SAT, %s from %d positions: %s", results[0].Verdict, a.Native, len(a.Refutations), a.Problem)
	}
	if a := compare(spec.Default(), results); !strings.HasPrefix(a.Problem, "refuted by SAT with a play from ") {
		t.Errorf("problem %q", a.Problem)
	}
	elsewhere := *results[0]
	elsewhere.Counterexample = []Position{mustFEN(t, "8/8/8/3k4/8/8/8/K6R w - - 0 1")}
	if a := compare(loose, []*Result{&elsewhere}); a.Problem != "SAT's counterexample begins in 8/8/8/3k4/8/8/8/K6R w - - 0 1, which exhaustion has not found" {
		t.Errorf("problem %q", a.Problem)
	}
	undecided := Result{Lemma: lemma[0], Err: context.DeadlineExceeded}
	if a := compare(loose, []*Result{&undecided}); a.Problem != "undecided by SAT: context deadline exceeded" {
		t.Errorf("problem %q", a.Problem)
	}
}
