package strategy

import (
	"fmt"
	"io"

	"retroproof/count"
	"retroproof/proofs/strategy/core"
)

// WriteFigure draws a self-contained SVG picture: positions over moves, by best play and by the strategy; 1 move first.
// Of the strategy of 2013 it is Figure 3 of its paper.
func WriteFigure(w io.Writer, s *core.Strategy, best, byStrategy []int) error {
	p := count.Plot{Title: fmt.Sprintf("%s: positions by moves to %s", s.Title, s.Goal()),
		X: "White's moves to " + s.Goal(), Y: "positions"}
	p.Series = append(p.Series, byMoves("best play", best), byMoves("the strategy", byStrategy))
	return p.Write(w)
}

// byMoves is a distribution: counts[n-1] positions are won in n moves.
func byMoves(name string, counts []int) count.Series {
	s := count.Series{Name: name}
	total := 0
	for i, n := range counts {
		total += n
		moves := "moves"
		if i == 0 {
			moves = "move"
		}
		s.Points = append(s.Points, count.Point{X: i + 1, Y: float64(n),
			Label: fmt.Sprintf("%d positions in %d %s", n, i+1, moves)})
	}
	s.Note = fmt.Sprintf("%d positions, at most %d moves", total, len(counts))
	return s
}
