package rules

import (
	"math/rand/v2"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/proofs/illegal/facts"
)

// trackedMan is where a man of the start stands after each move of a game; NoSquare once it is captured.
type trackedMan struct {
	at  []chess.Square
	man []chess.Man
}

// trackedGame is a random game with its men.
type trackedGame struct {
	start, goal chess.Setup
	turn        []chess.Color // to move, after each move
	men         []*trackedMan
	castled     []bool // whether a move castles
}

// openStart returns a start with few men, near each other.
func openStart(r *rand.Rand) *chess.Setup {
	for {
		s := chess.EmptySetup()
		s.Turn = chess.Color(r.IntN(2))
		s.Castling = chess.WhiteKingside | chess.WhiteQueenside | chess.BlackKingside | chess.BlackQueenside
		s.Board[4], s.Board[60] = chess.WhiteKing, chess.BlackKing
		for i, path := range chess.CastlingPaths {
			if r.IntN(3) == 0 {
				s.Castling &^= 1 << i
			} else {
				s.Board[path.Home[1].Square] = path.Home[1].Man
			}
		}
		withHomes(&s)
		for _, k := range [2]chess.Square{4, 60} {
			if to := chess.Square(r.IntN(64)); r.IntN(2) == 0 && s.Board[to] == chess.NoMan {
				s.Board[to], s.Board[k] = s.Board[k], chess.NoMan
			}
		}
		withHomes(&s)
		for range 3 + r.IntN(9) {
			m := chess.MakeMan(chess.Color(r.IntN(2)), [...]chess.Kind{chess.Queen, chess.Rook, chess.Rook, chess.Bishop, chess.Bishop, chess.Knight, chess.Pawn, chess.Pawn, chess.Pawn}[r.IntN(9)])
			sq := chess.Square(r.IntN(64))
			if s.Board[sq] == chess.NoMan && (m.Kind() != chess.Pawn || sq.Rank() > 0 && sq.Rank() < 7) {
				s.Board[sq] = m
			}
		}
		if p, err := chess.NewPosition(s); err == nil && p.HasLegalMove() {
			return &s
		}
	}
}

// trackGame plays a random game.
func trackGame(r *rand.Rand, start *chess.Setup) *trackedGame {
	p, err := chess.NewPosition(*start)
	if err != nil {
		return nil
	}
	g := &trackedGame{start: *start, turn: []chess.Color{p.Turn()}}
	here := map[chess.Square]*trackedMan{}
	for sq, m := range start.Board {
		if m != chess.NoMan {
			man := &trackedMan{[]chess.Square{chess.Square(sq)}, []chess.Man{m}}
			here[chess.Square(sq)] = man
			g.men = append(g.men, man)
		}
	}
	for range 4 + r.IntN(40) {
		moves := p.LegalMoves(nil)
		if len(moves) == 0 {
			break
		}
		m := moves[r.IntN(len(moves))]
		for range 4 {
			if m.IsCastling() || m.IsEnPassant() || m.Promotion() != chess.NoKind || p.At(m.From()).Kind() == chess.King {
				break // rare otherwise
			}
			m = moves[r.IntN(len(moves))]
		}
		before := p.Setup()
		p.Make(m)
		after := p.Setup()
		man := here[m.From()]
		if p.Turn() != before.Turn && m.IsEnPassant() {
			delete(here, chess.MakeSquare(m.To().File(), m.From().Rank()))
		}
		delete(here, m.From())
		here[m.To()] = man
		g.castled = append(g.castled, m.IsCastling())
		if m.IsCastling() {
			for _, path := range chess.CastlingPaths {
				if path.KingTo == m.To() {
					here[path.RookTo] = here[path.Home[1].Square]
					delete(here, path.Home[1].Square)
				}
			}
		}
		for _, x := range g.men {
			x.at, x.man = append(x.at, chess.NoSquare), append(x.man, chess.NoMan)
		}
		for sq, x := range here {
			x.at[len(x.at)-1], x.man[len(x.man)-1] = sq, after.Board[sq]
		}
		g.turn = append(g.turn, after.Turn)
	}
	g.goal = p.Setup()
	return g
}

// TestCageFollowsGames goes back along random games: of some men of the last position, each move
// of the game must be among the steps back, up to the start, with which the last state agrees. So
// no cage is closed that a game leads to.
func TestCageFollowsGames(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(18, 11))
	most := expect.Size(1000, 400_000)
	kinds := map[string]int{}
	for try := range most {
		start := openStart(r)
		if try%4 == 0 {
			start = crowdedStart(r)
		}
		g := trackGame(r, start)
		if g == nil || facts.SameSetup(start, &g.goal) {
			continue
		}
		f := reachFinder{finder: newFinder(start, &g.goal), checked: true}
		if no := f.solve(); no != nil {
			t.Fatalf("%s to %s: %s", start.FEN(), g.goal.FEN(), no.Detail)
		}
		var men chess.Bitboard
		for sq := range (f.occupiedGoal() &^ f.Blocked).Squares() {
			if king := g.goal.Board[sq].Kind() == chess.King; (king || r.IntN(3) > 0) && men.Count() < mostCaged {
				men |= sq.Bit()
			}
		}
		if men == 0 {
			continue
		}
		zone := men | chess.Bitboard(r.Uint64()|r.Uint64())
		if r.IntN(3) > 0 {
			zone = ^chess.NoSquares
		}
		c, err := newCage(f.Proven, men, zone)
		if err != nil {
			t.Fatal(err)
		}
		g.goBack(t, c, zone, kinds)
	}
	t.Log(kinds)
	for _, kind := range []string{"castling", "promotion", "king", "slider", "pawn", "start"} {
		if kinds[kind] < 20 {
			t.Errorf("%s: %d steps", kind, kinds[kind])
		}
	}
}

// goBack looks for each move of the game among the steps back. States that differ in the
// numbers of captures and in which sides have other men are followed together.
func (g *trackedGame) goBack(t *testing.T, c *cage, zone chess.Bitboard, kinds map[string]int) {
	last := len(g.turn) - 1
	of := make([]*trackedMan, len(c.Men))
	for i := range c.Men {
		for _, m := range g.men {
			if m.at[last] == c.Goal.At[i] {
				of[i] = m
			}
		}
	}
	ignored := make([]bool, len(c.Men))
	states := []cageState{c.Goal}
	for n := last - 1; n >= 0; n-- {
		want := cageState{Turn: g.turn[n]}
		for i := range want.At {
			want.At[i] = chess.NoSquare
		}
		copy(want.At[len(c.Men):], c.Goal.At[len(c.Men):])
		kind := "other"
		for i, m := range of {
			if ignored[i] = ignored[i] || !zone.Has(m.at[n]); ignored[i] {
				continue
			}
			want.At[i] = m.at[n]
			if m.man[n].Kind() == chess.Pawn {
				want.Pawns |= 1 << i
			}
			if m.at[n] != m.at[n+1] {
				switch k := m.man[n].Kind(); {
				case k != m.man[n+1].Kind():
					kind = "promotion"
				case g.castled[n]:
					kind = "castling"
				case k == chess.King:
					kind = "king"
				case k == chess.Pawn:
					kind = "pawn"
				case k != chess.Knight:
					kind = "slider"
				}
			}
		}
		seen := map[cageState]bool{}
		var next []cageState
		for i := range states {
			for _, step := range c.Before(nil, &states[i]) {
				plain := step.Before
				plain.Captures, plain.Others = want.Captures, want.Others
				if plain == want && !seen[step.Before] {
					seen[step.Before] = true
					next = append(next, step.Before)
				}
			}
		}
		if len(next) == 0 {
			t.Fatalf("from %s to %s, men %v: move %d, %s, to %+v is not found", g.start.FEN(), g.goal.FEN(), c.Men, n+1, kind, want)
		}
		kinds[kind]++
		states = next
	}
	for i := range states {
		if c.AtStart(&states[i]) {
			kinds["start"]++
			return
		}
	}
	t.Fatalf("from %s to %s, men %v: the start does not agree", g.start.FEN(), g.goal.FEN(), c.Men)
}
