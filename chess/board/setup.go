package board

import "strconv"

// Setup is any diagram, with all that a FEN says of it. Nothing is implied about
// the number of kings, about legality, or about the two clocks and the en
// passant square agreeing with the board. Setups are compared with ==.
//
// Start from [EmptySetup] or [InitialSetup]: the zero Setup has a1
// as its en passant square and 0 as its move number.
type Setup struct {
	Board          [NumSquares]Man // indexed by Square
	Turn           Color           // the side to move
	Castling       Castling
	EnPassant      Square // the square a pawn has just passed over, or NoSquare
	HalfmoveClock  int    // plies since the last capture or pawn move
	FullmoveNumber int    // 1 at the start, one more after each Black move

	// Stay has squares of men that never move, nor are captured, in the games that are meant: see package answers. Only
	// a position from which games start has any, and no FEN.
	Stay Bitboard
}

// EmptySetup returns the empty board, White to move, move 1.
func EmptySetup() Setup {
	return Setup{EnPassant: NoSquare, FullmoveNumber: 1}
}

// InitialSetup returns the position from which a game of chess starts.
func InitialSetup() Setup {
	s := EmptySetup()
	s.Castling = AllCastling
	for file, kind := range [8]Kind{Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook} {
		s.Board[MakeSquare(file, 0)] = MakeMan(White, kind)
		s.Board[MakeSquare(file, 1)] = WhitePawn
		s.Board[MakeSquare(file, 6)] = BlackPawn
		s.Board[MakeSquare(file, 7)] = MakeMan(Black, kind)
	}
	return s
}

// At returns the man on a square; NoMan on an empty square and on NoSquare.
func (s Setup) At(sq Square) Man {
	if !sq.Valid() {
		return NoMan
	}
	return s.Board[sq]
}

// Placed is a man and where it stands.
type Placed struct {
	Man    Man
	Square Square
}

// String returns the man and its square as in "Ra1" or "pe5".
func (p Placed) String() string { return p.Man.String() + p.Square.String() }

// Men lists the men on the board in the order of their squares, a1 first.
func (s Setup) Men() []Placed {
	men := make([]Placed, 0, 32)
	for i, m := range s.Board {
		if m != NoMan {
			men = append(men, Placed{m, Square(i)})
		}
	}
	return men
}

// CountMen returns the number of men on the board.
func (s Setup) CountMen() int { return NumSquares - s.Count(NoMan) }

// Count returns how many of the man m are on the board; of NoMan, how many
// squares are empty.
func (s Setup) Count(m Man) int {
	n := 0
	for _, on := range s.Board {
		if on == m {
			n++
		}
	}
	return n
}

// Find returns the first square, in the order a1, b1, ..., h8, on which the man
// m stands, or NoSquare. It is meant for kings.
func (s Setup) Find(m Man) Square {
	for i, on := range s.Board {
		if on == m {
			return Square(i)
		}
	}
	return NoSquare
}

// NameOn names a square by the man on it: "Ke1", and "a2" if that is a pawn or if the
// square is empty.
func (s *Setup) NameOn(sq Square) string {
	if k := s.Board[sq].Kind(); k != Pawn && k != NoKind {
		return string(k.Letter()) + sq.String()
	}
	return sq.String()
}

// FEN returns the diagram in Forsyth-Edwards notation, all six fields.
// It is read back to the same Setup, provided that the values are ones
// that a FEN can state. An en passant square on another rank than the third or
// the sixth is not, and is printed as "-".
func (s Setup) FEN() string {
	b := make([]byte, 0, 96)
	for rank := 7; rank >= 0; rank-- {
		empty := 0
		for file := range 8 {
			m := s.Board[MakeSquare(file, rank)]
			if m == NoMan {
				empty++
				continue
			}
			b = appendEmpty(b, empty)
			empty = 0
			b = append(b, m.Letter())
		}
		b = appendEmpty(b, empty)
		if rank > 0 {
			b = append(b, '/')
		}
	}
	b = append(b, ' ', s.Turn.Letter(), ' ')
	b = append(b, s.Castling.String()...)
	b = append(b, ' ')
	if OnEnPassantRank(s.EnPassant) {
		b = append(b, s.EnPassant.String()...)
	} else {
		b = append(b, '-')
	}
	b = append(b, ' ')
	b = strconv.AppendInt(b, int64(s.HalfmoveClock), 10)
	b = append(b, ' ')
	b = strconv.AppendInt(b, int64(s.FullmoveNumber), 10)
	return string(b)
}

// String returns the FEN.
func (s Setup) String() string { return s.FEN() }

// appendEmpty appends the digit for a run of n empty squares, if there is one.
func appendEmpty(b []byte, n int) []byte {
	if n == 0 {
		return b
	}
	return append(b, '0'+byte(n))
}

// OnEnPassantRank reports whether sq can stand in the en passant field: only
// the third and the sixth rank can be passed over.
func OnEnPassantRank(sq Square) bool {
	return sq.Valid() && (sq.Rank() == 2 || sq.Rank() == 5)
}

// Attackers returns the squares of a side's men that attack at. The diagram need not
// be a position.
func (s *Setup) Attackers(at Square, by Color) (from Bitboard) {
	var occupied Bitboard
	for sq, m := range s.Board {
		if m != NoMan {
			occupied |= Square(sq).Bit()
		}
	}
	for sq, m := range s.Board {
		if m != NoMan && m.Color() == by && Attacks(m, Square(sq), occupied).Has(at) {
			from |= Square(sq).Bit()
		}
	}
	return from
}
