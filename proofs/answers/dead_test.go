package answers_test

import (
	"math/rand/v2"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
)

// isDead reports whether games may not go on from a position, by the premise that they end with dead positions.
func isDead(s *chess.Setup) bool {
	p := premise{Dead: true}
	return !p.Allows(s, s, s)
}

// TestDead: positions that are dead, and such as are not, or are not recognised.
func TestDead(t *testing.T) {
	t.Parallel()
	var tt struct {
		name, fen string
		dead      bool
	}
	for range expect.Rows(t, "testdata/dead.tsv", &tt.name, &tt.fen, &tt.dead) {
		expect.Equal(t, isDead(setup(t, tt.fen)), tt.dead, "%s: dead", tt.name)
	}
}

// TestDeadHasNoMate: no mate follows what is recognised. Of all positions with the kings and one man that never mates
// none is mate, nor are those with bishops of one colour that are drawn at random; and no mate is found by all moves, of
// another package, from other positions that are recognised.
func TestDeadHasNoMate(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 2))
	draw := func(men ...chess.Man) (*chess.Position, bool) {
		s := chess.Setup{Turn: chess.Color(r.IntN(2)), EnPassant: chess.NoSquare}
		for _, m := range men {
			s.Board[r.IntN(chess.NumSquares)] = m
		}
		p, err := chess.NewPosition(s)
		return p, err == nil
	}
	kings := []chess.Man{chess.WhiteKing, chess.BlackKing}
	counted := 0
	for range 20_000 {
		men := append(kings, [2]chess.Man{chess.WhiteKnight, chess.WhiteBishop}[r.IntN(2)])
		if p, ok := draw(men...); ok {
			if s := p.Setup(); !isDead(&s) || p.IsCheckmate() {
				t.Fatalf("%s: mate, or not dead", p)
			}
			counted++
		}
	}
	others := []chess.Man{chess.WhiteQueen, chess.WhiteRook, chess.WhitePawn, chess.BlackPawn, chess.BlackBishop, chess.BlackQueen}
	forced := 0
	for range 20_000 {
		n := r.IntN(len(others) - 1)
		p, ok := draw(append(kings, others[n], others[n+1])...)
		if !ok || p.CountMoves() > 1 {
			continue
		}
		if s := p.Setup(); isDead(&s) {
			forced++
			expect.Equal(t, findMate(*p), "", "a mate from the dead position %s", p)
		}
	}
	if counted < 5_000 || forced < 10 {
		t.Errorf("%d positions with few men, and %d with one move or none", counted, forced)
	}
}

// lacksMen reports whether a position has at most three men, of which none can mate alone, nor promotes.
func lacksMen(p *chess.Position) bool {
	for sq := range p.Occupied().Squares() {
		switch p.At(sq).Kind() {
		case chess.Queen, chess.Rook, chess.Pawn:
			return false
		}
	}
	return p.Occupied().Count() <= 3
}

// findMate looks for mate in all positions that follow one, but for those that lack men.
func findMate(p chess.Position) string {
	seen := map[uint64]bool{p.Key(): true}
	for todo := []chess.Position{p}; len(todo) > 0; {
		q := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if q.IsCheckmate() {
			return q.FEN()
		}
		for _, m := range q.LegalMoves(nil) {
			next := q
			next.Make(m)
			if key := next.Key(); !seen[key] && !lacksMen(&next) {
				seen[key] = true
				todo = append(todo, next)
			}
		}
	}
	return ""
}

// TestDeadEndsGames: a game may lead to a dead position, and not through one.
func TestDeadEndsGames(t *testing.T) {
	t.Parallel()
	alive, kings := setup(t, "k7/8/8/8/8/8/1q6/2K5 w - - 0 1"), setup(t, "k7/8/8/8/8/8/1K6/8 b - - 0 1")
	p := premise{Dead: true}
	if !p.Ends(alive, kings) || !p.Allows(alive, alive, kings) {
		t.Error("a game does not end with a dead position")
	}
	if after := setup(t, "1k6/8/8/8/8/8/1K6/8 w - - 0 1"); p.Allows(alive, kings, after) {
		t.Error("a game goes on from a dead position")
	}
}
