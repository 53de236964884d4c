package table

import (
	"errors"
	"testing"
)

// FuzzParse reads anything as a name: what is read has a name of its own, which is read as the same.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"KRvK", "krk", "KBNk", "KvKRP", "KPKP", "", "K", "KXK", "kKr", "KÄK", "KR vK",
		"KvKvK"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, name string) {
		for _, parse := range []func(string) (Material, error){ParseMaterial, ParseMaterialLetters} {
			m, err := parse(name)
			if err != nil {
				var wrong *MaterialError
				if !errors.As(err, &wrong) || wrong.Column < 1 || wrong.Column > len(name)+1 {
					t.Fatalf("%q: %v", name, err)
				}
				continue
			}
			if again, err := ParseMaterial(m.String()); err != nil || again != m {
				t.Fatalf("%q is %s, and that is %v, %v", name, m, again, err)
			}
		}
	})
}
