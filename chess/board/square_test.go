package board

import "testing"

func TestSquareNames(t *testing.T) {
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
		if got := tt.square.String(); got != tt.name {
			t.Errorf("Square(%d) = %s, want %s", uint8(tt.square), got, tt.name)
		}
		if f, r := tt.square.File(), tt.square.Rank(); f != tt.file || r != tt.rank {
			t.Errorf("%s: file %d, rank %d, want %d, %d", tt.name, f, r, tt.file, tt.rank)
		}
		if got := tt.square.Dark(); got != tt.dark {
			t.Errorf("%s: dark %t, want %t", tt.name, got, tt.dark)
		}
	}
	if got := NoSquare.String(); got != "-" {
		t.Errorf("NoSquare = %q, want -", got)
	}
}

func TestSquareRoundTrip(t *testing.T) {
	seen := map[string]bool{}
	for s := range Square(NumSquares) {
		if got := MakeSquare(s.File(), s.Rank()); got != s {
			t.Errorf("MakeSquare(%d, %d) = %s, want %s", s.File(), s.Rank(), got, s)
		}
		got, err := ParseSquare(s.String())
		if err != nil || got != s {
			t.Errorf("ParseSquare(%q) = %s, %v", s, got, err)
		}
		seen[s.String()] = true
	}
	if len(seen) != NumSquares {
		t.Errorf("%d different names, want %d", len(seen), NumSquares)
	}
}

func TestMakeSquareOffBoard(t *testing.T) {
	for _, c := range [][2]int{{-1, 0}, {0, -1}, {8, 0}, {0, 8}, {-1, 8}, {64, 0}} {
		if got := MakeSquare(c[0], c[1]); got != NoSquare {
			t.Errorf("MakeSquare(%d, %d) = %s, want NoSquare", c[0], c[1], got)
		}
	}
}

func TestParseSquareRefuses(t *testing.T) {
	for _, name := range []string{"", "-", "e", "e0", "e9", "i1", "E4", "4e", "e4 ", " e4", "e44", "é4", "\x00\x00"} {
		if got, err := ParseSquare(name); err == nil || got != NoSquare {
			t.Errorf("ParseSquare(%q) = %s, %v, want an error", name, got, err)
		}
	}
}
