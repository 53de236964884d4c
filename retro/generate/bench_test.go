package generate_test

import (
	"context"
	"slices"
	"testing"

	"retroproof/internal/cputime"
	"retroproof/internal/expect"
	"retroproof/retro/generate"
	"retroproof/retro/internal/tabletest"
	"retroproof/retro/table"
)

// BenchmarkGenerate builds tables in memory on one goroutine, sub-tables not
// counted except in the two sets. CPU seconds of the peers for each, on another
// machine, are in shared/spec/tablebases.md.
func BenchmarkGenerate(b *testing.B) {
	sets := []struct {
		name      string
		materials []table.Material
	}{
		{name: "KRvK"}, {name: "KBNvK"}, {name: "KQvKR"}, {name: "KRvKN"}, {name: "KRvKP"}, {name: "KPvKP"},
		{"pawnless4", slices.DeleteFunc(table.Materials(4), table.Material.Pawns)},
		{"men3and4", slices.Concat(table.Materials(3), table.Materials(4))},
		{name: "KRBvKR"},
	}
	for _, set := range sets {
		b.Run(set.name, func(b *testing.B) {
			if set.materials == nil {
				tabletest.Table(b, set.name) // for its sub-tables
				m, _ := table.ParseMaterial(set.name)
				set.materials = []table.Material{m}
			}
			for _, m := range set.materials {
				for _, c := range m.Conversions() {
					if !slices.Contains(set.materials, c) {
						tabletest.Table(b, c.String())
					}
				}
			}
			b.ResetTimer()
			start := cputime.Self()
			for b.Loop() {
				built := map[table.Material]*table.Table{}
				for _, m := range set.materials {
					t, err := generate.Table(b.Context(), m, func(_ context.Context, m table.Material) (*table.Table, error) {
						if t := built[m]; t != nil {
							return t, nil
						}
						return tabletest.Found(m), nil
					}, generate.Options{Jobs: 1})
					expect.NoError(b, err)
					built[m] = t
				}
			}
			b.ReportMetric((cputime.Self()-start).Seconds()/float64(b.N), "cpu-s/op")
		})
	}
}

// BenchmarkInSlices builds a table slice by slice, with all tables that it needs in memory, then with one at a time,
// and as a whole.
func BenchmarkInSlices(b *testing.B) {
	for _, name := range []string{"KPvKP", "KQvKP"} {
		m := tabletest.Table(b, name).Material
		for _, c := range []struct {
			name   string
			groups [][]table.Material
		}{{"all", nil}, {"each", oneByOne(m)}} {
			b.Run(name+"/"+c.name, func(b *testing.B) {
				start := cputime.Self()
				for b.Loop() {
					s, err := generate.InSlices(b.Context(), m, tabletest.Load, generate.Options{Jobs: 1, Groups: c.groups}, b.TempDir())
					expect.NoError(b, err)
					cells(b, s)
				}
				b.ReportMetric((cputime.Self()-start).Seconds()/float64(b.N), "cpu-s/op")
			})
		}
		b.Run(name+"/whole", func(b *testing.B) {
			start := cputime.Self()
			for b.Loop() {
				expect.NoError(b, expect.Err(generate.Table(b.Context(), m, tabletest.Load, generate.Options{Jobs: 1})))
			}
			b.ReportMetric((cputime.Self()-start).Seconds()/float64(b.N), "cpu-s/op")
		})
	}
}
