package chess

import (
	"fmt"
	"strings"
)

// UCI returns the move as chess engines write it: the two squares, and the small
// letter of what a pawn becomes, as in "e2e4", "e7e8q", and "e1g1" for castling.
// For NoMove it returns "0000".
func (m Move) UCI() string {
	if m == NoMove {
		return "0000"
	}
	text := m.From().String() + m.To().String()
	if k := m.Promotion(); k != NoKind {
		text += MakeMan(Black, k).String()
	}
	return text
}

// String returns the move as UCI does.
func (m Move) String() string { return m.UCI() }

// ParseUCI returns the legal move that a text names in the notation of
// [Move.UCI], which is taken strictly. The error is a [*MoveError].
func (p *Position) ParseUCI(text string) (Move, error) {
	fail := func(reason MoveReason, format string, args ...any) (Move, error) {
		return NoMove, &MoveError{text, reason, fmt.Sprintf(format, args...)}
	}
	const want = `want two squares and perhaps one of qrbn, as in "e2e4" or "e7e8q"`
	if len(text) != 4 && len(text) != 5 {
		return fail(NotAMove, "%d characters, %s", len(text), want)
	}
	from, err := ParseSquare(text[:2])
	if err != nil {
		return fail(NotAMove, "%s is not a square, %s", quote(text[:2]), want)
	}
	to, err := ParseSquare(text[2:4])
	if err != nil {
		return fail(NotAMove, "%s is not a square, %s", quote(text[2:4]), want)
	}
	promotion := NoKind
	if len(text) == 5 {
		if strings.IndexByte("qrbn", text[4]) < 0 {
			return fail(NotAMove, "%s is no promotion, %s", quote(text[4:]), want)
		}
		man, _ := ParseMan(text[4])
		promotion = man.Kind()
	}
	var list [128]Move
	for _, m := range p.LegalMoves(list[:0]) {
		if m.From() == from && m.To() == to && m.Promotion() == promotion {
			return m, nil
		}
	}
	return fail(IllegalMove, "%s", p.whyIllegal(moveText{
		kind: p.At(from).Kind(), from: from.Bit(), to: to, promotion: promotion,
	}))
}
