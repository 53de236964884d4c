package retro

import (
	"slices"
	"testing"

	"retroproof/internal/cputime"
)

// BenchmarkGenerate builds tables in memory on one goroutine, sub-tables not
// counted except in the two sets. CPU seconds of the peers for each, on another
// machine, are in shared/spec/tablebases.md.
func BenchmarkGenerate(b *testing.B) {
	sets := []struct {
		name      string
		materials []Material
	}{
		{name: "KRvK"}, {name: "KBNvK"}, {name: "KQvKR"}, {name: "KRvKN"}, {name: "KRvKP"}, {name: "KPvKP"},
		{"pawnless4", slices.DeleteFunc(AllMaterials(4), Material.Pawns)},
		{"men3and4", slices.Concat(AllMaterials(3), AllMaterials(4))},
		{name: "KRBvKR"},
	}
	for _, set := range sets {
		b.Run(set.name, func(b *testing.B) {
			if set.materials == nil {
				generated(b, set.name) // for its sub-tables
				m, _ := ParseMaterial(set.name)
				set.materials = []Material{m}
			}
			for _, m := range set.materials {
				for _, c := range m.Conversions() {
					if !slices.Contains(set.materials, c) {
						generated(b, c.String())
					}
				}
			}
			b.ResetTimer()
			start := cputime.Self()
			for b.Loop() {
				built := map[Material]*Table{}
				for _, m := range set.materials {
					t, err := Generate(b.Context(), m, func(m Material) *Table {
						if t := built[m]; t != nil {
							return t
						}
						return found(m)
					}, Options{Jobs: 1})
					if err != nil {
						b.Fatal(err)
					}
					built[m] = t
				}
			}
			b.ReportMetric((cputime.Self()-start).Seconds()/float64(b.N), "cpu-s/op")
		})
	}
}
