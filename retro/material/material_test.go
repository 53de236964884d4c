package material

import (
	"testing"

	"retroproof/chess"
)

func TestMaterials(t *testing.T) {
	for men, want := range map[int]int{2: 0, 3: 5, 4: 30, 5: 110, 6: 365} {
		if got := len(All(men)); got != want {
			t.Errorf("%d materials of %d men, want %d", got, men, want)
		}
	}
	for name, want := range map[string]string{
		"KRk": "KRvK", "Kkr": "KRvK", "KvKR": "KRvK", "KRkq": "KQvKR", "Kkbn": "KBNvK", "kKnN": "KNvKN",
		"KNNvKP": "KNNvKP", "KPvKNN": "KNNvKP", "KBNvKQ": "KBNvKQ", "KkKv": "", "KRvKRv": "", "KRvk": "", "": "", "KRKR": "KRvKR", "KRk8": "",
	} {
		m, err := Parse(name)
		if (err == nil) != (want != "") || err == nil && m.Canonical().String() != want {
			t.Errorf("%q: %v, %v, want %q", name, m.Canonical(), err, want)
		}
	}
	// Whatever a table needs comes before it.
	for men := 3; men <= 5; men++ {
		done := map[Material]bool{}
		for _, m := range BuildOrder(All(men)...) {
			for _, c := range m.Conversions() {
				if !done[c] {
					t.Fatalf("%s comes before %s, which it needs", m, c)
				}
			}
			done[m] = true
		}
	}

}

// TestConversionTurn: each table of the conversions is needed with one side to move.
func TestConversionTurn(t *testing.T) {
	for _, m := range All(6) {
		turns := map[Material]chess.Color{}
		m.convert(func(by chess.Color, to Material) {
			c, turn := to.Canonical(), by.Other()
			if to != c {
				turn = by
			}
			if before, seen := turns[c]; seen && before != turn {
				t.Errorf("%s: %s is needed with both sides to move", m, c)
			}
			turns[c] = turn
		})
		for _, c := range m.Conversions() {
			if m.ConversionTurn(c) != turns[c] {
				t.Errorf("%s: %s to move in %s, want %s", m, m.ConversionTurn(c), c, turns[c])
			}
		}
	}
}
