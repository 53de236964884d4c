package illegal_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"retroproof/internal/expect"
	"retroproof/proofs/illegal"
)

// TestOlder: what earlier programs wrote is refused, with the commit that reads it. The files are as programs of the
// commits in their names wrote them; the first digit is the version of the format.
func TestOlder(t *testing.T) {
	t.Parallel()
	names, err := filepath.Glob(filepath.Join("testdata", "older", "*.zip"))
	if err != nil || len(names) < 4 {
		t.Fatalf("%d files: %v", len(names), err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		expect.NoError(t, err)
		if _, err := check(data); !errors.Is(err, illegal.ErrSchema) || !strings.Contains(err.Error(), "are read by retroproof at commit ") {
			t.Errorf("%s: %v, want %v", name, err, illegal.ErrSchema)
		}
	}
}

// TestOlderKinds: kinds of arguments that have left the version that is read are refused by name, with the commit too,
// whose program accepts these files.
func TestOlderKinds(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"weights", "pawns"} {
		data, err := os.ReadFile(filepath.Join("testdata", "older", "8-2b07e06000d2-"+kind+".cert"))
		expect.NoError(t, err)
		want := `the kind of argument "` + kind + `" is read by retroproof at commit 2b07e06000d2`
		if _, err := check(data); !errors.Is(err, illegal.ErrRule) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
