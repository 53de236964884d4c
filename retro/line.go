package retro

import (
	"context"
	"fmt"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/internal/answer"
	"retroproof/retro/table"
)

// Line is a game with best play of both sides, to mate.
type Line struct {
	Start chess.Setup
	// Value is that of the start. A draw has no line: no move comes nearer to
	// anything.
	Value table.Value
	Moves []RankedMove
}

// Line returns a game to mate from a position in which the winner mates as soon
// as possible and the loser holds out as long as possible. Of several best moves
// it takes the first as Moves lists them, so that the line is always the same.
func (ts *Tables) Line(ctx context.Context, p *chess.Position) (*Line, error) {
	v, err := ts.Probe(p)
	if err != nil {
		return nil, err
	}
	line := &Line{Start: p.Setup(), Value: v}
	if !v.Decided() {
		return line, nil
	}
	at := *p
	for left := v; left.Plies > 0; left = afterBest(left) {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		moves, err := ts.Moves(&at)
		if err != nil {
			return nil, err
		}
		if len(moves) == 0 || moves[0].Value != left {
			return nil, fmt.Errorf("position %s: a %s, but no move leads to it: the tables contradict each other", at.FEN(),
				left)
		}
		line.Moves = append(line.Moves, moves[0])
		at.Make(moves[0].Move)
	}
	return line, nil
}

// afterBest returns the value for the opponent after a best move.
func afterBest(v table.Value) table.Value {
	if v.Result == table.Won {
		return table.Value{Result: table.Lost, Plies: v.Plies - 1}
	}
	return table.Value{Result: table.Won, Plies: v.Plies - 1}
}

// Result returns how the game ends.
func (l *Line) Result() notation.Result {
	switch {
	case !l.Value.Decided():
		return notation.Draw
	case (l.Value.Result == table.Won) == (l.Start.Turn == chess.White):
		return notation.WhiteWins
	}
	return notation.BlackWins
}

// SAN returns the moves in SAN.
func (l *Line) SAN() []string {
	list := make([]string, len(l.Moves))
	for i, m := range l.Moves {
		list[i] = m.SAN
	}
	return list
}

// PGN returns the game, with the plies to mate after every move as comments if
// depths is set.
func (l *Line) PGN(depths bool) *notation.Game {
	pgn := &notation.Game{
		Tags: []notation.Tag{
			{Name: "Event", Value: "Best play by depth to mate"},
			{Name: "White", Value: "tablebase"},
			{Name: "Black", Value: "tablebase"},
			{Name: "PlyCount", Value: fmt.Sprint(len(l.Moves))},
		},
		Start:    l.Start,
		Moves:    l.SAN(),
		Comments: map[int]string{},
		Result:   l.Result(),
	}
	if pgn.Result == notation.Draw {
		pgn.Comments[0] = "a draw with best play"
	}
	for i, m := range l.Moves {
		if depths && !m.Mate {
			pgn.Comments[i+1] = answer.Counted(m.Value.Plies-1, "ply", "plies") + " to mate"
		}
	}
	return pgn
}
