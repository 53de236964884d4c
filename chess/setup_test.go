package chess

import (
	"fmt"
	"testing"

	"retroproof/internal/expect"
)

// mustParse is for texts that the test itself wrote.
func mustParse(t testing.TB, fen string) Setup {
	t.Helper()
	s, err := ParseFEN(fen)
	expect.NoError(t, err)
	return s
}

func TestInitialSetup(t *testing.T) {
	s := InitialSetup()
	if got := s.FEN(); got != InitialFEN {
		t.Errorf("FEN %q, want %q", got, InitialFEN)
	}
	if got := mustParse(t, InitialFEN); got != s {
		t.Errorf("parsed %v, want %v", got, s)
	}
}

func TestEmptySetup(t *testing.T) {
	if got, want := EmptySetup().FEN(), "8/8/8/8/8/8/8/8 w - - 0 1"; got != want {
		t.Errorf("FEN %q, want %q", got, want)
	}
}

func TestCounts(t *testing.T) {
	s := InitialSetup()
	for m, want := range map[Man]int{NoMan: 32, WhiteKing: 1, BlackQueen: 1, WhiteKnight: 2, BlackPawn: 8} {
		if got := s.Count(m); got != want {
			t.Errorf("Count(%s) = %d, want %d", m, got, want)
		}
	}
	if got := s.CountMen(); got != 32 {
		t.Errorf("CountMen() = %d, want 32", got)
	}
	if got := (Setup{}).CountMen(); got != 0 {
		t.Errorf("CountMen() of the zero Setup = %d, want 0", got)
	}
}

func TestMenAndAt(t *testing.T) {
	s := mustParse(t, "8/8/8/3k4/4R3/5K2/8/8 b - - 3 40")
	if got, want := fmt.Sprint(s.Men()), "[Kf3 Re4 kd5]"; got != want {
		t.Errorf("Men() = %s, want %s", got, want)
	}
	for _, p := range s.Men() {
		if got := s.At(p.Square); got != p.Man {
			t.Errorf("At(%s) = %s, want %s", p.Square, got, p.Man)
		}
		if got := s.Find(p.Man); got != p.Square {
			t.Errorf("Find(%s) = %s, want %s", p.Man, got, p.Square)
		}
	}
	if got := s.At(NoSquare); got != NoMan {
		t.Errorf("At(NoSquare) = %s, want NoMan", got)
	}
	if got := s.Find(BlackQueen); got != NoSquare {
		t.Errorf("Find(q) = %s, want NoSquare", got)
	}
}

func TestFENOfUnstatableEnPassant(t *testing.T) {
	for _, sq := range []Square{A1, 28, NoSquare, 255} {
		s := EmptySetup()
		s.EnPassant = sq
		if got, want := s.FEN(), EmptySetup().FEN(); got != want {
			t.Errorf("en passant %s: FEN %q, want %q", sq, got, want)
		}
	}
}

func TestCastlingString(t *testing.T) {
	seen := map[string]bool{}
	for c := NoCastling; c <= AllCastling; c++ {
		seen[c.String()] = true
	}
	if len(seen) != 16 || !seen["-"] || !seen["KQkq"] || !seen["Kq"] {
		t.Errorf("the 16 sets of rights print as %v", seen)
	}
}
