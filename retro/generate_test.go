package retro

import (
	"context"
	"errors"
	"math/bits"
	"slices"
	"sync"
	"testing"

	"retroproof/chess"
)

// testTables holds tables built by tests, with everything that they need.
var testTables = struct {
	sync.Mutex
	m map[Material]*Table
}{m: map[Material]*Table{}}

// generated returns the table of a material, and builds it if need be.
func generated(t testing.TB, name string) *Table {
	t.Helper()
	m, err := ParseMaterial(name)
	if err != nil {
		t.Fatal(err)
	}
	testTables.Lock()
	defer testTables.Unlock()
	for _, m := range BuildOrder(m) {
		if testTables.m[m] != nil {
			continue
		}
		table, err := Generate(t.Context(), m, found, Options{Jobs: 2})
		if err != nil {
			t.Fatalf("%s: %v", m, err)
		}
		testTables.m[m] = table
	}
	return testTables.m[m.Canonical()]
}

func found(m Material) *Table { return testTables.m[m] }

// slowValues computes a table the plain way: all positions of the material and
// their moves by the rules of package chess, swept until nothing changes. Values
// of positions of other materials come from the tables. Materials with pawns of
// both colours are beyond it.
type slowValues struct {
	positions []*chess.Position
	number    map[placed]int32
	moves     [][]int32 // by position: to positions of the same material
	others    [][]Value // and the values of the positions that its other moves lead to
	values    []Value
}

// everyPosition calls f for every position of a material, on the whole board,
// that has no castling or en passant right.
func everyPosition(m Material, f func(*chess.Position)) {
	var men []chess.Man
	for c := chess.White; c <= chess.Black; c++ {
		for k := chess.King; k <= chess.Pawn; k++ {
			for range m.Count(c, k) {
				men = append(men, chess.MakeMan(c, k))
			}
		}
	}
	setup := chess.EmptySetup()
	var place func(i, from int)
	place = func(i, from int) {
		if i == len(men) {
			for setup.Turn = chess.White; setup.Turn <= chess.Black; setup.Turn++ {
				if p, err := chess.NewPosition(setup); err == nil {
					f(p)
				}
			}
			return
		}
		for sq := range chess.Square(64) {
			if setup.Board[sq] != chess.NoMan || i > 0 && men[i] == men[i-1] && int(sq) < from {
				continue
			}
			setup.Board[sq] = men[i]
			place(i+1, int(sq)+1)
			setup.Board[sq] = chess.NoMan
		}
	}
	place(0, 0)
}

type placed struct {
	board [64]chess.Man
	turn  chess.Color
}

func newSlowValues(m Material) *slowValues {
	s := &slowValues{number: map[placed]int32{}}
	everyPosition(m, func(p *chess.Position) {
		setup := p.Setup()
		s.number[placed{setup.Board, setup.Turn}] = int32(len(s.positions))
		s.positions = append(s.positions, p)
	})
	s.moves = make([][]int32, len(s.positions))
	s.others = make([][]Value, len(s.positions))
	s.values = make([]Value, len(s.positions))
	var buf []chess.Move
	for i, p := range s.positions {
		s.values[i] = Value{Drawn, 0}
		buf = p.LegalMoves(buf[:0])
		for _, move := range buf {
			q := *p
			q.Make(move)
			setup := q.Setup()
			if n, ok := s.number[placed{setup.Board, setup.Turn}]; ok {
				s.moves[i] = append(s.moves[i], n)
			} else if to, _ := MaterialOf(&setup); to == (Material{}) {
				s.others[i] = append(s.others[i], Value{Drawn, 0})
			} else {
				s.others[i] = append(s.others[i], found(to.Canonical()).Lookup(&q))
			}
		}
	}
	for depth, quiet := 0, 0; quiet < 40; depth++ { // long silences: conversions into deep wins
		quiet++
		for i := range s.positions {
			if s.values[i].Result != Drawn {
				continue
			}
			if v := s.search(i, depth); v.Result != Drawn && v.Plies == depth {
				s.values[i] = v
				quiet = 0
			}
		}
	}
	return s
}

// search looks one ply ahead: what is known within depth plies.
func (s *slowValues) search(i, depth int) Value {
	if len(s.moves[i])+len(s.others[i]) == 0 {
		if s.positions[i].InCheck() {
			return Value{Lost, 0}
		}
		return Value{Drawn, 0}
	}
	best := Value{Lost, 0}
	try := func(v Value) {
		switch {
		case v.Result == Drawn || v.Plies >= depth:
			if best.Result == Lost {
				best = Value{Drawn, 0}
			}
		case v.Result == Lost && (best.Result != Won || v.Plies+1 < best.Plies):
			best = Value{Won, v.Plies + 1}
		case v.Result == Won && best.Result == Lost:
			best.Plies = max(best.Plies, v.Plies+1)
		}
	}
	for _, n := range s.moves[i] {
		try(s.values[n])
	}
	for _, v := range s.others[i] {
		try(v)
	}
	return best
}

// Every value of these tables, found the slow way.
func TestGenerateAgainstPlainSearch(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	names := []string{"KRvK", "KPvK"}
	if long {
		names = append(names, "KQvK")
	}
	for _, name := range names {
		table := generated(t, name)
		slow := newSlowValues(table.material)
		wrong := 0
		for i, p := range slow.positions {
			if got, want := table.Lookup(p), slow.values[i]; got != want {
				if wrong++; wrong < 5 {
					t.Errorf("%s: %s, by plain search %s", p, got, want)
				}
			}
		}
		if wrong > 0 {
			t.Errorf("%s: %d of %d values wrong", name, wrong, len(slow.positions))
		}
	}
}

// Two-byte cells and any number of goroutines make the same table.
func TestGenerateSameWithAnyCellsAndJobs(t *testing.T) {
	names := []string{"KRvK", "KPvK"}
	if !testing.Short() {
		names = append(names, "KPvKP")
	}
	if long {
		names = append(names, "KQvKR")
	}
	for _, name := range names {
		table := generated(t, name)
		many, err := Generate(t.Context(), table.material, found, Options{Jobs: 5})
		if err != nil {
			t.Fatal(err)
		}
		l := newLayout(table.material)
		l.fillRest()
		wide, err := generate(t.Context(), l, func(m Material) *table16 { return found(m).widen() }, Options{Jobs: 1})
		if err != nil {
			t.Fatal(err)
		}
		widened := table.widen()
		for side := range 2 {
			if !slices.Equal(table.narrow.code[side], many.narrow.code[side]) {
				t.Errorf("%s: another table with five goroutines", name)
			}
			if !slices.Equal(widened.code[side], wide.code[side]) {
				t.Errorf("%s: another table with two bytes a cell", name)
			}
		}
		if table.narrow.deepest != wide.deepest || table.narrow.deepest != many.narrow.deepest {
			t.Errorf("%s: greatest depth %d, %d and %d", name, table.narrow.deepest, many.narrow.deepest, wide.deepest)
		}
	}
}

type table16 = table[uint16]

// The places of one position, by symmetry and by the order of identical men,
// hold one value; places of no legal position hold none.
func TestEqualPositionsHaveEqualCells(t *testing.T) {
	names := []string{"KRvK", "KRRvK", "KQvKQ"}
	if !testing.Short() {
		names = append(names, "KBBvK")
	}
	if long {
		names = append(names, "KPPvK")
	}
	for _, name := range names {
		table := generated(t, name)
		l := table.layout
		var b board
		for word := range l.words {
			l.place(&b, word)
			for side := range 2 {
				row := table.narrow.code[side][64*word : 64*word+64]
				legal := l.legal(&b, side)
				for sq, code := range row {
					if (code != 0) != (legal>>sq&1 != 0) {
						t.Fatalf("%s: word %d, square %d, side %d: code %d, legal %v", name, word, sq, side, code, legal>>sq&1)
					}
					if code == 0 {
						continue
					}
					var set [2][chess.Pawn + 1]uint64
					for i := range l.outer {
						set[l.outer[i].color][l.outer[i].kind] |= 1 << b.sq[i]
					}
					set[l.inner.color][l.inner.kind] |= 1 << sq
					cell, _ := l.index(b.king, &set)
					if other := table.narrow.code[side][cell]; other != code {
						t.Fatalf("%s: cells %d and %d are one position, with codes %d and %d", name, 64*word+sq, cell, code, other)
					}
				}
			}
		}
	}
}

func TestGenerateErrors(t *testing.T) {
	m, _ := ParseMaterial("KRvKB")
	_, err := Generate(t.Context(), m, func(Material) *Table { return nil }, Options{})
	var missing *MissingTableError
	if !errors.As(err, &missing) || missing.Material.String() != "KRvK" || missing.For != m {
		t.Errorf("without sub-tables: %v", err)
	}
	for _, name := range []string{"KvKR", "KvK", "KQQQQQvK"} {
		m, _ := ParseMaterial(name)
		if _, err := Generate(t.Context(), m, found, Options{}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	generated(t, "KQvKR")
	ctx, cancel := context.WithCancel(t.Context())
	depths := 0
	m, _ = ParseMaterial("KQvKR")
	_, err = Generate(ctx, m, found, Options{Jobs: 2, Progress: func(p Progress) {
		if depths++; p.Depth == 9 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) || depths != 5 {
		t.Errorf("cancelled at the fifth depth: %v after %d", err, depths)
	}
}

// A depth that does not fit one byte is noticed, wherever it arises.
func TestTooDeepForOneByte(t *testing.T) {
	table := generated(t, "KRvK")
	m, _ := ParseMaterial("KRvKN")
	deep := *table.narrow
	deep.deepest = maxDepth[uint8]()
	g := newGenerator(newFilledLayout(m), newConversions(newFilledLayout(m), func(m Material) *table8 {
		if m == table.material {
			return &deep
		}
		return generated(t, m.String()).narrow
	}), 1)
	if err := g.run(t.Context()); err != nil || !g.overflow.Load() {
		t.Errorf("sub-table with wins in %d plies: %v, overflow %v", deep.deepest, err, g.overflow.Load())
	}
}

type table8 = table[uint8]

func newFilledLayout(m Material) *layout {
	l := newLayout(m)
	l.fillRest()
	return l
}

func TestMaterials(t *testing.T) {
	for men, want := range map[int]int{2: 0, 3: 5, 4: 30, 5: 110, 6: 365} {
		if got := len(AllMaterials(men)); got != want {
			t.Errorf("%d materials of %d men, want %d", got, men, want)
		}
	}
	for name, want := range map[string]string{
		"KRk": "KRvK", "Kkr": "KRvK", "KvKR": "KRvK", "KRkq": "KQvKR", "Kkbn": "KBNvK", "kKnN": "KNvKN",
		"KNNvKP": "KNNvKP", "KPvKNN": "KNNvKP", "KBNvKQ": "KBNvKQ", "KkKv": "", "KRvKRv": "", "KRvk": "", "": "", "KRKR": "KRvKR", "KRk8": "",
	} {
		m, err := ParseMaterial(name)
		if (err == nil) != (want != "") || err == nil && m.Canonical().String() != want {
			t.Errorf("%q: %v, %v, want %q", name, m.Canonical(), err, want)
		}
	}
	// Whatever a table needs comes before it.
	for men := 3; men <= 5; men++ {
		done := map[Material]bool{}
		for _, m := range BuildOrder(AllMaterials(men)...) {
			for _, c := range m.Conversions() {
				if !done[c] {
					t.Fatalf("%s comes before %s, which it needs", m, c)
				}
			}
			done[m] = true
		}
	}
	// Six men are designed for: every cell has a place in 33 bits.
	m, _ := ParseMaterial("KQRvKBN")
	if l := newLayout(m); l.words != 462<<18 || bits.Len(uint(l.cells())) > 33 {
		t.Errorf("%s: %d words", m, l.words)
	}
}

// Tables large enough for goroutines to meet; for the race detector.
func TestGenerateInParallel(t *testing.T) {
	names := []string{"KRvKN", "KBNvK"}
	if testing.Short() {
		names = names[:1]
	}
	for _, name := range names {
		m, _ := ParseMaterial(name)
		table := generated(t, name)
		again, err := Generate(t.Context(), m, found, Options{Jobs: 4})
		if err != nil {
			t.Fatal(err)
		}
		for side := range 2 {
			if !slices.Equal(table.narrow.code[side], again.narrow.code[side]) {
				t.Errorf("%s: another table with four goroutines", name)
			}
		}
	}
}
