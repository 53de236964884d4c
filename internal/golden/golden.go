// Package golden compares what tests get with files that have it. It is for tests only.
package golden

import (
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// Compare compares a text with a file, as testdata/moves.txt. With the flag -update of
// the test it writes the file first.
func Compare(t testing.TB, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; if that is meant, run this test with -update\n--- got\n%s\n--- want\n%s", file, got, want)
	}
}
