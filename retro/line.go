package retro

import (
	"context"
	"fmt"
	"io"
	"strings"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/internal/answer"
	"retroproof/retro/table"
)

// Line is a game with best play of both sides, to mate. A draw has no moves: none comes nearer to anything.
type Line struct {
	answer.Head `schema:"retroproof.tb.line/2"`
	FEN         string          `json:"fen"`
	Material    table.Material  `json:"material"`
	Value                       // of the start
	Outcome     notation.Result `json:"outcome"`
	Game        string          `json:"game"` // SAN
	Moves       []RankedMove    `json:"moves"`
	Comments    bool            `json:"-"` // the text has the plies to mate behind every move
	Start       chess.Setup     `json:"-"`
}

// Line returns a game to mate from a position in which the winner mates as soon
// as possible and the loser holds out as long as possible. Of several best moves
// it takes the first as Moves lists them, so that the line is always the same.
func (ts *Tables) Line(ctx context.Context, p *chess.Position) (*Line, error) {
	v, err := ts.Probe(p)
	if err != nil {
		return nil, err
	}
	line := &Line{FEN: p.FEN(), Material: table.MaterialOfPosition(p).Canonical(), Value: ValueOf(v),
		Outcome: notation.Draw, Moves: []RankedMove{}, Start: p.Setup()}
	switch {
	case !v.Decided():
	case (v.Result == table.Won) == (p.Turn() == chess.White):
		line.Outcome = notation.WhiteWins
	default:
		line.Outcome = notation.BlackWins
	}
	at := *p
	for v.Plies > 0 {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		moves, err := ts.Moves(&at)
		if err != nil {
			return nil, err
		}
		if len(moves) == 0 || moves[0].Exact != v {
			return nil, fmt.Errorf("position %s: a %s, but no move leads to it: the tables contradict each other", at.FEN(), v)
		}
		line.Moves = append(line.Moves, moves[0])
		at.Make(moves[0].Move)
		v = table.Value{Result: v.Before().Result, Plies: v.Plies - 1}
	}
	line.Game = strings.Join(line.SAN(), " ")
	return line, nil
}

// SAN returns the moves in SAN.
func (l *Line) SAN() []string {
	list := make([]string, len(l.Moves))
	for i, m := range l.Moves {
		list[i] = m.SAN
	}
	return list
}

// Text writes the game as PGN.
func (l *Line) Text(w io.Writer) error {
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
		Result:   l.Outcome,
	}
	if pgn.Result == notation.Draw {
		pgn.Comments[0] = "a draw with best play"
	}
	for i, m := range l.Moves {
		if l.Comments && !m.Mate {
			pgn.Comments[i+1] = answer.Counted(m.Exact.Plies-1, "ply", "plies") + " to mate"
		}
	}
	_, err := pgn.WriteTo(w)
	return err
}
