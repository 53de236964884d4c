package retro

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"retroproof/chess"
)

// sparse returns a set of about 16 squares.
func sparse(r *rand.Rand) uint64 {
	a, b := r.Uint64(), r.Uint64()
	return a & b
}

func TestSymmetries(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for op := range symmetry(numSymmetries) {
		for range 1000 {
			b := sparse(r)
			var want uint64
			for sq := range squaresOf(b) {
				want |= 1 << symSquare[op][sq]
			}
			if got := op.bits(b); got != want {
				t.Fatalf("symmetry %d of %016x is %016x, want %016x", op, b, got, want)
			}
			if symInverse[op].bits(want) != b {
				t.Fatalf("symmetry %d is not undone by %d", op, symInverse[op])
			}
			// view.at and pawn mirroring rely on this.
			if (op^mirrorRanks).bits(b) != op.bits(mirrorRanks.bits(b)) || (op^transpose).bits(b) != transpose.bits(op.bits(b)) && op&transpose == 0 {
				t.Fatalf("symmetry %d does not compose", op)
			}
		}
	}
}

func TestPairings(t *testing.T) {
	for _, c := range []struct {
		p                  *pairing
		pairs, symmetric   int
		legal, wantedSteps int // placements of kings not adjacent; steps of both kings
	}{
		{pawnlessPairs(), 462, 21, 3612, 0},
		{pawnPairs(), 1806, 0, 3612, 0},
	} {
		if len(c.p.kings) != c.pairs {
			t.Errorf("%d pairs, want %d", len(c.p.kings), c.pairs)
		}
		symmetric := 0
		for _, s := range c.p.symmetric {
			if s {
				symmetric++
			}
		}
		if symmetric != c.symmetric {
			t.Errorf("%d symmetric pairs, want %d", symmetric, c.symmetric)
		}
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
		if legal != c.legal {
			t.Errorf("%d placements of kings, want %d", legal, c.legal)
		}
	}
}

// Every cell of a legal position is found from the position, up to the orders
// of identical men and the images of symmetric pairs, which have one value.
func TestIndexFindsCells(t *testing.T) {
	for _, name := range []string{"KQvK", "KPvK", "KQQvK", "KRvKN", "KPPvK", "KPvKP", "KRPvKP", "KBBvKP", "KRRvKR", "KNNvKNN", "KPPPvKP"} {
		m, err := ParseMaterial(name)
		if err != nil {
			t.Fatal(err)
		}
		l := newLayout(m)
		l.fillRest()
		r := rand.New(rand.NewPCG(2, 2))
		seen := map[int][]uint64{}
		for range 20000 {
			var b board
			l.place(&b, r.IntN(l.words))
			if b.clash {
				continue
			}
			inner := uint8(r.IntN(64))
			if b.occupied>>inner&1 != 0 || l.inner.kind == chess.Pawn && (inner < 8 || inner > 55) {
				continue
			}
			var set [2][chess.Pawn + 1]uint64
			for i := range l.outer {
				set[l.outer[i].color][l.outer[i].kind] |= 1 << b.sq[i]
			}
			set[l.inner.color][l.inner.kind] |= 1 << inner
			// Any symmetry of the material must lead to the same cell.
			first := -1
			for op := range symmetry(numSymmetries) {
				if m.Pawns() && op > mirrorFiles {
					break
				}
				turned := set
				for c := range turned {
					for k := range turned[c] {
						turned[c][k] = op.bits(turned[c][k])
					}
				}
				cell, ok := l.index([2]uint8{symSquare[op][b.king[0]], symSquare[op][b.king[1]]}, &turned)
				if !ok {
					t.Fatalf("%s: kings of word %d are said to be adjacent", name, b.word)
				}
				if first < 0 {
					first = cell
				}
				if cell != first {
					t.Fatalf("%s: word %d, square %d: cell %d, after symmetry %d cell %d", name, b.word, inner, first, op, cell)
				}
			}
			// And it is a cell of this very position.
			var q board
			l.place(&q, first>>6)
			if bits.OnesCount64(q.occupied) != bits.OnesCount64(b.occupied) {
				t.Fatalf("%s: cell %d has men on one square", name, first)
			}
			seen[first] = append(seen[first], uint64(b.word)<<6|uint64(inner))
		}
		for cell, cells := range seen {
			distinct := map[uint64]bool{}
			for _, c := range cells {
				distinct[c] = true
			}
			if len(distinct) > 2*l.ways {
				t.Fatalf("%s: cell %d is found for %d different cells", name, cell, len(distinct))
			}
		}
	}
}

func TestSlides(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 20000 {
		occupied := sparse(r)
		set := sparse(r) &^ occupied
		for _, k := range []chess.Kind{chess.Queen, chess.Rook, chess.Bishop, chess.Knight} {
			var want uint64
			for sq := range squaresOf(^occupied) {
				if attacks(chess.White, k, sq, occupied)&set != 0 {
					want |= 1 << sq
				}
			}
			if got := slide(k, set, ^occupied); got != want {
				t.Fatalf("%s: occupied %016x, set %016x: %016x, want %016x", k, occupied, set, got, want)
			}
		}
		for c := chess.White; c <= chess.Black; c++ {
			var single, double uint64
			step, home := 8, 1
			if c == chess.Black {
				step, home = -8, 6
			}
			for sq := 8; sq < 56; sq++ {
				if occupied>>sq&1 != 0 {
					continue
				}
				if set>>(sq+step)&1 != 0 {
					single |= 1 << sq
				}
				if sq>>3 == home && occupied>>(sq+step)&1 == 0 && set>>(sq+2*step)&1 != 0 {
					double |= 1 << sq
				}
			}
			if got := stepBack(c, set, ^occupied); got != single {
				t.Fatalf("%s steps: occupied %016x, set %016x: %016x, want %016x", c, occupied, set, got, single)
			}
			if got := doubleStepBack(c, set, ^occupied); got != double {
				t.Fatalf("%s double steps: occupied %016x, set %016x: %016x, want %016x", c, occupied, set, got, double)
			}
		}
	}
}

func testCodes[T cell](t *testing.T) {
	top := maxDepth[T]()
	for n := 0; n < top; n += 2 {
		if v := valueOf(lossIn[T](n)); v != (Value{Lost, n}) {
			t.Fatalf("loss in %d reads %v", n, v)
		}
		if v := valueOf(winIn[T](n + 1)); v != (Value{Won, n + 1}) {
			t.Fatalf("win in %d reads %v", n+1, v)
		}
		if v := valueOf(before(lossIn[T](n))); v != (Value{Won, n + 1}) {
			t.Fatalf("before a loss in %d: %v", n, v)
		}
		if n+2 < top {
			if v := valueOf(before(winIn[T](n + 1))); v != (Value{Lost, n + 2}) {
				t.Fatalf("before a win in %d: %v", n+1, v)
			}
		}
	}
	if before(T(0)) != 0 || before(draw[T]()) != draw[T]() {
		t.Error("before changes draws or what is not legal")
	}
	if !(lossIn[T](0) < lossIn[T](2) && lossIn[T](top-1) < draw[T]() && draw[T]() < winIn[T](top) && winIn[T](3) < winIn[T](1)) {
		t.Error("codes are not in the order of preference")
	}
	r := rand.New(rand.NewPCG(4, 4))
	for range 5000 {
		var row [64]T
		for i := range row {
			row[i] = T(r.Uint32())
			if r.IntN(3) == 0 {
				row[i] = row[r.IntN(64)]
			}
		}
		code := row[r.IntN(64)]
		var wantEqual, wantLose uint64
		for i, c := range row {
			if c == code {
				wantEqual |= 1 << i
			}
			if c < draw[T]() {
				wantLose |= 1 << i
			}
			if beforeFast(c) != before(c) {
				t.Fatalf("beforeFast(%d) = %d, want %d", c, beforeFast(c), before(c))
			}
		}
		if got := equal(&row, code); got != wantEqual {
			t.Fatalf("equal(%v, %d) = %016x, want %016x", row, code, got, wantEqual)
		}
		if got := canLose(&row); got != wantLose {
			t.Fatalf("canLose(%v) = %016x, want %016x", row, got, wantLose)
		}
	}
}

func TestCodes(t *testing.T) {
	t.Run("one byte", testCodes[uint8])
	t.Run("two bytes", testCodes[uint16])
	for code := range 256 {
		if got, want := valueOf(wider(uint8(code))), valueOf(uint8(code)); got != want {
			t.Errorf("%d widened reads %v, want %v", code, got, want)
		}
	}
}
