package cpi

import (
	"cmp"
	"errors"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/proofs/survey/numbering"
)

var roundTrips = flag.Int("cpi.roundtrips", 100_000, "random integers to go there and back with")

// compare compares two positions by the definition, word for word and without any
// counting.
func compare(a, b *chess.Setup) int {
	rights := func(s *chess.Setup) (bits int) {
		for i := range 4 {
			c := s.Turn ^ chess.Color(i/2)
			bits *= 2
			if s.Castling.Has(1 << (2*int(c) + i%2)) {
				bits++
			}
		}
		return bits
	}
	file := func(s *chess.Setup) int {
		if s.EnPassant == chess.NoSquare {
			return -1
		}
		return s.EnPassant.File()
	}
	if c := cmp.Or(cmp.Compare(file(a), file(b)), cmp.Compare(rights(a), rights(b)), cmp.Compare(a.Turn, b.Turn)); c != 0 {
		return c
	}
	for side := range chess.Color(2) {
		for _, k := range []chess.Kind{chess.Pawn, chess.Queen, chess.Rook, chess.Bishop, chess.Knight} {
			m := chess.MakeMan(a.Turn^side, k)
			if c := cmp.Compare(a.Count(m), b.Count(m)); c != 0 {
				return c
			}
		}
	}
	for side := range chess.Color(2) {
		king := chess.MakeMan(a.Turn^side, chess.King)
		if c := cmp.Compare(a.Find(king)^56, b.Find(king)^56); c != 0 {
			return c
		}
	}
	order := func(m chess.Man) int {
		if m == chess.NoMan {
			return 100
		}
		return int(m.Color())*10 + slices.Index([]chess.Kind{chess.King, chess.Pawn, chess.Queen, chess.Rook, chess.Bishop, chess.Knight}, m.Kind())
	}
	for at := range chess.Square(64) {
		if c := cmp.Compare(order(a.Board[at^56]), order(b.Board[at^56])); c != 0 {
			return c
		}
	}
	return 0
}

// roundTrip goes to the position of an integer and back.
func roundTrip(t *testing.T, n numbering.Uint) chess.Setup {
	t.Helper()
	s, err := Unrank(n)
	expect.NoError(t, err, n)
	back, err := Rank(&s)
	if err != nil || back != n {
		t.Fatalf("%v -> %v -> %v, %v", n, s, back, err)
	}
	return s
}

// checkOrder holds positions of ascending integers against the definition.
func checkOrder(t *testing.T, before, s *chess.Setup) {
	t.Helper()
	if compare(before, s) >= 0 {
		t.Fatalf("%v has a smaller integer than %v", before, s)
	}
}

// ascending is an order of numbers.
func ascending(a, b numbering.Uint) int { return a.Big().Cmp(b.Big()) }

func TestRoundTrips(t *testing.T) {
	n := expect.Short(min(*roundTrips, 5000), *roundTrips)
	r := rand.New(rand.NewPCG(1, 2))
	numbers := make([]numbering.Uint, n)
	for i := range numbers {
		numbers[i] = below(r, Total()).Add(numbering.Of(1))
	}
	slices.SortFunc(numbers, ascending)
	var before chess.Setup
	for i, n := range numbers {
		s := roundTrip(t, n)
		if i > 0 {
			checkOrder(t, &before, &s)
		}
		before = s
	}
}

// TestBlockBounds looks at the first, the last, the middle and random positions of
// every block, and at runs of neighbours.
func TestBlockBounds(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	tables := allTables()
	var before *chess.Setup
	for i := range numBlocks {
		first, end := tables.start[i].Add(numbering.Of(1)), tables.start[i+1].Add(numbering.Of(1))
		size := end.Sub(first)
		half, _ := size.DivSmall(2)
		numbers := []numbering.Uint{first, first.Add(numbering.Of(1)), first.Add(half), end.Sub(numbering.Of(1))}
		for range 8 {
			n := first.Add(below(r, size.Sub(numbering.Of(20))))
			for k := range uint64(20) {
				numbers = append(numbers, n.Add(numbering.Of(k)))
			}
		}
		slices.SortFunc(numbers, ascending)
		for _, n := range slices.Compact(numbers) {
			s := roundTrip(t, n)
			if file, err := numbering.EnPassantFile(&s); err != nil || blockOf(&s, file) != blockAt(i) {
				t.Fatalf("%v: %v, %v is in block %+v, want %+v", n, s, err, blockOf(&s, file), blockAt(i))
			}
			if before != nil {
				checkOrder(t, before, &s)
			}
			before = &s
		}
	}
}

func TestDomain(t *testing.T) {
	t.Parallel()
	var tt struct {
		fen  string
		want numbering.Condition
	}
	for range expect.Rows(t, "testdata/domain.tsv", &tt.fen, &tt.want) {
		s := expect.Must(chess.ParseFEN(tt.fen))
		_, err := Rank(&s)
		var domain *numbering.DomainError
		switch {
		case tt.want == "" && err != nil:
			t.Errorf("%s: %v", tt.fen, err)
		case tt.want != "" && (!errors.As(err, &domain) || domain.Condition != tt.want):
			t.Errorf("%s: %v, want %s", tt.fen, err, tt.want)
		}
	}
	for _, n := range []numbering.Uint{{}, Total().Add(numbering.Of(1)), numbering.FromWords([3]uint64{0, 0, 1 << 60})} {
		var domain *numbering.DomainError
		if _, err := Unrank(n); !errors.As(err, &domain) || domain.Condition != numbering.OutOfRange {
			t.Errorf("%v: %v", n, err)
		}
	}
	// En passant without a capturer is none.
	with, without := expect.Must(chess.ParseFEN("4k3/8/8/4p3/8/8/8/4K3 w - e6 0 1")), expect.Must(chess.ParseFEN("4k3/8/8/4p3/8/8/8/4K3 w - - 3 7"))
	a, _ := Rank(&with)
	b, _ := Rank(&without)
	expect.Equal(t, a, b, "%v and %v have", with, without)
}
