package board

import "testing"

func TestManLetters(t *testing.T) {
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
		if got := MakeMan(want.color, want.kind); got != want.man {
			t.Errorf("MakeMan(%s, %s) = %s, want %c", want.color, want.kind, got, letter)
		}
		if m >= NumMen {
			t.Errorf("%c is %d, beyond NumMen", letter, uint8(m))
		}
	}
}

func TestParseManRefuses(t *testing.T) {
	men := 0
	for b := range 256 {
		m, ok := ParseMan(byte(b))
		if ok {
			men++
		} else if m != NoMan {
			t.Errorf("ParseMan(%q) = %s without ok", rune(b), m)
		}
	}
	if men != 12 {
		t.Errorf("%d letters are men, want 12", men)
	}
}

func TestNoMan(t *testing.T) {
	if NoMan.Kind() != NoKind || NoMan.Letter() != '.' {
		t.Errorf("NoMan: kind %s, letter %c", NoMan.Kind(), NoMan.Letter())
	}
	for _, c := range []Color{White, Black} {
		if got := MakeMan(c, NoKind); got != NoMan {
			t.Errorf("MakeMan(%s, NoKind) = %s, want NoMan", c, got)
		}
	}
}

func TestOtherColor(t *testing.T) {
	if White.Other() != Black || Black.Other() != White {
		t.Error("Other does not exchange the colours")
	}
}

func TestLettersOfInvalidValues(t *testing.T) {
	if got := Man(200).Letter(); got != '?' {
		t.Errorf("Man(200) has the letter %c, want ?", got)
	}
	if got := Kind(7).Letter(); got != '?' {
		t.Errorf("Kind(7) has the letter %c, want ?", got)
	}
	if got := Kind(7).String(); got != "invalid" {
		t.Errorf("Kind(7) = %s, want invalid", got)
	}
}
