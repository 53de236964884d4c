package table

import (
	"strings"
	"testing"

	"retroproof/internal/expect"
)

func TestMaterials(t *testing.T) {
	t.Parallel()
	for men, want := range map[int]int{2: 0, 3: 5, 4: 30, 5: 110, 6: 365} {
		expect.Equal(t, len(Materials(men)), want, "materials of")
	}
	for name, want := range map[string]string{
		"KRk": "KRvK", "Kkr": "KRvK", "KvKR": "KRvK", "KRkq": "KQvKR", "Kkbn": "KBNvK", "kKnN": "KNvKN",
		"KNNvKP": "KNNvKP", "KPvKNN": "KNNvKP", "KBNvKQ": "KBNvKQ", "KkKv": "", "KRvKRv": "", "KRvk": "", "": "", "KRKR": "KRvKR", "KRk8": "",
	} {
		m, err := ParseMaterial(name)
		if (err == nil) != (want != "") || err == nil && m.Canonical().String() != want {
			t.Errorf("%q: %v, %v, want %q", name, m.Canonical(), err, want)
		}
	}
	// Whatever a table needs comes before it.
	for men := 3; men <= 5; men++ {
		done := map[Material]bool{}
		for _, m := range BuildOrder(Materials(men)...) {
			for _, c := range m.Conversions() {
				if !done[c] {
					t.Fatalf("%s comes before %s, which it needs", m, c)
				}
			}
			done[m] = true
		}
	}

}

// TestConversionTurns: each table of the conversions is needed with one side to move, but for one of
// each table of two different men against a pawn.
func TestConversionTurns(t *testing.T) {
	t.Parallel()
	var both []string
	for men := 3; men <= MaxMen; men++ {
		for _, m := range Materials(men) {
			for _, c := range m.Conversions() {
				got := m.ConversionTurns(c)
				if len(got) == 0 {
					t.Errorf("%s: nobody is to move in %s", m, c)
				}
				if len(got) > 1 {
					both = append(both, m.String()+" "+c.String())
				}
			}
		}
	}
	if got := strings.Join(both, ", "); got != "KQRvKP KQvKR, KQBvKP KQvKB, KQNvKP KQvKN, KRBvKP KRvKB, KRNvKP KRvKN, KBNvKP KBvKN, "+
		"KQPvKP KQvKP, KRPvKP KRvKP, KBPvKP KBvKP, KNPvKP KNvKP" {
		t.Errorf("with both sides to move: %s", got)
	}
}
