package urposition

import (
	"errors"
	"flag"
	"math/big"
	"math/rand/v2"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/proofs/survey/numbering"
)

var roundTrips = flag.Int("urposition.roundtrips", 100_000, "random ranks of each ranking to go there and back with")

func number(text string) numbering.Uint {
	b, _ := new(big.Int).SetString(text, 10)
	n, _ := numbering.FromBig(b)
	return n
}

// TestVectors compares with ranks and FENs of the original.
func TestVectors(t *testing.T) {
	t.Parallel()
	var rank, fen string
	for range expect.Rows(t, "testdata/vectors.tsv", &rank, &fen) {
		n := number(rank)
		u, err := Published.Unrank(n)
		if err != nil || u.FEN() != fen {
			t.Errorf("%s: %s, %v, want %s", rank, u.FEN(), err, fen)
			continue
		}
		s := expect.Must(chess.ParseFEN(fen))
		back, m, err := Published.Rank(&s, s.HalfmoveClock)
		if err != nil || back != n || m != s.FullmoveNumber {
			t.Errorf("%s: %v, %d, %v, want %s", fen, back, m, err, rank)
		}
	}
}

// TestMultiplicity compares with those of published samples.
func TestMultiplicity(t *testing.T) {
	t.Parallel()
	var fen string
	var want int
	for range expect.Rows(t, "testdata/multiplicities.tsv", &fen, &want) {
		s := expect.Must(chess.ParseFEN(fen))
		if m, err := Multiplicity(&s); err != nil || m != want {
			t.Errorf("%s: %d, %v, want %d", fen, m, err, want)
		}
	}
}

// below returns a random number below n.
func below(r *rand.Rand, n numbering.Uint) numbering.Uint {
	for {
		a := numbering.FromWords([3]uint64{r.Uint64(), r.Uint64(), r.Uint64()}).Low(n.BitLen())
		if a.Less(n) {
			return a
		}
	}
}

// roundTrip goes to the urposition of a rank and back.
func roundTrip(t *testing.T, r *Ranking, n numbering.Uint) Urposition {
	t.Helper()
	u, err := r.Unrank(n)
	expect.NoError(t, err, n)
	back, m, err := r.Rank(&u.Setup, u.Index)
	if err != nil || back != n || m != u.Multiplicity || u.Index < 0 || u.Index >= m {
		t.Fatalf("%v -> %s -> %v, %d, %v", n, u.FEN(), back, m, err)
	}
	return u
}

func rankings(t *testing.T, test func(t *testing.T, r *Ranking)) {
	t.Run("published", func(t *testing.T) { test(t, Published) })
	t.Run("repaired", func(t *testing.T) { test(t, Repaired) })
}

func TestRoundTrips(t *testing.T) {
	n := expect.Short(min(*roundTrips, 5000), *roundTrips)
	rankings(t, func(t *testing.T, r *Ranking) {
		random := rand.New(rand.NewPCG(1, 2))
		for range n {
			roundTrip(t, r, below(random, r.Count()))
		}
	})
}

// TestBlocks looks at the first, the last, neighbouring and random urpositions of
// every block.
func TestBlocks(t *testing.T) {
	t.Parallel()
	rankings(t, func(t *testing.T, r *Ranking) {
		random := rand.New(rand.NewPCG(3, 4))
		tables := r.tables()
		for i := range tables.blocks {
			first, end := tables.start[i], tables.start[i+1]
			size := end.Sub(first)
			half, _ := size.DivSmall(2)
			last := end.Sub(numbering.Of(1))
			numbers := []numbering.Uint{first, first.Add(numbering.Of(1)), first.Add(half), last}
			for range 100 {
				numbers = append(numbers, first.Add(below(random, size)))
			}
			for _, n := range numbers {
				u := roundTrip(t, r, n)
				f, err := find(&u.Setup)
				if err != nil || f.turn*numCases+f.number != i {
					t.Fatalf("%v: %s is in another block than %d", n, u.FEN(), i)
				}
			}
		}
	})
}

// TestFirst lists the urpositions with bare kings: those of the squares of White's
// king, and for each those of Black's.
func TestFirst(t *testing.T) {
	t.Parallel()
	rankings(t, func(t *testing.T, r *Ranking) {
		seen := map[[2]chess.Square]bool{}
		for n := range uint64(64 * 63) {
			u := roundTrip(t, r, numbering.Of(n))
			kings := [2]chess.Square{u.Setup.Find(chess.WhiteKing), u.Setup.Find(chess.BlackKing)}
			if u.Setup.CountMen() != 2 || u.Setup.Turn != chess.White || u.Multiplicity != 1 || seen[kings] {
				t.Fatalf("%d is %s", n, u.FEN())
			}
			seen[kings] = true
		}
		if u := roundTrip(t, r, numbering.Of(64*63)); u.Setup.CountMen() != 3 {
			t.Errorf("%d is %s", 64*63, u.FEN())
		}
	})
}

// TestIndices wants a rank of its own for every index of a position, up to the
// multiplicity.
func TestIndices(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(5, 6))
	tables := Repaired.tables()
	several, withEnPassant := 0, 0
	for i := range 20_000 {
		n := below(random, Repaired.Count())
		if i%2 == 0 {
			odd := 1 + 2*random.IntN(numCases)
			n = tables.start[odd].Add(below(random, tables.blocks[odd].size()))
		}
		u, err := Repaired.Unrank(n)
		expect.NoError(t, err)
		if u.Multiplicity > 1 {
			several++
			if u.Setup.EnPassant != chess.NoSquare {
				withEnPassant++
			}
		}
		seen := map[numbering.Uint]bool{}
		for index := range u.Multiplicity {
			rank, _, err := Repaired.Rank(&u.Setup, index)
			if err != nil || seen[rank] || (rank == n) != (index == u.Index) {
				t.Fatalf("%s: index %d has rank %v, %v", u.FEN(), index, rank, err)
			}
			seen[rank] = true
			back, err := Repaired.Unrank(rank)
			if err != nil || back.Setup != u.Setup || back.Index != index {
				t.Fatalf("%s: index %d, rank %v: %s", u.FEN(), index, rank, back.FEN())
			}
		}
	}
	if several < 1000 || withEnPassant < 500 {
		t.Errorf("only %d positions with several urpositions, %d with en passant", several, withEnPassant)
	}
}

// TestDefects shows what the published ranking misses, and the repaired one has.
func TestDefects(t *testing.T) {
	t.Parallel()
	s := expect.Must(chess.ParseFEN("rnbqkbnr/1p2pppp/p7/2Pp4/3p4/8/PP1PPPPP/RNBQKB1R w KQkq d6 0 1"))
	m, err := Multiplicity(&s)
	expect.NoError(t, err)
	published := 0
	for index := range m {
		var domain *numbering.DomainError
		if _, _, err := Published.Rank(&s, index); err == nil {
			published++
		} else if !errors.As(err, &domain) || domain.Condition != numbering.NoUrposition {
			t.Errorf("index %d: %v", index, err)
		}
		n, _, err := Repaired.Rank(&s, index)
		expect.NoError(t, err)
		if u := roundTrip(t, Repaired, n); u.Setup != s || u.Index != index {
			t.Errorf("index %d: %s", index, u.FEN())
		}
	}
	expect.Equal(t, published, 0, "of")
}

func TestDomain(t *testing.T) {
	t.Parallel()
	var tt struct {
		fen   string
		index int
		want  numbering.Condition
	}
	for range expect.Rows(t, "testdata/domain.tsv", &tt.fen, &tt.index, &tt.want) {
		s := expect.Must(chess.ParseFEN(tt.fen))
		_, _, err := Repaired.Rank(&s, tt.index)
		var domain *numbering.DomainError
		if !errors.As(err, &domain) || domain.Condition != tt.want {
			t.Errorf("%s: %v, want %s", tt.fen, err, tt.want)
		}
	}
	for _, r := range []*Ranking{Published, Repaired} {
		var domain *numbering.DomainError
		if _, err := r.Unrank(r.Count()); !errors.As(err, &domain) || domain.Condition != numbering.OutOfRange {
			t.Error(err)
		}
	}
}
