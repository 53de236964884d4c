package count

import (
	"fmt"
	"io"
	"math"
	"math/big"

	"retroproof/count/plot"
	"retroproof/proofs/survey/numbering"
)

// Curve is one line of a chart.
type Curve struct {
	Name string
	*numbering.Breakdown
}

// WriteChart draws breakdowns as a self-contained SVG picture: the decimal logarithms
// of numbers over the number of men.
func WriteChart(w io.Writer, title string, curves []Curve) error {
	p := plot.Plot{Title: title, X: "men on the board, kings included", Y: "decimal logarithm of the number"}
	for _, c := range curves {
		s := plot.Series{Name: c.Name, Note: fmt.Sprintf("10^%.4f", Log10(c.Total))}
		for men, n := range c.Men {
			if n != nil {
				s.Points = append(s.Points, plot.Point{X: men, Y: Log10(n), Label: fmt.Sprintf("%s with %d men", n, men)})
			}
		}
		p.Series = append(p.Series, s)
	}
	return p.Write(w)
}

// Log10 returns the decimal logarithm of a number above 0.
func Log10(n *big.Int) float64 { return Log2(n) * math.Log10(2) }

// Log2 returns the binary logarithm of a number above 0.
func Log2(n *big.Int) float64 {
	mantissa := new(big.Float)
	exponent := new(big.Float).SetInt(n).MantExp(mantissa)
	f, _ := mantissa.Float64()
	return float64(exponent) + math.Log2(f)
}
