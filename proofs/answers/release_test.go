package answers_test

import (
	"math/rand/v2"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/proofs/answers"
	"retroproof/proofs/illegal/facts"
)

// TestReleaseAgainstGames compares how soon men leave their zone with games from starts where men
// stand closely, can castle, capture in passing or are about to promote.
func TestReleaseAgainstGames(t *testing.T) {
	t.Parallel()
	starts := []string{
		"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
		"r3k2r/p6p/8/8/8/8/P6P/R3K2R b KQkq - 0 1",
		"1n2k1n1/P1P3P1/8/8/8/8/1p3p1p/2N1K1N1 w - - 0 1",
		"4k3/p1p1p1p1/8/1P1P1P1P/1p1p1p1p/8/P1P1P1P1/4K3 w - - 0 1",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"bknr4/ppqp4/2p5/8/8/5P2/4PQPP/4RNKB w - - 0 1",
		"4k3/PPP5/8/8/8/8/5ppp/3K4 w - - 0 1",
		"4k2r/5ppp/8/8/8/8/PPP5/R3K3 w Qk - 0 1",
	}
	random := rand.New(rand.NewPCG(1, 2))
	compared, later, never := 0, 0, 0
	for n := range 4000 {
		start := *setup(t, starts[n%len(starts)])
		p := expect.Must(chess.NewPosition(start))
		games := []chess.Setup{start}
		var moves []chess.Move
		var homes [1 + 12][chess.NumSquares]int // where men began, counted from 1; 0 for none
		for sq, m := range start.Board {
			if m != chess.NoMan {
				homes[0][sq] = 1 + sq
			}
		}
		for ply := range random.IntN(12) {
			legal := p.LegalMoves(nil)
			if len(legal) == 0 {
				break
			}
			m := legal[random.IntN(len(legal))]
			now := homes[ply]
			now[m.To()], now[m.From()] = now[m.From()], 0
			if m.IsEnPassant() {
				now[chess.MakeSquare(m.To().File(), m.From().Rank())] = 0
			}
			for _, path := range chess.CastlingPaths {
				if m.IsCastling() && path.KingTo == m.To() {
					now[path.RookTo], now[path.Home[1].Square] = now[path.Home[1].Square], 0
				}
			}
			homes[ply+1] = now
			p.Make(m)
			moves = append(moves, m)
			games = append(games, p.Setup())
		}
		last := len(moves)
		goal := games[last]
		proven := facts.New(&start, &goal)
		var all []chess.Square
		for sq, m := range start.Board {
			if bit := facts.Squares(chess.Square(sq).Bit()); m != chess.NoMan && random.IntN(3) > 0 {
				for _, by := range []facts.FactRule{facts.ByHomePawn, facts.ByOnlySource} {
					if proven.Add(facts.Fact{By: by, Squares: bit}) == nil {
						break
					}
				}
			}
		}
		for sq, m := range goal.Board {
			if m != chess.NoMan && !proven.Blocked.Has(chess.Square(sq)) {
				all = append(all, chess.Square(sq))
			}
		}
		for range 4 {
			var men chess.Bitboard
			for range 1 + random.IntN(5) {
				if len(all) > 0 {
					men |= all[random.IntN(len(all))].Bit()
				}
			}
			zone := answers.ReleaseZone(men)
			r, err := answers.ReleaseOf(proven, men)
			if err != nil {
				continue
			}
			compared++
			if r.Plies > 1 {
				later++
			}
			if r.Plies == 0 {
				never++
				if !r.Started {
					t.Fatalf("%s to %s by %v: no game is said to lead there, for the men on %v", start.FEN(), goal.FEN(), moves, facts.Squares(men).Names())
				}
			}
			ours := map[int]bool{}
			for sq := range men.Squares() {
				ours[homes[last][sq]] = true
			}
			for back := 1; back <= last && (r.Plies == 0 || back < r.Plies); back++ {
				for sq, home := range homes[last-back] {
					if home != 0 && ours[home] && !zone.Has(chess.Square(sq)) {
						t.Fatalf("%s to %s by %v: of the men on %v one was on %s %d plies back, and it is said of none that it was loose less than %d back", start.FEN(), goal.FEN(), moves, facts.Squares(men).Names(), chess.Square(sq), back, r.Plies)
					}
				}
			}
		}
	}
	if compared < 8000 || later < 1000 || never < 10 {
		t.Errorf("%d compared, of which %d were loose later than a ply back, and %d never", compared, later, never)
	}
}

// queens returns a position with queens that go everywhere, as many of them as may be released, and that pawns stay.
func queens(t *testing.T) (start *chess.Setup, men chess.Bitboard, home facts.Fact) {
	start = setup(t, "4k3/pppppppp/1Q1Q1Q1q/q2q2q1/1Q1Q1Q1q/q2q2q1/PPPPPPPP/4K3 w - - 0 1")
	for sq, m := range start.Board {
		if m.Kind() == chess.Queen && men.Count() < answers.MostReleased {
			men |= chess.Square(sq).Bit()
		}
	}
	return start, men, facts.Fact{By: facts.ByHomePawn, Squares: facts.Squares(chess.RankSet(1) | chess.RankSet(6))}
}

// TestReleaseStates: where the limit of states ends the search, men are not said to be loose, nor never.
func TestReleaseStates(t *testing.T) {
	t.Parallel()
	start, men, home := queens(t)
	proven, err := facts.Verify(start, start, []facts.Fact{home})
	expect.NoError(t, err)
	r, err := answers.ReleaseOf(proven, men)
	expect.NoError(t, err)
	if !r.Open || r.States != answers.MostReleaseStates {
		t.Fatalf("%+v", r)
	}
	// The same layers, and each state by itself.
	goal := proven.Whole()
	goal.Forget(^men)
	seen, layer := map[facts.Partial]bool{goal: true}, []facts.Partial{goal}
	plies := 0
	for ; len(seen) <= answers.MostReleaseStates; plies++ {
		var next []facts.Partial
		for i := range layer {
			for _, b := range proven.Before(nil, &layer[i]) {
				if !seen[b] {
					seen[b] = true
					next = append(next, b)
				}
			}
		}
		layer = next
	}
	expect.Equal(t, r.Plies, plies, "plies")
}
