package certify

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"math/rand/v2"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/kernel"
	"retroproof/proofs/illegal/facts"
)

var mutatedPositions = flag.Int("mutated-positions", expect.Size(60, 200), "positions near those of games, to be certified if they are illegal")

// mutate changes a diagram a little: no game leads to most of the results.
func mutate(r *rand.Rand, s *chess.Setup) {
	for range 1 + r.IntN(2) {
		a, b := chess.Square(r.IntN(64)), chess.Square(r.IntN(64))
		switch r.IntN(6) {
		case 0:
			s.Turn = s.Turn.Other()
			s.EnPassant = chess.NoSquare
		case 1, 2: // a man stands elsewhere
			if s.Board[a].Kind() != chess.King && s.Board[b] == chess.NoMan {
				s.Board[a], s.Board[b] = s.Board[b], s.Board[a]
			}
		case 3: // two men change places
			if s.Board[a] != chess.NoMan && s.Board[b] != chess.NoMan {
				s.Board[a], s.Board[b] = s.Board[b], s.Board[a]
			}
		case 4: // a pawn more, or fewer
			if s.Board[a].Kind() == chess.Pawn {
				s.Board[a] = chess.NoMan
			} else if s.Board[a] == chess.NoMan && a.Rank() > 0 && a.Rank() < 7 {
				s.Board[a] = chess.MakeMan(chess.Color(r.IntN(2)), chess.Pawn)
			}
		case 5: // another piece
			if k := s.Board[a].Kind(); k != chess.NoKind && k != chess.King {
				s.Board[a] = chess.MakeMan(s.Board[a].Color(), []chess.Kind{chess.Queen, chess.Rook, chess.Bishop, chess.Knight}[r.IntN(4)])
			}
		}
	}
}

// TestMutated: positions near those of random games, from the initial position and
// from others, have certificates if they are found illegal.
func TestMutated(t *testing.T) {
	positions := expect.Short(*mutatedPositions/8, *mutatedPositions)
	const seed = 66
	r := rand.New(rand.NewPCG(seed, seed))
	reasons := map[facts.Reason]int{}
	without := 0
	for done := 0; done < positions; {
		p := chess.InitialPosition()
		var passed []chess.Setup
		for range 4 + r.IntN(80) {
			moves := p.LegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			passed = append(passed, p.Setup())
			p.Make(moves[r.IntN(len(moves))])
		}
		start, goal := passed[0], p.Setup()
		if r.IntN(2) == 0 {
			start = passed[max(0, len(passed)-1-r.IntN(20))]
		}
		mutate(r, &goal)
		d, err := kernel.Decide(context.Background(), &goal, kernel.DecideOptions{Start: &start, KernelNodes: 2000, LastMoveKernelNodes: 500, LastMovePositions: 60, Time: -1})
		expect.NoError(t, err)
		if d.Verdict != kernel.Illegal {
			continue
		}
		done++
		c := New(Options{Start: &start, Conflicts: 20_000})
		one, err := c.Certify(context.Background(), &d)
		if errors.Is(err, ErrBudget) {
			without++
			continue
		}
		if err != nil {
			t.Errorf("from %s: %v", start, err)
			continue
		}
		var out bytes.Buffer
		expect.NoError(t, c.Write(&out, one))
		check(t, out.Bytes())
		reasons[d.Reason]++
	}
	t.Logf("%d positions, %d proofs too long: %v", positions, without, reasons)
}
