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
	for _, tt := range []struct {
		name, start, game string
		blocked           string // home pawns, or pawns that are needed in their cones
		pawn              string
		said              string
	}{
		{
			// The bishop that promoted on a1 was captured there.
			"a knight in the corner", "7k/8/8/3b4/8/1N6/pPP5/6K1 b - - 0 1", "a2a1b b3a1 d5c6 b2b3", "c2", "b3",
			"taken a1; lost light b1; lost knight a8,b8,c8,d8,e8,f8,g8,h8; corner a1 from b2 again false",
		},
		{
			"a corner that is open at c2", "7k/8/8/8/8/1N6/pP6/6K1 b - - 0 1", "h8h7 b3c1 h7h8 b2b3 a2a1b g1h1 a1e5 c1d3 h8h7 d3b4 h7h8 b4c2 h8h7 c2a1", "", "b3",
			"",
		},
		{
			// The bishop gets out by b2, and then the knight promotes.
			"a knight that promoted in the corner", "7k/8/8/8/8/p7/pPP5/7K b - - 0 1", "a2a1b b2b3 a1e5 h1g1 a3a2 g1h1 a2a1n", "c2", "b3",
			"lost knight b1,c1,d1,e1,f1,g1,h1; corner a1 from b2 again true",
		},
		{
			// Another one gets out by b2, as the pawn comes from b3.
			"a bishop in the corner", "8/7k/8/8/8/1pB5/p7/6K1 b - - 0 1", "a2a1b g1h1 a1b2 c3d4 b2c1 d4a1 b3b2", "", "b2",
			"taken a1; lost dark a1,b8,d8,f8,h8",
		},
		{
			// The bishop gets out by b2, before the pawn comes from a2.
			"another pawn closes the corner", "7k/8/8/8/2n5/p7/PPP5/N1N4K b - - 0 1", "a3b2 h1g1 b2a1b c1b3 a1f6 b3a1 c4d2 g1h1 d2b3 a2b3", "c2", "b3",
			"taken a1; lost knight a8,b8,c8,d8,e8,f8,g8,h8; corner a1 from b2 again false",
		},
		{
			"a pawn that has left a pocket", "8/8/7k/8/4B3/8/PPP5/7K w - - 0 1", "a2a3 h6g5 e4d5 g5h6 d5a2 h6g5 b2b3", "c2", "b3",
			"lost light a8,c8,e8,g8; gone a2",
		},
		{
			// The bishop stood next to it at the start.
			"a pawn that leaves a pocket later", "7k/8/8/8/8/8/PPP5/1B5K w - - 0 1", "b2b3 h8g8 a2a3", "c2", "b3",
			"lost light a8,c8,e8,g8",
		},
		{
			// It promoted on h8, and was beside b4 before b2 shut it in.
			"a bishop that promoted was beside the pawn", "4k3/7P/8/p1p5/1P6/1pp5/8/7K w - - 0 1",
			"h7h8b e8d7 h8g7 d7e6 g7h6 e6d7 h6c1 d7e8 c1a3 b3b2 b4b5", "a5,c5,c3", "b2",
			"lost dark b8,d8,f8,h8",
		},
		{
			// It promotes on b1, goes to a2, and stays.
			"a bishop promoted in a pocket", "7k/8/8/4b3/8/2p5/1PP5/1R5K w - - 0 1", "b2b3 h8h7 b1b2 c3b2 h1g1 b2b1b g1h1 b1a2", "c2", "b3",
			"lost light d1,f1,h1",
		},
		{
			// It promotes on g8, and goes to b3 past c4.
			"a promoted bishop in a pocket", "8/6P1/8/7k/p7/2P5/P1P5/7K w - - 0 1", "g7g8b h5h6 g8b3 h6h5 c3c4 h5h6 a2a3", "c2,a4", "c4",
			"lost light a8,c8,e8,g8",
		},
		{
			// The bishop goes to b3 past the square of another pawn, which has left it.
			"a bishop that comes past a pawn's first square", "6B1/8/8/7k/p1P5/2P5/P1P5/7K w - - 0 1", "c4c5 h5h6 g8b3 h6h5 c3c4 h5h6 a2a3", "c2,a4", "c4",
			"lost light a8,c8,e8,g8",
		},
		{
			"a bishop captured in a pocket", "8/7k/4b3/8/8/2p5/1PP5/1RN4K w - - 0 1", "b2b3 h7h8 b1b2 c3b2 h1g1 b2b1b c1e2 b1a2 e2c1 h8h7 c1a2", "c2", "b3",
			"lost light b1",
		},
	} {
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
			pawn, err := chess.ParseSquare(tt.pawn)
			expect.NoError(t, err)
			c := p.Closing(pawn)
			if said := saidOf(p, &c); said != tt.said {
				t.Errorf("%s: %s", goal.FEN(), said)
			}
		})
	}
}

// TestLostOneByOne compares Lost with its definition, for each square of the last ranks by itself.
func TestLostOneByOne(t *testing.T) {
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
