// Package expect is for tests only: it compares values, and texts with files, reads tables of cases, and ends a test
// that cannot go on.
package expect

import (
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"iter"
	"os"
	"reflect"
	"slices"
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

// Err returns the error of a call that returns something else, too.
func Err[T any](_ T, err error) error { return err }

// ErrorIs tells the test if an error is none that it wants, as [errors.Is] says.
func ErrorIs(t testing.TB, err, want error, format string, args ...any) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: got the error %.300v, want %v", fmt.Sprintf(format, args...), err, want)
	}
}

// ErrorSays tells the test if there is no error, or one whose text does not contain a part.
func ErrorSays(t testing.TB, err error, part, format string, args ...any) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), part) {
		t.Errorf("%s: got the error %.300v, want one that says %q", fmt.Sprintf(format, args...), err, part)
	}
}

// Fails tells the test if there is no error.
func Fails(t testing.TB, err error, format string, args ...any) {
	t.Helper()
	if err == nil {
		t.Errorf("%s: got no error", fmt.Sprintf(format, args...))
	}
}

// Succeeds tells the test if there is an error. The test goes on, unlike that of [NoError].
func Succeeds(t testing.TB, err error, format string, args ...any) {
	t.Helper()
	if err != nil {
		t.Errorf("%s: got the error %v", fmt.Sprintf(format, args...), err)
	}
}

// Contains tells the test if a text does not contain a part.
func Contains(t testing.TB, text, part, format string, args ...any) {
	t.Helper()
	if !strings.Contains(text, part) {
		t.Errorf("%s: got %s\nwant %q in it", fmt.Sprintf(format, args...), text, part)
	}
}

// List tells the test if a list is another one than it wants.
func List[E comparable](t testing.TB, got, want []E, format string, args ...any) {
	t.Helper()
	if !slices.Equal(got, want) {
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
