package models_test

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"retroproof/internal/expect"
	"retroproof/proofs/lrat"
	proofs "retroproof/proofs/reach"
	"retroproof/reach"
	"retroproof/reach/models"
)

// TestFair decides small models with justice, whose names say in which somebody can wait for ever, and has the verdicts
// checked.
func TestFair(t *testing.T) {
	for _, m := range models.Fair() {
		if n := strings.Split(m.Name, "-"); n[0] != "mutex" && n[1] != "2" && n[1] != "4" {
			continue
		}
		s := m.System().Model()
		var text bytes.Buffer
		expect.NoError(t, s.Write(&text))
		want := proofs.Live
		if strings.HasSuffix(m.Name, "-unfair") {
			want = proofs.Violated
		}
		for _, engine := range []reach.Engine{reach.Auto, reach.PDR} {
			o, err := reach.DecideJustice(t.Context(), s, 0, reach.Options{Engine: engine})
			expect.NoError(t, err)
			files := fstest.MapFS{}
			if err := reach.Certify(context.Background(), "test", text.Bytes(), s, o, folder(files)); err != nil {
				t.Errorf("%s by %s: %v", m.Name, engine, err)
				continue
			}
			r, err := proofs.Check(t.Context(), files, lrat.DefaultMemory)
			if err != nil || r.Verdict != want {
				t.Errorf("%s by %s: %v, %v", m.Name, engine, r, err)
				continue
			}
			t.Logf("%s by %s: %s, rounds: %d, steps: %d", m.Name, o.Engine, r.Verdict, r.Rounds, r.Steps)
		}
	}
}
