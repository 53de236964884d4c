package notation

import (
	"fmt"
	"strings"

	"retroproof/chess"
)

// ParseUCI returns the legal move that a text names in the notation of
// [Move.UCI], which is taken strictly. The error is a [*MoveError].
func ParseUCI(p *chess.Position, text string) (chess.Move, error) {
	fail := func(reason MoveReason, format string, args ...any) (chess.Move, error) {
		return chess.NoMove, &MoveError{text, reason, fmt.Sprintf(format, args...)}
	}
	const want = `want two squares and perhaps one of qrbn, as in "e2e4" or "e7e8q"`
	if len(text) != 4 && len(text) != 5 {
		return fail(NotAMove, "%d characters, %s", len(text), want)
	}
	from, err := chess.ParseSquare(text[:2])
	if err != nil {
		return fail(NotAMove, "%s is not a square, %s", chess.Quote(text[:2]), want)
	}
	to, err := chess.ParseSquare(text[2:4])
	if err != nil {
		return fail(NotAMove, "%s is not a square, %s", chess.Quote(text[2:4]), want)
	}
	promotion := chess.NoKind
	if len(text) == 5 {
		if strings.IndexByte("qrbn", text[4]) < 0 {
			return fail(NotAMove, "%s is no promotion, %s", chess.Quote(text[4:]), want)
		}
		man, _ := chess.ParseMan(text[4])
		promotion = man.Kind()
	}
	var list [128]chess.Move
	for _, m := range p.LegalMoves(list[:0]) {
		if m.From() == from && m.To() == to && m.Promotion() == promotion {
			return m, nil
		}
	}
	return fail(IllegalMove, "%s", whyIllegal(p, moveText{
		kind: p.At(from).Kind(), from: from.Bit(), to: to, promotion: promotion,
	}))
}

// InUCI returns moves from a start on, in standard algebraic notation, in that of [Move.UCI]. It reads them as
// [ParseSAN] does.
func InUCI(start *chess.Setup, san []string) ([]string, error) {
	game := Game{Start: *start, Moves: san}
	moves, _, err := game.Play()
	if err != nil {
		return nil, err
	}
	uci := make([]string, len(moves))
	for i, m := range moves {
		uci[i] = m.UCI()
	}
	return uci, nil
}

// InSAN returns moves from a start on, in the notation of [Move.UCI], in standard algebraic notation.
func InSAN(start *chess.Setup, uci []string) ([]string, error) {
	p, err := chess.NewPosition(*start)
	if err != nil {
		return nil, err
	}
	san := make([]string, len(uci))
	for i, text := range uci {
		m, err := ParseUCI(p, text)
		if err != nil {
			return nil, fmt.Errorf("ply %d: %w", i+1, err)
		}
		san[i] = SAN(p, m)
		p.Make(m)
	}
	return san, nil
}

// UCI returns moves in the notation of [Move.UCI], with blanks between them.
func UCI(moves []chess.Move) string {
	words := make([]string, len(moves))
	for i, m := range moves {
		words[i] = m.UCI()
	}
	return strings.Join(words, " ")
}
