package retro

import (
	"context"
	"strconv"
	"testing"

	"retroproof/chess"
	"retroproof/retro/internal/tabletest"
	"retroproof/retro/material"
	"retroproof/retro/stats"
	"retroproof/retro/table"
)

// statsOf counts each table once for all tests.
func statsOf(t *testing.T, m material.Material) *stats.Statistics {
	t.Helper()
	if s := countedTables[m]; s != nil {
		return s
	}
	tab, err := allTables(t).Load(context.Background(), m, 1)
	if err != nil {
		t.Fatal(err)
	}
	s, err := stats.Of(context.Background(), tab, 2)
	if err != nil {
		t.Fatal(err)
	}
	countedTables[m] = s
	return s
}

var countedTables = map[material.Material]*stats.Statistics{}

// sideOf returns the side that a "w" or "b" names.
func sideOf(letter string) int {
	if letter == "b" {
		return 1
	}
	return 0
}

// TestReference compares the statistics of tables with those that several other
// programs agree on.
func TestReference(t *testing.T) {
	ts := allTables(t)
	rows := tabletest.Rows(t, "tablebase-reference.tsv")
	column := map[string]int{}
	for i, name := range rows[0] {
		column[name] = i
	}
	checked := 0
	for _, row := range rows[1:] {
		m := tabletest.Material(row[0])
		if !has(ts, m) {
			continue
		}
		checked++
		s := statsOf(t, m).Side[sideOf(row[1])]
		longest := func(l *stats.Longest) (plies, moves int) {
			if l == nil {
				return -1, -1
			}
			return l.Plies, l.InMoves
		}
		winPlies, winMoves := longest(s.LongestWin)
		lossPlies, lossMoves := longest(s.LongestLoss)
		for name, got := range map[string]int{
			"legal_full": int(s.Full.Legal), "win_full": int(s.Full.Won), "draw_full": int(s.Full.Drawn), "loss_full": int(s.Full.Lost),
			"legal_orb": int(s.Orb.Legal), "win_orb": int(s.Orb.Won), "draw_orb": int(s.Orb.Drawn), "loss_orb": int(s.Orb.Lost),
			"mates_orb":       int(s.Orb.Mates),
			"longest_win_ply": winPlies, "longest_win_moves": winMoves,
			"longest_loss_ply": lossPlies, "longest_loss_moves": lossMoves,
		} {
			if want := tabletest.Number(t, row[column[name]]); got != want {
				t.Errorf("%s %s: %s is %d, want %d", row[0], row[1], name, got, want)
			}
		}
		for name, want := range map[string]table.Value{"longest_win_fen": {Result: table.Won, Plies: winPlies}, "longest_loss_fen": {Result: table.Lost, Plies: lossPlies}} {
			fen := row[column[name]]
			if (fen == "-") != (want.Plies < 0) {
				t.Errorf("%s %s: %s is %s", row[0], row[1], name, fen)
				continue
			}
			if fen == "-" {
				continue
			}
			p := mustPosition(t, fen)
			if got, err := ts.Probe(p); got != want || err != nil {
				t.Errorf("%s: %v, %v, want %v", fen, got, err, want)
			}
		}
	}
	if checked < 10 || !testing.Short() && checked != 38 {
		t.Errorf("%d rows", checked)
	}
}

// TestReferenceDepths compares how many positions there are of each depth.
func TestReferenceDepths(t *testing.T) {
	rows := tabletest.Rows(t, "tablebase-3man-depths.tsv")
	want := map[string]uint64{}
	for _, row := range rows {
		want[row[0]+row[1]+row[2]] = uint64(tabletest.Number(t, row[3]))
	}
	found := 0
	for _, name := range []string{"KQvK", "KRvK", "KPvK"} {
		for side, letter := range []string{"w", "b"} {
			s := statsOf(t, tabletest.Material(name)).Side[side]
			for _, d := range s.Depths {
				key := name + letter + strconv.Itoa(d.Plies)
				if d.Full != want[key] {
					t.Errorf("%s: %d positions, want %d", key, d.Full, want[key])
				}
				found++
			}
		}
	}
	if found != len(rows) {
		t.Errorf("%d depths, want %d", found, len(rows))
	}
}

// TestReferenceSamples compares single values, those of positions with a capture
// en passant among them.
func TestReferenceSamples(t *testing.T) {
	ts := allTables(t)
	checked := 0
	for _, row := range tabletest.Rows(t, "tablebase-samples.tsv") {
		p := mustPosition(t, row[1])
		if !has(ts, material.OfPosition(p)) {
			continue
		}
		checked++
		want := table.Value{Result: map[string]table.Result{"1": table.Won, "0": table.Drawn, "-1": table.Lost}[row[2]]}
		if want.Result != table.Drawn {
			want.Plies = tabletest.Number(t, row[3])
		}
		got, err := ts.Probe(p)
		if got != want || err != nil {
			t.Errorf("%s: %v, %v, want %v", row[1], got, err, want)
			continue
		}
		if want.Result != table.Drawn && got.Moves() != tabletest.Number(t, row[4]) {
			t.Errorf("%s: %d moves, want %s", row[1], got.Moves(), row[4])
		}
	}
	if checked < 200 || !testing.Short() && checked != 1267 {
		t.Errorf("%d samples", checked)
	}
}

// TestLongestWins has the longest wins in moves, of either side to move and of
// either colour.
func TestLongestWins(t *testing.T) {
	ts := allTables(t)
	for name, want := range map[string]int{
		"KQvK": 10, "KRvK": 16, "KPvK": 28, "KBBvK": 19, "KBNvK": 33, "KQvKR": 35, "KRvKN": 40, "KPvKP": 33,
	} {
		m := tabletest.Material(name)
		if !has(ts, m) {
			continue
		}
		if got := statsOf(t, m).Side[0].LongestWin.InMoves; got != want {
			t.Errorf("%s: %d moves, want %d", name, got, want)
		}
	}
}

// TestStatsSums: every number is the sum of its parts, and the positions of the
// lists are as long as they should be, and as many.
func TestStatsSums(t *testing.T) {
	ts := allTables(t)
	materials, err := ts.Materials()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range materials {
		s := statsOf(t, m)
		for side, st := range s.Side {
			sum := map[table.Result]stats.Count{}
			last := map[table.Result]stats.Depth{}
			for _, d := range st.Depths {
				sum[d.Result] = stats.Count{Full: sum[d.Result].Full + d.Full, Orb: sum[d.Result].Orb + d.Orb}
				last[d.Result] = d
			}
			full, orb := st.Full, st.Orb
			if sum[table.Won] != (stats.Count{Full: full.Won, Orb: orb.Won}) || sum[table.Lost] != (stats.Count{Full: full.Lost, Orb: orb.Lost}) ||
				full.Won+full.Drawn+full.Lost != full.Legal || orb.Won+orb.Drawn+orb.Lost != orb.Legal {
				t.Errorf("%s, side %d: %+v", m, side, st)
			}
			for r, l := range map[table.Result]*stats.Longest{table.Won: st.LongestWin, table.Lost: st.LongestLoss} {
				d, some := last[r]
				if some != (l != nil) {
					t.Errorf("%s, side %d: longest %s is %v", m, side, r, l)
				}
				if l == nil {
					continue
				}
				if l.Depth != d || len(l.FENs) != min(int(d.Orb), stats.MaxLongest) {
					t.Errorf("%s, side %d: longest %s %+v with %d positions, want %+v", m, side, r, l.Depth, len(l.FENs), d)
				}
				for _, fen := range l.FENs {
					p := mustPosition(t, fen)
					if v, err := ts.Probe(p); v != d.Value || err != nil || p.Turn() != chess.Color(side) {
						t.Errorf("%s: %v, %v, want %s", fen, v, err, d.Value)
					}
				}
			}
		}
	}
}
