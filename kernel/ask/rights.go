package ask

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"retroproof/chess"
	"retroproof/kernel/resolve"
)

// Rights is the answer to who may still castle, and whether a capture en passant is possible,
// in a diagram of which only the men and the side to move are known.
type Rights struct {
	*Fields   `json:"-"`
	Castling  []Right   `json:"castling"`   // of those whose king and rook are at home
	EnPassant []Passing `json:"en_passant"` // of the squares on which a capture would be legal
	// Exclusive are pairs of rights of which each may be there, and not both.
	Exclusive []Pair `json:"exclusive,omitempty"`
	// Parts are the largest sets of rights and en passant squares that are not excluded. By the
	// convention PRA a problem with several has a solution for each; by RS the first castling
	// in the solution decides for those that contain it.
	Parts []Part `json:"parts"`
}

// Right is a castling right.
type Right struct {
	Right   chess.Castling `json:"-"`
	Name    string         `json:"right"`
	Verdict Verdict        `json:"verdict"`
	// Without is the verdict on its lack: the right is proven where that is impossible.
	Without Verdict `json:"lost"`
	// Permitted by the convention that castling is permitted unless it is proven not to be.
	Permitted bool `json:"permitted"`
}

// Passing is a square on which a pawn could be captured en passant.
type Passing struct {
	Square  chess.Square `json:"-"`
	Name    string       `json:"square"`
	Verdict Verdict      `json:"verdict"`
	// Proven: the last move was this double step, whatever the rights. Only then is the
	// capture permitted by convention.
	Proven bool `json:"proven"`
	// If are rights that prove it: if one is there, the last move was this double step. By the
	// convention AP the capture is permitted if castling with the right follows.
	If      []chess.Castling `json:"-"`
	IfNames []string         `json:"if,omitempty"`
}

// Pair is two rights. In JSON it is a text: "Kq".
type Pair struct{ One, Other chess.Castling }

// MarshalText writes both.
func (p Pair) MarshalText() ([]byte, error) { return []byte(p.One.String() + p.Other.String()), nil }

// Part is a set of rights with an en passant square. In JSON it is a text: "KQ -".
type Part struct {
	Castling  chess.Castling
	EnPassant chess.Square
}

// String returns the part as two fields of a FEN.
func (p Part) String() string { return p.Castling.String() + " " + p.EnPassant.String() }

// MarshalText writes the same.
func (p Part) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// AskRights decides castling rights and en passant squares of a diagram. Those of the setup are
// ignored.
func AskRights(ctx context.Context, s *chess.Setup, o Options) (*Rights, error) {
	fields := strings.Split(s.FEN(), " ")
	f, stopped := AskFields(ctx, strings.Join([]string{fields[0], fields[1], "? ? 0 1"}, " "), o)
	if f == nil {
		return nil, fmt.Errorf("rights: %w", stopped)
	}
	r := &Rights{Fields: f, Castling: []Right{}, EnPassant: []Passing{}, Parts: []Part{}}
	verdict := func(of func(*chess.Setup) bool) Verdict {
		var with Positions
		for _, p := range f.Positions {
			if of(&p.Setup) {
				with = append(with, p)
			}
		}
		return with.Verdict()
	}
	left := f.Left()
	// only reports whether there are positions with some rights, and all of them have an en passant square.
	only := func(rights chess.Castling, sq chess.Square) bool {
		with := func(p *resolve.Answer) bool { return p.Setup.Castling.Has(rights) }
		without := func(p *resolve.Answer) bool { return with(p) && p.Setup.EnPassant != sq }
		return slices.ContainsFunc(left, with) && !slices.ContainsFunc(left, without)
	}
	var home chess.Castling
	var squares chess.Bitboard
	for _, p := range f.Positions {
		home |= p.Setup.Castling
		if p.Setup.EnPassant != chess.NoSquare {
			squares |= p.Setup.EnPassant.Bit()
		}
	}
	for right := chess.WhiteKingside; right <= chess.BlackQueenside; right <<= 1 {
		if !home.Has(right) {
			continue
		}
		v := verdict(func(s *chess.Setup) bool { return s.Castling.Has(right) })
		without := verdict(func(s *chess.Setup) bool { return !s.Castling.Has(right) })
		r.Castling = append(r.Castling, Right{right, right.String(), v, without, v != Impossible})
	}
	// Two rights exclude each other if no position with both is left: the verdicts are known, so that costs nothing.
	for i, one := range r.Castling {
		for _, other := range r.Castling[i+1:] {
			both := func(s *chess.Setup) bool { return s.Castling.Has(one.Right | other.Right) }
			if one.Permitted && other.Permitted && verdict(both) == Impossible {
				r.Exclusive = append(r.Exclusive, Pair{one.Right, other.Right})
			}
		}
	}
	for sq := range squares.Squares() {
		e := Passing{Square: sq, Name: sq.String(), Proven: only(0, sq)}
		e.Verdict = verdict(func(s *chess.Setup) bool { return s.EnPassant == sq })
		for _, right := range r.Castling {
			if right.Permitted && only(right.Right, sq) {
				e.If, e.IfNames = append(e.If, right.Right), append(e.IfNames, right.Name)
			}
		}
		r.EnPassant = append(r.EnPassant, e)
	}
	// A part is a position whose rights no other one has with more, for the same en passant square.
	for _, p := range left {
		if !slices.ContainsFunc(left, func(q *resolve.Answer) bool {
			more := q.Setup.Castling != p.Setup.Castling && q.Setup.Castling.Has(p.Setup.Castling)
			return more && q.Setup.EnPassant == p.Setup.EnPassant
		}) {
			r.Parts = append(r.Parts, Part{p.Setup.Castling, p.Setup.EnPassant})
		}
	}
	return r, stopped
}
