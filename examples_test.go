package retroproof

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"retroproof/internal/expect"
)

// TestEveryPackageHasAnExample wants an example with its output, which go test runs, in every package with code that
// others can import, and for the program examples. Verbs have examples of their own.
func TestEveryPackageHasAnExample(t *testing.T) {
	checked := 0
	for _, p := range listPackages(t) {
		dir, ok := strings.CutPrefix(p.ImportPath, module+"/")
		if !ok || dir == "proofs" || within(dir, "cmd") || strings.Contains("/"+dir+"/", "/internal/") || p.Name == "main" && dir != "examples" {
			continue
		}
		checked++
		files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
		expect.NoError(t, err)
		found := false
		for _, file := range files {
			text, err := os.ReadFile(file)
			expect.NoError(t, err)
			_, example, has := strings.Cut(string(text), "\nfunc Example")
			found = found || has && strings.Contains(example, "\n\t// Output:")
		}
		if !found {
			t.Errorf("%s has no example with its output", dir)
		}
	}
	if checked < 20 {
		t.Errorf("only %d packages found", checked)
	}
}
