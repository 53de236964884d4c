package count

import (
	"fmt"
	"io"
	"math"
	"math/big"
	"strings"
)

// WriteChart draws kinds as a self-contained SVG picture: the decimal logarithms of
// numbers over the number of men.
func WriteChart(w io.Writer, title string, kinds []Kind) error {
	p := Plot{Title: title, X: "men on the board, kings included", Y: "decimal logarithm of the number"}
	for _, k := range kinds {
		if k.undrawn {
			continue
		}
		s := Series{Name: strings.TrimSpace(k.Title), Note: fmt.Sprintf("10^%.4f", Log10(k.Total))}
		for men, n := range k.Men {
			if n != nil {
				s.Points = append(s.Points, Point{X: men, Y: Log10(n), Label: fmt.Sprintf("%s with %d men", n, men)})
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
