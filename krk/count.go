package krk

import (
	"context"
	"sync"

	"retroproof/encode"
	"retroproof/proofs/krk/spec"
	"retroproof/sat"
)

// A Figure is a number about the endgame that can be had in two ways: by
// counting positions with plain code, and by enumerating the models of a
// circuit.
type Figure struct {
	Name  string
	Paper int // what the paper says, or follows from it
	// native counts by plain code; symbolic is the condition on a position
	// whose models are counted.
	native   func(r *Relation) int
	step     bool // a count of positions by step of the strategy
	symbolic func(b spec.Board, p spec.Pos) encode.Bool
}

// Figures lists the counts of positions, in the order they are printed.
func Figures() []Figure {
	legalAnd := func(f func(b spec.Board, p spec.Pos) encode.Bool) func(b spec.Board, p spec.Pos) encode.Bool {
		return func(b spec.Board, p spec.Pos) encode.Bool { return b.And(b.Legal(p), f(b, p)) }
	}
	count := func(has func(p Position) bool) func(r *Relation) int {
		return func(*Relation) int {
			n := 0
			for p := range Position(spec.NumPositions) {
				if isLegal(p) && has(p) {
					n++
				}
			}
			return n
		}
	}
	figures := []Figure{
		{Name: "legal positions", Paper: 399112, native: count(func(Position) bool { return true }), symbolic: spec.Board.Legal},
		{Name: "legal, White to move", Paper: 175168, native: count(Position.White), symbolic: legalAnd(func(b spec.Board, p spec.Pos) encode.Bool { return p.White })},
		{Name: "legal, Black to move", Paper: 223944, native: count(func(p Position) bool { return !p.White() }), symbolic: legalAnd(func(b spec.Board, p spec.Pos) encode.Bool { return p.White.Not() })},
		{Name: "mates", Paper: 216, native: count(mate), symbolic: legalAnd(spec.Board.Mate)},
		{Name: "stalemates", Paper: 68, native: count(stalemate), symbolic: legalAnd(spec.Board.Stalemate)},
	}
	steps := [...]int{0, 1512, 648, 119236, 12192, 4124, 3472, 184, 33368, 432}
	for step := spec.ImmediateMate; step < spec.NumSteps; step++ {
		figures = append(figures, Figure{Name: "by " + step.String(), Paper: steps[step], step: true,
			native: func(r *Relation) int {
				n := 0
				eachWithWhiteToMove(func(p Position) { n += truth(r.Step(p) == step) })
				return n
			},
			symbolic: func(b spec.Board, p spec.Pos) encode.Bool {
				return b.And(whiteToMoveSymbolic(b, p), b.Strategy(p).First(step))
			}})
	}
	return figures
}

// Native counts by plain code.
func (f *Figure) Native(r *Relation) int { return f.native(r) }

// Models counts by SAT: the models of the figure's condition, with the black
// king on each square in turn, jobs squares at a time. For the steps, which
// take long, the solver finds the squares of the rook, and those of the white
// king are evaluated, 64 at once (sat.WithEvaluated), unless solverOnly is set;
// everything else the solver finds alone. done, if set, is called after each
// of the 64 squares, from several goroutines.
func (f *Figure) Models(ctx context.Context, rd Reading, solverOnly bool, jobs int, done func()) (int, error) {
	var mu sync.Mutex
	total := 0
	var failed error
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	evaluated := 0
	if f.step && !solverOnly {
		evaluated = 6
	}
	ctx = sat.WithEvaluated(ctx, evaluated)
	var wg sync.WaitGroup
	squares := make(chan Square)
	for range max(1, jobs) {
		wg.Go(func() {
			for bk := range squares {
				b, _ := f.circuit(rd, bk)
				n, err := sat.CountAll(ctx, sat.Embedded, b.Circuit, b.Inputs())
				mu.Lock()
				if err == nil {
					total += int(n.Int64())
				} else if failed == nil {
					failed = err
					cancel()
				}
				mu.Unlock()
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
	return total, failed
}

// circuit asserts the figure's condition about a position with the black king
// on bk. A ground king folds most of the circuit away, and in binary
// coordinates, the rook's first, enumeration meets the largest cubes.
func (f *Figure) circuit(rd Reading, bk Square) (spec.Board, spec.Pos) {
	b := spec.Board{Ints: encode.Ints{Circuit: encode.NewCircuit(), Rep: encode.Binary}, Reading: rd}
	p := spec.Pos{White: b.Input("white"), R: b.SquareInput("r"), WK: b.SquareInput("wk"), BK: b.Square(bk)}
	b.Assert(f.symbolic(b, p))
	return b, p
}
