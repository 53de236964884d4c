package rules

import (
	"flag"
	"math/rand/v2"
	"testing"

	"retroproof/chess"
	"retroproof/chess/randomgames"
	"retroproof/internal/expect"
	"retroproof/proofs/illegal/facts"
)

var (
	crowdedPlies = flag.Int("crowded-plies", expect.Size(2000, 6_000), "plies of games for TestCrowdedHomeRanks")
	crowdedSeed  = flag.Uint64("crowded-seed", 5, "seed of these games")
)

// TestCrowdedHomeRanks plays games in which pawns mostly stay at home, so that men that
// cannot lose a tempo, men that were captured at home, and men that cannot pass each other
// are common. No position may be refuted by parity or by a cage; with the other side to
// move parity does refute many.
func TestCrowdedHomeRanks(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*crowdedSeed, 17))
	start := chess.InitialSetup()
	refuted := map[string]int{}
	for plies := 0; plies < *crowdedPlies; {
		p := chess.InitialPosition()
		crowded := randomgames.NewCrowded(r)
		for range 10 + r.IntN(60) {
			m, ok := crowded.Move(r, p)
			if !ok {
				break
			}
			p.Make(m)
			plies++
			goal := p.Setup()
			if r.IntN(3) == 0 {
				if q := withoutRights(p, r); q == nil {
					continue
				} else {
					goal = q.Setup()
				}
			}
			if facts.SameSetup(&start, &goal) {
				continue
			}
			b := CageBudget{States: 600, EachTry: 300, MostMen: 8}
			if no := Reach(&start, &goal); no != nil {
				t.Fatalf("%s: %s", goal.FEN(), no.Detail)
			}
			if no, _, _ := Cage(&start, &goal, b); no != nil {
				t.Fatalf("%s: %s", goal.FEN(), no.Detail)
			}
			if p.Checkers() != 0 {
				continue
			}
			goal.Turn, goal.EnPassant = goal.Turn.Other(), chess.NoSquare
			if _, err := chess.NewPosition(goal); err != nil {
				continue
			}
			if no := Reach(&start, &goal); no != nil {
				refuted[string(no.Reason)]++
			} else if no, _, _ := Cage(&start, &goal, b); no != nil {
				refuted[string(no.Reason)+" by search"]++
				if err := facts.Check(&start, &goal, no.Argument); err != nil {
					t.Fatalf("%s: %v", goal.FEN(), err)
				}
			}
		}
	}
	t.Logf("with the other side to move: %v", refuted)
	if refuted["MoveParity"] == 0 || refuted["MoveParity by search"] == 0 {
		t.Error("parity refutes nothing")
	}
}

// withoutRights plays on until a right is lost, or nil.
func withoutRights(p *chess.Position, r *rand.Rand) *chess.Position {
	q := *p
	rights := q.Castling()
	for range 12 {
		moves := q.LegalMoves(nil)
		if len(moves) == 0 {
			return nil
		}
		for range 6 {
			m := moves[r.IntN(len(moves))]
			if k := q.At(m.From()).Kind(); k == chess.Rook || k == chess.King || k == chess.Knight {
				q.Make(m)
				break
			}
		}
		if q.Castling() != rights {
			return &q
		}
	}
	return nil
}
