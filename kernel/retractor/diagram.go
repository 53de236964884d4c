package retractor

import (
	"cmp"
	"strings"

	"retroproof/chess"
	"retroproof/kernel/exact/problem"
)

// Diagram reads a FEN in which side to move, castling rights and en passant square may be "?", or a board alone, after
// a move of the side that takes back. It returns all positions that it stands for.
func Diagram(text string, side chess.Color) (all []*chess.Position, err error) {
	words := strings.Fields(text)
	if len(words) == 1 {
		words = append(words, "?", "?", "?")
	}
	if len(words) > 1 && words[1] == "?" {
		words[1] = string(side.Other().Letter())
	}
	text = strings.Join(words, " ")
	target, err := problem.ParseTarget(text)
	if err != nil {
		return nil, err
	}
	// What is open takes all its values: at most 16 sets of rights times 9 squares en passant.
	s := target.Setup
	castling := []chess.Castling{s.Castling}
	for r := chess.Castling(1); target.AnyCastling && r <= chess.AllCastling; r++ {
		castling = append(castling, r)
	}
	squares := []chess.Square{s.EnPassant}
	for file := 0; target.AnyEnPassant && file < 8; file++ {
		squares = append(squares, chess.MakeSquare(file, s.Turn.RelativeRank(5)))
	}
	for _, r := range castling {
		for _, sq := range squares {
			s.Castling, s.EnPassant = r, sq
			p, bad := chess.NewPosition(s)
			// Rights without king and rook at home, and squares that no pawn can capture on, are no positions of the diagram.
			switch {
			case bad != nil:
				err = cmp.Or(err, bad)
			case sq == chess.NoSquare || !target.AnyEnPassant || p.CapturableEnPassant() == sq:
				all = append(all, p)
			}
		}
	}
	if len(all) > 0 {
		err = nil
	}
	return all, err
}
