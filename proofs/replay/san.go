package replay

import "strings"

// play makes a move, in standard algebraic notation as the package comment says. After
// an error the position is as it was.
func (p *Position) play(san string) *Error {
	t, err := parse(san)
	if err != nil {
		return err
	}
	m, err := p.find(t)
	if err != nil {
		return err
	}
	after := *p
	after.make(m)
	switch {
	case t.sign == "+" && !after.check(), t.sign == "#" && !after.check():
		err = fail(FalseSign, "it gives no check")
	case t.sign == "#" && !after.stuck():
		err = fail(FalseSign, "it is no mate")
	}
	if err != nil {
		err.Move = san
		return err
	}
	*p = after
	return nil
}

// text is what the text of a move says.
type text struct {
	san        string
	castling   int // 0, or how many files the rook is away from the king
	kind       man
	file, rank int // of the square that it leaves; -1 if it is not told
	capture    bool
	to         square
	become     man
	sign       string // "+", "#" or nothing
}

// parse reads the text of a move, whatever the position.
func parse(san string) (text, *Error) {
	t := text{san: san, kind: 'P', file: -1, rank: -1}
	bad := func(format string, args ...any) (text, *Error) {
		err := fail(NotAMove, format, args...)
		err.Move = san
		return t, err
	}
	rest := san
	if n := len(rest); n > 0 && (rest[n-1] == '+' || rest[n-1] == '#') {
		rest, t.sign = rest[:n-1], rest[n-1:]
	}
	if rest == "O-O" || rest == "O-O-O" {
		t.castling = len(rest)/2 + 2
		t.kind = 'K'
		return t, nil
	}
	if rest != "" && strings.IndexByte("KQRBN", rest[0]) >= 0 {
		t.kind, rest = man(rest[0]), rest[1:]
	}
	if n := len(rest); t.kind == 'P' && n > 0 && strings.IndexByte("QRBN", rest[n-1]) >= 0 {
		t.become, rest = man(rest[n-1]), strings.TrimSuffix(rest[:n-1], "=")
	}
	n := len(rest)
	if n < 2 || !isFile(rest[n-2]) || !isRank(rest[n-1]) {
		return bad("no move: it names no square")
	}
	t.to = square{int(rest[n-2] - 'a'), int(rest[n-1] - '1')}
	rest, t.capture = strings.CutSuffix(rest[:n-2], "x")
	if rest != "" && isFile(rest[0]) {
		t.file, rest = int(rest[0]-'a'), rest[1:]
	}
	if rest != "" && isRank(rest[0]) {
		t.rank, rest = int(rest[0]-'1'), rest[1:]
	}
	switch {
	case rest != "":
		return bad("no move: %.20q has no meaning there", rest)
	case t.kind == 'P' && t.capture && t.file < 0:
		return bad("no move: a pawn's capture has the file that it leaves")
	}
	return t, nil
}

func isFile(c byte) bool { return 'a' <= c && c <= 'h' }
func isRank(c byte) bool { return '1' <= c && c <= '8' }

// find returns the only legal move that fits a text.
func (p *Position) find(t text) (move, *Error) {
	var found []move
	for from := range squares {
		if m, ok := p.fits(t, from); ok && p.legal(m) {
			found = append(found, m)
		}
	}
	var err *Error
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		err = fail(IllegalMove, "no legal move in %s", p.FEN())
	default:
		var from []string
		for _, m := range found {
			from = append(from, m.from.String())
		}
		err = fail(AmbiguousMove, "ambiguous: it may come from %s", strings.Join(from, " or "))
	}
	err.Move = t.san
	return move{}, err
}

// fits returns the move from a square that a text may mean.
func (p *Position) fits(t text, from square) (move, bool) {
	m := move{from, t.to, t.become}
	if p.at(from) != t.kind.of(p.white) {
		return m, false
	}
	castles := t.kind == 'K' && distance(from.file, t.to.file) == 2
	if t.castling > 0 {
		for i, r := range rights {
			if p.castle[i] && r.letter.white() == p.white && r.king == from && distance(r.king.file, r.rook.file) == t.castling {
				m.to = r.kingGoes()
				return m, true
			}
		}
		return m, false
	}
	if castles || t.file >= 0 && t.file != from.file || t.rank >= 0 && t.rank != from.rank {
		return m, false
	}
	captures := p.at(t.to) != 0 || t.kind == 'P' && from.file != t.to.file
	return m, captures == t.capture
}
