package numbering

import (
	"fmt"
	"sync"

	chess "retroproof/chess/board"
)

// Army is the men of a side besides its king.
type Army struct{ Pawns, Queens, Rooks, Bishops, Knights int }

// Promoted returns how many men must have been pawns.
func (a Army) Promoted() int { return Standard.Promoted(a) }

// Valid reports whether there were pawns enough for all who are or were pawns.
func (a Army) Valid() bool { return Standard.Valid(a) }

// Pieces returns the number of queens, rooks, bishops and knights.
func (a Army) Pieces() int { return a.Queens + a.Rooks + a.Bishops + a.Knights }

// Men returns the number of men, the king included: S of the paper.
func (a Army) Men() int { return 1 + a.Pawns + a.Pieces() }

// Arrangements returns in how many ways the men can be exchanged among themselves:
// the product of the factorials of their numbers, P of the paper.
func (a Army) Arrangements() uint64 {
	return factorial[a.Pawns] * factorial[a.Queens] * factorial[a.Rooks] * factorial[a.Bishops] * factorial[a.Knights]
}

// Less reports whether an army comes before another one: the one with fewer pawns,
// then queens, rooks, bishops, knights.
func (a Army) Less(b Army) bool {
	for _, n := range [...][2]int{{a.Pawns, b.Pawns}, {a.Queens, b.Queens}, {a.Rooks, b.Rooks}, {a.Bishops, b.Bishops}} {
		if n[0] != n[1] {
			return n[0] < n[1]
		}
	}
	return a.Knights < b.Knights
}

// String returns the letters of the men as in "KQRRBBNNPPPPPPPP".
func (a Army) String() string {
	b := []byte{'K'}
	for _, n := range [...]struct {
		kind  chess.Kind
		count int
	}{{chess.Queen, a.Queens}, {chess.Rook, a.Rooks}, {chess.Bishop, a.Bishops}, {chess.Knight, a.Knights},
		{chess.Pawn, a.Pawns}} {
		for range n.count {
			b = append(b, n.kind.Letter())
		}
	}
	return string(b)
}

// Armies returns all armies in the order of [Army.Less], made by the first call. The slice is shared and
// must not be changed.
var Armies = sync.OnceValue(Standard.Armies)

// Attainable reports whether one game can leave both armies. A pawn gets past the
// pawn of its file by capturing, by being passed when that captures, or when that is
// captured: two pawns of a side and one of the other by one capture of a pawn, one of
// a side by any other. So the promoted men of a side are at most the captures, plus
// the pawns that the other side has lost for good. This is A+2a+2b+2B+C+c <= 38 of
// the paper and the same with the sides exchanged; both must hold.
func Attainable(x, y Army) bool {
	return x.Valid() && y.Valid() && x.Promoted()+y.Promoted() <= StandardLimit.Slack(x.Pawns, y.Pawns,
		x.Pieces()+y.Pieces())
}

// armyOf returns the army of a colour in a diagram, or a [*DomainError] that says why
// there is none.
func armyOf(s *chess.Setup, c chess.Color) (Army, error) {
	var n [chess.Pawn + 1]int
	for i, m := range s.Board {
		k := m.Kind()
		switch {
		case m == chess.NoMan || m.Color() == c.Other():
			continue
		case m.Color() != c || k == chess.NoKind || k > chess.Pawn:
			return Army{}, &DomainError{BadValue, fmt.Sprintf("no man on %s", chess.Square(i))}
		}
		n[k]++
		if rank := chess.Square(i).Rank(); k == chess.Pawn && (rank == 0 || rank == 7) {
			return Army{}, &DomainError{PawnRank, fmt.Sprintf("a pawn on %s", chess.Square(i))}
		}
	}
	if n[chess.King] != 1 {
		return Army{}, &DomainError{Kings, fmt.Sprintf("%d %s kings, want 1", n[chess.King], c)}
	}
	a := Army{n[chess.Pawn], n[chess.Queen], n[chess.Rook], n[chess.Bishop], n[chess.Knight]}
	if men := a.Men(); men > MostMen {
		return Army{}, &DomainError{TooManyMen, fmt.Sprintf("%d %s men, want %d at most", men, c, MostMen)}
	}
	if !a.Valid() {
		return Army{}, &DomainError{TooManyPromoted,
			fmt.Sprintf("%s has %d pawns and %d promoted men, want %d together at most",
				c, a.Pawns, a.Promoted(), MostPawns)}
	}
	return a, nil
}

// ArmiesOf returns the armies of White and Black in a diagram, or a [*DomainError] if
// no game can leave them.
func ArmiesOf(s *chess.Setup) (armies [2]Army, err error) {
	if s.Turn > chess.Black {
		return armies, &DomainError{BadValue, "neither White nor Black to move"}
	}
	for c := range armies {
		if armies[c], err = armyOf(s, chess.Color(c)); err != nil {
			return armies, err
		}
	}
	x, y := armies[0], armies[1]
	if !Attainable(x, y) {
		return armies, &DomainError{TooFewCaptures, fmt.Sprintf("%d men were promoted, and only %d captured",
			x.Promoted()+y.Promoted(), MostMenOnBoard-x.Men()-y.Men())}
	}
	return armies, nil
}
