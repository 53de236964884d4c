package exact

import (
	"context"
	"slices"

	"retroproof/chess"
)

// Deductions are properties that all games of a given length have in common, as far as they are
// derived without search.
type Deductions struct {
	// Possible is false if there is provably no game; the other fields are not set then.
	Possible bool
	// Moves are the numbers of moves that each side makes, and Least lower bounds of those that
	// it needs.
	Moves, Least [2]int
	// Captured are the numbers of men that each side loses.
	Captured [2]int
	// Stay are the men that never move and are never captured.
	Stay chess.Bitboard
	// Castling are the ways in which sides may castle.
	Castling chess.Castling
	// Men are the other men of the start, in the order of their squares.
	Men []Prospect
}

// Prospect is what a man of the start can become.
type Prospect struct {
	Man      chess.Placed
	Becomes  []chess.Placed // men of the goal
	Captured bool           // whether it may be captured
}

// Explain returns the deductions about all games of a given length in plies. The error is that
// of [Search].
func Explain(start *chess.Setup, target *Target, plies int) (Deductions, error) {
	s, err := newSearch(context.Background(), start, target, plies, Options{})
	if err != nil || s == nil || s.bound == nil {
		return Deductions{}, err
	}
	e := s.bound
	e.pos, e.due, e.left = s.from, s.due, target.movesLeft(s.from.Turn(), plies)
	if !e.derive() {
		return Deductions{}, nil
	}
	// Derive once more, with all results, and record them.
	prospects := map[chess.Square]*Prospect{}
	e.note = func(home chess.Square, j int, _ chess.Bitboard) {
		p := prospects[home]
		if p == nil {
			p = &Prospect{Man: chess.Placed{Man: s.from.At(home), Square: home}}
			prospects[home] = p
		}
		if j == e.men.m {
			p.Captured = true
			return
		}
		became := chess.Placed{Man: e.men.want[j], Square: e.men.to[j]}
		if !slices.Contains(p.Becomes, became) {
			p.Becomes = append(p.Becomes, became)
		}
	}
	e.useRoutes()
	d := Deductions{Possible: true, Moves: e.left, Captured: e.spare}
	for c := chess.White; c <= chess.Black; c++ {
		if !e.deriveSide(c) {
			return Deductions{}, nil
		}
		d.Least[c] = e.sides[c].least
		d.Castling |= e.sides[c].castle
	}
	d.Stay = e.blocked
	for sq := range chess.Square(chess.NumSquares) {
		if p := prospects[sq]; p != nil && !e.blocked.Has(sq) {
			d.Men = append(d.Men, *p)
		}
	}
	return d, nil
}
