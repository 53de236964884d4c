package board

import (
	"testing"

	"retroproof/internal/expect"
)

func TestManLetters(t *testing.T) {
	t.Parallel()
	for letter, want := range map[byte]struct {
		man   Man
		color Color
		kind  Kind
	}{
		'K': {WhiteKing, White, King}, 'k': {BlackKing, Black, King},
		'Q': {WhiteQueen, White, Queen}, 'q': {BlackQueen, Black, Queen},
		'R': {WhiteRook, White, Rook}, 'r': {BlackRook, Black, Rook},
		'B': {WhiteBishop, White, Bishop}, 'b': {BlackBishop, Black, Bishop},
		'N': {WhiteKnight, White, Knight}, 'n': {BlackKnight, Black, Knight},
		'P': {WhitePawn, White, Pawn}, 'p': {BlackPawn, Black, Pawn},
	} {
		m, ok := ParseMan(letter)
		if !ok || m != want.man || m.Color() != want.color || m.Kind() != want.kind {
			t.Errorf("ParseMan(%c) = %d (%s %s), %t", letter, uint8(m), m.Color(), m.Kind(), ok)
		}
		if m.Letter() != letter || m.String() != string(letter) {
			t.Errorf("%c: Letter %c, String %s", letter, m.Letter(), m)
		}
		expect.Equal(t, MakeMan(want.color, want.kind), want.man, "MakeMan(%s, %s)", want.color, want.kind)
		if m >= NumMen {
			t.Errorf("%c is %d, beyond NumMen", letter, uint8(m))
		}
	}
}

func TestParseManRefuses(t *testing.T) {
	t.Parallel()
	men := 0
	for b := range 256 {
		m, ok := ParseMan(byte(b))
		if ok {
			men++
		} else if m != NoMan {
			t.Errorf("ParseMan(%q) = %s without ok", rune(b), m)
		}
	}
	expect.Equal(t, men, 12, "letters are men")
}

func TestNoMan(t *testing.T) {
	t.Parallel()
	if NoMan.Kind() != NoKind || NoMan.Letter() != '.' {
		t.Errorf("NoMan: kind %s, letter %c", NoMan.Kind(), NoMan.Letter())
	}
	for _, c := range []Color{White, Black} {
		expect.Equal(t, MakeMan(c, NoKind), NoMan, "MakeMan(%s, NoKind)", c)
	}
}

func TestOtherColor(t *testing.T) {
	t.Parallel()
	if White.Other() != Black || Black.Other() != White {
		t.Error("Other does not exchange the colours")
	}
}

func TestLettersOfInvalidValues(t *testing.T) {
	t.Parallel()
	expect.Equal(t, Man(200).Letter(), '?', "Man(200) has the letter")
	expect.Equal(t, Kind(7).Letter(), '?', "Kind(7) has the letter")
	expect.Equal(t, Kind(7).String(), "invalid", "Kind(7)")
}
