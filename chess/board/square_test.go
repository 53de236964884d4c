package board

import (
	"testing"

	"retroproof/internal/expect"
)

func TestSquareNames(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		square     Square
		name       string
		file, rank int
		dark       bool
	}{
		{A1, "a1", 0, 0, true},
		{1, "b1", 1, 0, false},
		{H1, "h1", 7, 0, false},
		{8, "a2", 0, 1, false},
		{28, "e4", 4, 3, false},
		{A8, "a8", 0, 7, false},
		{H8, "h8", 7, 7, true},
	} {
		expect.Equal(t, tt.square.String(), tt.name, "Square(%d)", uint8(tt.square))
		if f, r := tt.square.File(), tt.square.Rank(); f != tt.file || r != tt.rank {
			t.Errorf("%s: file %d, rank %d, want %d, %d", tt.name, f, r, tt.file, tt.rank)
		}
		expect.Equal(t, tt.square.Dark(), tt.dark, "%s: dark", tt.name)
	}
	expect.Equal(t, NoSquare.String(), "-", "NoSquare")
}

func TestSquareRoundTrip(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for s := range Square(NumSquares) {
		expect.Equal(t, MakeSquare(s.File(), s.Rank()), s, "MakeSquare(%d, %d)", s.File(), s.Rank())
		got, err := ParseSquare(s.String())
		if err != nil || got != s {
			t.Errorf("ParseSquare(%q) = %s, %v", s, got, err)
		}
		seen[s.String()] = true
	}
	expect.Equal(t, len(seen), NumSquares, "different names")
}

func TestMakeSquareOffBoard(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]int{{-1, 0}, {0, -1}, {8, 0}, {0, 8}, {-1, 8}, {64, 0}} {
		expect.Equal(t, MakeSquare(c[0], c[1]), NoSquare, "MakeSquare(%d, %d)", c[0], c[1])
	}
}

func TestParseSquareRefuses(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"", "-", "e", "e0", "e9", "i1", "E4", "4e", "e4 ", " e4", "e44", "é4", "\x00\x00"} {
		if got, err := ParseSquare(name); err == nil || got != NoSquare {
			t.Errorf("ParseSquare(%q) = %s, %v, want an error", name, got, err)
		}
	}
}
