package kernel

import (
	"errors"
	"fmt"
	"strings"

	"retroproof/chess"
)

// ParseExtendedMove reads the text of a move in the form of [ExtendedMove.String]. The kind of
// piece of a promotion may be missing, as other programs omit it.
func ParseExtendedMove(text string) (ExtendedMove, error) {
	m, err := parseExtendedMove(text)
	if err != nil {
		return ExtendedMove{}, &MoveError{text, err.Error()}
	}
	return m, nil
}

func parseExtendedMove(text string) (ExtendedMove, error) {
	m := ExtendedMove{From: chess.NoSquare}
	rest, white := strings.CutPrefix(text, "w")
	if !white {
		var black bool
		if rest, black = strings.CutPrefix(text, "b"); !black {
			return m, errors.New(`want "w" or "b" first, the side that moves`)
		}
		m.Color = chess.Black
	}
	// Names of two letters before those of one that they begin with.
	for p := Pawn; p >= Queen; p-- {
		if after, ok := strings.CutPrefix(rest, p.String()); ok {
			m.Piece, rest = p, after
			break
		}
	}
	square := func() (sq chess.Square, err error) {
		if len(rest) < 2 {
			return sq, fmt.Errorf("want a square, found %q", rest)
		}
		sq, err = chess.ParseSquare(rest[:2])
		rest = rest[2:]
		return sq, err
	}
	var err error
	if m.Piece != NoPiece {
		if m.From, err = square(); err != nil {
			return m, err
		}
	}
	switch {
	case strings.HasPrefix(rest, "x"):
		m.Captures = true
	case !strings.HasPrefix(rest, "-") || m.Piece == NoPiece:
		return m, fmt.Errorf(`want "-" or "x", found %q`, rest)
	}
	rest = rest[1:]
	if m.To, err = square(); err != nil {
		return m, err
	}
	if rest == "" {
		return m, nil
	}
	for p := Queen; p <= Knight; p++ {
		if rest == p.String() {
			m.Promotes = p
		}
	}
	// What may stand behind a square is a promotion, and where none is possible nothing.
	switch r := m.To.Rank(); {
	case m.Promotes == NoPiece:
		return m, fmt.Errorf("%q after the move", rest)
	case m.Piece != Pawn || r != 0 && r != 7:
		return m, errors.New("only pawns promote, on the last rank")
	}
	return m, nil
}

// ParseExtended reads an extended kernel: moves separated by blanks.
func ParseExtended(text string) (*Extended, error) {
	e := &Extended{Moves: []ExtendedMove{}}
	for _, word := range strings.Fields(text) {
		m, err := ParseExtendedMove(word)
		if err != nil {
			return nil, err
		}
		e.Moves = append(e.Moves, m)
	}
	return e, nil
}
