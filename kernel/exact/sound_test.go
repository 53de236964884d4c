package exact

import (
	"flag"
	"math"
	"math/rand/v2"
	"testing"

	"retroproof/chess"
	"retroproof/chess/randomgames"
	"retroproof/internal/expect"
)

var (
	pairs = flag.Int("pairs", 0, "pairs of positions of random games to compare with; 0 for some")
	seed  = flag.Uint64("seed", 1, "seed of random games")
)

// TestSound holds what is derived against random legal games: between any two positions
// of a game no move that was played is excluded, and no man that is said to stay has
// moved. Pairs are close to each other, where there is little room.
func TestSound(t *testing.T) {
	t.Parallel()
	for name, start := range randomgames.Starts {
		t.Run(name, func(t *testing.T) {
			n := *pairs
			if n == 0 {
				n = expect.Size(500, 2000)
			}
			r := rand.New(rand.NewPCG(uint64(len(name)), *seed))
			var game []chess.Position
			compared := 0
			visit := func(p *randomgames.Position) bool {
				if p.Ply == 0 {
					game = game[:0]
				}
				game = append(game, *p.Pos)
				back := min(len(game)-1, r.IntN(14), maxMen)
				if back > 0 {
					checkSegment(t, game[len(game)-1-back:], r, r.IntN(2) == 0)
					compared++
				}
				return compared < n && !t.Failed()
			}
			randomgames.PlayFrom(*seed, math.MaxInt, start, visit)
		})
	}
}

// checkSegment checks all that is derived on the way to the last of some positions that
// follow each other.
func checkSegment(t *testing.T, game []chess.Position, r *rand.Rand, rights bool) {
	t.Helper()
	last := &game[len(game)-1]
	e := newBound(&Target{AnyCastling: !rights}, last)
	left := tally{due: promotions(game, r)}
	for i := range len(game) - 1 {
		plies := len(game) - 1 - i
		if !e.derive(&game[i], &left, plies) {
			t.Fatalf("%s\n%s\n%d plies later, called impossible", &game[i], last, plies)
		}
		m := between(&game[i], &game[i+1])
		if !e.permits(m) {
			t.Fatalf("%s\n%s\n%d plies later, %s is not allowed", &game[i], last, plies, m)
		}
		var ok bool
		if left.due, ok = left.due.after(m); !ok {
			t.Fatalf("%s\n%s\n%d plies later, %s does not promote as it has", &game[i], last, plies, m)
		}
		for b := e.blocked; b != 0; b = b.WithoutFirst() {
			for j := i; j < len(game); j++ {
				if game[j].At(b.First()) != game[i].At(b.First()) {
					t.Fatalf("%s\n%s\n%d plies later: %s is not blocked", &game[i], last, plies, b.First())
				}
			}
		}
	}
}

// promotions returns some of the pawns of the first position that promote in a game, with
// what they become or not.
func promotions(game []chess.Position, r *rand.Rand) (d due) {
	var from [chess.NumSquares]chess.Square // by square: where a pawn has come from
	for sq := range from {
		from[sq] = chess.Square(sq)
	}
	for i := range len(game) - 1 {
		m := between(&game[i], &game[i+1])
		if game[i].At(m.From()).Kind() != chess.Pawn {
			continue
		}
		home := from[m.From()]
		from[m.To()] = home
		switch {
		case m.Promotion() == chess.NoKind:
		case r.IntN(2) == 0:
			d[m.Promotion()] |= home.Bit()
		case r.IntN(2) == 0:
			d[chess.NoKind] |= home.Bit()
		}
	}
	return d
}

// between returns the move from one position to the next.
func between(p, q *chess.Position) chess.Move {
	for _, m := range p.LegalMoves(nil) {
		next := *p
		next.Make(m)
		if next.Repeats(q) {
			return m
		}
	}
	return chess.NoMove
}

// TestDue follows a pawn that has to promote: where the bound excludes a move anyway,
// counts do not tell whether this does.
func TestDue(t *testing.T) {
	t.Parallel()
	a5, b6, b7, b8 := chess.MakeSquare(0, 4), chess.MakeSquare(1, 5), chess.MakeSquare(1, 6), chess.MakeSquare(1, 7)
	start := chess.InitialPosition()
	k := keyOf(start, 3)
	keys := map[key]bool{k: true}
	for _, promoted := range []chess.Square{a5, b8} {
		with := k.with(&tally{promoted: promoted.Bit()})
		if keys[with] {
			t.Errorf("a man on %s that has promoted has the key of others", promoted)
		}
		keys[with] = true
	}
	s := &search{target: &Target{Promoted: b8.Bit()}}
	if got := s.promotedAfter(b8.Bit(), chess.NewMove(a5, b8)); got != 0 {
		t.Errorf("a man that has promoted is captured: the other one on its square, %s, counts as promoted", got)
	}
	for _, to := range []chess.Kind{chess.NoKind, chess.Queen, chess.Knight} {
		var d due
		if k.with(&tally{due: d}) != k {
			t.Error("nothing to promote has changed a key")
		}
		d[to] = b6.Bit()
		if _, ok := d.after(chess.NewMove(a5, b6)); ok {
			t.Error("the pawn is captured")
		}
		five := due{}
		five[to] = (b6 ^ 8).Bit()
		if _, ok := five.after(chess.NewPromotion(a5, b6, chess.Pawn)); ok {
			t.Error("the pawn is captured en passant")
		}
		if other, ok := d.after(chess.NewMove(a5, b7)); !ok || other != d {
			t.Errorf("another man moves: %v, %t", other, ok)
		}
		on, ok := d.after(chess.NewMove(b6, b7))
		if !ok || on[to] != b7.Bit() || on.all() != b7.Bit() {
			t.Errorf("the pawn moves: %v, %t", on, ok)
		}
		for _, piece := range []chess.Kind{chess.Queen, chess.Rook, chess.Bishop, chess.Knight} {
			made, ok := on.after(chess.NewPromotion(b7, b8, piece))
			if want := to == chess.NoKind || to == piece; ok != want || ok && made.all() != 0 {
				t.Errorf("%s: %v, %t, want %t", piece, made, ok, want)
			}
		}
		for _, d := range []due{d, on} {
			with := k.with(&tally{due: d})
			if keys[with] || with.plies != k.plies {
				t.Errorf("%v has the key of others", d)
			}
			keys[with] = true
		}
	}
}
