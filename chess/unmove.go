package chess

import (
	"strings"
)

// Unmove is an un-move, or retraction: the move that led to a position, together
// with what else determines the predecessor, the position before it. One Unmove stands
// for one predecessor. Un-moves are compared with ==.
//
// The clocks of a predecessor cannot be known, and distinguish no two of them:
// see [Position.Retract].
type Unmove struct {
	Move      Move     // as it was played from the predecessor
	Captured  Man      // the man un-captured, or NoMan; en passant the pawn
	Castling  Castling // the predecessor's rights
	EnPassant Square   // the predecessor's en passant square, or NoSquare
}

// UnmoveOptions says which predecessors of a position are meant. The zero value
// leaves out none that a game could have passed through.
type UnmoveOptions struct {
	// EnPassant says when two positions differ in their en passant squares.
	EnPassant EnPassantReading

	// MaterialLimit leaves out predecessors with men that cannot come from the
	// initial position: see [Position.PossibleMaterial]. From another start
	// position they may.
	MaterialLimit bool
}

// EnPassantReading is one of two ways to read the en passant square of a
// position, in the field of a FEN. Programs write either.
type EnPassantReading uint8

const (
	// EnPassantLegal: the square counts where a capture on it is legal, as the
	// rule of repetition has it. A position without a square may come from a
	// double step, if that left no legal capture; a predecessor has no square,
	// or one on which it can legally capture. A square that is given all the
	// same, without a legal capture, is believed: the last move was that double
	// step.
	EnPassantLegal EnPassantReading = iota

	// EnPassantField: the square is there after every double step and after no
	// other move, as the FEN standard asks and Make sets it. A position without
	// a square does not come from a double step; a predecessor may have a square
	// wherever a double step can have passed.
	EnPassantField
)

// Retraction is a move and the man it captured, with all predecessors that agree
// in these: the un-moves that differ only in the rights of castling and en
// passant. Last-move analysis mostly needs no more.
type Retraction struct {
	Move     Move
	Captured Man

	// Castling are the rights that the predecessor surely had, MayCastle those
	// that it may have had besides, in any combination.
	Castling  Castling
	MayCastle Castling

	// EnPassant are the squares of which one may have been the predecessor's en
	// passant square. If the move itself is a capture en passant, it is the one
	// square of the move, and was there for certain.
	EnPassant Bitboard
}

// Unmoves appends the un-moves that the retraction stands for to dst, and returns
// it: first those without an en passant square, and the fewer castling rights the
// earlier.
func (r Retraction) Unmoves(dst []Unmove) []Unmove {
	u := Unmove{r.Move, r.Captured, NoCastling, NoSquare}
	squares := r.EnPassant
	if r.Move.IsEnPassant() {
		u.EnPassant, squares = squares.First(), NoSquares
	}
	for {
		for more := NoCastling; ; more = (more - r.MayCastle) & r.MayCastle { // the next subset
			u.Castling = r.Castling | more
			dst = append(dst, u)
			if more == r.MayCastle {
				break
			}
		}
		if squares == NoSquares {
			return dst
		}
		u.EnPassant, squares = squares.First(), squares.WithoutFirst()
	}
}

// String returns the un-move in one line, as other programs of the field do: the
// move, the letter of the man captured or "-", and two fields as in a FEN.
//
//	c6d7 captP: N castle: KQkq ep: -
func (u Unmove) String() string {
	captured := "-"
	if u.Captured != NoMan {
		captured = string(u.Captured.Kind().Letter())
	}
	return u.Move.UCI() + " captP: " + captured + " castle: " + u.Castling.String() + " ep: " + u.EnPassant.String()
}

// UnmoveText returns the move of an un-move of this position in long algebraic
// notation, with the man that it captured: "Bc6xNd7", "e2-e4", "d7xRe8=Q",
// "e5xd6 e.p.", "0-0". The predecessor's rights are left out.
func (p *Position) UnmoveText(m Move, captured Man) string {
	from, to := m.From(), m.To()
	if m.IsCastling() {
		if to.File() == 2 {
			return "0-0-0"
		}
		return "0-0"
	}
	var b strings.Builder
	if k := p.At(to).Kind(); k != Pawn && m.Promotion() == NoKind {
		b.WriteByte(k.Letter())
	}
	b.WriteString(from.String())
	switch {
	case captured == NoMan:
		b.WriteByte('-')
	case captured.Kind() == Pawn:
		b.WriteByte('x')
	default:
		b.WriteByte('x')
		b.WriteByte(captured.Kind().Letter())
	}
	b.WriteString(to.String())
	if k := m.Promotion(); k != NoKind {
		b.WriteByte('=')
		b.WriteByte(k.Letter())
	}
	if m.IsEnPassant() {
		b.WriteString(" e.p.")
	}
	return b.String()
}
