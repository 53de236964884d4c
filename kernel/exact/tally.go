package exact

import (
	"fmt"

	"retroproof/chess"
)

// Capture is a condition on games: a man of the start is captured.
type Capture struct {
	Square chess.Square // of the man in the start
	On     chess.Square // where it is captured; chess.NoSquare for anywhere
}

// MostCaptured is the largest number of men of which a target says that they are captured.
const MostCaptured = 8

// wanted says where the men of Target.Captured stand: 1 more than the square, 0 if one has been captured.
type wanted [MostCaptured]uint8

// newWanted returns where they stand in the start.
func newWanted(start *chess.Position, all []Capture) (w wanted, err error) {
	if len(all) > MostCaptured {
		return w, fmt.Errorf("%w: %d men are to be captured, want at most %d", ErrCondition, len(all), MostCaptured)
	}
	for i, c := range all {
		if k := start.At(c.Square).Kind(); k == chess.NoKind || k == chess.King {
			return w, fmt.Errorf("%w: no man on %s in the start can be captured", ErrCondition, c.Square)
		}
		for _, before := range all[:i] {
			if before.Square == c.Square {
				return w, fmt.Errorf("%w: the man on %s is captured twice", ErrCondition, c.Square)
			}
		}
		w[i] = uint8(c.Square) + 1
	}
	return w, nil
}

// tally is what a search remembers of a game besides the position: what conditions require yet.
type tally struct {
	due      due            // pawns that have yet to promote
	promoted chess.Bitboard // men that were pawns in the start, as far as a condition asks for it
	wanted   wanted         // men that have yet to be captured
}

// done reports whether everything has happened that has to.
func (t *tally) done() bool { return t.due.all() == 0 && t.wanted == wanted{} }

// remembers reports whether positions do not tell which games fulfil the conditions.
func (s *search) remembers() bool {
	return s.target.Promoted != 0 || s.begin != tally{}
}

// after returns the tally after a move, false if the move contradicts a condition.
func (s *search) after(t tally, m chess.Move) (tally, bool) {
	var ok bool
	if t.due, ok = t.due.after(m); !ok {
		return t, false
	}
	t.promoted = s.promotedAfter(t.promoted, m)
	if t.wanted == (wanted{}) {
		return t, true
	}
	victim := victimOf(m)
	for i, c := range s.target.Captured {
		switch at := chess.Square(t.wanted[i] - 1); {
		case t.wanted[i] == 0:
		case at == victim:
			if c.On != chess.NoSquare && c.On != victim {
				return t, false
			}
			t.wanted[i] = 0
		case at == m.From():
			t.wanted[i] = uint8(m.To()) + 1
		case m.IsCastling():
			_, path := castlingOf(m)
			t.wanted[i] = uint8(castled(path, at)) + 1
		}
	}
	return t, true
}

// victimOf returns the square of the man that a move captures, if it does.
func victimOf(m chess.Move) chess.Square {
	if m.IsEnPassant() {
		return m.To() ^ 8
	}
	return m.To()
}

// castlingOf returns the right and the path of a castling move; nil for no path.
func castlingOf(m chess.Move) (chess.Castling, *chess.CastlingPath) {
	for i := range chess.CastlingPaths {
		if path := &chess.CastlingPaths[i]; path.Home[0].Square == m.From() && path.KingTo == m.To() {
			return 1 << i, path
		}
	}
	return 0, nil
}

// promotedAfter returns the squares of promoted men after a move, 0 if no condition asks for them.
func (s *search) promotedAfter(promoted chess.Bitboard, m chess.Move) chess.Bitboard {
	if s.target.Promoted == 0 {
		return 0
	}
	from, to := m.From().Bit(), m.To().Bit()
	if promoted&from != 0 || m.Promotion() != chess.NoKind {
		return promoted&^from | to
	}
	return promoted &^ to
}

// monochrome reports whether two squares have the same colour.
func monochrome(a, b chess.Square) bool { return a.Dark() == b.Dark() }

// allows reports whether the conditions on all moves permit one.
func (t *Target) allows(p *chess.Position, m chess.Move) bool {
	c := p.Turn()
	if t.NoCaptures[c] && p.Captured(m) != chess.NoMan {
		return false
	}
	if t.Monochrome[c] {
		if !monochrome(m.From(), m.To()) {
			return false
		}
		if m.IsCastling() {
			_, path := castlingOf(m)
			return monochrome(path.Home[1].Square, path.RookTo)
		}
	}
	// With a diagram the bound sees to it, too.
	if t.Aim == nil || t.Still == 0 {
		return true
	}
	touched := m.From().Bit() | victimOf(m).Bit()
	if m.IsCastling() {
		_, path := castlingOf(m)
		touched |= path.Home[1].Square.Bit()
	}
	return t.Still&touched == 0
}
