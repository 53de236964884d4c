package urposition

import "testing"

func TestCount(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		*Ranking
		want string
	}{
		{"published", Published, "8726713169886222032347729969256422370854716254"},
		{"repaired", Repaired, "8727878536878208144190883427864082859392620550"},
	} {
		if got := tt.Count().String(); got != tt.want {
			t.Errorf("%s: %s urpositions, want %s", tt.name, got, tt.want)
		}
		if got := tt.Breakdown().Total.String(); got != tt.want {
			t.Errorf("%s: %s urpositions by number of men, want %s", tt.name, got, tt.want)
		}
	}
}

func BenchmarkTables(b *testing.B) {
	sides()
	for b.Loop() {
		newTables(false)
	}
}
