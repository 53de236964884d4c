package expect

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// told has what is said instead of a test.
type told struct {
	testing.TB
	errors, fatal int
}

func (t *told) Helper()               {}
func (t *told) Errorf(string, ...any) { t.errors++ }
func (t *told) Fatal(...any)          { t.fatal++; panic("as FailNow ends a test") }
func (t *told) Fatalf(string, ...any) { t.Fatal() }

// tell calls a function with a test that keeps what it is told.
func tell(do func(testing.TB)) (by *told) {
	by = &told{}
	defer func() { _ = recover() }() // of Fatal
	do(by)
	return by
}

func TestNoErrorEndsTheTest(t *testing.T) {
	for _, err := range []error{nil, errors.New("an error")} {
		if by := tell(func(t testing.TB) { NoError(t, err) }); (by.fatal == 1) != (err != nil) {
			t.Errorf("%v: %+v", err, by)
		}
	}
}

func TestErrorsAndTextsThatAreOthersAreTold(t *testing.T) {
	wrapped := fmt.Errorf("a file: %w", os.ErrNotExist)
	for name, tt := range map[string]struct {
		check func(testing.TB)
		told  int
	}{
		"equal":            {func(t testing.TB) { Equal(t, 1, 1, "") }, 0},
		"not equal":        {func(t testing.TB) { Equal(t, 1, 2, "") }, 1},
		"equal lists":      {func(t testing.TB) { List(t, []int{}, nil, "") }, 0},
		"another list":     {func(t testing.TB) { List(t, []int{1, 2}, []int{2, 1}, "") }, 1},
		"the error":        {func(t testing.TB) { ErrorIs(t, Err(1, wrapped), os.ErrNotExist, "") }, 0},
		"another error":    {func(t testing.TB) { ErrorIs(t, wrapped, os.ErrExist, "") }, 1},
		"none of an error": {func(t testing.TB) { ErrorIs(t, nil, os.ErrExist, "") }, 1},
		"an error says so": {func(t testing.TB) { ErrorSays(t, wrapped, "a file", "") }, 0},
		"says another":     {func(t testing.TB) { ErrorSays(t, wrapped, "a folder", "") }, 1},
		"none says so":     {func(t testing.TB) { ErrorSays(t, nil, "a file", "") }, 1},
		"fails":            {func(t testing.TB) { Fails(t, wrapped, "") }, 0},
		"does not fail":    {func(t testing.TB) { Fails(t, nil, "") }, 1},
		"succeeds":         {func(t testing.TB) { Succeeds(t, nil, "") }, 0},
		"does not succeed": {func(t testing.TB) { Succeeds(t, wrapped, "") }, 1},
		"the text":         {func(t testing.TB) { Contains(t, "a file", "file", "") }, 0},
		"not in the text":  {func(t testing.TB) { Contains(t, "file", "a file", "") }, 1},
	} {
		if by := tell(tt.check); by.errors != tt.told || by.fatal > 0 {
			t.Errorf("%s: %+v, want %d errors", name, by, tt.told)
		}
	}
}

func TestCompare(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	compare := func(got string) *told { return tell(func(t testing.TB) { Compare(t, file, got) }) }
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

func TestRowsSetsCells(t *testing.T) {
	file := filepath.Join(t.TempDir(), "rows.tsv")
	var got []string
	read := func(text string) *told {
		NoError(t, os.WriteFile(file, []byte(text), 0o644))
		return tell(func(t testing.TB) {
			var row struct {
				name string
				n    uint8
				ok   bool
				list []string
			}
			for at := range Rows(t, file, &row.name, &row.n, &row.ok, &row.list) {
				got = append(got, strings.TrimPrefix(at, file)+fmt.Sprint(row))
			}
		})
	}
	by := read("# name\tn\n\na b\t7\ttrue\t[\"x\"]\r\n\"\\t\\\"\"\t\t\t\n")
	if want := []string{":3{a b 7 true [x]}", ":4{\t\" 0 false []}"}; by.fatal > 0 || !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, bad := range []string{"", "# none\n", "a\t1\ttrue\n", "a\tone\ttrue\t\n", "a\t300\ttrue\t\n", "\"a\t1\ttrue\t\n"} {
		if by := read(bad); by.fatal != 1 {
			t.Errorf("%q: %+v, want the end of the test", bad, by)
		}
	}
}
