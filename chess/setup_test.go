package chess

import (
	"fmt"
	"testing"

	"retroproof/internal/expect"
)

// mustParse is for texts that the test itself wrote.
func mustParse(t testing.TB, fen string) Setup {
	t.Helper()
	return expect.Must(ParseFEN(fen))
}

func TestInitialSetup(t *testing.T) {
	t.Parallel()
	s := InitialSetup()
	expect.Equal(t, s.FEN(), InitialFEN, "FEN")
	expect.Equal(t, mustParse(t, InitialFEN), s, "parsed")
}

func TestEmptySetup(t *testing.T) {
	t.Parallel()
	expect.Equal(t, EmptySetup().FEN(), "8/8/8/8/8/8/8/8 w - - 0 1", "FEN")
}

func TestCounts(t *testing.T) {
	t.Parallel()
	s := InitialSetup()
	for m, want := range map[Man]int{NoMan: 32, WhiteKing: 1, BlackQueen: 1, WhiteKnight: 2, BlackPawn: 8} {
		expect.Equal(t, s.Count(m), want, "Count(%s)", m)
	}
	expect.Equal(t, s.CountMen(), 32, "CountMen()")
	expect.Equal(t, (Setup{}).CountMen(), 0, "CountMen() of the zero Setup")
}

func TestMenAndAt(t *testing.T) {
	t.Parallel()
	s := mustParse(t, "8/8/8/3k4/4R3/5K2/8/8 b - - 3 40")
	expect.Equal(t, fmt.Sprint(s.Men()), "[Kf3 Re4 kd5]", "Men()")
	for _, p := range s.Men() {
		expect.Equal(t, s.At(p.Square), p.Man, "At(%s)", p.Square)
		expect.Equal(t, s.Find(p.Man), p.Square, "Find(%s)", p.Man)
	}
	expect.Equal(t, s.At(NoSquare), NoMan, "At(NoSquare)")
	expect.Equal(t, s.Find(BlackQueen), NoSquare, "Find(q)")
}

func TestFENOfUnstatableEnPassant(t *testing.T) {
	t.Parallel()
	for _, sq := range []Square{A1, 28, NoSquare, 255} {
		s := EmptySetup()
		s.EnPassant = sq
		expect.Equal(t, s.FEN(), EmptySetup().FEN(), "en passant %s: FEN", sq)
	}
}

func TestCastlingString(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for c := NoCastling; c <= AllCastling; c++ {
		seen[c.String()] = true
	}
	if len(seen) != 16 || !seen["-"] || !seen["KQkq"] || !seen["Kq"] {
		t.Errorf("the 16 sets of rights print as %v", seen)
	}
}
