package exact_test

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"retroproof/chess"
	"retroproof/chess/randomgames"
	"retroproof/internal/expect"
	"retroproof/kernel/exact"
)

// long asks for the tests that take minutes.
var long = os.Getenv("RETROPROOF_LONG") != ""

// counted are the positions that all games of a length lead to, in the order in which
// they are found first, with the numbers of games.
type counted struct {
	index map[chess.Setup]int
	pos   []chess.Setup
	games []uint64
}

// tree plays all games of a length.
func tree(p *chess.Position, plies int, visit func(*chess.Position)) {
	if plies == 0 {
		visit(p)
		return
	}
	for _, m := range p.LegalMoves(nil) {
		undo := p.Make(m)
		tree(p, plies-1, visit)
		p.Unmake(m, undo)
	}
}

// count counts the games to each position; clocks do not tell positions apart, and an
// en passant square does if it can be captured on.
func count(p *chess.Position, plies int) *counted {
	c := &counted{index: map[chess.Setup]int{}}
	tree(p, plies, func(q *chess.Position) {
		s := q.Setup()
		s.HalfmoveClock, s.FullmoveNumber, s.EnPassant = 0, 1, q.CapturableEnPassant()
		i, ok := c.index[s]
		if !ok {
			i = len(c.pos)
			c.index[s] = i
			c.pos, c.games = append(c.pos, s), append(c.games, 0)
		}
		c.games[i]++
	})
	return c
}

// compare holds all engines against plain enumeration for every step-th position.
func compare(t *testing.T, start *chess.Position, plies, step int, both bool) {
	t.Helper()
	c := count(start, plies)
	setup := start.Setup()
	alike := map[[chess.NumSquares]chess.Man]uint64{} // games to positions with the same men
	for i := range c.pos {
		alike[c.pos[i].Board] += c.games[i]
	}
	for i := 0; i < len(c.pos); i += step {
		for _, o := range []exact.With{{Engine: exact.Forward}, {}, {Options: exact.Options{Jobs: 2}, Engine: exact.BothEnds}} {
			o.All, o.Max = true, 3
			if o.Engine == exact.BothEnds && (!both || !long && i/step%2 != 0) {
				continue // in short tests for every other position
			}
			for _, any := range []bool{false, true} {
				want := c.games[i]
				if any {
					want = alike[c.pos[i].Board]
				}
				r, err := exact.SearchWith(context.Background(), &setup, &exact.Target{Setup: c.pos[i], AnyCastling: any, AnyEnPassant: any}, plies, o)
				if err != nil || !r.Complete || r.Solutions != want || uint64(len(r.Games)) != min(want, 3) {
					t.Fatalf("%s\n%s\n%d plies, any %t, engine %d: %d games, %d listed, want %d, %v", start, c.pos[i], plies, any, o.Engine, r.Solutions, len(r.Games), want, err)
				}
				for _, game := range r.Games {
					checkGame(t, &setup, &c.pos[i], game, any)
				}
			}
		}
	}
}

// checkGame plays a game.
func checkGame(t *testing.T, start, goal *chess.Setup, game []chess.Move, any bool) {
	t.Helper()
	p := expect.Must(chess.NewPosition(*start))
	for _, m := range game {
		if !slices.Contains(p.LegalMoves(nil), m) {
			t.Fatalf("%s: %s is illegal", p, m)
		}
		p.Make(m)
	}
	s := p.Setup()
	if s.Board != goal.Board || !any && s.Castling != goal.Castling {
		t.Fatalf("a game leads to %s, want %s", s, goal)
	}
}

// TestCounts compares with all games from the initial position: of 4 plies a sample, of 5
// plies all of them in the long tests.
func TestCounts(t *testing.T) {
	t.Parallel()
	for plies := 1; plies <= 4; plies++ {
		step := []int{1, 1, 5, 41, 701}[plies]
		if long {
			step = 1
		}
		compare(t, chess.InitialPosition(), plies, step, plies < 4 || !long)
	}
	if long {
		compare(t, chess.InitialPosition(), 5, 1, false)
	}
}

// TestCountsElsewhere compares from positions of random games, and from small ones, where
// promotions, captures en passant and castling are frequent.
func TestCountsElsewhere(t *testing.T) {
	t.Parallel()
	n := expect.Size(7, 2000)
	r := rand.New(rand.NewPCG(1, 20))
	for name, start := range map[string]func(*rand.Rand) *chess.Setup{"ordinary": randomgames.OrdinaryStart, "tricky": randomgames.TrickyStart, "small": randomgames.AnySmallStart} {
		seen := 0
		visit := func(p *randomgames.Position) bool {
			if r.IntN(23) == 0 {
				plies, games := 2, 1
				for k := 3; k <= 5; k++ {
					games = 1
					q := *p.Pos
					for range k {
						moves := q.LegalMoves(nil)
						games *= len(moves)
						if len(moves) == 0 {
							break
						}
						q.Make(moves[r.IntN(len(moves))])
					}
					if games < 20000 && games > 0 {
						plies = k
					}
				}
				q := *p.Pos
				compare(t, &q, plies, 97, true)
				seen++
			}
			return seen < n && !t.Failed()
		}
		randomgames.PlayFrom(2, math.MaxInt, start, visit)
		t.Log(name, seen)
	}
}

// TestLargeNumbers counts games by positions, ply after ply, with numbers that have no limit.
func TestLargeNumbers(t *testing.T) {
	t.Parallel()
	const plies = 30
	p := expect.Must(chess.ParsePosition("4k3/8/8/8/8/8/8/4K3 w - - 0 1"))
	start := p.Setup()
	kings := func(p *chess.Position) [2]chess.Bitboard {
		return [2]chess.Bitboard{p.Side(chess.White), p.Side(chess.Black)}
	}
	type state struct {
		pos   chess.Position
		games *big.Int
	}
	layer := map[[2]chess.Bitboard]*state{}
	layer[kings(p)] = &state{*p, big.NewInt(1)}
	for range plies {
		next := map[[2]chess.Bitboard]*state{}
		for _, s := range layer {
			for _, m := range s.pos.LegalMoves(nil) {
				q := s.pos
				q.Make(m)
				k := kings(&q)
				if next[k] == nil {
					next[k] = &state{q, new(big.Int)}
				}
				next[k].games.Add(next[k].games, s.games)
			}
		}
		layer = next
	}
	want := layer[kings(p)].games
	if want.BitLen() <= 64 {
		t.Fatalf("only %s games", want)
	}
	for _, engine := range []exact.Engine{exact.AnyEngine, exact.BothEnds} {
		r, err := exact.SearchWith(context.Background(), &start, &exact.Target{Setup: start}, plies, exact.With{Options: exact.Options{All: true}, Engine: engine})
		if err != nil || !r.Complete || r.Total.Cmp(want) != 0 || r.Solutions != exact.MostSolutions {
			t.Errorf("engine %d: %s games, %d, complete %t, want %s, %v", engine, r.Total, r.Solutions, r.Complete, want, err)
		}
	}
}
