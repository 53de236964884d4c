package krk

import (
	"fmt"
	"io"

	"retroproof/count/plot"
)

// WriteFigure3 draws the paper's Figure 3 as a self-contained SVG picture: positions
// over moves to mate, by optimal play and by the strategy.
func WriteFigure3(w io.Writer, optimal, strategy *Outcome) error {
	p := plot.Plot{Title: "KRK: positions by moves to mate", X: "White's moves to mate", Y: "positions"}
	p.Series = append(p.Series, byMoves("optimal play", optimal.Histogram), byMoves("the strategy", strategy.Histogram))
	return p.Write(w)
}

// byMoves is a distribution: counts[n] positions are won in n moves; counts[0] is not
// shown.
func byMoves(name string, counts []int) plot.Series {
	s := plot.Series{Name: name}
	total := 0
	for n := 1; n < len(counts); n++ {
		total += counts[n]
		moves := "moves"
		if n == 1 {
			moves = "move"
		}
		s.Points = append(s.Points, plot.Point{X: n, Y: float64(counts[n]), Label: fmt.Sprintf("%d positions in %d %s", counts[n], n, moves)})
	}
	s.Note = fmt.Sprintf("%d positions, at most %d moves", total, len(counts)-1)
	return s
}
