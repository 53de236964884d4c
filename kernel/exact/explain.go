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
	if !e.derive(s.from, &s.begin, plies) {
		return Deductions{}, nil
	}
	// Derive once more, with all results, and record them.
	var prospects [chess.NumSquares]Prospect
	note := func(home chess.Square, j int, _ chess.Bitboard) {
		p := &prospects[home]
		p.Man = chess.Placed{Man: s.from.At(home), Square: home}
		if j == e.men.m {
			p.Captured = true
			return
		}
		became := chess.Placed{Man: e.men.want[j], Square: e.men.to[j]}
		if !slices.Contains(p.Becomes, became) {
			p.Becomes = append(p.Becomes, became)
		}
	}
	d := Deductions{Possible: true, Moves: e.left, Captured: e.spare}
	for c := chess.White; c <= chess.Black; c++ {
		if !e.deriveNoting(c, note) {
			return Deductions{}, nil
		}
		d.Least[c] = e.sides[c].least
		d.Castling |= e.sides[c].castle
	}
	d.Stay = e.blocked
	for sq, p := range prospects {
		if p.Man.Man != chess.NoMan && !e.blocked.Has(chess.Square(sq)) {
			d.Men = append(d.Men, p)
		}
	}
	return d, nil
}
