package urposition

import (
	"testing"

	"retroproof/internal/expect"
)

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
		expect.Equal(t, tt.Count().String(), tt.want, "%s", tt.name)
		expect.Equal(t, tt.Breakdown().Total.String(), tt.want, "%s", tt.name)
	}
}
