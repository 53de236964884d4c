package problem

import (
	"fmt"
	"strings"

	"retroproof/chess/notation"
)

// Page is the problem for print, with conditions on its games. Of duals there are the moves from the first one on that
// differs.
func (a *Answer) Page(c *Conditions) notation.Problem {
	p := notation.Problem{
		Board: a.target.Setup, Stipulation: "Proof game in " + MovesText(a.Plies) + " moves" + c.Text(),
		Verdict: a.Headline(), Remarks: a.Deductions,
	}
	if a.Series {
		p.Stipulation = fmt.Sprintf("Series proof game in %d moves", a.Plies) + c.Text()
	}
	switch {
	case a.Goal != "":
		p.Board, p.Stipulation = a.start, p.Stipulation+" that ends with "+a.Goal
	case a.Start != "" || c.Any():
	case a.Series:
		p.Popeye = fmt.Sprintf("ser-dia%d", a.Plies)
	default:
		p.Popeye = "dia" + strings.TrimSuffix(MovesText(a.Plies), ".0")
	}
	for i, san := range a.sans {
		if i == 0 {
			p.Solution = append(p.Solution, notation.Printed(&a.start, san, 0))
			continue
		}
		d := a.duals[i]
		p.Solution = append(p.Solution, "dual "+notation.Printed(&a.start, san, d.Ply)+" ("+d.Difference.String()+")")
	}
	return p
}
