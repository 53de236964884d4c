package facts_test

import (
	"fmt"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/proofs/illegal/facts"
)

// TestJamConditions has legal games that end near a jam: where one of the conditions does not hold,
// saying that there is one, or who became its piece, would be untrue of the game.
func TestJamConditions(t *testing.T) {
	t.Parallel()
	var tt struct {
		name, start, game string
		blocked           string // facts
		man               string
		want              string // "" if there is no jam
	}
	for range expect.Rows(t, "testdata/jam-conditions.tsv", &tt.name, &tt.start, &tt.game, &tt.blocked, &tt.man, &tt.want) {
		t.Run(tt.name, func(t *testing.T) {
			start := mustFEN(t, tt.start)
			game := play(t, start, tt.game)
			goal := game[len(game)-1]
			p := expect.Must(facts.Verify(&start, &goal, parseFacts(t, tt.blocked)))
			man := expect.Must(chess.ParseSquare(tt.man))
			said := ""
			if err := p.Add(facts.Fact{By: facts.ByJam, Squares: facts.Squares(man.Bit())}); err == nil {
				a := p.Abstraction()
				var makers chess.Bitboard
				for _, m := range a.Made {
					makers = m.Makers
				}
				said = fmt.Sprintf("pawns %s makers %s", strings.Join(facts.Squares(a.Jams[0].Pawns).Names(), ","), strings.Join(facts.Squares(makers).Names(), ","))
			}
			expect.Equal(t, said, tt.want, "%s", goal.FEN())
		})
	}
}

// TestMade: which pieces were pawns for certain, and where these can have promoted.
func TestMade(t *testing.T) {
	t.Parallel()
	var tt struct{ name, start, goal, blocked, man, want string }
	for range expect.Rows(t, "testdata/made.tsv", &tt.name, &tt.start, &tt.goal, &tt.blocked, &tt.man, &tt.want) {
		t.Run(tt.name, func(t *testing.T) {
			start, goal := mustFEN(t, tt.start), mustFEN(t, tt.goal)
			p := expect.Must(facts.Verify(&start, &goal, parseFacts(t, tt.blocked)))
			man := expect.Must(chess.ParseSquare(tt.man))
			expect.NoError(t, p.Add(facts.Fact{By: facts.ByMakers, Squares: facts.Squares(man.Bit())}))
			said := ""
			for _, m := range p.Abstraction().Made {
				said += fmt.Sprintf("%s %v from %s on %s", m.Man, m.Kind, strings.Join(facts.Squares(m.Makers).Names(), ","), strings.Join(facts.Squares(m.On).Names(), ","))
			}
			expect.Equal(t, said, tt.want, "%s", tt.goal)
		})
	}
}
