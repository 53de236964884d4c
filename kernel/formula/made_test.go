package formula

import (
	"flag"
	"math/rand/v2"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/chess/randomgames"
	"retroproof/internal/expect"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
)

var madeGames = flag.Int("formula.made", 200, "positions with pieces that were pawns for TestMadeGamesSatisfy")

// TestMadeGamesSatisfy is TestGamesSatisfy for pieces that were pawns, some of which can only have promoted on few
// squares.
func TestMadeGamesSatisfy(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*gamesSeed, 61))
	caught, checked, few, games := caught{}, 0, 0, 0
	for checked < *madeGames {
		s, stay, near := enclosedStart(r)
		p, g := playUCI(t, s, "")
		games++
		for range 30 {
			m, ok := randomgames.CornerMove(r, p, stay, near)
			if !ok {
				break
			}
			g.make(p, m)
			goal := p.Setup()
			if len(g.events) == 0 || r.IntN(4) > 0 {
				continue
			}
			a := closingGoal(t, s, &goal)
			if a == nil || len(a.Made) == 0 {
				continue
			}
			caught.see(evaluateGame(t, a, g))
			checked++
			for _, m := range a.Made {
				if m.On.Count() < 4 {
					few++
				}
			}
		}
	}
	missed := caught.missed(t, "makers")
	if *madeGames >= 200 && missed != nil {
		t.Errorf("no game shows that these are wrong: %q", missed)
	}
	if few == 0 {
		t.Error("all pieces can have promoted anywhere")
	}
	t.Logf("%d positions of %d games, %d pieces with few squares", checked, games, few)
}

// made is the abstraction with the makers of all pieces that were pawns.
func made(t *testing.T, start, goal *chess.Setup) *facts.Abstraction {
	t.Helper()
	found := blocked(t, start, goal)
	p := expect.Must(facts.Verify(start, goal, found))
	for _, m := range rules.Made(p) {
		found = append(found, facts.Fact{By: facts.ByMakers, Squares: facts.Squares(m.Man.Bit())})
	}
	return expect.Must(facts.NewAbstraction(start, goal, found))
}

// enclosedStart returns a start with squares of a first rank that men which stay cut off from the others, and pawns of
// the other side that may promote there and elsewhere.
func enclosedStart(r *rand.Rand) (start *chess.Setup, stay, near chess.Bitboard) {
	for {
		s := chess.Setup{EnPassant: chess.NoSquare, FullmoveNumber: 1, Turn: chess.Color(r.IntN(2))}
		flip := chess.Square(r.IntN(2)*7 + r.IntN(2)*56)
		put := func(m chess.Man, squares string) {
			names := strings.Fields(squares)
			sq, _ := chess.ParseSquare(names[r.IntN(len(names))])
			if flip&56 != 0 {
				m = chess.MakeMan(m.Color().Other(), m.Kind())
			}
			if s.Board[sq^flip] == chess.NoMan {
				s.Board[sq^flip] = m
			}
		}
		put(chess.WhiteKing, "e1 h4")
		put(chess.BlackKing, "h8 g7")
		put(chess.WhitePawn, "b2")
		put(chess.WhitePawn, "d2")
		put(chess.WhitePawn, "a2 a2 a2 a3 f2")
		put(chess.WhiteBishop, "c1 c1 c1 c1 e3")
		for range 2 + r.IntN(2) {
			put(chess.BlackPawn, "c2 c3 c4 a3 b3 e2 g3")
		}
		put(chess.MakeMan(chess.White, []chess.Kind{chess.Knight, chess.Rook, chess.Queen}[r.IntN(3)]), "b1 d1 b4 d5")
		put(chess.WhiteKnight, "b1 a1 d3 f1")
		put(chess.BlackKnight, "a5 d4")
		if p, err := chess.NewPosition(s); err == nil && p.HasLegalMove() {
			return &s, flipped(0x0b04, flip), flipped(0x0f0f0f, flip) // c1, a2, b2 and d2 stay
		}
	}
}
