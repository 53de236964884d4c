package chess

// Position is a position that can be played on from: each side has one king, the
// side that has just moved is not in check, no pawn stands on the first or last
// rank, and castling rights and en passant square agree with the board. Nothing
// else is implied: there may be any number of men, and the position need not
// arise in a game.
//
// Positions come from [NewPosition], [ParsePosition] and [InitialPosition]; the
// zero Position is none. A Position is a plain value: it may be copied, and two
// of them compared with ==, clocks included; [Position.Repeats] compares as the
// rule of repetition does.
//
// # En passant
//
// A Position keeps two squares. EnPassant is the square as a FEN records it:
// set after every double step, whether or not a pawn stands ready to capture.
// CapturableEnPassant is the same square if at least one such capture is legal,
// and NoSquare if none is; the Key depends on this one only. Make sets both, and
// a FEN's square is kept as it was given.
type Position struct {
	colors [2]Bitboard        // the squares of each side's men
	kinds  [Pawn + 1]Bitboard // the squares of each kind, both colours together; of NoKind nothing
	board  [NumSquares]Man    // the same, by square

	key            uint64
	halfmoveClock  int
	fullmoveNumber int
	turn           Color
	castling       Castling
	enPassant      Square // as a FEN records it
	capturable     Square // if a capture there is legal
}

// InitialPosition returns the position from which a game of chess starts.
func InitialPosition() *Position {
	p, err := NewPosition(InitialSetup())
	if err != nil {
		panic(err) // cannot be; a test asks for it
	}
	return p
}

// ParsePosition reads a position in Forsyth-Edwards notation. The error is a
// [*FENError] if the text is no FEN, a [*PositionError] if the diagram cannot be
// played on from.
func ParsePosition(fen string) (*Position, error) {
	s, err := ParseFEN(fen)
	if err != nil {
		return nil, err
	}
	return NewPosition(s)
}

// NewPosition returns the position of a diagram, or a [*PositionError] that says
// why it is none.
func NewPosition(s Setup) (*Position, error) {
	p := &Position{
		halfmoveClock:  s.HalfmoveClock,
		fullmoveNumber: s.FullmoveNumber,
		turn:           s.Turn,
		castling:       s.Castling,
		enPassant:      s.EnPassant,
		capturable:     NoSquare,
	}
	if err := checkValues(s); err != nil {
		return nil, err
	}
	for i, m := range s.Board {
		if m != NoMan {
			p.put(m, Square(i))
		}
	}
	if err := p.check(s); err != nil {
		return nil, err
	}
	if p.enPassant != NoSquare {
		p.capturable = p.findCapturable()
	}
	p.key = p.computeKey()
	return p, nil
}

// put places a man on an empty square.
func (p *Position) put(m Man, s Square) {
	p.board[s] = m
	p.colors[m.Color()] |= bit(s)
	p.kinds[m.Kind()] |= bit(s)
}

// Setup returns the diagram of the position. NewPosition makes the same position
// of it again.
func (p *Position) Setup() Setup {
	return Setup{
		Board:          p.board,
		Turn:           p.turn,
		Castling:       p.castling,
		EnPassant:      p.enPassant,
		HalfmoveClock:  p.halfmoveClock,
		FullmoveNumber: p.fullmoveNumber,
	}
}

// FEN returns the position in Forsyth-Edwards notation, all six fields. The en
// passant square is printed after every double step, as the standard asks.
func (p *Position) FEN() string { return p.Setup().FEN() }

// String returns the FEN.
func (p *Position) String() string { return p.FEN() }

// At returns the man on a square; NoMan on an empty square and on NoSquare.
func (p *Position) At(s Square) Man {
	if !s.Valid() {
		return NoMan
	}
	return p.board[s]
}

// Turn returns the side to move.
func (p *Position) Turn() Color { return p.turn }

// Castling returns the castling rights. King and rook of every right stand at
// home.
func (p *Position) Castling() Castling { return p.castling }

// EnPassant returns the square that a pawn has just passed over in a double
// step, or NoSquare. Whether it can be captured there is another question: see
// CapturableEnPassant.
func (p *Position) EnPassant() Square { return p.enPassant }

// CapturableEnPassant returns the square on which at least one capture en
// passant is legal, or NoSquare.
func (p *Position) CapturableEnPassant() Square { return p.capturable }

// HalfmoveClock returns the number of plies since the last capture or pawn move.
func (p *Position) HalfmoveClock() int { return p.halfmoveClock }

// Key returns the Zobrist key of the position. Positions that are the same to the
// rule of repetition have the same key: same men, same side to move, same
// castling rights, same captures en passant, whatever the clocks. Different
// positions have different keys but for a chance of 2^-64.
func (p *Position) Key() uint64 { return p.key }

// Repeats reports whether q is the same position to the rule of repetition, for
// certain: see Key.
func (p *Position) Repeats(q *Position) bool {
	return p.key == q.key && p.board == q.board && p.turn == q.turn &&
		p.castling == q.castling && p.capturable == q.capturable
}

// Reaches reports whether a position is a goal: the same to the rule of repetition, with the en passant square that the
// goal gives, even if no capture on it is legal.
func (p *Position) Reaches(goal *Position) bool {
	return p.Repeats(goal) && (goal.enPassant == NoSquare || goal.enPassant == p.enPassant)
}

// Occupied returns the squares with a man.
func (p *Position) Occupied() Bitboard { return p.colors[White] | p.colors[Black] }

// Side returns the squares of one side's men.
func (p *Position) Side(c Color) Bitboard { return p.colors[c] }

// Kind returns the squares of the men of a kind, of both colours.
func (p *Position) Kind(k Kind) Bitboard { return p.kinds[k] }

// Men returns the squares of the men m.
func (p *Position) Men(m Man) Bitboard { return p.colors[m.Color()] & p.kinds[m.Kind()] }

// King returns the square of a side's king.
func (p *Position) King(c Color) Square { return (p.colors[c] & p.kinds[King]).First() }
