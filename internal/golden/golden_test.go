package golden

import (
	"os"
	"path/filepath"
	"testing"
)

// told has what Compare says instead of a test.
type told struct {
	testing.TB
	errors, fatal int
}

func (t *told) Helper()               {}
func (t *told) Errorf(string, ...any) { t.errors++ }
func (t *told) Fatal(...any)          { t.fatal++; panic("as FailNow ends a test") }

func TestCompare(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	compare := func(got string) (by *told) {
		by = &told{}
		defer func() { _ = recover() }() // of Fatal
		Compare(by, file, got)
		return by
	}
	defer func(before bool) { *update = before }(*update)
	*update = false
	if by := compare("text\n"); by.fatal != 1 {
		t.Errorf("without a file: %+v", by)
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("a file is written without -update")
	}
	*update = true
	if by := compare("text\n"); by.errors+by.fatal > 0 {
		t.Errorf("with -update: %+v", by)
	}
	*update = false
	if by := compare("text\n"); by.errors+by.fatal > 0 {
		t.Errorf("equal: %+v", by)
	}
	for _, other := range []string{"", "text", "text\n\n", "Text\n"} {
		if by := compare(other); by.errors != 1 {
			t.Errorf("%q: %+v, want an error", other, by)
		}
	}
}
