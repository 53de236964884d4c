package formulas

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"retroproof/batch"
	"retroproof/cmd/retroproof/verb"
	"retroproof/proofs/lrat"
	"retroproof/ursa"
)

// writeFormula writes the formula of an assertion instead of solving it.
func (r *ursaRun) writeFormula(q *ursa.Assertion) error {
	if q.Ground {
		fmt.Fprintf(r.app.Stderr, "retroproof: %s:%d: the constraint is ground, it has no formula\n", r.report.File, q.Pos.Line)
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

// rebuildUrsa checks a certificate against its program.
func rebuildUrsa(ctx context.Context, a *verb.Env, f ursaRequest) error {
	info, err := os.Stat(f.Rebuild)
	if err == nil && !info.IsDir() {
		err = fmt.Errorf("%s is no folder", f.Rebuild)
	}
	if err != nil {
		return err
	}
	_, err = ursa.Rebuild(ctx, os.DirFS(f.Rebuild), ursa.Options{Steps: f.Steps, Gates: f.Gates}, lrat.DefaultMemory, func(e ursa.Entry) {
		_ = a.Print(ursa.NewRebuilt(e), 0)
	})
	switch {
	case errors.Is(err, ursa.ErrCertificate):
		return verb.WithCode(verb.ExitNotVerified, fmt.Errorf("%s: %w", f.Rebuild, err))
	case errors.As(err, new(*fs.PathError)):
		return fmt.Errorf("%s: %w", f.Rebuild, err)
	case err != nil:
		return ursaError(a, err)
	case !a.JSON:
		fmt.Fprintln(a.Stdout, "The certificate is the program's.")
	}
	return nil
}
