package krk

import (
	"context"
	"fmt"

	"retroproof/chess"
	"retroproof/proofs/krk/plain"
	"retroproof/proofs/krk/spec"
	"retroproof/retro/generate"
	"retroproof/retro/material"
	"retroproof/retro/table"
)

// Values are the values of all positions for the side to move, by Position.
type Values []table.Value

// NewTable generates the tablebase of this endgame, in milliseconds.
func NewTable(ctx context.Context) (*table.Table, error) {
	m, err := material.Parse("KRvK")
	if err != nil {
		return nil, err
	}
	return generate.Table(ctx, m, nil, generate.Options{})
}

// TableValues looks up all positions in a tablebase of this endgame.
func TableValues(t *table.Table) Values {
	values := make(Values, spec.NumPositions)
	for p := range values {
		if c := tablePosition(Position(p)); c != nil {
			values[p] = lookup(t, c)
		}
	}
	return values
}

// lookup returns the value of a position in a table.
func lookup(t *table.Table, c *chess.Position) table.Value { return t.Lookup(c) }

// tablePosition returns a placement as a position for a table; nil if tables have
// no such position: two men on one square, or adjacent kings.
//
// A table also has places for positions with White to move and Black in check, whose
// value has to be that they are not legal. Package chess does not accept them as
// setups, but makes moves without checking that they are legal: the black king is put
// elsewhere and moved there.
func tablePosition(p Position) *chess.Position {
	s := Setup(p)
	if s.CountMen() != 3 || plain.Distance(p.WK(), p.BK()) <= 1 {
		return nil
	}
	if c, err := chess.NewPosition(s); err == nil {
		return c
	}
	s.Board[p.BK()] = chess.NoMan
	s.Turn = s.Turn.Other()
	for t := range s.Board {
		if s.Board[t] != chess.NoMan || Square(t) == p.BK() {
			continue
		}
		s.Board[t] = chess.BlackKing
		if c, err := chess.NewPosition(s); err == nil {
			c.Make(chess.NewMove(chess.Square(t), chess.Square(p.BK())))
			return c
		}
		s.Board[t] = chess.NoMan
	}
	return nil
}

// PlainValues are the values that the plain code's retrograde analysis of best
// play gives.
func PlainValues(optimal *Outcome) Values {
	values := make(Values, spec.NumPositions)
	var buf [8]Position
	for p := range Position(spec.NumPositions) {
		if !isLegal(p) {
			continue
		}
		v := table.Value{Result: table.Drawn}
		if p.White() {
			if n := int(optimal.depth[p&^turn]); n > 0 {
				v = table.Value{Result: table.Won, Plies: 2*n - 1}
			}
			values[p] = v
			continue
		}
		longest := 0
		replies := BlackMoves(buf[:0], p)
		for _, q := range replies {
			n := -1
			if !rookCaptured(q) {
				n = int(optimal.depth[q&^turn])
			}
			if n < 0 {
				longest = -1
				break
			}
			longest = max(longest, n)
		}
		if longest > 0 || longest == 0 && check(p) {
			v = table.Value{Result: table.Lost, Plies: 2 * longest}
		}
		values[p] = v
	}
	return values
}

// Outcome returns the wins of White as the retrograde analyses of this package
// give them, for WriteFigure3.
func (v Values) Outcome() *Outcome {
	o := &Outcome{depth: make([]int8, turn), Histogram: []int{0}}
	for i := range turn {
		o.depth[i] = -1
		switch x := v[i|turn]; x.Result {
		case table.Won:
			n := x.Moves()
			o.depth[i] = int8(n)
			for len(o.Histogram) <= n {
				o.Histogram = append(o.Histogram, 0)
			}
			o.Histogram[n]++
		case table.Drawn, table.Lost:
			o.NotWon = append(o.NotWon, i|turn)
		}
	}
	if n := len(o.NotWon); n > 0 {
		o.reason = notWonReason(n)
	}
	return o
}

// CompareValues compares two accounts of the values of all positions and
// returns the first limit differences and their number.
func CompareValues(of, with Values, ofName, withName string, limit int) (diffs []ValueDifference, total int) {
	for p := range Position(spec.NumPositions) {
		if of[p] == with[p] {
			continue
		}
		if total++; total <= limit {
			diffs = append(diffs, ValueDifference{p, of[p], with[p], ofName, withName})
		}
	}
	return diffs, total
}

// ValueDifference is a position with two values.
type ValueDifference struct {
	position         Position
	of, with         table.Value
	ofName, withName string
}

// String names the position and both values.
func (d ValueDifference) String() string {
	return fmt.Sprintf("value: %s: %s by %s, %s by %s", FEN(d.position), d.of, d.ofName, d.with, d.withName)
}

// ValueCounts summarizes values: positions by side to move and result, and the
// longest win and loss in plies.
type ValueCounts struct {
	Won, Drawn, Lost [2]int // White to move, Black to move
	Longest          [2]int
}

// Count summarizes the values.
func (v Values) Count() ValueCounts {
	var c ValueCounts
	for p, x := range v {
		side := 1 - truth(Position(p).White())
		switch x.Result {
		case table.Won:
			c.Won[side]++
		case table.Drawn:
			c.Drawn[side]++
		case table.Lost:
			c.Lost[side]++
		}
		c.Longest[side] = max(c.Longest[side], x.Plies)
	}
	return c
}

// PublishedValues are the known counts.
func PublishedValues() ValueCounts {
	return ValueCounts{Won: [2]int{175168, 0}, Drawn: [2]int{0, 22244}, Lost: [2]int{0, 201700}, Longest: [2]int{31, 32}}
}
