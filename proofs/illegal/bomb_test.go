package illegal_test

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"retroproof/proofs/illegal"
)

// TestBombs: members that are large once they are unzipped are refused without
// being kept.
func TestBombs(t *testing.T) {
	if testing.Short() {
		t.Skip("unzips hundreds of megabytes")
	}
	static := unzip(t, certified(t, staticFEN, ""))
	kernel := unzip(t, certified(t, kernelFEN, ""))
	const size = 70 << 20
	blanks, zeros := strings.Repeat(" ", size), strings.Repeat("\x00", size)
	for _, bomb := range []struct {
		name string
		want error
		data []byte
	}{
		{"manifest", illegal.ErrLimit, static.with("manifest.json", func(string) string { return blanks }).plain()},
		{"line", illegal.ErrLimit, static.with("trees/", func(string) string { return blanks }).plain()},
		{"nesting", illegal.ErrTree, static.with("trees/", func(string) string { return strings.Repeat("[", size/8) + "\n" }).plain()},
		{"formula", illegal.ErrFormula, kernel.with("formulas/", func(s string) string {
			if strings.Contains(s, "p cnf") {
				return s + blanks
			}
			return s
		}).plain()},
		{"proof", illegal.ErrProof, kernel.with("formulas/", func(s string) string {
			if strings.Contains(s, "p cnf") {
				return s
			}
			return s + zeros
		}).plain()},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := check(bomb.data)
		runtime.ReadMemStats(&after)
		if !errors.Is(err, bomb.want) {
			t.Errorf("%s: %.200v, want %v", bomb.name, err, bomb.want)
		}
		if grown := int64(after.TotalAlloc - before.TotalAlloc); grown > 8*size {
			t.Errorf("%s: %d MB allocated", bomb.name, grown>>20)
		}
	}
}
