package chess

import (
	"fmt"
	"strings"
)

// SAN returns a legal move of this position in standard algebraic notation, as
// short as the PGN standard asks: file, rank or both of the square it leaves only
// where another man of the kind could legally go to the same square, "=Q" for
// promotion, "+" for check and "#" for mate. A capture en passant has no mark of
// its own.
func (p *Position) SAN(m Move) string {
	text := make([]byte, 0, 8)
	text = p.appendSAN(text, m)
	after := *p
	after.Make(m)
	if after.InCheck() {
		mark := byte('+')
		if !after.HasLegalMove() {
			mark = '#'
		}
		text = append(text, mark)
	}
	return string(text)
}

// appendSAN appends the move without the mark for check or mate.
func (p *Position) appendSAN(text []byte, m Move) []byte {
	from, to := m.From(), m.To()
	kind := p.board[from].Kind()
	switch {
	case m.IsCastling() && to > from:
		return append(text, "O-O"...)
	case m.IsCastling():
		return append(text, "O-O-O"...)
	case kind != Pawn:
		text = append(text, kind.Letter())
		text = p.appendOrigin(text, m)
	case p.Captured(m) != NoMan:
		text = append(text, 'a'+byte(from.File()))
	}
	if p.Captured(m) != NoMan {
		text = append(text, 'x')
	}
	text = append(text, to.String()...)
	if k := m.Promotion(); k != NoKind {
		text = append(text, '=', k.Letter())
	}
	return text
}

// appendOrigin appends what tells the moving piece from others that can go to
// the same square: the file if that is enough, else the rank if that is, else
// both.
func (p *Position) appendOrigin(text []byte, m Move) []byte {
	from := m.From()
	same := p.Men(p.board[from]) &^ bit(from)
	if same == 0 {
		return text
	}
	rivals := NoSquares
	var list [128]Move
	for _, other := range p.LegalMoves(list[:0]) {
		if other.To() == m.To() && same.Has(other.From()) {
			rivals |= bit(other.From())
		}
	}
	onFile := rivals&FileSet(from.File()) != 0
	onRank := rivals&RankSet(from.Rank()) != 0
	if rivals != 0 && (!onFile || onRank) {
		text = append(text, 'a'+byte(from.File()))
	}
	if onFile {
		text = append(text, '1'+byte(from.Rank()))
	}
	return text
}

// moveText is what the text of a move says.
type moveText struct {
	castling  bool
	kind      Kind
	from      Bitboard // where the moving man may stand
	to        Square
	capture   bool // there is an x
	promotion Kind
	enPassant bool // there is an "e.p."
}

// ParseSAN returns the legal move that a text names in standard algebraic
// notation. The error is a [*MoveError].
//
// The text may deviate from what [Position.SAN] prints in these ways, and no
// others:
//
//   - The marks for check and mate may be missing or be wrong, and several of
//     the marks + # ! ? may follow the move.
//   - Castling may be written with the digit 0.
//   - The x of a capture may be missing, or be a colon. An x for a move that
//     captures nothing is an error. Other moves may have a hyphen in its place.
//   - More of the square that the man leaves may be told than is needed, as in
//     "Ng1f3", "Ng1-f3" or "e2e4"; a capturing pawn's file may not be left out.
//   - A pawn's move may begin with P.
//   - The equals sign of a promotion may be missing, or the piece be in round
//     brackets.
//   - "e.p." or "ep" may follow a capture en passant, with blanks before it.
//   - Blanks may lead and trail.
func (p *Position) ParseSAN(text string) (Move, error) {
	t, problem := parseMoveText(strings.Trim(text, blanks))
	if problem != "" {
		return NoMove, &MoveError{text, NotAMove, problem}
	}
	if t.castling {
		rank := 7 * int(p.turn)
		t.from = MakeSquare(4, rank).Bit()
		t.to = MakeSquare(t.to.File(), rank)
	}
	var found []Move
	var list [128]Move
	for _, m := range p.LegalMoves(list[:0]) {
		if p.fits(m, t) {
			found = append(found, m)
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return NoMove, &MoveError{text, IllegalMove, p.whyIllegal(t)}
	}
	names := make([]string, len(found))
	for i, m := range found {
		names[i] = p.SAN(m)
	}
	return NoMove, &MoveError{text, AmbiguousMove, "ambiguous, " + strings.Join(names, " or ")}
}

// fits reports whether a legal move is what a text says.
func (p *Position) fits(m Move, t moveText) bool {
	if m.To() != t.to || !t.from.Has(m.From()) || m.IsCastling() != t.castling {
		return false
	}
	if p.board[m.From()].Kind() != t.kind || m.Promotion() != t.promotion {
		return false
	}
	captures := p.Captured(m) != NoMan
	if t.kind == Pawn && captures && t.from&^FileSet(m.From().File()) != 0 {
		return false // "d5" is a pawn's step, not "exd5"
	}
	return (captures || !t.capture) && (m.IsEnPassant() || !t.enPassant)
}

// parseMoveText reads the text of a move, whatever the position. It returns what
// is wrong with it, or "".
func parseMoveText(text string) (t moveText, problem string) {
	const marks = "+#!?"
	rest := strings.TrimRight(text, marks)
	for _, suffix := range []string{"e.p.", "ep"} {
		if without, ok := strings.CutSuffix(rest, suffix); ok && !t.enPassant {
			t.enPassant = true
			rest = strings.TrimRight(strings.TrimRight(without, blanks), marks)
		}
	}
	switch rest {
	case "":
		return t, "no move"
	case "O-O", "0-0":
		t.castling, t.kind, t.to = true, King, 6
		return t, ""
	case "O-O-O", "0-0-0":
		t.castling, t.kind, t.to = true, King, 2
		return t, ""
	}

	t.kind = Pawn
	if i := strings.IndexByte(kindLetters, rest[0]); i > 0 {
		t.kind, rest = Kind(i), rest[1:]
	}
	rest, t.promotion = cutPromotion(rest)
	if len(rest) < 2 {
		return t, "want the square it goes to"
	}
	to, err := ParseSquare(rest[len(rest)-2:])
	if err != nil {
		return t, err.Error()
	}
	t.to, rest = to, rest[:len(rest)-2]
	if t.promotion != NoKind && t.kind != Pawn {
		return t, fmt.Sprintf("a %v that becomes a %v", t.kind, t.promotion)
	}

	if origin := strings.TrimRight(rest, "x:-"); len(rest)-len(origin) <= 1 {
		t.capture = rest != origin && rest[len(origin)] != '-'
		rest = origin
	}
	t.from = AllSquares
	if rest != "" && 'a' <= rest[0] && rest[0] <= 'h' {
		t.from &= FileSet(int(rest[0] - 'a'))
		rest = rest[1:]
	}
	if rest != "" && '1' <= rest[0] && rest[0] <= '8' {
		t.from &= RankSet(int(rest[0] - '1'))
		rest = rest[1:]
	}
	if rest != "" {
		return t, fmt.Sprintf("%s before %v, want at most a file and a rank", quote(rest), t.to)
	}
	return t, ""
}

// cutPromotion cuts what a pawn becomes from the end of a move.
func cutPromotion(text string) (before string, k Kind) {
	bare := text
	if inner, ok := strings.CutSuffix(text, ")"); ok {
		if i := len(inner) - 2; i >= 0 && inner[i] == '(' {
			bare = inner[:i] + inner[i+1:]
		}
	}
	if bare == "" {
		return text, NoKind
	}
	i := strings.IndexByte(kindLetters, bare[len(bare)-1])
	if i < int(Queen) || i > int(Knight) {
		return text, NoKind
	}
	return strings.TrimSuffix(bare[:len(bare)-1], "="), Kind(i)
}

// whyIllegal says why no legal move is what a text says.
func (p *Position) whyIllegal(t moveText) string {
	if t.castling {
		side := "kingside"
		if t.to.File() == 2 {
			side = "queenside"
		}
		return fmt.Sprintf("%v cannot castle %s", p.turn, side)
	}
	if t.kind == NoKind {
		return fmt.Sprintf("no man on %v", t.from.First())
	}
	movers := p.Men(MakeMan(p.turn, t.kind)) & t.from
	if movers == 0 && !t.from.Several() {
		return fmt.Sprintf("no %v %v on %v", p.turn, t.kind, t.from.First())
	}
	// The same move with other marks tells what is wrong with those given.
	other := t
	other.capture, other.enPassant = false, false
	var list [128]Move
	for _, m := range p.LegalMoves(list[:0]) {
		switch {
		case p.fits(m, other) && t.enPassant:
			return "not a capture en passant"
		case p.fits(m, other):
			return "not a capture"
		case m.From().Bit()&movers == 0 || m.To() != t.to || m.IsCastling():
		case m.Promotion() != NoKind && t.promotion == NoKind:
			return "want what the pawn becomes, as in " + quote(p.SAN(m))
		case m.Promotion() == NoKind && t.promotion != NoKind:
			return fmt.Sprintf("no promotion on %v", t.to)
		case t.kind == Pawn && p.Captured(m) != NoMan:
			return "want the file of the capturing pawn, as in " + quote(p.SAN(m))
		}
	}
	for from := range movers.Squares() {
		switch {
		case t.kind == Pawn || p.Side(p.turn).Has(t.to) || !Attacks(p.At(from), from, p.Occupied()).Has(t.to):
		case t.kind == King:
			return fmt.Sprintf("the king would be in check on %v", t.to)
		default:
			return fmt.Sprintf("the %v on %v would leave its king in check", t.kind, from)
		}
	}
	return fmt.Sprintf("no %v %v can go to %v", p.turn, t.kind, t.to)
}
