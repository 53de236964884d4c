package table

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
)

// sparse returns a set of about 16 squares.
func sparse(r *rand.Rand) uint64 {
	a, b := r.Uint64(), r.Uint64()
	return a & b
}

func TestSymmetries(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 1))
	for op := range Symmetry(numSymmetries) {
		for range 1000 {
			b := sparse(r)
			var want uint64
			for sq := range chess.Bitboard(b).Squares() {
				want |= 1 << symSquare[op][sq]
			}
			if got := op.Bits(b); got != want {
				t.Fatalf("symmetry %d of %016x is %016x, want %016x", op, b, got, want)
			}
			if symInverse[op].Bits(want) != b {
				t.Fatalf("symmetry %d is not undone by %d", op, symInverse[op])
			}
			// view.at and pawn mirroring rely on this.
			if (op^MirrorRanks).Bits(b) != op.Bits(MirrorRanks.Bits(b)) || (op^Transpose).Bits(b) != Transpose.Bits(op.Bits(b)) && op&Transpose == 0 {
				t.Fatalf("symmetry %d does not compose", op)
			}
		}
	}
}

func TestPairings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		p                  *pairing
		pairs, symmetric   int
		legal, wantedSteps int // placements of kings not adjacent; steps of both kings
	}{
		{pawnlessPairs(), 462, 21, 3612, 0},
		{pawnPairs(), 1806, 0, 3612, 0},
	} {
		expect.Equal(t, len(c.p.kings), c.pairs, "pairs")
		symmetric := 0
		for _, s := range c.p.symmetric {
			if s {
				symmetric++
			}
		}
		expect.Equal(t, symmetric, c.symmetric, "symmetric pairs")
		legal := 0
		for i, q := range c.p.at {
			if q.index < 0 {
				continue
			}
			legal++
			w, b := symSquare[q.op][i>>6], symSquare[q.op][i&63]
			if c.p.kings[q.index] != [2]uint8{w, b} {
				t.Fatalf("kings %d %d: pair %d is %v, symmetry %d leads to %d %d", i>>6, i&63, q.index, c.p.kings[q.index], q.op, w, b)
			}
		}
		expect.Equal(t, legal, c.legal, "placements of kings")
	}
}

// Every cell of a legal position is found from the position, up to the orders
// of identical men and the images of symmetric pairs, which have one value.
func TestIndexFindsCells(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"KQvK", "KPvK", "KQQvK", "KRvKN", "KPPvK", "KPvKP", "KRPvKP", "KBBvKP", "KRRvKR", "KNNvKNN", "KPPPvKP", "KBBvKNN", "KNNNNvK", "KQQQvKR"} {
		m, err := ParseMaterial(name)
		expect.NoError(t, err)
		l := ScanLayout(m)
		if l.Words > math.MaxInt/64 {
			continue // on 32-bit machines cells have no numbers; files are refused
		}
		r := rand.New(rand.NewPCG(2, 2))
		seen := map[int][]uint64{}
		for range 20000 {
			var b Board
			l.Place(&b, r.IntN(l.Words))
			if b.clash {
				continue
			}
			inner := uint8(r.IntN(64))
			if b.Occupied>>inner&1 != 0 || l.Inner.Kind == chess.Pawn && (inner < 8 || inner > 55) {
				continue
			}
			var set Men
			for i := range l.Outer {
				set[l.Outer[i].Color][l.Outer[i].Kind] |= 1 << b.Sq[i]
			}
			set[l.Inner.Color][l.Inner.Kind] |= 1 << inner
			// Any symmetry of the material must lead to the same cell.
			first := -1
			for op := range Symmetry(numSymmetries) {
				if m.Pawns() && op > MirrorFiles {
					break
				}
				turned := set
				for c := range turned {
					for k := range turned[c] {
						turned[c][k] = op.Bits(turned[c][k])
					}
				}
				cell, ok := l.index([2]uint8{symSquare[op][b.King[0]], symSquare[op][b.King[1]]}, &turned)
				if !ok {
					t.Fatalf("%s: kings of word %d are said to be adjacent", name, b.Word)
				}
				if first < 0 {
					first = cell
				}
				if cell != first {
					t.Fatalf("%s: word %d, square %d: cell %d, after symmetry %d cell %d", name, b.Word, inner, first, op, cell)
				}
			}
			// And it is a cell of this very position.
			var q Board
			l.Place(&q, first>>6)
			if bits.OnesCount64(q.Occupied) != bits.OnesCount64(b.Occupied) {
				t.Fatalf("%s: cell %d has men on one square", name, first)
			}
			seen[first] = append(seen[first], uint64(b.Word)<<6|uint64(inner))
		}
		for cell, cells := range seen {
			distinct := map[uint64]bool{}
			for _, c := range cells {
				distinct[c] = true
			}
			if len(distinct) > 2*l.Ways {
				t.Fatalf("%s: cell %d is found for %d different cells", name, cell, len(distinct))
			}
		}
	}
}

// Six men are designed for: every cell has a place in 33 bits.
func TestSixMen(t *testing.T) {
	t.Parallel()
	m, _ := ParseMaterial("KQRvKBN")
	if l := LayoutOf(m); l.Words != 462<<18 || bits.Len(uint(l.Cells())) > 33 {
		t.Errorf("%s: %d words", m, l.Words)
	}
}

// Two identical outer men share a digit in tables of six men, and every pair of their
// squares has one number.
func TestShared(t *testing.T) {
	t.Parallel()
	var c struct {
		name        string
		perPair     int
		ways, mated int // orders with cells of their own; outer men who share a digit
	}
	for range expect.Rows(t, "testdata/shared.tsv", &c.name, &c.perPair, &c.ways, &c.mated) {
		l := ScanLayout(mustMaterial(c.name))
		if l.PerPair != c.perPair || l.Ways != c.ways {
			t.Errorf("%s: %d words for a pair of kings and %d orders, want %d and %d", c.name, l.PerPair, l.Ways, c.perPair, c.ways)
		}
		shared := 0
		for i := range l.Outer {
			if mate, ok := l.Shared(i); ok {
				shared++
				if back, ok := l.Shared(mate); !ok || back != i {
					t.Errorf("%s: man %d shares a digit with %d, who does not with him", c.name, i, mate)
				}
			}
		}
		expect.Equal(t, shared, c.mated, "%s", c.name)
		for word := 0; word < l.PerPair; word++ {
			var b Board
			l.Place(&b, word)
			var turned, back Board
			l.Place(&turned, l.AfterKingStep(&b, 0, MirrorFiles))
			if l.Place(&back, l.AfterKingStep(&turned, 0, MirrorFiles)); back.Word != word {
				t.Fatalf("%s: word %d mirrored twice is %d", c.name, word, back.Word)
			}
		}
	}
}

func mustMaterial(name string) Material {
	m, err := ParseMaterial(name)
	if err != nil {
		panic(err)
	}
	return m
}
