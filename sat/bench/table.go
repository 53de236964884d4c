package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"retroproof/sat"
)

// A table has the runs of all solvers on all formulas.
type table struct {
	solvers []solver
	limit   int
	seeds   int
	rows    []row
}

// A row is a family: for each formula, the run of each solver.
type row struct {
	family string
	runs   [][]run
}

func (t *table) add(family string, runs []run) {
	if n := len(t.rows); n == 0 || t.rows[n-1].family != family {
		t.rows = append(t.rows, row{family: family})
	}
	last := &t.rows[len(t.rows)-1]
	last.runs = append(last.runs, runs)
}

// par2 is the CPU time in seconds, or twice the limit if there was no answer.
func (t *table) par2(r run) float64 {
	if r.status == sat.Unknown {
		return 2 * float64(t.limit)
	}
	return r.cpu.Seconds()
}

// ratio returns the geometric mean, over the formulas of some rows, of what a solver took
// divided by what another one took. What takes less than a hundredth of a second counts
// as that much.
func (t *table) ratio(rows []row, a, b int) float64 {
	sum, n := 0.0, 0
	for _, r := range rows {
		for _, runs := range r.runs {
			sum += math.Log(max(0.01, t.par2(runs[a])) / max(0.01, t.par2(runs[b])))
			n++
		}
	}
	return math.Exp(sum / float64(n))
}

// print writes the table in Markdown: for each family the mean over its formulas of the
// CPU time, and the geometric means of the native solver's ratios to the others.
func (t *table) print(w io.Writer) error {
	var out strings.Builder
	base := slices.IndexFunc(t.solvers, func(s solver) bool { return s.name == sat.Native })
	var others []int
	for i := range t.solvers {
		if base >= 0 && i != base {
			others = append(others, i)
		}
	}
	for _, s := range t.solvers {
		fmt.Fprintf(&out, "- %s: %s\n", s.name, s.version)
	}
	fmt.Fprintf(&out, "\n%d formulas a family, limit %d s of CPU time; without an answer by then, twice the limit\n\n| "+
		"family |", t.seeds, t.limit)
	line := "|---|"
	for _, s := range t.solvers {
		fmt.Fprintf(&out, " %s |", s.name)
		line += "---:|"
	}
	for _, i := range others {
		fmt.Fprintf(&out, " %s/%s |", t.solvers[base].name, t.solvers[i].name)
		line += "---:|"
	}
	fmt.Fprintf(&out, "\n%s\n", line)
	for _, r := range t.rows {
		fmt.Fprintf(&out, "| %s |", r.family)
		for i := range t.solvers {
			sum, open := 0.0, 0
			for _, runs := range r.runs {
				sum += t.par2(runs[i])
				if runs[i].status == sat.Unknown {
					open++
				}
			}
			fmt.Fprintf(&out, " %.2f", sum/float64(len(r.runs)))
			if open > 0 {
				fmt.Fprintf(&out, " (%d open)", open)
			}
			out.WriteString(" |")
		}
		t.ratios(&out, []row{r}, base, others)
	}
	out.WriteString("| all |")
	for range t.solvers {
		out.WriteString(" |")
	}
	t.ratios(&out, t.rows, base, others)
	_, err := io.WriteString(w, out.String())
	return err
}

func (t *table) ratios(out *strings.Builder, rows []row, base int, others []int) {
	for _, i := range others {
		fmt.Fprintf(out, " %.2f |", t.ratio(rows, base, i))
	}
	out.WriteString("\n")
}
