package exact_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/kernel/exact"
)

// raising plays all games of a length and tells on which squares men stand at the end that have promoted.
func raising(p *chess.Position, plies int, up chess.Bitboard, visit func(*chess.Position, chess.Bitboard)) {
	if plies == 0 {
		visit(p, up)
		return
	}
	for _, m := range p.LegalMoves(nil) {
		next := up &^ (m.From().Bit() | m.To().Bit())
		if up.Has(m.From()) || m.Promotion() != chess.NoKind {
			next |= m.To().Bit()
		}
		undo := p.Make(m)
		raising(p, plies-1, next, visit)
		p.Unmake(m, undo)
	}
}

// goal is a position as targets with unknown rights tell positions apart.
type goal struct {
	board [chess.NumSquares]chess.Man
	turn  chess.Color
}

// TestPromoted holds all engines against plain enumeration, with conditions on men of the goal
// that some games fulfil and others do not.
func TestPromoted(t *testing.T) {
	t.Parallel()
	n := expect.Size(8, 300)
	telling, r := 0, rand.New(rand.NewPCG(3, 20))
	for seen := 0; seen < n && !t.Failed(); {
		// The promoted piece and the one that was there can change places.
		setup := chess.EmptySetup()
		setup.Board[8*6+r.IntN(8)] = chess.WhitePawn
		kinds := []chess.Kind{chess.Queen, chess.Rook, chess.Knight}
		for _, m := range []chess.Man{chess.WhiteKing, chess.BlackKing, chess.MakeMan(chess.White, kinds[r.IntN(3)])} {
			setup.Board[r.IntN(chess.NumSquares)] = m
		}
		p, err := chess.NewPosition(setup)
		if err != nil || p.Occupied().Count() < 4 || p.CountMoves() > 22 {
			continue
		}
		seen++
		telling += comparePromoted(t, r, p, 5)
	}
	t.Log(telling, "conditions exclude some games, and not all")
	if telling < n/2 {
		t.Errorf("only %d conditions exclude some games", telling)
	}
}

// comparePromoted compares for some positions that are reached, and returns how many conditions
// excluded some of the games, and not all.
func comparePromoted(t *testing.T, r *rand.Rand, start *chess.Position, plies int) (telling int) {
	t.Helper()
	games := map[goal]map[chess.Bitboard]uint64{}
	var order []goal
	q := *start
	raising(&q, plies, 0, func(p *chess.Position, up chess.Bitboard) {
		g := goal{p.Setup().Board, p.Turn()}
		if games[g] == nil {
			games[g] = map[chess.Bitboard]uint64{}
			order = append(order, g)
		}
		games[g][up]++
	})
	setup := start.Setup()
	tried := 0
	for _, g := range order {
		// Positions that are reached with several sets of promoted men tell most.
		if len(games[g]) < 2 && r.IntN(500) != 0 || tried >= 20 {
			continue
		}
		tried++
		var could chess.Bitboard
		for up := range games[g] {
			could |= up
		}
		condition := could & chess.Bitboard(r.Uint64()|r.Uint64()|r.Uint64())
		want, all := uint64(0), uint64(0)
		for up, n := range games[g] {
			all += n
			if condition&^up == 0 {
				want += n
			}
		}
		if 0 < want && want < all {
			telling++
		}
		target := exact.Target{Setup: chess.EmptySetup(), AnyCastling: true, AnyEnPassant: true, Promoted: condition}
		target.Setup.Board, target.Setup.Turn = g.board, g.turn
		for _, engine := range engines {
			result, err := exact.SearchWith(context.Background(), &setup, &target, plies, exact.With{Options: exact.Options{All: true, Max: 3}, Engine: engine})
			if err != nil || !result.Complete || result.Solutions != want || uint64(len(result.Games)) != min(want, 3) {
				t.Fatalf("%s\n%s\n%d plies, engine %d, promoted %v: %d games, %d listed, want %d, %v", start, target.Setup, plies, engine, condition, result.Solutions, len(result.Games), want, err)
			}
		}
	}
	return telling
}

// TestPromotedErrors refuses men that cannot have promoted.
func TestPromotedErrors(t *testing.T) {
	t.Parallel()
	start := chess.InitialSetup()
	for _, name := range []string{"e1", "a2", "e4"} {
		sq, err := chess.ParseSquare(name)
		if err != nil {
			t.Fatal(err)
		}
		_, err = exact.Search(context.Background(), &start, &exact.Target{Setup: start, Promoted: sq.Bit()}, 4, exact.Options{})
		if !errors.Is(err, exact.ErrCondition) {
			t.Errorf("%s: %v, want ErrCondition", name, err)
		}
	}
}

// TestPromotedCounts counts games in which one of two knights has promoted after as many are listed as are wanted:
// the sets of positions of the engines count those of the other knight, too.
func TestPromotedCounts(t *testing.T) {
	t.Parallel()
	start, err1 := chess.ParseFEN("7k/P7/8/3N4/8/8/8/4K3 w - - 0 1")
	goal, err2 := chess.ParseFEN("6k1/2N5/1N6/8/8/8/8/4K3 w - - 0 1")
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	count := func(promoted chess.Bitboard, engine exact.Engine) uint64 {
		t.Helper()
		r, err := exact.SearchWith(context.Background(), &start, &exact.Target{Setup: goal, Promoted: promoted}, 6, exact.With{Options: exact.Options{All: true, Max: 1}, Engine: engine})
		if err != nil || !r.Complete {
			t.Fatal(r, err)
		}
		return r.Solutions
	}
	b6, c7 := chess.MakeSquare(1, 5).Bit(), chess.MakeSquare(2, 6).Bit()
	for _, engine := range engines {
		all, on, off := count(0, engine), count(b6, engine), count(c7, engine)
		if on == 0 || off == 0 || on+off != all || all != count(0, exact.Forward) || on != count(b6, exact.Forward) {
			t.Errorf("engine %d: %d games, %d and %d by which knight has promoted", engine, all, on, off)
		}
	}
}
