package replay

import "strings"

// readUCI reads a legal move in UCI's notation: the squares that the man leaves and goes to (of castling, those of the
// king), and for a promotion the small letter of what the pawn becomes.
func (p *Position) readUCI(text string) (move, *Error) {
	m, ok := parseUCI(text)
	if !ok {
		return m, fail(NotAMove, "no move: want two squares, and for a promotion one of qrbn, as in e2e4 and e7e8q")
	}
	if !p.legal(m) {
		return m, fail(IllegalMove, "no legal move in %s", p.FEN())
	}
	return m, nil
}

// parseUCI reads the text of a move, without regard to the position.
func parseUCI(text string) (m move, ok bool) {
	if len(text) != 4 && len(text) != 5 {
		return m, false
	}
	for i, c := range []byte(text[:4]) {
		if first := "a1"[i%2]; c < first || c >= first+8 {
			return m, false
		}
	}
	m.from, m.to = square{int(text[0] - 'a'), int(text[1] - '1')}, square{int(text[2] - 'a'), int(text[3] - '1')}
	if len(text) == 5 {
		m.become = man(text[4]).of(true)
	}
	return m, len(text) == 4 || strings.IndexByte("qrbn", text[4]) >= 0
}
