package games

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/chess/notation"
)

// randomGame plays random moves, and returns them with the position at the end.
func randomGame(r *rand.Rand) (san []string, end *chess.Position) {
	p := chess.InitialPosition()
	for plies := 1 + r.IntN(120); len(san) < plies && p.HasLegalMove(); {
		list := p.LegalMoves(nil)
		m := list[r.IntN(len(list))]
		san = append(san, notation.SAN(p, m))
		p.Make(m)
	}
	return san, p
}

// leads reports whether moves lead to a goal, by package chess.
func leads(san []string, goal *chess.Position) bool {
	g := notation.Game{Moves: san}
	_, end, err := g.Play()
	return err == nil && end.Repeats(goal) && (goal.EnPassant() == chess.NoSquare || goal.EnPassant() == end.EnPassant())
}

// TestRandomGames: random games are verified in all formats. With one move
// changed, taken out, or put in, they are refused, unless package chess says that
// they lead to the same position all the same.
func TestRandomGames(t *testing.T) {
	most := 150
	if testing.Short() {
		most = 20
	}
	r := rand.New(rand.NewPCG(4, 4))
	var list, objects, pgn bytes.Buffer
	refused := 0
	for range most {
		san, end := randomGame(r)
		goal := end.FEN()
		fmt.Fprintf(&list, "%s legal: proof: %s\n", goal, strings.Join(san, " "))
		fmt.Fprintf(&objects, "{\"fen\":%q,\"verdict\":\"legal\",\"plies\":%d,\"game\":%q}\n", goal, len(san), strings.Join(san, " "))
		g := notation.Game{Tags: []notation.Tag{{Name: "GoalFEN", Value: goal}}, Moves: san}
		if _, err := g.WriteTo(&pgn); err != nil {
			t.Fatal(err)
		}
		for range 5 {
			bad := tampered(r, san)
			_, err := Check(context.Background(), strings.NewReader(goal+" legal: proof: "+strings.Join(bad, " ")), "f", Options{})
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
	for name, file := range map[string]*bytes.Buffer{"list": &list, "objects": &objects, "PGN": &pgn} {
		report, err := Check(context.Background(), file, name, Options{})
		if err != nil || report.Games != int64(most) {
			t.Errorf("%+v, %v", report, err)
		}
	}
}

// tampered makes one mistake in a game: another legal move, one more, or one less.
func tampered(r *rand.Rand, san []string) []string {
	i := r.IntN(len(san))
	switch r.IntN(4) {
	case 0:
		return slices.Delete(slices.Clone(san), i, i+1)
	case 1:
		return slices.Insert(slices.Clone(san), i, san[r.IntN(len(san))])
	}
	g := notation.Game{Moves: san[:i]}
	_, p, err := g.Play()
	if err != nil {
		panic(err) // it has been played
	}
	list := p.LegalMoves(nil)
	bad := slices.Clone(san)
	for range 20 {
		if bad[i] = notation.SAN(p, list[r.IntN(len(list))]); bad[i] != san[i] {
			break
		}
	}
	return bad
}
