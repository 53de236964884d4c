package generate_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"retroproof/chess"
	"retroproof/retro/generate"
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
		s.values[i] = table.Value{Result: table.Drawn}
		buf = p.LegalMoves(buf[:0])
		for _, move := range buf {
			q := *p
			q.Make(move)
			setup := q.Setup()
			if n, ok := s.number[placed{setup.Board, setup.Turn}]; ok {
				s.moves[i] = append(s.moves[i], n)
			} else if to, _ := material.Of(&setup); to == (material.Material{}) {
				s.others[i] = append(s.others[i], table.Value{Result: table.Drawn})
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
			return table.Value{Result: table.Lost, Plies: 0}
		}
		return table.Value{Result: table.Drawn}
	}
	best := table.Value{Result: table.Lost, Plies: 0}
	try := func(v table.Value) {
		switch {
		case v.Result == table.Drawn || v.Plies >= depth:
			if best.Result == table.Lost {
				best = table.Value{Result: table.Drawn}
			}
		case v.Result == table.Lost && (best.Result != table.Won || v.Plies+1 < best.Plies):
			best = table.Value{Result: table.Won, Plies: v.Plies + 1}
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
	names := []string{"KPvK"} // TestVerifyRightTables of retro/verify derives KRvK and KQvK with the rules of package chess
	if tabletest.Long {
		names = append(names, "KRvK", "KQvK")
	}
	for _, name := range names {
		tab := tabletest.Table(t, name)
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
	names := []string{"KPvK"}
	if !testing.Short() {
		names = append(names, "KPvKP")
	}
	if tabletest.Long {
		names = append(names, "KQvKR")
	}
	for _, name := range names {
		tab := tabletest.Table(t, name)
		many, err := generate.Table(t.Context(), tab.Material, tabletest.Found, generate.Options{Jobs: 5})
		if err != nil {
			t.Fatal(err)
		}
		wide, err := generate.Table(t.Context(), tab.Material, widened, generate.Options{Jobs: 1})
		if err != nil {
			t.Fatal(err)
		}
		// One table after the other, the last one first.
		var groups [][]material.Material
		released := 0
		for _, m := range slices.Backward(tab.Material.Conversions()) {
			groups = append(groups, []material.Material{m})
		}
		grouped, err := generate.Table(t.Context(), tab.Material, tabletest.Found, generate.Options{Jobs: 2, Groups: groups,
			Released: func(group []material.Material) { released += len(group) }})
		if err != nil || released != len(groups) {
			t.Fatalf("%s: %d of %d groups released: %v", name, released, len(groups), err)
		}
		for side := range 2 {
			if !slices.Equal(tab.Narrow.Code[side], many.Narrow.Code[side]) {
				t.Errorf("%s: another table with five goroutines", name)
			}
			if !slices.Equal(tab.Narrow.Code[side], grouped.Narrow.Code[side]) {
				t.Errorf("%s: another table from one table after the other", name)
			}
			if !slices.Equal(tabletest.Widen(tab).Wide.Code[side], wide.Wide.Code[side]) {
				t.Errorf("%s: another table with two bytes a cell", name)
			}
		}
		if tab.Narrow.Deepest != wide.Wide.Deepest || tab.Narrow.Deepest != many.Narrow.Deepest {
			t.Errorf("%s: greatest depth %d, %d and %d", name, tab.Narrow.Deepest, many.Narrow.Deepest, wide.Wide.Deepest)
		}
	}
}

// widened returns the table of a material with cells of two bytes.
func widened(m material.Material) *table.Table {
	return tabletest.Widen(tabletest.Found(m))
}

// The places of one position, by symmetry and by the order of identical men,
// hold one value; places of no legal position hold none.
func TestEqualPositionsHaveEqualCells(t *testing.T) {
	names := []string{"KRvK", "KRRvK", "KQvKQ"}
	if !testing.Short() {
		names = append(names, "KBBvK")
	}
	if tabletest.Long {
		names = append(names, "KPPvK")
	}
	for _, name := range names {
		tab := tabletest.Table(t, name)
		l := tab.Layout
		var b table.Board
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
	_, err := generate.Table(t.Context(), m, func(material.Material) *table.Table { return nil }, generate.Options{})
	var missing *table.MissingError
	if !errors.As(err, &missing) || missing.Material.String() != "KRvK" || missing.For != m {
		t.Errorf("without sub-tables: %v", err)
	}
	for _, name := range []string{"KvKR", "KvK", "KQQQQQvK"} {
		m, _ := material.Parse(name)
		if _, err := generate.Table(t.Context(), m, tabletest.Found, generate.Options{}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	tabletest.Table(t, "KQvKR")
	ctx, cancel := context.WithCancel(t.Context())
	depths := 0
	m, _ = material.Parse("KQvKR")
	_, err = generate.Table(ctx, m, tabletest.Found, generate.Options{Jobs: 2, Progress: func(p generate.Progress) {
		if depths++; p.Depth == 9 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) || depths != 5 {
		t.Errorf("cancelled at the fifth depth: %v after %d", err, depths)
	}
}

// A TestTooDeepForOneByte that does not fit one byte is noticed, wherever it arises.
func TestTooDeepForOneByte(t *testing.T) {
	tab := tabletest.Table(t, "KRvK")
	m, _ := material.Parse("KRvKN")
	deep := *tab.Narrow
	deep.Deepest = table.MaxDepth[uint8]()
	got, err := generate.Table(t.Context(), m, func(m material.Material) *table.Table {
		if m == tab.Material {
			return &table.Table{Layout: tab.Layout, Narrow: &deep}
		}
		return tabletest.Table(t, m.String())
	}, generate.Options{})
	if err != nil || got.CellBytes() != 2 {
		t.Fatalf("sub-table with wins in %d plies: %v, %d bytes a cell", deep.Deepest, err, got.CellBytes())
	}
	for side, want := range tabletest.Widen(tabletest.Table(t, "KRvKN")).Wide.Code {
		if !slices.Equal(got.Wide.Code[side], want) {
			t.Errorf("side %d: other values from tables with one byte a cell", side)
		}
	}
}

// Tables large enough for goroutines to meet; for the race detector.
func TestGenerateInParallel(t *testing.T) {
	names := []string{"KRvKN", "KBNvK"}
	if testing.Short() {
		names = names[:1]
	}
	for _, name := range names {
		m, _ := material.Parse(name)
		tab := tabletest.Table(t, name)
		again, err := generate.Table(t.Context(), m, tabletest.Found, generate.Options{Jobs: 4})
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
