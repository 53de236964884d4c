package krk

import (
	"context"
	"fmt"
	"sync"

	"retroproof/encode"
	"retroproof/proofs/krk/spec"
	"retroproof/sat"
)

// Circuits are the rules as circuits (package spec). They are a parameter so
// that a test can break one and see it caught.
type Circuits struct {
	legal, check, mate, stalemate func(b spec.Board, p spec.Pos) encode.Bool
	whiteMove, blackMove          func(b spec.Board, p, q spec.Pos) encode.Bool
}

// SpecCircuits returns the circuits that the lemmas are built from.
func SpecCircuits() Circuits {
	return Circuits{spec.Board.Legal, spec.Board.Check, spec.Board.Mate, spec.Board.Stalemate,
		spec.Board.WhiteMove, spec.Board.BlackMove}
}

// Rulebook writes the rules out as SAT sees them: all models of each circuit,
// with the black king on each square in turn, jobs squares at a time. A model of
// a move is any two positions that the circuit relates; nothing is assumed of
// the second. done, if set, is called after each of the 64 squares, from several
// goroutines.
func (c Circuits) Rulebook(ctx context.Context, jobs int, done func()) (*Rulebook, error) {
	r := newRulebook("circuits", allSets...)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var mu sync.Mutex
	var wg sync.WaitGroup
	squares := make(chan Square)
	for range max(1, jobs) {
		wg.Go(func() {
			for bk := range squares {
				if ctx.Err() != nil {
					continue
				}
				if err := c.enumerate(ctx, bk, func(add func(*Rulebook)) {
					mu.Lock()
					defer mu.Unlock()
					add(r)
				}); err != nil {
					cancel(fmt.Errorf("black king on %s: %w", bk, err))
				}
				if done != nil {
					done()
				}
			}
		})
	}
	for bk := range Square(64) {
		squares <- bk
	}
	close(squares)
	wg.Wait()
	return r, context.Cause(ctx)
}

// enumerate adds the models with the black king on bk by way of with, which
// locks the rulebook.
func (c Circuits) enumerate(ctx context.Context, bk Square, with func(add func(*Rulebook))) error {
	type predicate = func(b spec.Board, p spec.Pos) encode.Bool
	black := func(f predicate) predicate {
		return func(b spec.Board, p spec.Pos) encode.Bool { return b.And(b.Legal(p), p.White.Not(), f(b, p)) }
	}
	for _, e := range []struct {
		holds predicate
		add   func(r *Rulebook, p Position)
	}{
		{c.legal, (*Rulebook).addLegal},
		{black(c.check), func(r *Rulebook, p Position) { r.sets[checks].add(p) }},
		{black(c.mate), func(r *Rulebook, p Position) { r.sets[mates].add(p) }},
		{black(c.stalemate), func(r *Rulebook, p Position) { r.sets[stalemates].add(p) }},
	} {
		m := newModels()
		m.b.Assert(e.holds(m.b, m.from(bk)))
		found, err := m.list(ctx, 1)
		with(func(r *Rulebook) {
			for _, f := range found {
				e.add(r, f[0])
			}
		})
		if err != nil {
			return err
		}
	}
	for _, white := range []bool{true, false} {
		set, move := whitesMoves, c.whiteMove
		if !white {
			set, move = blacksMoves, c.blackMove
		}
		for _, moved := range []man{whiteKing, blackKing, rook, several} {
			m := newModels()
			p := m.from(bk)
			q := m.to(p, moved)
			m.b.Assert(m.b.Legal(p), move(m.b, p, q))
			found, err := m.list(ctx, 2)
			with(func(r *Rulebook) {
				for _, f := range found {
					r.moves[set-whitesMoves].add(f[0], f[1], white)
				}
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// man is what differs in the second position, several for more than one man.
type man int

const (
	whiteKing man = iota
	blackKing
	rook
	several
)

// models lists the models of a circuit about a position, or about two.
// Coordinates are binary, in which enumeration is fastest.
type models struct {
	b       spec.Board
	over    []encode.Bool
	weights [][2]Position // by input: what it adds to either position when true
	base    [2]Position   // what is ground
}

func newModels() *models {
	return &models{b: spec.Board{Ints: encode.Ints{Circuit: encode.NewCircuit(), Rep: encode.Binary}, Reading: spec.Default()}}
}

// from returns the first position, with the black king on bk.
func (m *models) from(bk Square) spec.Pos {
	m.base[0] = spec.Pack(0, bk, 0, false)
	return spec.Pos{White: m.turn(0), R: m.square(0, 12), WK: m.square(0, 0), BK: m.b.Square(bk)}
}

// to returns the second position. What has not moved is the same variables in
// both; if several men have, nothing is.
func (m *models) to(p spec.Pos, moved man) spec.Pos {
	q := p
	q.White = m.turn(1)
	if moved == several {
		q.BK, q.R, q.WK = m.square(1, 6), m.square(1, 12), m.square(1, 0)
		wk, bk, r := m.b.Same(p.WK, q.WK), m.b.Same(p.BK, q.BK), m.b.Same(p.R, q.R)
		m.b.Assert(m.b.And(wk, bk).Not(), m.b.And(wk, r).Not(), m.b.And(bk, r).Not())
		return q
	}
	at := [...]int{whiteKing: 0, blackKing: 6, rook: 12}[moved]
	stays := ^Position(63<<at) &^ turn
	m.base[1] = m.base[0] & stays
	for i := range m.weights {
		m.weights[i][1] += m.weights[i][0] & stays
	}
	switch s := m.square(1, at); moved {
	case whiteKing:
		q.WK = s
	case blackKing:
		q.BK = s
	case rook:
		q.R = s
	}
	return q
}

func (m *models) input(in encode.Bool, position int, weight Position) {
	var w [2]Position
	w[position] = weight
	m.over, m.weights = append(m.over, in), append(m.weights, w)
}

// turn returns a side to move that is an input.
func (m *models) turn(position int) encode.Bool {
	in := m.b.Input(fmt.Sprintf("p%d.white", position))
	m.input(in, position, turn)
	return in
}

// square returns a square that is an input, at the given bit of the position.
func (m *models) square(position, at int) spec.Sq {
	s := m.b.SquareInput(fmt.Sprintf("p%d.%d", position, at))
	for i, x := range []encode.Int{s.X, s.Y} {
		for bit := range 3 {
			m.b.InputValues(x, 1<<bit, func(in encode.Bool, value bool) {
				if value {
					m.input(in, position, 1<<(at+3*i+bit))
				}
			})
		}
	}
	return s
}

// list returns all models, in no order that matters. The last squares are
// evaluated, 64 models at once (sat.WithEvaluated); the solver finds the rest.
func (m *models) list(ctx context.Context, squares int) ([][2]Position, error) {
	var found [][2]Position
	ctx = sat.WithEvaluated(ctx, 6*squares)
	for cube, err := range sat.AssertAll(ctx, sat.Embedded, m.b.Circuit, m.over) {
		if err != nil {
			return found, err
		}
		for lits := range cube.Assignments() {
			f := m.base
			for i, l := range lits {
				if l > 0 {
					f[0] += m.weights[i][0]
					f[1] += m.weights[i][1]
				}
			}
			found = append(found, f)
		}
	}
	return found, nil
}
