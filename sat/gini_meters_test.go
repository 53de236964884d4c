package sat

import (
	"os"
	"testing"

	"github.com/go-air/gini"

	"retroproof/internal/expect"
)

// The counters are read from unexported fields, and much in gini.go is about v1.0.4 as it is. Whoever changes the
// version has to look at both again.
func TestGiniVersionIsPinned(t *testing.T) {
	mod := expect.Must(os.ReadFile("../go.mod"))
	expect.Contains(t, string(mod), "github.com/go-air/gini v1.0.4",
		"check gini_meters.go and the comment on giniSolver against the new version")
}

func TestGiniMeters(t *testing.T) {
	m := metersOf(gini.New())
	if !m.ok {
		t.Fatal("gini's counters were not found")
	}
	s := load(t, newGini(), pigeons(7))
	wantStatus(t, s, Unsatisfiable)
	st := s.Stats()
	if st.Conflicts < 100 || st.Conflicts > 1_000_000 || st.Decisions < 100 || st.Propagations < st.Conflicts || st.Restarts < 1 {
		t.Errorf("implausible figures %+v", st)
	}
	if st.Variables != 56 || st.Clauses != int64(len(pigeons(7))) || st.Solves != 1 {
		t.Errorf("got %+v", st)
	}
	var none Stats
	giniMeters{}.read(&none)
	if none.Conflicts != NotKnown || none.Decisions != NotKnown || none.Propagations != NotKnown || none.Restarts != NotKnown {
		t.Errorf("without counters: %+v", none)
	}
}
