package exact

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
)

// plain counts the games from a position by playing all of them, and those of them with a capture en passant.
func plain(s *search, p *chess.Position, plies int, passant bool) (games, captures uint64) {
	for _, m := range p.LegalMoves(nil) {
		if plies == 1 {
			if s.ends(p, m) {
				games++
				if passant || m.IsEnPassant() {
					captures++
				}
			}
			continue
		}
		undo := p.Make(m)
		n, k := plain(s, p, plies-1, passant || m.IsEnPassant())
		games, captures = games+n, captures+k
		p.Unmake(m, undo)
	}
	return games, captures
}

// TestGameCounts compares the number of games counted in sets of pairs with plain enumeration, and with less memory
// and positions than it takes.
func TestGameCounts(t *testing.T) {
	t.Parallel()
	n := 60
	if *pairs > 0 {
		n = *pairs
	}
	compared, several, passant := 0, 0, 0
	check := func(name string, start, goal *chess.Position, plies int, target Target, jobs int) {
		t.Helper()
		target.Setup = goal.Setup()
		setup := start.Setup()
		s := expect.Must(newSearch(context.Background(), &setup, &target, plies, Options{All: true, Jobs: jobs}))
		if !s.prepare(plies) {
			t.Fatalf("%s: %s\n%s\n%d plies: no game", name, start, goal, plies)
		}
		if s.states.sides[0] == nil || s.states.sides[1] == nil {
			return
		}
		if err := s.searchPairs(plies); err != nil {
			t.Fatal(err)
		}
		p := *start
		want, captures := plain(s, &p, plies, false)
		s.result.Nodes = 0
		got, err := s.gameCounts(plies)
		if err != nil || got != (number{low: want}) {
			t.Fatalf("%s: %s\n%s\n%d plies: %v games, want %d, %v", name, start, goal, plies, got, want, err)
		}
		compared++
		if want > 1 {
			several++
		}
		if captures > 0 {
			passant++
		}
		s.o.Memory = 1
		if _, err := s.gameCounts(plies); !errors.Is(err, errMemory) {
			t.Fatalf("%s: %v", name, err)
		}
	}
	segments(*seed+17, n, 4, func(name string, r *rand.Rand, game []chess.Position) {
		plies := len(game) - 1
		if name == "initial" || name == "ordinary" {
			plies = min(plies, 3)
		}
		target := Target{AnyCastling: r.IntN(2) == 0, AnyEnPassant: r.IntN(2) == 0}
		check(name, &game[0], &game[plies], plies, target, 1+r.IntN(2))
	})
	for _, tt := range passants {
		start, goal := expect.Must(chess.ParsePosition(tt.start)), expect.Must(chess.ParsePosition(tt.goal))
		for _, anyway := range []bool{false, true} {
			check("en passant", start, goal, tt.plies, Target{AnyEnPassant: anyway}, 1)
		}
	}
	t.Logf("%d compared, %d with several games, %d with captures en passant", compared, several, passant)
	if compared < 2*n || several < n || passant < 2*len(passants) {
		t.Errorf("only %d compared, %d with several games, %d with captures en passant", compared, several, passant)
	}
}

// passants are problems that are solved by captures en passant, or end with a double step.
var passants = []struct {
	start, goal string
	plies       int
}{
	// The start has the double step; another way to c3 is over b3 and by a capture of another man.
	{"4k3/8/8/8/1pP5/8/8/4K3 b - c3 0 1", "4k3/8/8/8/8/8/2p5/4K3 b - - 0 1", 4},
	{"4k3/8/8/8/1p1p4/8/2P5/4K3 w - - 0 1", "4k3/8/8/8/1p6/2p5/8/4K3 w - - 0 1", 2},
	{"4k3/8/8/8/1p1p4/8/2P5/4K3 w - - 0 1", "8/4k3/8/8/1p6/2p5/8/5K2 w - - 0 1", 6},
	{"4k3/3p4/8/2P1P3/8/8/8/4K3 b - - 0 1", "8/4k3/3P4/4P3/8/8/8/5K2 b - - 0 1", 6},
	{"4k3/3p4/8/r1P1P1K1/8/8/8/8 b - - 0 1", "4k3/8/3P4/r3P1K1/8/8/8/8 b - - 0 1", 2},
	// On the fifth rank the king is in check after the capture, which is illegal.
	{"4k3/3p4/8/r1P3K1/8/8/8/8 b - - 0 1", "4k3/8/3P4/r7/7K/8/8/8 b - - 0 1", 6},
}

// TestManyGames searches for games whose number is counted in sets of pairs, as there are too many to search
// depth first.
func TestManyGames(t *testing.T) {
	t.Parallel()
	start := expect.Must(chess.ParseFEN("n3k2n/8/8/8/8/8/8/N3K2N w - - 0 1"))
	goal := expect.Must(chess.ParseFEN("n3k2n/8/8/8/8/8/8/N3K2N w - - 0 1"))
	search := func(o With) Result {
		t.Helper()
		o.All = true
		r := expect.Must(SearchWith(context.Background(), &start, &Target{Setup: goal}, 12, o))
		return r
	}
	want := search(With{Engine: Forward})
	got := search(With{Engine: BothEnds})
	if want.Cause != nil || !got.Complete || got.Total.Cmp(want.Total) != 0 || len(got.Games) != DefaultMax {
		t.Errorf("%v games, %d of them listed, depth first %v", got.Total, len(got.Games), want.Total)
	}
	t.Log(want.Total, want.Nodes, got.Nodes)
}

// TestGameCountsInTheWay counts games in sets of pairs in which the order of a side's moves is free, but for those that
// the other side's men are in the way of, or whose squares they attack when the king castles: the pairs before and
// after such a move are of games by other moves.
func TestGameCountsInTheWay(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ start, goal string }{
		{"2b1k3/8/8/8/8/8/8/1N2K2R w K - 0 1", "2b1k3/8/8/8/8/8/8/1N3RK1 w - - 0 1"},
		{"8/6k1/1n6/8/8/8/8/R3K1N1 w - - 0 1", "R7/7k/1n6/8/8/8/8/4K1N1 w - - 0 1"},
	} {
		start, goal := expect.Must(chess.ParseFEN(tt.start)), expect.Must(chess.ParseFEN(tt.goal))
		const plies = 6
		target := &Target{Setup: goal}
		want, err := SearchWith(context.Background(), &start, target, plies, With{Options: Options{All: true}, Engine: Forward})
		if err != nil || want.Solutions < 2 {
			t.Fatal(want, err)
		}
		s, err := newSearch(context.Background(), &start, target, plies, Options{All: true})
		if err != nil || !s.prepare(plies) {
			t.Fatal("no search", err)
		}
		if err := s.searchPairs(plies); err != nil {
			t.Fatal(err)
		}
		if got, err := s.gameCounts(plies); err != nil || got.capped() != want.Solutions {
			t.Errorf("%s: %d games, want %d, %v", tt.goal, got.capped(), want.Solutions, err)
		}
	}
}
