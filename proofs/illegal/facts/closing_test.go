package facts_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/proofs/illegal/facts"
)

// saidOf writes what is said to follow from a closing pawn; of what is lost only what is not lost
// without the pawn.
func saidOf(p *facts.Proven, c *facts.Closing) string {
	var list []string
	add := func(name string, set chess.Bitboard) {
		if set != 0 {
			list = append(list, name+" "+strings.Join(facts.Squares(set).Names(), ","))
		}
	}
	add("taken", c.Taken)
	for k, name := range []string{"queen", "rook", "dark", "light", "knight"} {
		add("lost "+name, c.Lost[k]&^p.Lost(facts.PieceKind(k), p.Blocked))
	}
	add("gone", c.Gone)
	for _, corner := range c.Corners {
		list = append(list, fmt.Sprintf("corner %s from %s again %t", corner.Square, corner.From, corner.Again))
	}
	return strings.Join(list, "; ")
}

// TestClosingConditions has legal games that end near what is said of closing pawns: where one of the
// conditions does not hold, saying more would be untrue of the game.
func TestClosingConditions(t *testing.T) {
	t.Parallel()
	var tt struct {
		name, start, game string
		blocked           string // home pawns, or pawns that are needed in their cones
		pawn              string
		said              string
	}
	for range expect.Rows(t, "testdata/closing-conditions.tsv", &tt.name, &tt.start, &tt.game, &tt.blocked, &tt.pawn, &tt.said) {
		t.Run(tt.name, func(t *testing.T) {
			start := mustFEN(t, tt.start)
			game := play(t, start, tt.game)
			goal := game[len(game)-1]
			p := facts.New(&start, &goal)
			if tt.blocked != "" {
				var set facts.Squares
				expect.NoError(t, set.UnmarshalJSON([]byte(`["`+strings.ReplaceAll(tt.blocked, ",", `","`)+`"]`)))
				for sq := range chess.Bitboard(set).Squares() {
					by := facts.ByHomePawn
					if sq.Rank() != 1 {
						by = facts.ByCone
					}
					expect.NoError(t, p.Add(facts.Fact{By: by, Squares: facts.Squares(sq.Bit())}))
				}
			}
			pawn := expect.Must(chess.ParseSquare(tt.pawn))
			c := p.Closing(pawn)
			expect.Equal(t, saidOf(p, &c), tt.said, "%s", goal.FEN())
		})
	}
}

// TestLostOneByOne compares Lost with its definition, for each square of the last ranks by itself.
func TestLostOneByOne(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(4, 8))
	none, some, parts := 0, 0, 0
	for range 1000 {
		goal := chess.EmptySetup()
		closed := chess.Bitboard(r.Uint64() & (r.Uint64() | r.Uint64()))
		for range r.IntN(8) {
			goal.Board[r.IntN(64)] = chess.MakeMan(chess.Color(r.IntN(2)), []chess.Kind{chess.Queen, chess.Rook, chess.Bishop, chess.Knight}[r.IntN(4)])
		}
		p := facts.New(&goal, &goal)
		for k := range facts.NumPieceKinds {
			var want chess.Bitboard
			for sq := range ((chess.RankSet(0) | chess.RankSet(7)) &^ closed).Squares() {
				m := chess.MakeMan(chess.Color(1-sq.Rank()/7), []chess.Kind{chess.Queen, chess.Rook, chess.Bishop, chess.Bishop, chess.Knight}[k])
				is, _ := facts.PieceKindOf(m, sq)
				lost := is == k
				seen := map[chess.Square]bool{sq: true}
				for todo := []chess.Square{sq}; len(todo) > 0; todo = todo[1:] {
					lost = lost && goal.Board[todo[0]] != m
					for to := range (chess.Attacks(m, todo[0], closed) &^ closed).Squares() {
						if !seen[to] {
							seen[to] = true
							todo = append(todo, to)
						}
					}
				}
				if lost {
					want |= sq.Bit()
				}
			}
			switch free := (chess.RankSet(0) | chess.RankSet(7)) &^ closed; {
			case want == 0:
				none++
			case want == free:
				some++
			default:
				parts++
			}
			if got := p.Lost(facts.PieceKind(k), closed); got != want {
				t.Fatalf("%s closed on %v, kind %d: %v, not %v", goal.FEN(), facts.Squares(closed).Names(), k, facts.Squares(got).Names(), facts.Squares(want).Names())
			}
		}
	}
	if none < 30 || parts < 300 {
		t.Errorf("%d times no square, %d times all, %d times some", none, some, parts)
	}
}
