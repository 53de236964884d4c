package syzygy

import (
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/retro/internal/tabletest"
	"retroproof/retro/table"
)

// made returns a file with the results of some positions of a material: a simple one, with codes
// of three bits, and a symbol for two wins in a row. Other positions are losses.
func made(t testing.TB, name string, men []man, order int, positions []*chess.Position) []byte {
	t.Helper()
	m := tabletest.Material(name)
	files := 1
	flags := byte(m.Men()<<4 | 1)
	if m.Pawns() {
		files, flags = 4, flags|2
	}
	b := binary.LittleEndian.AppendUint32(nil, magics[wdlFile])
	b = append(b, flags)
	values := make([][2][]byte, files) // by file of the leading pawn and side to move
	for f := range files {
		b = append(b, byte(order|order<<4))
		for _, x := range men {
			b = append(b, byte(x|x<<4))
		}
		g, err := newGroups(men, order, noOrder, f)
		expect.NoError(t, err)
		for side := range 2 {
			values[f][side] = make([]byte, g.cells)
		}
	}
	fill(t, m, men, order, values, positions)
	if len(b)&1 != 0 {
		b = append(b, 0)
	}
	const spanBits = 9
	var indexes, lengths, data []byte
	for f := range files {
		for _, list := range values[f] {
			var starts []int
			var packed []byte
			for at := 0; at < len(list); {
				starts = append(starts, at)
				block := make([]byte, 64)
				bit := 0
				for ; bit+3 <= 512 && at < len(list); bit += 3 {
					code := list[at]
					if at+1 < len(list) && list[at] == 4 && list[at+1] == 4 {
						code = 5
						at++
					}
					at++
					for i := range 3 {
						block[(bit+i)>>3] |= code >> (2 - i) & 1 << (7 - (bit+i)&7)
					}
				}
				packed = append(packed, block...)
			}
			n := len(starts)
			starts = append(starts, len(list))
			b = append(b, 0, 6, spanBits, 0)
			b = binary.LittleEndian.AppendUint32(b, uint32(n))
			b = append(b, 3, 3, 0, 0, 6, 0)
			for v := range 5 {
				b = append(b, byte(v), 0xf0, 0xff)
			}
			b = append(b, 4, 4<<4, 0) // 4 and 4
			for v := 1 << spanBits / 2; v-1<<spanBits/2 < len(list); v += 1 << spanBits {
				block := n
				if v < len(list) {
					block = 0
					for starts[block+1] <= v {
						block++
					}
				}
				indexes = binary.LittleEndian.AppendUint32(indexes, uint32(block))
				indexes = binary.LittleEndian.AppendUint16(indexes, uint16(v-starts[block]))
			}
			for i := range n {
				lengths = binary.LittleEndian.AppendUint16(lengths, uint16(starts[i+1]-starts[i]-1))
			}
			data = append(data, packed...)
		}
	}
	b = append(append(b, indexes...), lengths...)
	for len(b)%64 != 0 {
		b = append(b, 0)
	}
	return append(append(b, data...), make([]byte, checksumBytes)...)
}

// fill sets the values of positions.
func fill(t testing.TB, m table.Material, men []man, order int, values [][2][]byte, positions []*chess.Position) {
	t.Helper()
	tab := tabletest.Table(t, m.String())
	var lists []*groups
	for f := range values {
		g, err := newGroups(men, order, noOrder, f)
		expect.NoError(t, err)
		lists = append(lists, g)
	}
	for _, p := range positions {
		squares := make([]uint8, len(men))
		place(p, men, squares, false, false)
		f := 0
		if m.Pawns() {
			f = leaderFile(squares, lists[0].size[0])
		}
		n, ok := lists[f].number(squares)
		if !ok {
			t.Fatalf("%s has no number", p)
		}
		v := map[table.Result]byte{table.Lost: 0, table.Drawn: 2, table.Won: 4}[tab.Lookup(p).Result]
		values[f][p.Turn()][n] = v
	}
}

// codes returns the codes of a list of men, capitals for White.
func codes(letters string) (men []man) {
	for _, c := range []byte(letters) {
		m, _ := chess.ParseMan(c)
		men = append(men, manOf(m.Color(), m.Kind()))
	}
	return men
}

// openMade opens a file in memory.
func openMade(name string, b []byte) (*File, error) {
	return newFile(table.FileOfBytes(name+WDLSuffix, b, table.NewCache(1<<20)), wdlFile, tabletest.Material(name))
}

// Every position is found again in a file made of its table, with different orders of
// men and groups: no two have one number.
func TestMadeFiles(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, men string
		order     int
	}{
		{"KRvK", "KRk", 0}, {"KRvK", "RkK", 0}, {"KPvK", "PKk", 0}, {"KPvK", "PkK", 2}, {"KPvK", "PkK", 1},
		{"KNNvK", "KkNN", 0}, {"KNNvK", "KkNN", 1}, {"KBBvK", "kKBB", 1}, {"KPPvK", "PPKk", 1},
	} {
		var positions []*chess.Position
		if m := tabletest.Material(c.name); m.Men() == 3 {
			tabletest.EveryPosition(m, func(p *chess.Position) { positions = append(positions, p) })
		} else if testing.Short() {
			continue
		} else {
			positions = somePositions(c.name, 20000)
		}
		dir := t.TempDir()
		expect.NoError(t, os.WriteFile(filepath.Join(dir, wdlFile.fileName(tabletest.Material(c.name))), made(t, c.name, codes(c.men), c.order, positions), 0o666))
		ts := OpenDir(dir)
		tab := tabletest.Table(t, c.name)
		wrong := 0
		for _, p := range positions {
			w, err := ts.stored(p)
			expect.NoError(t, err)
			if r := tab.Lookup(p).Result; (w > 0) != (r == table.Won) || (w < 0) != (r == table.Lost) {
				wrong++
			}
		}
		if wrong > 0 {
			t.Errorf("%s, men %s, order %d: %d positions have another value", c.name, c.men, c.order, wrong)
		}
		expect.Succeeds(t, ts.Close(), "ts.Close")
	}
}

// tryAll opens a file and looks some positions up, and returns the first error.
func tryAll(name string, b []byte, positions []*chess.Position) error {
	f, err := openMade(name, b)
	if err != nil {
		return err
	}
	var first error
	for _, p := range positions {
		if _, _, _, err := f.value(p, table.MaterialOfPosition(p)); err != nil && first == nil {
			first = err
		}
	}
	return first
}

func somePositions(name string, n int) (list []*chess.Position) {
	r := rand.New(rand.NewPCG(9, 9))
	for range n {
		list = append(list, tabletest.RandomPosition(r, tabletest.Material(name)))
	}
	return list
}

func wantFileError(t *testing.T, what string, err error) {
	t.Helper()
	var bad *table.FileError
	if !errors.As(err, &bad) || !strings.HasSuffix(bad.Name, WDLSuffix) || bad.Offset < 0 {
		t.Errorf("%s: error %v, want one about a place of the file", what, err)
	}
}

func TestFaults(t *testing.T) {
	t.Parallel()
	const name = "KRvK"
	positions := somePositions(name, 200)
	whole := made(t, name, codes("KRk"), 0, positions)
	expect.NoError(t, tryAll(name, whole, positions))
	for n := 0; n < len(whole); n += 1 + n/30 {
		wantFileError(t, "cut", tryAll(name, whole[:n], positions))
	}
	wantFileError(t, "another table", tryAll("KQvK", whole, somePositions("KQvK", 1)))
	wantFileError(t, "a table of pawns", tryAll("KPvK", whole, somePositions("KPvK", 1)))
	var what string
	var at int
	var bytes []int
	for range expect.Rows(t, "testdata/damaged.tsv", &what, &at, &bytes) {
		b := []byte(string(whole))
		for i, x := range bytes {
			b[at+i] = byte(x)
		}
		wantFileError(t, what, tryAll(name, b, positions))
	}
	// Symbols that double each other would be long.
	deep := &pairsData{symbols: []symbol{{left: 1, right: leaf}}}
	for i := range 40 {
		deep.symbols = append(deep.symbols, symbol{left: uint16(i), right: uint16(i)})
	}
	expect.Fails(t, deep.measure(40), "a symbol of 2^40 values")
	// Any other change is an error or another value.
	r := rand.New(rand.NewPCG(6, 6))
	for range 500 {
		b := []byte(string(whole))
		b[r.IntN(len(b))] ^= 1 << r.IntN(8)
		if r.IntN(2) == 0 {
			b[r.IntN(200)] = byte(r.IntN(256))
		}
		if err := tryAll(name, b, positions[:20]); err != nil {
			wantFileError(t, "changed", err)
		}
	}
}

func FuzzFile(f *testing.F) {
	positions := somePositions("KPvK", 8)
	whole := made(f, "KPvK", codes("PKk"), 0, positions)
	f.Add(whole)
	f.Add(whole[:2000])
	f.Fuzz(func(t *testing.T, b []byte) {
		if err := tryAll("KPvK", b, positions); err != nil {
			wantFileError(t, "fuzzed", err)
		}
	})
}

// manOf is the code of a man in a file.
func manOf(c chess.Color, k chess.Kind) man {
	return man(7-k) | man(c)<<3 // kinds are King = 1 to Pawn = 6
}
