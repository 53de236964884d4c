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
// commits in their names wrote them; the first digit is the version of the format. Kinds of arguments that have left the
// version that is read are refused by name; the program of that commit accepts them.
func TestOlder(t *testing.T) {
	t.Parallel()
	names, err := filepath.Glob(filepath.Join("testdata", "older", "*-*"))
	if err != nil || len(names) < 11 {
		t.Fatalf("%d files: %v", len(names), err)
	}
	for _, name := range names {
		want, text := illegal.ErrSchema, "are read by retroproof at commit "
		if kind, ok := strings.CutPrefix(filepath.Base(name), "8-2b07e06000d2-"); ok {
			want, text = illegal.ErrRule, `the kind of argument "`+kind+`" is read by retroproof at commit 2b07e06000d2`
		}
		data := expect.Must(os.ReadFile(name))
		if _, err := check(data); !errors.Is(err, want) || !strings.Contains(err.Error(), text) {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
	}
}
