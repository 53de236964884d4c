package retro

import (
	"context"
	"errors"
	"strings"
	"testing"

	"retroproof/internal/expect"
	"retroproof/retro/generate"
	"retroproof/retro/internal/tabletest"
	"retroproof/retro/table"
)

// TestMissingTableIsNamed: a table that is missing is named.
func TestMissingTableIsNamed(t *testing.T) {
	t.Parallel()
	whole := allTables(t)
	tab, err := whole.Load(context.Background(), tabletest.Material("KQvKR"), 1)
	expect.NoError(t, err)
	ts := NewTables(tab)
	p := mustPosition(t, "8/8/8/3r4/3Q4/8/8/k1K5 b - - 0 1")
	expect.Succeeds(t, expect.Err(ts.Probe(p)), "ts.Probe")
	_, err = ts.Moves(p)
	var missing *table.MissingError
	if !errors.As(err, &missing) || missing.Material != tabletest.Material("KQvK") && missing.Material != tabletest.Material("KRvK") || missing.For != tabletest.Material("KQvKR") {
		t.Errorf("Moves: %v", err)
	} else if !strings.Contains(err.Error(), "KQvKR") {
		t.Errorf("Moves: %v does not name the table that needs it", err)
	}
	if _, err := ts.Line(context.Background(), p); !errors.As(err, &missing) {
		t.Errorf("Line: %v", err)
	}
	_, err = ts.Probe(mustPosition(t, "8/8/8/8/2k5/8/1P6/K7 w - - 0 1"))
	if !errors.As(err, &missing) || missing.Material != tabletest.Material("KPvK") {
		t.Errorf("Probe: %v", err)
	}
	_, err = generate.Table(context.Background(), tabletest.Material("KQvKR"), tabletest.Set{}.Load, generate.Options{})
	if !errors.As(err, &missing) || missing.For != tabletest.Material("KQvKR") {
		t.Errorf("Generate: %v", err)
	}
}
