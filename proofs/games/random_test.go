package games

import (
	"bytes"
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/chess/notation"
)

// randomGame plays random moves, and returns them with the position at the end.
func randomGame(r *rand.Rand) (moves []string, end *chess.Position) {
	p := chess.InitialPosition()
	for plies := 1 + r.IntN(120); len(moves) < plies && p.HasLegalMove(); {
		list := p.LegalMoves(nil)
		m := list[r.IntN(len(list))]
		moves = append(moves, m.UCI())
		p.Make(m)
	}
	return moves, p
}

// play plays moves by package chess; ok is false if one is not legal.
func play(moves []string) (p *chess.Position, ok bool) {
	p = chess.InitialPosition()
	for _, text := range moves {
		m, err := notation.ParseUCI(p, text)
		if err != nil {
			return nil, false
		}
		p.Make(m)
	}
	return p, true
}

// leads reports whether moves lead to a goal, by package chess.
func leads(moves []string, goal *chess.Position) bool {
	end, ok := play(moves)
	return ok && end.Repeats(goal) && (goal.EnPassant() == chess.NoSquare || goal.EnPassant() == end.EnPassant())
}

// TestRandomGames: random games are verified. With one move changed, taken out, or put in, they are refused, unless
// package chess says that they lead to the same position all the same.
func TestRandomGames(t *testing.T) {
	t.Parallel()
	most := 150
	if testing.Short() {
		most = 20
	}
	r := rand.New(rand.NewPCG(4, 4))
	var list bytes.Buffer
	refused := 0
	for range most {
		moves, end := randomGame(r)
		goal := end.FEN()
		list.WriteString(lineOf(goal, strings.Join(moves, " ")))
		for range 5 {
			bad := tampered(r, moves)
			_, err := Check(context.Background(), strings.NewReader(lineOf(goal, strings.Join(bad, " "))), "f", Options{})
			switch {
			case err == nil && !leads(bad, end):
				t.Fatalf("%v is said to lead to %s", bad, goal)
			case err != nil:
				refused++
			}
		}
	}
	if refused < 4*most {
		t.Errorf("only %d of %d games with a mistake were refused", refused, 5*most)
	}
	report, err := Check(context.Background(), &list, "list", Options{})
	if err != nil || report.Games != int64(most) {
		t.Errorf("%+v, %v", report, err)
	}
}

// tampered makes one mistake in a game: another legal move, one more, or one less.
func tampered(r *rand.Rand, moves []string) []string {
	i := r.IntN(len(moves))
	switch r.IntN(4) {
	case 0:
		return slices.Delete(slices.Clone(moves), i, i+1)
	case 1:
		return slices.Insert(slices.Clone(moves), i, moves[r.IntN(len(moves))])
	}
	p, _ := play(moves[:i])
	list := p.LegalMoves(nil)
	bad := slices.Clone(moves)
	for range 20 {
		if bad[i] = list[r.IntN(len(list))].UCI(); bad[i] != moves[i] {
			break
		}
	}
	return bad
}
