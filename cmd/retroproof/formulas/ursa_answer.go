package formulas

import (
	"fmt"
	"io"
	"path/filepath"

	"retroproof/batch"
	"retroproof/cmd/retroproof/verb"
	"retroproof/ursa"
)

// writeFormula writes the formula of an assertion instead of solving it.
func (r *ursaRun) writeFormula(q *ursa.Assertion) error {
	if q.Ground {
		fmt.Fprintf(r.app.Stderr, "retroproof: %s:%d: the constraint is ground, it has no formula\n",
			r.report.File, q.Pos.Line)
		return nil
	}
	if r.flags.Out != "" {
		return batch.WriteFile(filepath.Join(r.flags.Out, fmt.Sprintf("assert-%d.cnf", q.Number)), func(w io.Writer) error {
			return q.WriteDIMACS(w, r.report.File)
		})
	}
	if r.formulas++; r.formulas > 1 {
		return verb.Usagef("%s:%d: a second formula: --out DIR writes one a file", r.report.File, q.Pos.Line)
	}
	return q.WriteDIMACS(r.out, r.report.File)
}
