// Package tabletest has what the tests of tablebases share: generated tables,
// positions, and reference data.
package tabletest

import (
	"context"
	"embed"
	"math/rand/v2"
	"os"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/retro/generate"
	"retroproof/retro/table"
)

// Material reads a name that has to be right.
func Material(name string) table.Material {
	m, err := table.ParseMaterial(name)
	if err != nil {
		panic(err)
	}
	return m
}

// Set has tables by material.
type Set map[table.Material]*table.Table

// Load is a [table.Loader].
func (s Set) Load(_ context.Context, m table.Material) (*table.Table, error) {
	if t := s[m]; t != nil {
		return t, nil
	}
	return nil, &table.MissingError{Material: m}
}

// built keeps generated tables for all tests of a package.
var built = struct {
	sync.Mutex
	tables Set
}{tables: Set{}}

// Table returns the generated table of a material.
func Table(t testing.TB, name string) *table.Table {
	t.Helper()
	built.Lock()
	defer built.Unlock()
	for _, m := range table.BuildOrder(Material(name)) {
		if built.tables[m] != nil {
			continue
		}
		tab, err := generate.Table(context.Background(), m, built.tables.Load, generate.Options{Jobs: 2})
		expect.NoError(t, err)
		built.tables[m] = tab
	}
	return built.tables[Material(name).Canonical()]
}

// Found returns the table of a canonical material if [Table] has generated it, or
// nil.
func Found(m table.Material) *table.Table {
	built.Lock()
	defer built.Unlock()
	return built.tables[m]
}

// Load is a [table.Loader] of what [Table] has generated.
func Load(ctx context.Context, m table.Material) (*table.Table, error) {
	built.Lock()
	defer built.Unlock()
	return built.tables.Load(ctx, m)
}

// Long is set for tests that take minutes, as make soundness runs.
var Long = os.Getenv("RETROPROOF_LONG") != ""

// SkipIfShort skips a test of tables of four men with -short, as under the race
// detector.
func SkipIfShort(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("tables of four men")
	}
}

// men returns the men of a material: of each side the king, and the others by value.
func men(m table.Material) (men []chess.Man) {
	for c := chess.White; c <= chess.Black; c++ {
		for k := chess.King; k <= chess.Pawn; k++ {
			for range m.Count(c, k) {
				men = append(men, chess.MakeMan(c, k))
			}
		}
	}
	return men
}

// RandomPosition returns a position of a material, with either side to move.
func RandomPosition(rng *rand.Rand, m table.Material) *chess.Position {
	for {
		s := chess.EmptySetup()
		s.Turn = chess.Color(rng.IntN(2))
		for _, man := range men(m) {
			sq := rng.IntN(64)
			for s.Board[sq] != chess.NoMan {
				sq = rng.IntN(64)
			}
			s.Board[sq] = man
		}
		if p, err := chess.NewPosition(s); err == nil {
			return p
		}
	}
}

// EveryPosition calls f for every position of a material, on the whole board,
// that has no castling or en passant right.
func EveryPosition(m table.Material, f func(*chess.Position)) {
	men := men(m)
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

//go:embed testdata
var testdata embed.FS

// Rows returns the columns of the lines of a file of reference data, without
// comments.
func Rows(t testing.TB, name string) [][]string {
	t.Helper()
	text, err := testdata.ReadFile("testdata/" + name)
	expect.NoError(t, err)
	var rows [][]string
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimRight(line, "\n"); line != "" && line[0] != '#' {
			rows = append(rows, strings.Split(line, "\t"))
		}
	}
	return rows
}

// Number reads an integer.
func Number(t testing.TB, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	expect.NoError(t, err)
	return n
}

// Widen returns a table with cells of two bytes.
func Widen(t *table.Table) *table.Table {
	w := &table.Codes[uint16]{Layout: t.Layout, Deepest: t.Narrow.Deepest}
	for side, from := range t.Narrow.Code {
		to := make([]uint16, len(from))
		for i, code := range from {
			to[i] = table.Wider(code)
		}
		w.Code[side] = to
	}
	return &table.Table{Layout: t.Layout, Wide: w}
}

// SameTable compares tables cell by cell.
func SameTable(t testing.TB, got, want *table.Table) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("the table of %s with %d bytes a cell is not that of %s with %d",
			got.Material, got.CellBytes(), want.Material,
			want.CellBytes())
	}
}
