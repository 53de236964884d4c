package replay

import "strings"

// readSAN reads a legal move in standard algebraic notation, as defined in the package comment.
func (p *Position) readSAN(san string) (move, *Error) {
	t, err := parse(san)
	if err != nil {
		return move{}, err
	}
	m, err := p.find(t)
	if err != nil {
		return m, err
	}
	after := *p
	after.make(m)
	switch {
	case t.sign != "" && !after.check():
		return m, fail(FalseSign, "it gives no check")
	case t.sign == "#" && !after.stuck():
		return m, fail(FalseSign, "it is no mate")
	}
	return m, nil
}

// text is a parsed move.
type text struct {
	castles    bool
	kind       man
	file, rank int // of the departure square; -1 if not given
	capture    bool
	to         square // for castling, only the file is used
	become     man
	sign       string // "+", "#" or ""
}

// parse reads the text of a move, without regard to the position.
func parse(san string) (text, *Error) {
	t := text{kind: 'P', file: -1, rank: -1}
	rest := san
	if n := len(rest); n > 0 && (rest[n-1] == '+' || rest[n-1] == '#') {
		rest, t.sign = rest[:n-1], rest[n-1:]
	}
	switch rest {
	case "O-O":
		t.castles, t.kind, t.to.file = true, 'K', 6
		return t, nil
	case "O-O-O":
		t.castles, t.kind, t.to.file = true, 'K', 2
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
		return t, fail(NotAMove, "no move: it names no square")
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
		return t, fail(NotAMove, "no move: %.20q has no meaning there", rest)
	case t.kind == 'P' && t.capture && t.file < 0:
		return t, fail(NotAMove, "no move: a pawn's capture has the file that it leaves")
	}
	return t, nil
}

func isFile(c byte) bool { return 'a' <= c && c <= 'h' }
func isRank(c byte) bool { return '1' <= c && c <= '8' }

// find returns the only legal move that fits a text.
func (p *Position) find(t text) (move, *Error) {
	var found []move
	for _, from := range squares {
		if m, ok := p.fits(t, from); ok && p.legal(m) {
			found = append(found, m)
		}
	}
	switch len(found) {
	case 0:
		return move{}, fail(IllegalMove, "no legal move in %s", p.FEN())
	case 1:
		return found[0], nil
	}
	var from []string
	for _, m := range found {
		from = append(from, m.from.String())
	}
	return move{}, fail(AmbiguousMove, "ambiguous: it may come from %s", strings.Join(from, " or "))
}

// fits returns the move from a square that a text may denote, and whether there is one.
func (p *Position) fits(t text, from square) (move, bool) {
	if t.castles {
		t.to.rank = from.rank
	}
	castles := t.kind == 'K' && distance(from.file, t.to.file) == 2
	captures := p.at(t.to) != 0 || t.kind == 'P' && from.file != t.to.file
	return move{from, t.to, t.become}, p.at(from) == t.kind.of(p.white) && castles == t.castles && captures == t.capture &&
		(t.file < 0 || t.file == from.file) && (t.rank < 0 || t.rank == from.rank)
}
