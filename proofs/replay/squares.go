package replay

// The following is for callers that look at positions, and not at the texts of games. Squares are numbered from a1 = 0,
// rank by rank: b1 = 1, h8 = 63. Men are letters as in a FEN.

// numbered returns the square with a number from 0 to 63.
func numbered(n int) square { return square{n % 8, n / 8} }

// number returns the number of a square.
func (s square) number() int { return 8*s.rank + s.file }

// Place returns the position with the given men, letters as in a FEN, each on its square,
// without castling rights or an en passant square. It does not check that a game can be played
// from the position.
func Place(white bool, men string, squares ...int) *Position {
	p := &Position{white: white, passed: none}
	for i, s := range squares {
		p.put(numbered(s), man(men[i]))
	}
	return p
}

// At returns the man on a square, 0 if it is empty.
func (p *Position) At(s int) byte { return byte(p.board[s]) }

// White reports whether White is to move.
func (p *Position) White() bool { return p.white }

// Castling reports which castling rights there are, in the order KQkq.
func (p *Position) Castling() [4]bool { return p.castle }

// Passed returns the en passant square, -1 if there is none.
func (p *Position) Passed() int {
	if p.passed == none {
		return -1
	}
	return p.passed.number()
}

// Clocks returns the halfmove clock and the number of the move.
func (p *Position) Clocks() (quiet, number int) { return p.quiet, p.number }

// New returns a position, given by what the fields of a FEN say, with the clocks 0 and 1. It does not check that a game
// can be played from it.
func New(board *[64]byte, white bool, castling [4]bool, passed int) *Position {
	p := &Position{white: white, castle: castling, passed: none, number: 1}
	for s, m := range board {
		p.board[s] = man(m)
	}
	if passed >= 0 {
		p.passed = numbered(passed)
	}
	return p
}

// Legal reports whether the side to move may move its man from one square to another, without a
// promotion.
func (p *Position) Legal(from, to int) bool {
	return p.legal(move{numbered(from), numbered(to), 0})
}

// InCheck reports whether a side's king is attacked.
func (p *Position) InCheck(white bool) bool { return p.attacked(p.king(white), !white) }

// Moves yields every legal move, in UCI's notation, with the position after it: in the order of the squares that men
// leave, then of those that they go to, and promotions to a queen, rook, bishop and knight.
func (p *Position) Moves(yield func(text string, after *Position) bool) {
	for _, from := range squares {
		if man := p.at(from); man == 0 || man.white() != p.white {
			continue
		}
		for _, to := range squares {
			for _, become := range [...]man{0, 'Q', 'R', 'B', 'N'} {
				m := move{from, to, become}
				if become != 0 && p.at(from).kind() != 'P' || !p.legal(m) {
					continue
				}
				after := *p
				after.make(m)
				if !yield(m.text(), &after) {
					return
				}
			}
		}
	}
}

// text returns the move in UCI's notation.
func (m move) text() string {
	if m.become == 0 {
		return m.from.String() + m.to.String()
	}
	return m.from.String() + m.to.String() + string(rune(m.become.of(false)))
}

// ParsePlayable reads a position from which a game can be played.
func ParsePlayable(fen string) (*Position, error) {
	p, err := ParseFEN(fen)
	if err != nil {
		return nil, err
	}
	if err := p.Playable(); err != nil {
		return nil, fail(BadStart, "start: %v", err)
	}
	return p, nil
}

// Right is a castling right: the squares that king and rook leave and go to.
type Right struct{ King, KingGoes, Rook, RookGoes int }

// Rights returns the castling rights of a position.
func (p *Position) Rights() (list []Right) {
	for i, r := range rights {
		if p.castle[i] {
			list = append(list, Right{r.king.number(), r.kingGoes().number(), r.rook.number(), r.rookGoes().number()})
		}
	}
	return list
}

// Attacks reports whether the man on a square attacks another square.
func (p *Position) Attacks(from, to int) bool { return p.attacks(numbered(from), numbered(to)) }

// Pass returns the position with the other side to move.
func (p Position) Pass() *Position {
	p.white, p.passed = !p.white, none
	return &p
}

// Without returns the position without castling rights, or without an en passant square.
func (p Position) Without(castling, enPassant bool) *Position {
	if castling {
		p.castle = [len(rights)]bool{}
	}
	if enPassant {
		p.passed = none
	}
	return &p
}

// Key returns what the moves of a position depend on: two positions have the same moves, and the same games go on from
// them, if their keys are equal. It is the position without its clocks, and with an en passant square only if a capture
// there is legal.
func (p Position) Key() Position {
	p.quiet, p.number = 0, 0
	if !p.Passable() {
		p.passed = none
	}
	return p
}
