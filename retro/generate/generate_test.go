package generate_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"retroproof/chess"
	"retroproof/retro/index"
	"retroproof/retro/internal/tabletest"
	"retroproof/retro/material"
	"retroproof/retro/table"
)

// slowValues computes a table the plain way: all positions of the material and
// their moves by the rules of package chess, swept until nothing changes. Values
// of positions of other materials come from the tables. Materials with pawns of
// both colours are beyond it.
type slowValues struct {
	positions []*chess.Position
	number    map[placed]int32
	moves     [][]int32       // by position: to positions of the same material
	others    [][]table.Value // and the values of the positions that its other moves lead to
	values    []table.Value
}

type placed struct {
	board [64]chess.Man
	turn  chess.Color
}

func newSlowValues(m material.Material) *slowValues {
	s := &slowValues{number: map[placed]int32{}}
	tabletest.EveryPosition(m, func(p *chess.Position) {
		setup := p.Setup()
		s.number[placed{setup.Board, setup.Turn}] = int32(len(s.positions))
		s.positions = append(s.positions, p)
	})
	s.moves = make([][]int32, len(s.positions))
	s.others = make([][]table.Value, len(s.positions))
	s.values = make([]table.Value, len(s.positions))
	var buf []chess.Move
	for i, p := range s.positions {
		s.values[i] = table.Value{table.Drawn, 0}
		buf = p.LegalMoves(buf[:0])
		for _, move := range buf {
			q := *p
			q.Make(move)
			setup := q.Setup()
			if n, ok := s.number[placed{setup.Board, setup.Turn}]; ok {
				s.moves[i] = append(s.moves[i], n)
			} else if to, _ := material.Of(&setup); to == (material.Material{}) {
				s.others[i] = append(s.others[i], table.Value{table.Drawn, 0})
			} else {
				s.others[i] = append(s.others[i], tabletest.Found(to.Canonical()).Lookup(&q))
			}
		}
	}
	for depth, quiet := 0, 0; quiet < 40; depth++ { // long silences: conversions into deep wins
		quiet++
		for i := range s.positions {
			if s.values[i].Result != table.Drawn {
				continue
			}
			if v := s.search(i, depth); v.Result != table.Drawn && v.Plies == depth {
				s.values[i] = v
				quiet = 0
			}
		}
	}
	return s
}

// search looks one ply ahead: what is known within depth plies.
func (s *slowValues) search(i, depth int) table.Value {
	if len(s.moves[i])+len(s.others[i]) == 0 {
		if s.positions[i].InCheck() {
			return table.Value{table.Lost, 0}
		}
		return table.Value{table.Drawn, 0}
	}
	best := table.Value{table.Lost, 0}
	try := func(v table.Value) {
		switch {
		case v.Result == table.Drawn || v.Plies >= depth:
			if best.Result == table.Lost {
				best = table.Value{table.Drawn, 0}
			}
		case v.Result == table.Lost && (best.Result != table.Won || v.Plies+1 < best.Plies):
			best = table.Value{table.Won, v.Plies + 1}
		case v.Result == table.Won && best.Result == table.Lost:
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
	for _, name := range []string{"KQvK", "KRvK", "KPvK"} {
		tab := tabletest.TableOf(t, name)
		slow := newSlowValues(tab.Material)
		wrong := 0
		for i, p := range slow.positions {
			if got, want := tab.Lookup(p), slow.values[i]; got != want {
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
	names := []string{"KRvK", "KPvK", "KQvKR", "KPvKP"}
	if testing.Short() {
		names = names[:2]
	}
	for _, name := range names {
		tab := tabletest.TableOf(t, name)
		many, err := NewTable(t.Context(), tab.Material, tabletest.Found, Options{Jobs: 5})
		if err != nil {
			t.Fatal(err)
		}
		l := index.ForScan(tab.Material)
		wide, err := generate(t.Context(), l, func(m material.Material) *table16 { return tabletest.Found(m).Widen() }, Options{Jobs: 1})
		if err != nil {
			t.Fatal(err)
		}
		widened := tab.Widen()
		for side := range 2 {
			if !slices.Equal(tab.Narrow.Code[side], many.Narrow.Code[side]) {
				t.Errorf("%s: another table with five goroutines", name)
			}
			if !slices.Equal(widened.Code[side], wide.Code[side]) {
				t.Errorf("%s: another table with two bytes a cell", name)
			}
		}
		if tab.Narrow.Deepest != wide.Deepest || tab.Narrow.Deepest != many.Narrow.Deepest {
			t.Errorf("%s: greatest depth %d, %d and %d", name, tab.Narrow.Deepest, many.Narrow.Deepest, wide.Deepest)
		}
	}
}

type table16 = table.Codes[uint16]

// The places of one position, by symmetry and by the order of identical men,
// hold one value; places of no legal position hold none.
func TestEqualPositionsHaveEqualCells(t *testing.T) {
	names := []string{"KRvK", "KRRvK", "KQvKQ"}
	if !testing.Short() {
		names = append(names, "KPPvK", "KBBvK")
	}
	for _, name := range names {
		tab := tabletest.TableOf(t, name)
		l := tab.Layout
		var b index.Board
		for word := range l.Words {
			l.Place(&b, word)
			for side := range 2 {
				row := tab.Narrow.Code[side][64*word : 64*word+64]
				legal := l.Legal(&b, side)
				for sq, code := range row {
					if (code != 0) != (legal>>sq&1 != 0) {
						t.Fatalf("%s: word %d, square %d, side %d: code %d, legal %v", name, word, sq, side, code, legal>>sq&1)
					}
					if code == 0 {
						continue
					}
					cell, _ := l.CellOf(&b, uint8(sq))
					if other := tab.Narrow.Code[side][cell]; other != code {
						t.Fatalf("%s: cells %d and %d are one position, with codes %d and %d", name, 64*word+sq, cell, code, other)
					}
				}
			}
		}
	}
}

func TestGenerateErrors(t *testing.T) {
	m, _ := material.Parse("KRvKB")
	_, err := NewTable(t.Context(), m, func(material.Material) *table.Table { return nil }, Options{})
	var missing *table.MissingError
	if !errors.As(err, &missing) || missing.Material.String() != "KRvK" || missing.For != m {
		t.Errorf("without sub-tables: %v", err)
	}
	for _, name := range []string{"KvKR", "KvK", "KQQQQQvK"} {
		m, _ := material.Parse(name)
		if _, err := NewTable(t.Context(), m, tabletest.Found, Options{}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	tabletest.TableOf(t, "KQvKR")
	ctx, cancel := context.WithCancel(t.Context())
	depths := 0
	m, _ = material.Parse("KQvKR")
	_, err = NewTable(ctx, m, tabletest.Found, Options{Jobs: 2, Progress: func(p Progress) {
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
	tab := tabletest.TableOf(t, "KRvK")
	m, _ := material.Parse("KRvKN")
	deep := *tab.Narrow
	deep.Deepest = table.MaxDepth[uint8]()
	g := newGenerator(index.ForScan(m), newConversions(index.ForScan(m), func(m material.Material) *table8 {
		if m == tab.Material {
			return &deep
		}
		return tabletest.TableOf(t, m.String()).Narrow
	}), 1)
	if err := g.run(t.Context()); err != nil || !g.overflow.Load() {
		t.Errorf("sub-table with wins in %d plies: %v, overflow %v", deep.Deepest, err, g.overflow.Load())
	}
}

type table8 = table.Codes[uint8]

// Tables large enough for goroutines to meet; for the race detector.
func TestGenerateInParallel(t *testing.T) {
	names := []string{"KRvKN", "KBNvK"}
	if testing.Short() {
		names = names[:1]
	}
	for _, name := range names {
		m, _ := material.Parse(name)
		tab := tabletest.TableOf(t, name)
		again, err := NewTable(t.Context(), m, tabletest.Found, Options{Jobs: 4})
		if err != nil {
			t.Fatal(err)
		}
		for side := range 2 {
			if !slices.Equal(tab.Narrow.Code[side], again.Narrow.Code[side]) {
				t.Errorf("%s: another table with four goroutines", name)
			}
		}
	}
}
