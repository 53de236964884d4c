package problem

import (
	"fmt"
	"strings"

	"retroproof/chess/notation"
)

// Pages are problems for print, with conditions on their games. The twins of a diagram are one problem.
func Pages(answers []*Answer, c *Conditions) (all []notation.Problem) {
	diagram := false // whether the last problem is a diagram that further twins change
	for _, a := range answers {
		if label := a.Twin + ") "; a.Twin > "a" && diagram {
			p := &all[len(all)-1]
			p.Stipulation += "; " + label + a.change
			p.Solution = append(append(p.Solution, label+a.Headline()), a.printed()...)
			p.Remarks, p.Twins = append(p.Remarks, a.Deductions...), append(p.Twins, a.change)
			continue
		}
		p := a.page(c)
		if diagram = a.change == ""; a.Twin != "" {
			p.Verdict = a.Twin + ") " + p.Verdict
		}
		all = append(all, p)
	}
	return all
}

// page is the problem of an answer alone.
func (a *Answer) page(c *Conditions) notation.Problem {
	p := notation.Problem{
		Board: a.target.Setup, Stipulation: "Proof game in " + MovesText(a.Plies) + " moves", Verdict: a.Headline(),
		Solution: a.printed(), Remarks: a.Deductions,
	}
	if a.Series {
		p.Stipulation = fmt.Sprintf("Series proof game in %d moves", a.Plies)
	}
	if a.Start != "" {
		p.Stipulation += " from " + a.Start
	}
	p.Stipulation += c.Text()
	switch {
	case a.Goal != "":
		p.Board, p.Stipulation = a.start, p.Stipulation+" that ends with "+a.Goal
	case a.Start != "" || c.Any():
	case a.Series:
		p.Popeye = fmt.Sprintf("ser-dia%d", a.Plies)
	default:
		p.Popeye = "dia" + strings.TrimSuffix(MovesText(a.Plies), ".0")
	}
	return p
}

// printed are the games, of duals the moves from the first one on that differs.
func (a *Answer) printed() (lines []string) {
	for i, d := range a.duals {
		line := a.moves(i, d.Ply, "")
		if i > 0 {
			line = "dual " + line + " (" + d.Difference.String() + ")"
		}
		lines = append(lines, line)
	}
	return lines
}
