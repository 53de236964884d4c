package kernel

import (
	"context"
	"flag"
	"math/rand/v2"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/sat"
)

var askedPositions = flag.Int("formula.positions", expect.Size(80, 200), "positions for TestFormulaAgrees")

// agree compares the search with the formula. It returns the answer, or false if one of
// them used up its budget.
func agree(t *testing.T, start, goal *chess.Setup, solver string) (Status, bool) {
	t.Helper()
	found, err := Find(context.Background(), start, goal, Options{Extended: true, Nodes: 60_000})
	expect.NoError(t, err)
	want := found.Extended
	asked, err := Ask(sat.WithConflictLimit(context.Background(), 60_000), start, goal, solver)
	got := asked.Extended
	if got == Undecided && err == nil || err != nil && !strings.Contains(err.Error(), sat.ErrConflictLimit.Error()) {
		t.Errorf("%s from %s, %s: %v, %v", goal.FEN(), start.FEN(), solver, got, err)
	}
	if found.Kernel == Absent && got == Found {
		t.Errorf("%s from %s: the search finds no kernel, the formula %s (%s)", goal.FEN(), start.FEN(), FormatMoves(asked.Moves), solver)
	}
	if want == Undecided || got == Undecided {
		return want, false
	}
	if got != want {
		t.Errorf("%s from %s: the search says %v (%s), the formula %v (%s; %s)",
			goal.FEN(), start.FEN(), want, FormatMoves(found.Moves), got, FormatMoves(asked.Moves), solver)
	}
	return want, true
}

// TestFormulaAgreesOnSamples: on the samples that no static rule refutes.
func TestFormulaAgreesOnSamples(t *testing.T) {
	t.Parallel()
	answers := map[Status]int{}
	for n, s := range hardSamples(t) {
		if n++; testing.Short() && n%10 != 0 || !expect.Long && n%3 != 0 {
			continue
		}
		solver := sat.Native
		if n%4 == 0 {
			solver = sat.Embedded
		}
		if answer, ok := agree(t, &initial, &s.setup, solver); ok {
			answers[answer]++
		}
	}
	t.Log(answers)
}

// askedStart returns a start: the initial position, or some pawns and pieces.
func askedStart(r *rand.Rand) chess.Setup {
	if r.IntN(3) == 0 {
		return chess.InitialSetup()
	}
	s := chess.Setup{EnPassant: chess.NoSquare}
	s.Board[4], s.Board[60] = chess.WhiteKing, chess.BlackKing
	first := r.IntN(6)
	for range 2 + r.IntN(6) {
		s.Board[chess.MakeSquare(first+r.IntN(3), 1+r.IntN(6))] = chess.MakeMan(chess.Color(r.IntN(2)), chess.Pawn)
	}
	for range r.IntN(5) {
		rank := []int{0, 7}[r.IntN(2)]
		if sq := chess.MakeSquare(r.IntN(8), rank); s.Board[sq] == chess.NoMan {
			s.Board[sq] = chess.MakeMan(chess.Color(r.IntN(2)), chess.Queen+chess.Kind(r.IntN(4)))
		}
	}
	return s
}

// askedGoal changes a start by some captures and promotions, and then perhaps into
// something that cannot be.
func askedGoal(r *rand.Rand, start chess.Setup) chess.Setup {
	p, err := chess.NewPosition(start)
	if err != nil {
		return start
	}
	captures := r.IntN(5)
	for range 200 {
		moves := p.LegalMoves(nil)
		if len(moves) == 0 {
			break
		}
		m := moves[r.IntN(len(moves))]
		if p.Captured(m) != chess.NoMan {
			if captures == 0 {
				continue
			}
			captures--
		}
		p.Make(m)
		if captures == 0 && r.IntN(30) == 0 {
			break
		}
	}
	s := p.Setup()
	s.Castling, s.EnPassant = s.Castling&chess.Castling(r.IntN(16)), chess.NoSquare
	for range r.IntN(6) {
		from := chess.Square(r.IntN(64))
		m := s.Board[from]
		to := chess.MakeSquare(r.IntN(8), 1+r.IntN(6))
		if m == chess.NoMan || m.Kind() == chess.King || s.Board[to] != chess.NoMan {
			continue
		}
		switch r.IntN(4) {
		case 0:
			s.Board[from] = chess.MakeMan(m.Color(), chess.Queen+chess.Kind(r.IntN(4)))
		default:
			s.Board[from], s.Board[to] = chess.NoMan, m
		}
	}
	return s
}

// TestFormulaAgrees: search and formula are two engines for one definition.
func TestFormulaAgrees(t *testing.T) {
	t.Parallel()
	positions := expect.Short(min(*askedPositions, 60), *askedPositions)
	r := rand.New(rand.NewPCG(8, 8))
	answers := map[Status]int{}
	for n := 0; n < positions; {
		start := askedStart(r)
		goal := askedGoal(r, start)
		if _, err := newProblem(&start, &goal); err != nil {
			continue
		}
		solver := sat.Native
		if n%3 == 0 {
			solver = sat.Embedded
		}
		if answer, ok := agree(t, &start, &goal, solver); ok {
			answers[answer]++
		}
		if n++; t.Failed() && n > 20 {
			break
		}
	}
	t.Log(answers)
}
