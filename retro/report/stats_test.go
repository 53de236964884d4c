package report

import (
	"context"
	"errors"
	"math/bits"
	"reflect"
	"testing"

	"retroproof/chess"
	"retroproof/retro/internal/tabletest"
	"retroproof/retro/material"
	"retroproof/retro/table"
)

// plainStats counts a material with the rules of chess and Lookup, position after
// position.
func plainStats(t *testing.T, m material.Material) *Statistics {
	t.Helper()
	var men []chess.Man
	for c := chess.White; c <= chess.Black; c++ {
		men = append(men, chess.MakeMan(c, chess.King))
		for _, k := range material.Kinds {
			for range m.Count(c, k) {
				men = append(men, chess.MakeMan(c, k))
			}
		}
	}
	s := &Statistics{Material: m}
	tab := tabletest.Table(t, m.String())
	ops := table.Symmetry(8)
	if m.Pawns() {
		ops = 2
	}
	for side := range s.Side {
		st := &s.Side[side]
		st.Name = chess.Color(side).String()
		depths := map[table.Value]Count{}
		var place func(setup chess.Setup, i, from int)
		place = func(setup chess.Setup, i, from int) {
			if i < len(men) {
				if i == 0 || men[i] != men[i-1] {
					from = 0
				}
				for sq := from; sq < 64; sq++ {
					if setup.Board[sq] == chess.NoMan {
						next := setup
						next.Board[sq] = men[i]
						place(next, i+1, sq+1)
					}
				}
				return
			}
			p, err := chess.NewPosition(setup)
			if err != nil {
				return
			}
			one := Count{Full: 1}
			if leastImage(setup, ops) {
				one.Orb = 1
			}
			v := tab.Lookup(p)
			d := depths[v]
			depths[v] = Count{d.Full + one.Full, d.Orb + one.Orb}
			add := func(n *Numbers, one uint64) {
				n.Legal += one
				*map[table.Result]*uint64{table.Won: &n.Won, table.Drawn: &n.Drawn, table.Lost: &n.Lost}[v.Result] += one
				if p.InCheck() {
					n.Checks += one
				}
				if p.IsCheckmate() {
					n.Mates += one
				}
				if p.IsStalemate() {
					n.Stalemates += one
				}
			}
			add(&st.Full, one.Full)
			add(&st.Orb, one.Orb)
		}
		setup := chess.EmptySetup()
		setup.Turn = chess.Color(side)
		place(setup, 0, 0)
		st.Depths = []Depth{}
		for _, r := range []table.Result{table.Won, table.Lost} {
			for n := range 254 {
				v := table.Value{Result: r, Plies: n}
				if c, ok := depths[v]; ok {
					st.Depths = append(st.Depths, Depth{v, v.Moves(), c})
				}
			}
		}
	}
	return s
}

// leastImage reports whether no symmetric image of a diagram is smaller.
func leastImage(s chess.Setup, ops table.Symmetry) bool {
	for op := table.Symmetry(1); op < ops; op++ {
		for sq := range s.Board {
			a, b := s.Board[sq], s.Board[bits.TrailingZeros64(op.Inverse().Bits(1<<sq))]
			if b < a {
				return false
			}
			if b > a {
				break
			}
		}
	}
	return true
}

func TestStatsAgainstPlainCount(t *testing.T) {
	if testing.Short() {
		t.Skip("counts slowly")
	}
	for _, name := range []string{"KRvK", "KNvK", "KPvK", "KQvK"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := tabletest.Material(name)
			got, want := *countedTable(t, m), plainStats(t, m)
			for side := range got.Side {
				got.Side[side].LongestWin, got.Side[side].LongestLoss = nil, nil
				if !reflect.DeepEqual(got.Side[side], want.Side[side]) {
					t.Errorf("side %d:\n%+v\nwant\n%+v", side, got.Side[side], want.Side[side])
				}
			}
		})
	}
}

// Identical men: the plain count above gave the same in half a minute.
func TestStatsIdenticalMen(t *testing.T) {
	for side, want := range [][2]Numbers{
		{},
		{{Mates: 72392, Stalemates: 19580, Checks: 2667700}, {Mates: 9052, Stalemates: 2468, Checks: 333536}},
	} {
		s := countedTable(t, tabletest.Material("KRRvK")).Side[side]
		for i, got := range []Numbers{s.Full, s.Orb} {
			if got.Mates != want[i].Mates || got.Stalemates != want[i].Stalemates || got.Checks != want[i].Checks {
				t.Errorf("KRRvK, side %d: %+v, want %+v", side, got, want[i])
			}
		}
	}
}

// TestStatsJobs: the number of goroutines and the size of cells do not show.
func TestStatsJobs(t *testing.T) {
	m := tabletest.Material("KRRvK")
	tab := tabletest.Table(t, m.String())
	want := countedTable(t, m)
	wide := tabletest.Widen(tab)
	for _, c := range []struct {
		tab  *table.Table
		jobs int
	}{{tab, 0}, {tab, 1}, {tab, 5}, {wide, 2}} {
		got, err := StatisticsOf(context.Background(), c.tab, c.jobs)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%d bytes a cell, %d jobs: %+v, want %+v", c.tab.CellBytes(), c.jobs, got, want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := StatisticsOf(ctx, tab, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func BenchmarkStats(b *testing.B) {
	for _, name := range []string{"KRvK", "KQvKR", "KRRvK"} {
		tab := tabletest.Table(b, name)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := StatisticsOf(context.Background(), tab, 1); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
