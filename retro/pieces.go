package retro

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"retroproof/chess"
	"retroproof/retro/table"
)

// A PieceString has the men of an endgame as letters, capitals for White, in any order, as in KRk,
// Kkr or KBNk. The order matters for the integers only.
//
// # Integers
//
// A position is an integer of a byte for each letter, the first letter's lowest:
// the square of that man, a1 = 0, b1 = 1, ..., h8 = 63, or 0xff if it is
// captured; and above them a byte for the side to move, 1 for White, 0 for Black.
// Of equal letters the first one has the highest square, as python-chess lists
// men from h8 down, and those that are captured come last.
//
// # Sets
//
// S_n holds the positions that are decided in n plies, with either side to move:
// S_0 the mates, S_n for an odd n the wins in n plies, for an even n the losses.
// Draws are in no set. So n is the depth of a Value, and a piece string's sets
// are counted from [stats.Statistics]. The sets of four men include those of the
// sub-endgames.
//
// The notebook's own runs deviate from its text: it drops the union with the
// sub-endgames, so that four men have no sets at all, and it cannot read back an
// integer with a captured man. Here both are as the text has them.
type PieceString string

// maxLetters is the greatest length: with the side to move the bytes fit a uint64.
const maxLetters = 7

// ParsePieces reads a piece string. The error is a [*material.Error].
func ParsePieces(text string) (PieceString, error) {
	if i := strings.IndexByte(text, 'v'); i >= 0 {
		return "", &table.MaterialError{Name: text, Column: i + 1,
			Reason: "\"v\" in a piece string, want letters only, small ones for Black, as in KRk"}
	}
	if _, err := table.ParseMaterialLetters(text); err != nil {
		return "", err
	}
	if len(text) > maxLetters {
		return "", &table.MaterialError{Name: text, Column: maxLetters + 1,
			Reason: fmt.Sprintf("%d letters, want at most %d", len(text), maxLetters)}
	}
	return PieceString(text), nil
}

// Material returns the material of the whole string.
func (ps PieceString) Material() table.Material {
	m, err := table.ParseMaterialLetters(string(ps))
	if err != nil {
		panic("seed: a PieceString that was not parsed: " + err.Error())
	}
	return m
}

// SubEndgames returns the piece strings that captures lead to, down to three
// letters, the greater ones first. Each letter's first occurrence is left out,
// as the notebook does; it knows strings of four letters only. A string of three
// has none.
func (ps PieceString) SubEndgames() []PieceString {
	var subs []PieceString
	last := []PieceString{ps}
	for len(last) > 0 && len(last[0]) > 3 {
		var next []PieceString
		for _, p := range last {
			for i := range len(p) {
				letter := p[i : i+1]
				if letter == "K" || letter == "k" {
					continue
				}
				sub := PieceString(strings.Replace(string(p), string(letter), "", 1))
				if !slices.Contains(next, sub) {
					next = append(next, sub)
				}
			}
		}
		subs = append(subs, next...)
		last = next
	}
	return subs
}

// captured is the byte of a man that is not on the board.
const captured = 0xff

// A PiecesError says why an integer and a position do not match a piece string.
type PiecesError struct {
	Pieces PieceString
	Reason string
}

// Error names the piece string and the reason.
func (e *PiecesError) Error() string { return fmt.Sprintf("piece string %s: %s", e.Pieces, e.Reason) }

func (ps PieceString) errorf(format string, args ...any) error {
	return &PiecesError{ps, fmt.Sprintf(format, args...)}
}

// Integer returns the integer of a diagram. Rights to castle and to capture en
// passant are left out. The error is an [*PiecesError] if a man on the board is not
// in the piece string.
func (ps PieceString) Integer(s chess.Setup) (uint64, error) {
	var b [8]byte
	for i := range len(ps) {
		b[i] = captured
	}
	for i := chess.NumSquares - 1; i >= 0; i-- {
		man := s.Board[i]
		if man == chess.NoMan {
			continue
		}
		at := 0
		for at < len(ps) && (ps[at] != man.Letter() || b[at] != captured) {
			at++
		}
		if at == len(ps) {
			return 0, ps.errorf("no letter left for %s", chess.Placed{Man: man, Square: chess.Square(i)})
		}
		b[at] = byte(i)
	}
	if s.Turn == chess.White {
		b[len(ps)] = 1
	}
	return binary.LittleEndian.Uint64(b[:]), nil
}

// Setup returns the diagram of an integer. Equal men may stand in any order. The
// error is an [*PiecesError].
func (ps PieceString) Setup(n uint64) (chess.Setup, error) {
	s := chess.EmptySetup()
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], n)
	for i := range len(ps) {
		man, _ := chess.ParseMan(ps[i])
		sq := chess.Square(b[i])
		switch {
		case b[i] == captured && man.Kind() != chess.King:
			continue
		case !sq.Valid():
			return s, ps.errorf("integer %d: byte %d, for %s, is %d, want a square 0 to 63%s", n, i, man, b[i], orCaptured(man))
		case s.Board[sq] != chess.NoMan:
			return s, ps.errorf("integer %d: %s and %s both stand on %s", n, s.Board[sq], man, sq)
		}
		s.Board[sq] = man
	}
	switch turn := n >> (8 * len(ps)); turn {
	case 0:
		s.Turn = chess.Black
	case 1:
	default:
		return s, ps.errorf("integer %d: %d above the men's bytes, want 1 for White to move or 0 for Black", n, turn)
	}
	return s, nil
}

func orCaptured(m chess.Man) string {
	if m.Kind() == chess.King {
		return ""
	}
	return " or 255 if it is captured"
}

// ParseInteger reads the integer of a position in decimal digits. The error is an
// [*PiecesError].
func ParseInteger(ps PieceString, text string) (uint64, error) {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil || len(ps) < 7 && n >= 1<<(8*(len(ps)+1)) {
		return 0, ps.errorf("integer %q, want a decimal number of at most %d bytes, the side to move the highest", text,
			len(ps)+1)
	}
	return n, nil
}
