// Package expect is for tests only: it compares values, and texts with files, reads tables of cases, and ends a test
// that cannot go on.
package expect

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"iter"
	"os"
	"reflect"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// Updating reports whether the test is to rewrite its golden files.
func Updating() bool { return *update }

// NoError ends the test if there is an error. What says of what, in words and values.
func NoError(t testing.TB, err error, what ...any) {
	t.Helper()
	if err != nil {
		t.Fatal(append(what, err)...)
	}
}

// Must returns a value of which a test is sure: what it wrote itself is read, and the like.
func Must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// Equal tells the test if what a format and its operands name is something else than the test wants.
func Equal[T comparable](t testing.TB, got, want T, format string, args ...any) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %#v (%v), want %#v (%v)", fmt.Sprintf(format, args...), got, got, want, want)
	}
}

// Compare compares a text with a file, as testdata/moves.txt. With the flag -update of
// the test it writes the file first.
func Compare(t testing.TB, file, got string) {
	t.Helper()
	if *update {
		NoError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	NoError(t, err)
	if got != string(want) {
		t.Errorf("%s differs; if that is meant, run this test with -update\n--- got\n%s\n--- want\n%s", file, got, want)
	}
}

// Rows reads a table of cases, with a tab between cells; blank lines and those that begin with # say nothing. It sets
// what cells point to from each row in turn, and yields where the row is, as testdata/moves.tsv:3. A string is written
// as it is, unless it begins with a quotation mark; that one and other values are written as in JSON. An empty cell is
// a zero value.
func Rows(t testing.TB, file string, cells ...any) iter.Seq[string] {
	t.Helper()
	text, err := os.ReadFile(file)
	NoError(t, err)
	return func(yield func(string) bool) {
		rows := 0
		for n, line := range strings.Split(string(text), "\n") {
			if line = strings.TrimSuffix(line, "\r"); line == "" || line[0] == '#' {
				continue
			}
			at, columns := fmt.Sprintf("%s:%d", file, n+1), strings.Split(line, "\t")
			if len(columns) != len(cells) {
				t.Fatalf("%s: %d cells, want %d", at, len(columns), len(cells))
			}
			for i, cell := range cells {
				if err := set(cell, columns[i]); err != nil {
					t.Fatalf("%s: cell %d: %v", at, i+1, err)
				}
			}
			if rows++; !yield(at) {
				return
			}
		}
		if rows == 0 {
			t.Fatalf("%s has no rows", file)
		}
	}
}

// set sets what a pointer points to.
func set(cell any, text string) error {
	if s, ok := cell.(*string); ok && !strings.HasPrefix(text, `"`) {
		*s = text
		return nil
	}
	reflect.ValueOf(cell).Elem().SetZero()
	return json.Unmarshal([]byte(cmp.Or(text, "null")), cell)
}
