package board

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"retroproof/internal/expect"
)

// A rook on a1 attacks up to the first man that it meets.
func Example() {
	s := InitialSetup()
	fmt.Println(s.FEN())
	fmt.Print(RookAttacks(A1, MakeSquare(0, 3).Bit()|MakeSquare(2, 0).Bit()))
	// Output:
	// rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
	// ........
	// ........
	// ........
	// ........
	// x.......
	// x.......
	// x.......
	// .xx.....
}

// attacks is what a man attacks, by its definition: whether it goes so many files and ranks, and whether a square
// between is occupied.
func attacks(m Man, from, to Square, occupied Bitboard) bool {
	files, ranks := to.File()-from.File(), to.Rank()-from.Rank()
	long, short := max(files, -files, ranks, -ranks), min(max(files, -files), max(ranks, -ranks))
	if long == 0 {
		return false
	}
	switch m.Kind() {
	case King:
		return long == 1
	case Knight:
		return long == 2 && short == 1
	case Pawn:
		return files*files == 1 && ranks == map[Color]int{White: 1, Black: -1}[m.Color()]
	case Rook, Bishop, Queen:
		straight, diagonal := short == 0, short == long
		if !(straight && m.Kind() != Bishop) && !(diagonal && m.Kind() != Rook) {
			return false
		}
		for k := 1; k < long; k++ {
			if occupied.Has(MakeSquare(from.File()+files*k/long, from.Rank()+ranks*k/long)) {
				return false
			}
		}
		return true
	}
	return false
}

func TestAttacks(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		occupied := Bitboard(r.Uint64() & r.Uint64())
		for from := range Square(NumSquares) {
			for m := range Man(NumMen) {
				got := Attacks(m, from, occupied)
				for to := range Square(NumSquares) {
					if got.Has(to) != attacks(m, from, to, occupied) {
						t.Fatalf("%s from %s to %s past\n%s", m, from, to, occupied)
					}
				}
			}
		}
	}
}

func TestBetween(t *testing.T) {
	t.Parallel()
	for from := range Square(NumSquares) {
		for to := range Square(NumSquares) {
			var want Bitboard
			for sq := range Square(NumSquares) {
				if attacks(WhiteQueen, from, to, 0) && attacks(WhiteQueen, from, sq, to.Bit()) && attacks(WhiteQueen, sq, to, from.Bit()) &&
					!attacks(WhiteQueen, from, to, sq.Bit()) {
					want |= sq.Bit()
				}
			}
			if got := Between(from, to); got != want {
				t.Fatalf("between %s and %s\n%s, want\n%s", from, to, got, want)
			}
		}
	}
}

// TestAttackers: men of a side, wherever they stand.
func TestAttackers(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(2, 2))
	for range 300 {
		s := EmptySetup()
		var occupied Bitboard
		for range 1 + r.IntN(20) {
			sq := Square(r.IntN(NumSquares))
			s.Board[sq] = MakeMan(Color(r.IntN(2)), Kind(1+r.IntN(6)))
			occupied |= sq.Bit()
		}
		for at := range Square(NumSquares) {
			for _, c := range []Color{White, Black} {
				var want Bitboard
				for sq, m := range s.Board {
					if m != NoMan && m.Color() == c && attacks(m, Square(sq), at, occupied) {
						want |= Square(sq).Bit()
					}
				}
				if got := s.Attackers(at, c); got != want {
					t.Fatalf("%s: attackers of %s, %s\n%s", &s, at, c, got)
				}
			}
		}
	}
}

// TestSets compares sets with maps.
func TestSets(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 3))
	for range 1000 {
		b, in := NoSquares, map[Square]bool{}
		for range r.IntN(6) {
			sq := Square(r.IntN(NumSquares))
			b |= sq.Bit()
			in[sq] = true
		}
		first, n := NoSquare, 0
		for sq := range Square(NumSquares) {
			if b.Has(sq) != in[sq] {
				t.Fatalf("%s: %s", b, sq)
			}
			if in[sq] {
				first, n = min(first, sq), n+1
			}
		}
		last := Square(0)
		for sq := range b.Squares() {
			if !in[sq] || sq < last {
				t.Fatalf("%s: %s is listed after %s", b, sq, last)
			}
			last = sq
		}
		if b.First() != first || b.Count() != n || b.Several() != (n > 1) || n > 0 && b.WithoutFirst() != b&^first.Bit() {
			t.Fatalf("%s: first %s, %d squares", b, b.First(), b.Count())
		}
	}
	for s := range Square(NumSquares) {
		for other := range Square(NumSquares) {
			if FileSet(s.File()).Has(other) != (s.File() == other.File()) || RankSet(s.Rank()).Has(other) != (s.Rank() == other.Rank()) {
				t.Fatalf("file and rank of %s: %s", s, other)
			}
		}
		if DarkSquares.Has(s) != s.Dark() || LightSquares.Has(s) == s.Dark() {
			t.Fatal(s)
		}
	}
}

// TestRights: where kings and rooks stand and go, and the squares of rights.
func TestRights(t *testing.T) {
	t.Parallel()
	want := map[Castling][4]string{
		WhiteKingside: {"e1", "h1", "g1", "f1"}, WhiteQueenside: {"e1", "a1", "c1", "d1"},
		BlackKingside: {"e8", "h8", "g8", "f8"}, BlackQueenside: {"e8", "a8", "c8", "d8"},
	}
	for i, path := range CastlingPaths {
		right := Castling(1 << i)
		if got := [4]string{path.Home[0].Square.String(), path.Home[1].Square.String(), path.KingTo.String(), path.RookTo.String()}; got != want[right] {
			t.Errorf("%s: %v", right, got)
		}
		if path.Empty != Between(path.Home[0].Square, path.Home[1].Square) || right.Homes() != path.Home[0].Square.Bit()|path.Home[1].Square.Bit() {
			t.Errorf("%s: empty\n%shomes\n%s", right, path.Empty, right.Homes())
		}
		if path.Home[0].Man.Kind() != King || path.Home[1].Man.Kind() != Rook || path.Home[0].Man.Color() != path.Home[1].Man.Color() ||
			(path.Home[0].Man.Color() == White) != (path.Home[0].Square.Rank() == 0) {
			t.Errorf("%s: %v", right, path.Home)
		}
	}
	for c := range AllCastling + 1 {
		var homes Bitboard
		for i := range CastlingPaths {
			if c.Has(1 << i) {
				homes |= Castling(1 << i).Homes()
			}
		}
		expect.Equal(t, c.Homes(), homes, "%s: homes", c)
	}
	for _, c := range []Color{White, Black} {
		for rank := range 8 {
			if got := c.RelativeRank(rank); (c == White) != (got == rank) || c == Black && got != 7-rank {
				t.Errorf("%s: rank %d is %d", c, rank, got)
			}
		}
	}
	if White.Forward() != 8 || Black.Forward() != -8 || White.Other() != Black || Black.Other() != White {
		t.Error("colours")
	}
}
