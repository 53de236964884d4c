package exact_test

import (
	"context"
	"errors"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"retroproof/chess"
	"retroproof/chess/randomgames"
	"retroproof/kernel/exact"
)

// became are the pawns of a start that have promoted in a game, by their squares.
type became [chess.NumSquares]chess.Kind

// promoting plays all games of a length and tells what has promoted in each of them.
func promoting(p *chess.Position, plies int, from [chess.NumSquares]chess.Square, b became, visit func(*chess.Position, became)) {
	if plies == 0 {
		visit(p, b)
		return
	}
	for _, m := range p.LegalMoves(nil) {
		from, b := from, b
		if p.At(m.From()).Kind() == chess.Pawn {
			from[m.To()] = from[m.From()]
			b[from[m.From()]] = m.Promotion()
		}
		undo := p.Make(m)
		promoting(p, plies-1, from, b, visit)
		p.Unmake(m, undo)
	}
}

// goal is a position as targets with unknown rights tell positions apart.
type goal struct {
	board [chess.NumSquares]chess.Man
	turn  chess.Color
}

// comparePromotions holds both engines against plain enumeration, with conditions on
// promotions that some games to a position fulfil, or none, and returns how many searches
// there were in which the condition excluded some of the games, and not all.
func comparePromotions(t *testing.T, r *rand.Rand, start *chess.Position, plies, most int) (telling int) {
	t.Helper()
	games := map[goal]map[became]uint64{}
	var order []goal
	var home [chess.NumSquares]chess.Square
	for sq := range home {
		home[sq] = chess.Square(sq)
	}
	q := *start
	promoting(&q, plies, home, became{}, func(p *chess.Position, b became) {
		g := goal{p.Setup().Board, p.Turn()}
		if games[g] == nil {
			games[g] = map[became]uint64{}
			order = append(order, g)
		}
		games[g][b]++
	})
	setup := start.Setup()
	pawns := slices.Collect(start.Kind(chess.Pawn).Squares())
	if len(pawns) == 0 {
		return 0
	}
	// Positions that are reached with and without promotions tell most.
	slices.SortStableFunc(order, func(a, b goal) int { return len(games[b]) - len(games[a]) })
	for i, g := range order {
		if i >= most {
			break
		}
		ways := slices.SortedFunc(maps.Keys(games[g]), func(a, b became) int { return slices.Compare(a[:], b[:]) })
		conditions := [][]exact.Promotion{{{Square: pawns[r.IntN(len(pawns))]}}}
		for range 3 {
			way := ways[r.IntN(len(ways))]
			var c []exact.Promotion
			for _, sq := range pawns {
				if kind := way[sq]; kind != chess.NoKind {
					if r.IntN(2) == 0 {
						kind = chess.NoKind
					}
					c = append(c, exact.Promotion{Square: sq, To: kind})
				}
			}
			conditions = append(conditions, c)
		}
		target := exact.Target{Setup: chess.EmptySetup(), AnyCastling: true, AnyEnPassant: true}
		target.Setup.Board, target.Setup.Turn = g.board, g.turn
		for _, c := range conditions {
			target.Promote = c
			want, all := uint64(0), uint64(0)
			for b, n := range games[g] {
				all += n
				if !slices.ContainsFunc(c, func(p exact.Promotion) bool {
					return b[p.Square] == chess.NoKind || p.To != chess.NoKind && b[p.Square] != p.To
				}) {
					want += n
				}
			}
			if want > 0 && want < all {
				telling++
			}
			for _, engine := range engines {
				result, err := exact.Search(context.Background(), &setup, &target, plies, exact.Options{All: true, Max: 3, Engine: engine})
				if err != nil || !result.Complete || result.Solutions != want || uint64(len(result.Games)) != min(want, 3) {
					t.Fatalf("%s\n%s\n%d plies, engine %d, promotions %v: %d games, %d listed, want %d, %v", start, target.Setup, plies, engine, c, result.Solutions, len(result.Games), want, err)
				}
				for _, game := range result.Games {
					checkGame(t, &setup, &target.Setup, game, true)
				}
			}
		}
	}
	return telling
}

// TestPromote compares from positions of random games where pawns are about to promote.
func TestPromote(t *testing.T) {
	n := 15
	if long {
		n = 600
	}
	r := rand.New(rand.NewPCG(3, 20))
	telling := 0
	for name, start := range map[string]func(*rand.Rand) *chess.Setup{"small": randomgames.AnySmallStart, "pawns": randomgames.PawnsStart, "remains": randomgames.RemainsStart} {
		seen := 0
		randomgames.PlayFrom(3, math.MaxInt, start, func(p *randomgames.Position) bool {
			near := p.Pos.Men(chess.WhitePawn)&chess.RankSet(6) | p.Pos.Men(chess.BlackPawn)&chess.RankSet(1)
			if near != 0 && r.IntN(7) == 0 {
				plies, nodes := 0, 1
				for nodes < 20000 && plies < 5 {
					plies++
					nodes = 1
					q := *p.Pos
					for range plies + 1 {
						moves := q.LegalMoves(nil)
						if nodes *= len(moves); nodes == 0 {
							break
						}
						q.Make(moves[r.IntN(len(moves))])
					}
				}
				q := *p.Pos
				telling += comparePromotions(t, r, &q, plies, 20)
				seen++
			}
			return seen < n && !t.Failed()
		})
		t.Log(name, seen)
	}
	t.Log(telling, "searches in which a condition excludes some games, and not all")
	if telling == 0 {
		t.Error("no condition told games apart")
	}
}

// TestPromoteCases has what random games hardly have; the counts are those of all games
// that fulfil the condition.
func TestPromoteCases(t *testing.T) {
	for name, c := range map[string]struct {
		start, goal string
		plies       int
		promote     exact.Promotion
	}{
		"captured by a pawn that promotes": {"k7/7p/6P1/8/8/8/8/K7 w - - 0 1", "7Q/k7/8/8/8/8/8/K7 b - - 0 1", 3, exact.Promotion{Square: chess.MakeSquare(7, 6)}},
		"no plies":                         {"k7/8/8/8/8/8/P7/K7 w - - 0 1", "k7/8/8/8/8/8/P7/K7 w - - 0 1", 0, exact.Promotion{Square: chess.MakeSquare(0, 1)}},
		// The pawns come to a8=Q and b7 in two ways, and go on alike.
		"either of two pawns": {"r7/1n6/PP1k4/8/8/8/8/7K w - - 0 1", "QN6/8/3k4/8/8/8/8/7K b - - 0 1", 7, exact.Promotion{Square: chess.MakeSquare(1, 5), To: chess.Queen}},
		"the other of them":   {"r7/1n6/PP1k4/8/8/8/8/7K w - - 0 1", "QN6/8/3k4/8/8/8/8/7K b - - 0 1", 7, exact.Promotion{Square: chess.MakeSquare(0, 5), To: chess.Queen}},
	} {
		start, err1 := chess.ParseFEN(c.start)
		to, err2 := chess.ParseFEN(c.goal)
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		target := exact.Target{Setup: to}
		all, err := exact.Search(context.Background(), &start, &target, c.plies, exact.Options{All: true, Max: 1 << 20})
		if err != nil || !all.Complete || all.Solutions != uint64(len(all.Games)) || len(all.Games) == 0 {
			t.Fatal(name, all.Solutions, err)
		}
		want := uint64(0)
		for _, game := range all.Games {
			at, kind := c.promote.Square, chess.NoKind // where the pawn stands, until it is captured
			for _, m := range game {
				switch {
				case m.From() == at:
					at, kind = m.To(), max(kind, m.Promotion())
				case m.To() == at:
					at = chess.NoSquare
				}
			}
			if kind != chess.NoKind && (c.promote.To == chess.NoKind || c.promote.To == kind) {
				want++
			}
		}
		t.Logf("%s: %d of %d games", name, want, all.Solutions)
		target.Promote = []exact.Promotion{c.promote}
		for _, engine := range engines {
			r, err := exact.Search(context.Background(), &start, &target, c.plies, exact.Options{All: true, Max: 1, Engine: engine})
			if err != nil || !r.Complete || r.Solutions != want {
				t.Errorf("%s, engine %d: %d games, want %d, %v", name, engine, r.Solutions, want, err)
			}
		}
	}
}

// TestPromoteErrors refuses conditions that mean nothing.
func TestPromoteErrors(t *testing.T) {
	start := chess.InitialSetup()
	for _, c := range [][]exact.Promotion{
		{{Square: chess.A1}},
		{{Square: chess.MakeSquare(4, 3)}},
		{{Square: chess.MakeSquare(0, 1), To: chess.King}},
		{{Square: chess.MakeSquare(0, 1), To: chess.Pawn}},
		{{Square: chess.MakeSquare(0, 1)}, {Square: chess.MakeSquare(0, 1), To: chess.Queen}},
	} {
		_, err := exact.Search(context.Background(), &start, &exact.Target{Setup: start, Promote: c}, 4, exact.Options{})
		if !errors.Is(err, exact.ErrCondition) {
			t.Errorf("%v: %v", c, err)
		}
	}
}
