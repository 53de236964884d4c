package kernel

import (
	"errors"
	"fmt"
	"strings"

	"retroproof/chess"
	"retroproof/proofs/illegal/facts"
)

// Piece is a kind of piece as kernels distinguish them: bishops by the colour of their squares.
// Kings are not captured.
type Piece uint8

// The pieces and pawns of kernels.
const (
	NoPiece Piece = iota
	Queen
	Rook
	DarkBishop
	LightBishop
	Knight
	Pawn
)

var pieceNames = [...]string{"", "Q", "R", "DB", "LB", "N", "P"}

// String returns Q, R, DB, LB, N or P, and nothing for NoPiece.
func (p Piece) String() string { return pieceNames[p] }

// pieceOf returns the piece of a kind.
func pieceOf(k facts.PieceKind) Piece { return Piece(k) + Queen }

// PieceOf returns the piece that a man on a square is, Pawn for a pawn, NoPiece for a king.
func PieceOf(m chess.Man, sq chess.Square) Piece {
	if m.Kind() == chess.Pawn {
		return Pawn
	}
	if k, ok := facts.PieceKindOf(m, sq); ok {
		return pieceOf(k)
	}
	return NoPiece
}

// kind returns a piece's kind; p must not be a pawn or NoPiece.
func (p Piece) kind() facts.PieceKind { return facts.PieceKind(p - Queen) }

// None is the file of what has no file.
const None = -1

// Move is a move of a proof kernel, a capture. Files are 0 to 7 and indices
// count the pawns of a file from the first rank on, those of both colours.
type Move struct {
	Color           chess.Color // of the capturing man
	From, FromIndex int         // the capturing pawn; From is None for a piece
	// Takes is what is captured. It is NoPiece for a piece that was a pawn and
	// promoted without capturing; Origin is the file of that pawn, else None.
	Takes  Piece
	Origin int
	// To and ToIndex are where the capturing pawn comes, or the pawn that a
	// piece captures; To is None if neither is a pawn.
	To, ToIndex int
	Promotes    Piece // what the capturing pawn becomes
}

// String returns the move in the customary notation: "wPc0xPb1" for the first
// c-pawn that takes the second pawn of the b-file, "wPc0xRb0" when it takes a
// rook and comes to be the first pawn there, "wPc0xRbQ" when it promotes,
// "wPc0xfb0" when it takes a piece that promoted on the f-file; "bxPc0" for a
// piece that takes the first c-pawn, "bxLB" and "bxf" for a piece that takes a
// piece.
func (m Move) String() string {
	var b strings.Builder
	b.WriteByte(m.Color.Letter())
	if m.From != None {
		fmt.Fprintf(&b, "P%c%d", 'a'+m.From, m.FromIndex)
	}
	b.WriteByte('x')
	if m.Takes == NoPiece {
		b.WriteByte(byte('a' + m.Origin))
	} else {
		b.WriteString(m.Takes.String())
	}
	if m.To != None {
		b.WriteByte(byte('a' + m.To))
		if m.Promotes != NoPiece {
			b.WriteString(m.Promotes.String())
		} else {
			fmt.Fprint(&b, m.ToIndex)
		}
	}
	return b.String()
}

// MoveError says what is wrong with the text of a kernel move.
type MoveError struct {
	Text   string
	Detail string
}

// Error quotes the text.
func (e *MoveError) Error() string { return fmt.Sprintf("kernel move %q: %s", e.Text, e.Detail) }

// FormatMoves returns a kernel: its moves with blanks between them.
func FormatMoves(moves []Move) string {
	words := make([]string, len(moves))
	for i, m := range moves {
		words[i] = m.String()
	}
	return strings.Join(words, " ")
}

// parseExtendedMove reads the text of a move in the form of [ExtendedMove.String]. The kind of piece of a promotion may
// be missing, as other programs omit it.
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
		m, err := parseExtendedMove(word)
		if err != nil {
			return nil, &MoveError{word, err.Error()}
		}
		e.Moves = append(e.Moves, m)
	}
	return e, nil
}
