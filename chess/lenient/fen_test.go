package lenient

import (
	"slices"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
)

func TestFEN(t *testing.T) {
	t.Parallel()
	var text, want string
	for range expect.Rows(t, "testdata/clean.tsv", &text, &want) {
		if got := Clean(text); got != want {
			t.Errorf("%q\ngot  %q\nwant %q", text, got, want)
		}
	}
}

// FuzzFEN: whatever the parser takes is left as it is, and nothing is changed twice.
func FuzzFEN(f *testing.F) {
	f.Add(chess.InitialFEN)
	f.Add(`8/8/8/8/8/8/8/K1k5 W - - hmvc 3; id "#";`)
	f.Add("8/8/8/8/8/8/8/K1k5 w - E3 0 1 ;D1 3 # x")
	f.Fuzz(func(t *testing.T, text string) {
		got := Clean(text)
		if _, err := chess.ParseFEN(text); err == nil && got != text {
			t.Errorf("%q becomes %q", text, got)
		}
		expect.Equal(t, Clean(got), got, "%q becomes", text)
	})
}

func TestArguments(t *testing.T) {
	t.Parallel()
	var test struct{ args, want string }
	for range expect.Rows(t, "testdata/arguments.tsv", &test.args, &test.want) {
		got := Arguments(strings.Fields(test.args))
		want := strings.Fields(test.want)
		for i := range want {
			want[i] = strings.ReplaceAll(want[i], "_", " ")
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s:\ngot  %q\nwant %q", test.args, got, want)
		}
	}
	quoted := []string{"legal", chess.InitialFEN}
	expect.List(t, Arguments(quoted), quoted, "Arguments")
}
