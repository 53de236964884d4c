package retro

import (
	"strconv"
	"sync"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/retro/internal/tabletest"
	"retroproof/retro/table"
)

// The tables of the reference data; with -short those of three men and some of four.
var (
	shortNames = []string{"KQvK", "KRvK", "KBvK", "KNvK", "KPvK", "KRRvK", "KBNvK", "KNNvK", "KQvKR"}
	longNames  = []string{"KQRvK", "KBBvK", "KBPvK", "KPPvK", "KQvKN", "KRvKR", "KRvKN", "KRvKP", "KBvKN", "KPvKP"}
)

// eachCounted runs a test for every table of the reference data, with what was counted of it.
func eachCounted(t *testing.T, test func(t *testing.T, tab *table.Table, s *Statistics)) {
	names := shortNames
	if !testing.Short() {
		names = append(names[:len(names):len(names)], longNames...)
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, tabletest.Table(t, name), countedTable(t, tabletest.Material(name)))
		})
	}
}

// depthOf returns what reference data has of the longest wins or losses, -1 if there are none.
func depthOf(l *Longest) (plies, moves int) {
	if l == nil {
		return -1, -1
	}
	return l.Plies, l.InMoves
}

// TestReference compares the statistics of tables with those that several other
// programs agree on.
func TestReference(t *testing.T) {
	t.Parallel()
	rows := tabletest.Rows(t, "tablebase-reference.tsv")
	if len(rows) != 39 {
		t.Fatalf("%d rows, want the names of the columns and 19 tables with both sides to move", len(rows))
	}
	want := map[string]string{}
	for _, row := range rows[1:] {
		for i, value := range row {
			want[row[0]+" "+row[1]+" "+rows[0][i]] = value
		}
	}
	eachCounted(t, func(t *testing.T, tab *table.Table, stats *Statistics) {
		for side, letter := range []string{"w", "b"} {
			s := stats.Side[side]
			key := tab.Material.String() + " " + letter + " "
			winPlies, winMoves := depthOf(s.LongestWin)
			lossPlies, lossMoves := depthOf(s.LongestLoss)
			for name, got := range map[string]int{
				"legal_full": int(s.Full.Legal), "win_full": int(s.Full.Won), "draw_full": int(s.Full.Drawn),
				"loss_full": int(s.Full.Lost), "legal_orb": int(s.Orb.Legal), "win_orb": int(s.Orb.Won),
				"draw_orb": int(s.Orb.Drawn), "loss_orb": int(s.Orb.Lost), "mates_orb": int(s.Orb.Mates),
				"longest_win_ply": winPlies, "longest_win_moves": winMoves,
				"longest_loss_ply": lossPlies, "longest_loss_moves": lossMoves,
			} {
				expect.Equal(t, got, tabletest.Number(t, want[key+name]), "%s%s", key, name)
			}
			for name, value := range map[string]table.Value{
				"longest_win_fen":  {Result: table.Won, Plies: winPlies},
				"longest_loss_fen": {Result: table.Lost, Plies: lossPlies},
			} {
				fen := want[key+name]
				if fen == "-" && value.Plies < 0 {
					continue
				}
				expect.Equal(t, tab.Lookup(parsed(t, fen)), value, "%s%s: %s is a", key, name, fen)
			}
		}
	})
}

// TestReferenceDepths compares how many positions there are of each depth.
func TestReferenceDepths(t *testing.T) {
	t.Parallel()
	rows := tabletest.Rows(t, "tablebase-3man-depths.tsv")
	want := map[string]uint64{}
	for _, row := range rows {
		want[row[0]+row[1]+row[2]] = uint64(tabletest.Number(t, row[3]))
	}
	found := 0
	for _, name := range []string{"KQvK", "KRvK", "KPvK"} {
		for side, letter := range []string{"w", "b"} {
			for _, d := range countedTable(t, tabletest.Material(name)).Side[side].Depths {
				key := name + letter + strconv.Itoa(d.Plies)
				expect.Equal(t, d.Full, want[key], "%s", key)
				found++
			}
		}
	}
	expect.Equal(t, found, len(rows), "depths")
}

// TestStatsSums: every number is the sum of its parts, and the positions of the
// lists are as long as they should be, and as many.
func TestStatsSums(t *testing.T) {
	t.Parallel()
	eachCounted(t, func(t *testing.T, tab *table.Table, stats *Statistics) {
		for side, st := range stats.Side {
			sum := map[table.Result]Count{}
			last := map[table.Result]Depth{}
			for _, d := range st.Depths {
				sum[d.Result] = Count{Full: sum[d.Result].Full + d.Full, Orb: sum[d.Result].Orb + d.Orb}
				last[d.Result] = d
			}
			full, orb := st.Full, st.Orb
			want := map[table.Result]Count{table.Won: {full.Won, orb.Won}, table.Lost: {full.Lost, orb.Lost}}
			for r, l := range map[table.Result]*Longest{table.Won: st.LongestWin, table.Lost: st.LongestLoss} {
				expect.Equal(t, sum[r], want[r], "side %d, %s: depths add up to", side, r)
				d, some := last[r]
				expect.Equal(t, some, l != nil, "side %d: longest %s is %v", side, r, l)
				if l == nil {
					continue
				}
				if l.Depth != d || len(l.FENs) != min(int(d.Orb), MaxLongest) {
					t.Errorf("side %d: longest %s %+v with %d positions, want %+v", side, r, l.Depth, len(l.FENs), d)
				}
				for _, fen := range l.FENs {
					p := parsed(t, fen)
					if v := tab.Lookup(p); v != d.Value || p.Turn() != chess.Color(side) {
						t.Errorf("%s: %v, want %s", fen, v, d.Value)
					}
				}
			}
			if full.Won+full.Drawn+full.Lost != full.Legal || orb.Won+orb.Drawn+orb.Lost != orb.Legal {
				t.Errorf("side %d: results do not add up to the legal positions: %+v", side, st)
			}
		}
	})
}

// parsed returns the position of a FEN that has to be right.
func parsed(t *testing.T, fen string) *chess.Position {
	t.Helper()
	p, err := chess.ParsePosition(fen)
	expect.NoError(t, err)
	return p
}

// counts has what countedTable has counted.
var counts sync.Map

// countedTable returns the statistics of a table, which are counted once for all tests.
func countedTable(t *testing.T, m table.Material) *Statistics {
	t.Helper()
	count, _ := counts.LoadOrStore(m, sync.OnceValue(func() *Statistics {
		s, err := StatisticsOf(t.Context(), tabletest.Table(t, m.String()), 2)
		expect.NoError(t, err)
		return s
	}))
	return count.(func() *Statistics)()
}
