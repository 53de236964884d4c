package notation

import (
	"fmt"
	"strings"

	"retroproof/chess"
)

// SANs returns moves that are legal one after the other from a position on.
func SANs(from *chess.Position, moves []chess.Move) []string {
	p := *from
	san := make([]string, len(moves))
	for i, m := range moves {
		san[i] = SAN(&p, m)
		p.Make(m)
	}
	return san
}

// SAN returns a legal move of a position in standard algebraic notation, as
// short as the PGN standard asks: file, rank or both of the square it leaves only
// where another man of the kind could legally go to the same square, "=Q" for
// promotion, "+" for check and "#" for mate. A capture en passant has no mark of
// its own.
func SAN(p *chess.Position, m chess.Move) string {
	text := make([]byte, 0, 8)
	text = appendSAN(p, text, m)
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
func appendSAN(p *chess.Position, text []byte, m chess.Move) []byte {
	from, to := m.From(), m.To()
	kind := p.At(from).Kind()
	switch {
	case m.IsCastling() && to > from:
		return append(text, "O-O"...)
	case m.IsCastling():
		return append(text, "O-O-O"...)
	case kind != chess.Pawn:
		text = append(text, kind.Letter())
		text = appendOrigin(p, text, m)
	case p.Captured(m) != chess.NoMan:
		text = append(text, 'a'+byte(from.File()))
	}
	if p.Captured(m) != chess.NoMan {
		text = append(text, 'x')
	}
	text = append(text, to.String()...)
	if k := m.Promotion(); k != chess.NoKind {
		text = append(text, '=', k.Letter())
	}
	return text
}

// appendOrigin appends what tells the moving piece from others that can go to
// the same square: the file if that is enough, else the rank if that is, else
// both.
func appendOrigin(p *chess.Position, text []byte, m chess.Move) []byte {
	from := m.From()
	same := p.Men(p.At(from)) &^ from.Bit()
	if same == 0 {
		return text
	}
	rivals := chess.NoSquares
	var list [128]chess.Move
	for _, other := range p.LegalMoves(list[:0]) {
		if other.To() == m.To() && same.Has(other.From()) {
			rivals |= other.From().Bit()
		}
	}
	onFile := rivals&chess.FileSet(from.File()) != 0
	onRank := rivals&chess.RankSet(from.Rank()) != 0
	if rivals != 0 && (!onFile || onRank) {
		text = append(text, 'a'+byte(from.File()))
	}
	if onFile {
		text = append(text, '1'+byte(from.Rank()))
	}
	return text
}

// pieceLetters are indexed by chess.Kind.
const pieceLetters = ".KQRBNP"

// moveText is what the text of a move says.
type moveText struct {
	castling  bool
	kind      chess.Kind
	from      chess.Bitboard // where the moving man may stand
	to        chess.Square
	capture   bool // there is an x
	promotion chess.Kind
	enPassant bool // there is an "e.p."
}

// ParseSAN returns the legal move that a text names in standard algebraic
// notation. The error is a [*MoveError].
//
// The text may deviate from what [SAN] prints in these ways, and no
// others:
//
//   - The marks for check and mate may be missing or be wrong, and several of
//     the marks + # ! ? may follow the move.
//   - Castling may be written with the digit 0.
//   - The x of a capture may be missing, or be a colon. An x for a move that
//     captures nothing is an error. Other moves may have a hyphen in its place.
//   - More of the square that the man leaves may be given than is needed, as in
//     "Ng1f3", "Ng1-f3" or "e2e4"; a capturing pawn's file may not be left out.
//   - A pawn's move may begin with P.
//   - The equals sign of a promotion may be missing, or the piece be in round
//     brackets.
//   - "e.p." or "ep" may follow a capture en passant, with blanks before it.
//   - Blanks may lead and trail.
func ParseSAN(p *chess.Position, text string) (chess.Move, error) {
	t, problem := parseMoveText(strings.Trim(text, " \t"))
	if problem != "" {
		return chess.NoMove, &MoveError{text, NotAMove, problem}
	}
	if t.castling {
		rank := 7 * int(p.Turn())
		t.from = chess.MakeSquare(4, rank).Bit()
		t.to = chess.MakeSquare(t.to.File(), rank)
	}
	var found []chess.Move
	var list [128]chess.Move
	for _, m := range p.LegalMoves(list[:0]) {
		if fits(p, m, t) {
			found = append(found, m)
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return chess.NoMove, &MoveError{text, IllegalMove, whyIllegal(p, t)}
	}
	names := make([]string, len(found))
	for i, m := range found {
		names[i] = SAN(p, m)
	}
	return chess.NoMove, &MoveError{text, AmbiguousMove, "ambiguous, " + strings.Join(names, " or ")}
}

// fits reports whether a legal move is what a text says.
func fits(p *chess.Position, m chess.Move, t moveText) bool {
	if m.To() != t.to || !t.from.Has(m.From()) || m.IsCastling() != t.castling {
		return false
	}
	if p.At(m.From()).Kind() != t.kind || m.Promotion() != t.promotion {
		return false
	}
	captures := p.Captured(m) != chess.NoMan
	if t.kind == chess.Pawn && captures && t.from&^chess.FileSet(m.From().File()) != 0 {
		return false // "d5" is a pawn's step, not "exd5"
	}
	return (captures || !t.capture) && (m.IsEnPassant() || !t.enPassant)
}

// parseMoveText reads the text of a move, whatever the position. It returns what
// is wrong with it, or "".
func parseMoveText(text string) (t moveText, problem string) {
	// From the end to the beginning: marks, promotion, the square it goes to; what is left is where it comes from.
	// Each is cut off once, so the work is that of reading the text.
	const marks = "+#!?"
	rest := strings.TrimRight(text, marks)
	for _, suffix := range []string{"e.p.", "ep"} {
		if without, ok := strings.CutSuffix(rest, suffix); ok && !t.enPassant {
			t.enPassant = true
			rest = strings.TrimRight(strings.TrimRight(without, " \t"), marks)
		}
	}
	switch rest {
	case "":
		return t, "no move"
	case "O-O", "0-0":
		t.castling, t.kind, t.to = true, chess.King, 6
		return t, ""
	case "O-O-O", "0-0-0":
		t.castling, t.kind, t.to = true, chess.King, 2
		return t, ""
	}

	t.kind = chess.Pawn
	if i := strings.IndexByte(pieceLetters, rest[0]); i > 0 {
		t.kind, rest = chess.Kind(i), rest[1:]
	}
	rest, t.promotion = cutPromotion(rest)
	if len(rest) < 2 {
		return t, "want the square it goes to"
	}
	to, err := chess.ParseSquare(rest[len(rest)-2:])
	if err != nil {
		return t, err.Error()
	}
	t.to, rest = to, rest[:len(rest)-2]
	if t.promotion != chess.NoKind && t.kind != chess.Pawn {
		return t, fmt.Sprintf("a %v that becomes a %v", t.kind, t.promotion)
	}

	// Of "Nb1xd2" there is "b1x" now.
	if origin := strings.TrimRight(rest, "x:-"); len(rest)-len(origin) <= 1 {
		t.capture = rest != origin && rest[len(origin)] != '-'
		rest = origin
	}
	t.from = chess.AllSquares
	if rest != "" && 'a' <= rest[0] && rest[0] <= 'h' {
		t.from &= chess.FileSet(int(rest[0] - 'a'))
		rest = rest[1:]
	}
	if rest != "" && '1' <= rest[0] && rest[0] <= '8' {
		t.from &= chess.RankSet(int(rest[0] - '1'))
		rest = rest[1:]
	}
	if rest != "" {
		return t, fmt.Sprintf("%s before %v, want at most a file and a rank", chess.Quote(rest), t.to)
	}
	return t, ""
}

// cutPromotion cuts what a pawn becomes from the end of a move.
func cutPromotion(text string) (before string, k chess.Kind) {
	bare := text
	if inner, ok := strings.CutSuffix(text, ")"); ok {
		if i := len(inner) - 2; i >= 0 && inner[i] == '(' {
			bare = inner[:i] + inner[i+1:]
		}
	}
	if bare == "" {
		return text, chess.NoKind
	}
	i := strings.IndexByte(pieceLetters, bare[len(bare)-1])
	if i < int(chess.Queen) || i > int(chess.Knight) {
		return text, chess.NoKind
	}
	return strings.TrimSuffix(bare[:len(bare)-1], "="), chess.Kind(i)
}

// whyIllegal says why no legal move is what a text says.
func whyIllegal(p *chess.Position, t moveText) string {
	// The first of these that holds is the most that can be said; each is a look at the legal moves at most.
	if t.castling {
		side := "kingside"
		if t.to.File() == 2 {
			side = "queenside"
		}
		return fmt.Sprintf("%v cannot castle %s", p.Turn(), side)
	}
	if t.kind == chess.NoKind {
		return fmt.Sprintf("no man on %v", t.from.First())
	}
	movers := p.Men(chess.MakeMan(p.Turn(), t.kind)) & t.from
	if movers == 0 && !t.from.Several() {
		return fmt.Sprintf("no %v %v on %v", p.Turn(), t.kind, t.from.First())
	}
	// The same move with other marks tells what is wrong with those given.
	other := t
	other.capture, other.enPassant = false, false
	var list [128]chess.Move
	for _, m := range p.LegalMoves(list[:0]) {
		switch {
		case fits(p, m, other) && t.enPassant:
			return "not a capture en passant"
		case fits(p, m, other):
			return "not a capture"
		case m.From().Bit()&movers == 0 || m.To() != t.to || m.IsCastling():
		case m.Promotion() != chess.NoKind && t.promotion == chess.NoKind:
			return "want what the pawn becomes, as in " + chess.Quote(SAN(p, m))
		case m.Promotion() == chess.NoKind && t.promotion != chess.NoKind:
			return fmt.Sprintf("no promotion on %v", t.to)
		case t.kind == chess.Pawn && p.Captured(m) != chess.NoMan:
			return "want the file of the capturing pawn, as in " + chess.Quote(SAN(p, m))
		}
	}
	for from := range movers.Squares() {
		switch {
		case t.kind == chess.Pawn || p.Side(p.Turn()).Has(t.to) || !chess.Attacks(p.At(from), from, p.Occupied()).Has(t.to):
		case t.kind == chess.King:
			return fmt.Sprintf("the king would be in check on %v", t.to)
		default:
			return fmt.Sprintf("the %v on %v would leave its king in check", t.kind, from)
		}
	}
	return fmt.Sprintf("no %v %v can go to %v", p.Turn(), t.kind, t.to)
}
