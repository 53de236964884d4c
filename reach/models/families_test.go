package models

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"retroproof/internal/expect"
	"retroproof/reach"
)

var families = flag.String("families", "", "the folder to write the models of Families to, in AIGER")

// TestFamilies decides the smallest models of each family, whose names say which are unsafe, by each engine that can;
// with -families it writes all.
func TestFamilies(t *testing.T) {
	tried := map[string]int{}
	all := Families()
	if len(all) < 120 {
		t.Errorf("%d models, want at least 120", len(all))
	}
	for _, m := range all {
		s := m.System()
		if *families != "" {
			f, err := os.Create(filepath.Join(*families, m.Name+".aig"))
			expect.NoError(t, err)
			expect.NoError(t, s.Model().Write(f))
			expect.NoError(t, f.Close())
			continue
		}
		kind := m.Name[:strings.LastIndexByte(m.Name, '-')]
		if tried[kind]++; tried[kind] > 2 {
			continue
		}
		want := reach.Safe
		if strings.HasSuffix(kind, "-unsafe") {
			want = reach.Unsafe
		}
		for _, engine := range []reach.Engine{reach.Auto, reach.PDR} {
			r, err := reach.Decide(t.Context(), s, reach.Options{Engine: engine})
			if err != nil || r.Verdict != want {
				t.Errorf("%s by %s: %v, %v", m.Name, engine, r, err)
			}
		}
	}
}
