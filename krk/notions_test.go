package krk

import (
	"context"
	"fmt"
	"slices"

	"retroproof/encode"
	"retroproof/proofs/krk/plain"
	"retroproof/proofs/krk/spec"
	"retroproof/sat"
)

// Notion is something that is defined twice: by plain code and by a circuit.
// Truth values are numbers 0 and 1.
type Notion struct {
	Name     string
	Max      int                                          // greatest value
	Domain   func(p Position) bool                        // positions it is defined on; nil is all
	Native   func(p Position, r *Relation) int            // plain code
	Symbolic func(b spec.Board, p spec.Pos) []encode.Bool // the Booleans "value >= 1", ..., "value >= Max"
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// whiteToMove is the domain of the strategy.
func whiteToMove(p Position) bool { return p.White() && isLegal(p) }

// Notions lists every notion of the rules and of the strategy.
func Notions() []Notion {
	boolean := func(name string, native func(p Position, rd *Reading) bool,
		symbolic func(b spec.Board, p spec.Pos) encode.Bool) Notion {
		return Notion{Name: name, Max: 1,
			Native:   func(p Position, r *Relation) int { return truth(native(p, &r.Reading)) },
			Symbolic: func(b spec.Board, p spec.Pos) []encode.Bool { return []encode.Bool{symbolic(b, p)} }}
	}
	number := func(name string, max int, native func(p Position, rd *Reading) int,
		symbolic func(b spec.Board, p spec.Pos) encode.Int) Notion {
		return Notion{Name: name, Max: max,
			Native: func(p Position, r *Relation) int { return native(p, &r.Reading) },
			Symbolic: func(b spec.Board, p spec.Pos) []encode.Bool {
				x := symbolic(b, p)
				ge := make([]encode.Bool, max)
				for k := range ge {
					ge[k] = b.Ge(x, k+1)
				}
				return ge
			}}
	}
	ns := []Notion{
		boolean("legal", func(p Position, _ *Reading) bool { return isLegal(p) }, spec.Board.Legal),
		boolean("check", func(p Position, _ *Reading) bool { return check(p) }, spec.Board.Check),
		boolean("rook captured", func(p Position, _ *Reading) bool { return rookCaptured(p) }, spec.Board.RookCaptured),
		boolean("Black can move", func(p Position, _ *Reading) bool { return flight(p) != 0 }, spec.Board.BlackCanMove),
		boolean("mate", func(p Position, _ *Reading) bool { return mate(p) }, spec.Board.Mate),
		boolean("stalemate", func(p Position, _ *Reading) bool { return stalemate(p) }, spec.Board.Stalemate),
		boolean("exposed", plain.Exposed, spec.Board.Exposed),
		boolean("divides", plain.Divides, spec.Board.Divides),
		boolean("L-pattern", func(p Position, _ *Reading) bool { return plain.LPattern(p) }, spec.Board.LPattern),
		boolean("white king on edge", func(p Position, _ *Reading) bool { return plain.OnEdge(p.WK()) },
			func(b spec.Board, p spec.Pos) encode.Bool { return b.OnEdge(p.WK) }),
		boolean("ready to mate", plain.Ready, spec.Board.Ready),
		boolean("canonical", func(p Position, _ *Reading) bool { return p.Canonical() }, spec.Board.Canonical),
		number("room", spec.FarRoom, func(p Position, _ *Reading) int { return plain.Room(p) }, spec.Board.Room),
		number("critical distance", 14, plain.CriticalDistance, spec.Board.CriticalDistance),
		number("measure", 6*spec.FarRoom+14, func(p Position, rd *Reading) int { return on(rd).Measure(p) }, spec.Board.Measure),
	}
	for step := spec.ImmediateMate; step < spec.NumSteps; step++ {
		ns = append(ns, Notion{Name: "step " + step.String(), Max: 1, Domain: whiteToMove,
			Native: func(p Position, r *Relation) int { return truth(r.Step(p) == step) },
			Symbolic: func(b spec.Board, p spec.Pos) []encode.Bool {
				return []encode.Bool{b.Strategy(p).First(step)}
			}})
	}
	return ns
}

// Difference is a position on which the two definitions of a notion differ.
type Difference struct {
	notion           string
	position         Position
	to               Position // for moves: the position moved to
	native, symbolic int      // values
}

func (d Difference) String() string {
	s := fmt.Sprintf("%s at %s: %d by plain code, %d by the circuit", d.notion, FEN(d.position), d.native, d.symbolic)
	if d.to != 0 {
		s += " (move to " + FEN(d.to) + ")"
	}
	return s
}

// lanes feeds 64 positions at a time to an evaluator.
type lanes struct {
	b      spec.Board
	e      *encode.Evaluator
	inputs []encode.Bool
	set    []uint64 // by input
}

func newLanes(b spec.Board, roots ...encode.Bool) lanes {
	l := lanes{b: b, e: b.NewEvaluator(roots...), inputs: b.Inputs()}
	l.set = make([]uint64, slices.Max(l.inputs)+1)
	return l
}

func (l *lanes) bit(lane int, in encode.Bool, value bool) {
	w := l.set[in] &^ (1 << lane)
	if value {
		w |= 1 << lane
	}
	l.set[in] = w
}

func (l *lanes) put(lane int, x encode.Int, v int) {
	l.b.InputValues(x, v, func(in encode.Bool, value bool) { l.bit(lane, in, value) })
}

func (l *lanes) square(lane int, s spec.Sq, v Square) {
	l.put(lane, s.X, v.X())
	l.put(lane, s.Y, v.Y())
}

func (l *lanes) run() {
	for _, in := range l.inputs {
		l.e.Set(in, l.set[in])
	}
	l.e.Run()
}

// compareByEvaluation evaluates the notions' circuits, in the reading sym, on one of every so many groups of 64 positions, and
// compares the values with the plain code's. It stops after the first limit differences.
func compareByEvaluation(ctx context.Context, notions []Notion, rep encode.Representation, sym Reading, r *Relation, every, limit int) (diffs []Difference, compared int, err error) {
	b := spec.Board{Ints: encode.Ints{Circuit: encode.NewCircuit(), Rep: rep}, Reading: sym}
	p := b.PosInput("p")
	var values [][]encode.Bool
	var roots []encode.Bool
	for _, n := range notions {
		v := n.Symbolic(b, p)
		values = append(values, v)
		roots = append(roots, v...)
	}
	l := newLanes(b, roots...)
	step := Position(64 * every)
	for base := Position(0); base < spec.NumPositions; base += step {
		if err := ctx.Err(); err != nil {
			return diffs, compared, err
		}
		// The white king's square is the lane, the rest is the same for all.
		for lane := range 64 {
			q := base + Position(lane)
			l.square(lane, p.WK, q.WK())
			if base == 0 || base>>12 != (base-step)>>12 {
				l.square(lane, p.R, q.R())
			}
			l.square(lane, p.BK, q.BK())
		}
		l.set[p.White] = -uint64(base >> 18)
		l.run()
		for i, n := range notions {
			for lane := range 64 {
				q := base + Position(lane)
				if n.Domain != nil && !n.Domain(q) {
					continue
				}
				got := 0
				for _, ge := range values[i] {
					got += int(l.e.Get(ge) >> lane & 1)
				}
				compared++
				if want := n.Native(q, r); got != want {
					diffs = append(diffs, Difference{notion: n.Name, position: q, native: want, symbolic: got})
					if len(diffs) >= limit {
						return diffs, compared, nil
					}
				}
			}
		}
	}
	return diffs, compared, nil
}

// compareMoves compares the circuits of the moves with the plain code's, from one of every so many positions: White's moves by
// the rules and by each step of the strategy, and Black's. It evaluates them on legal positions with every square that the
// moved man could reach on an empty board, and proves that they allow no other.
func compareMoves(ctx context.Context, rep encode.Representation, sym Reading, r *Relation, every, limit int) (diffs []Difference, compared int, err error) {
	for _, white := range []bool{true, false} {
		c := newMoveComparison(rep, sym, white)
		if q, err := c.stray(ctx); err != nil || q != nil {
			if q != nil {
				diffs = append(diffs, *q)
			}
			return diffs, compared, err
		}
		for from := Position(0); from < spec.NumPositions; from += Position(every) {
			if from&1023 == 0 && ctx.Err() != nil {
				return diffs, compared, ctx.Err()
			}
			if from.White() == white && isLegal(from) {
				for _, q := range pseudoMoves(from) {
					c.add(from, q)
					if c.used == 64 {
						diffs = c.flush(r, diffs)
					}
				}
			}
			if len(diffs) >= limit {
				break
			}
		}
		diffs = c.flush(r, diffs)
		compared += c.compared
	}
	return diffs[:min(len(diffs), limit)], compared, nil
}

// pseudoMoves lists the positions reached by moving one man of the side to
// move as on an empty board, legal or not.
func pseudoMoves(p Position) []Position {
	var qs []Position
	if !p.White() {
		kingReach[p.BK()].each(func(t Square) { qs = append(qs, spec.Pack(p.WK(), t, p.R(), true)) })
		return qs
	}
	kingReach[p.WK()].each(func(t Square) { qs = append(qs, spec.Pack(t, p.BK(), p.R(), false)) })
	rookReach[p.R()][p.R()].each(func(t Square) { qs = append(qs, spec.Pack(p.WK(), p.BK(), t, false)) })
	return qs
}

// moveComparison holds the circuits of one side's moves from p to q.
type moveComparison struct {
	lanes
	p, q     spec.Pos
	names    []string
	moves    []encode.Bool // as named
	from, to [64]Position
	used     int
	compared int
}

func newMoveComparison(rep encode.Representation, rd Reading, white bool) *moveComparison {
	b := spec.Board{Ints: encode.Ints{Circuit: encode.NewCircuit(), Rep: rep}, Reading: rd}
	c := &moveComparison{}
	c.p, c.q = b.PosInput("p"), b.PosInput("q")
	if white {
		c.names, c.moves = []string{"White's move"}, []encode.Bool{b.WhiteMove(c.p, c.q)}
		by := b.Strategy(c.p).Move(c.q)
		for step := spec.ImmediateMate; step < spec.NumSteps; step++ {
			c.names, c.moves = append(c.names, "move by "+step.String()), append(c.moves, by[step])
		}
	} else {
		c.names, c.moves = []string{"Black's move"}, []encode.Bool{b.BlackMove(c.p, c.q)}
	}
	c.lanes = newLanes(b, c.moves...)
	return c
}

func (c *moveComparison) position(lane int, p spec.Pos, v Position) {
	c.square(lane, p.WK, v.WK())
	c.square(lane, p.BK, v.BK())
	c.square(lane, p.R, v.R())
	c.bit(lane, p.White, v.White())
}

func (c *moveComparison) add(from, to Position) {
	c.position(c.used, c.p, from)
	c.position(c.used, c.q, to)
	c.from[c.used], c.to[c.used] = from, to
	c.used++
}

// flush evaluates the collected moves and compares.
func (c *moveComparison) flush(r *Relation, diffs []Difference) []Difference {
	c.run()
	var buf [32]Position
	for lane := range c.used {
		from, to := c.from[lane], c.to[lane]
		if from.White() {
			c.compareAt(lane, 0, slices.Contains(whiteMoves(buf[:0], from), to), &diffs)
			for i := spec.ImmediateMate; i < spec.NumSteps; i++ {
				c.compareAt(lane, int(i), r.Step(from) == i && slices.Contains(r.movesFrom(from), to), &diffs)
			}
		} else {
			c.compareAt(lane, 0, slices.Contains(BlackMoves(buf[:0], from), to), &diffs)
		}
	}
	c.used = 0
	return diffs
}

func (c *moveComparison) compareAt(lane, i int, want bool, diffs *[]Difference) {
	c.compared++
	if got := c.e.Get(c.moves[i])>>lane&1 == 1; got != want {
		*diffs = append(*diffs, Difference{c.names[i], c.from[lane], c.to[lane], truth(want), truth(got)})
	}
}

// stray looks, by SAT, for a legal position and a move the circuits allow
// that is not one of pseudoMoves: it moves two men, or none, or not as kings and
// rooks move.
func (c *moveComparison) stray(ctx context.Context) (*Difference, error) {
	b, p, q := c.b, c.p, c.q
	n := len(c.moves)
	white := n > 1
	b.Assert(b.Legal(p), b.Or(c.moves...))
	king, other := [2]spec.Sq{p.WK, q.WK}, [2]spec.Sq{p.BK, q.BK}
	if !white {
		king, other = other, king
	}
	same := func(s [2]spec.Sq) encode.Bool { return b.Same(s[0], s[1]) }
	rook := [2]spec.Sq{p.R, q.R}
	way := b.And(same(rook), same(other), b.Is(b.Chebyshev(king[0], king[1]), 1))
	if white {
		way = b.Or(way, b.And(same(king), same(other),
			b.Xor(b.Eq(rook[0].X, rook[1].X), b.Eq(rook[0].Y, rook[1].Y))))
	}
	b.Assert(b.And(way, b.Xor(p.White, q.White), b.Iff(p.White, b.Of(white))).Not())
	model, err := sat.Assert(ctx, "", b.Circuit)
	if model == nil || err != nil {
		return nil, err
	}
	return &Difference{notion: "a move of a kind that no man has", position: b.PosValue(p, model.Value), to: b.PosValue(q, model.Value), symbolic: 1}, nil
}
