package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"retroproof/proofs/lrat"
	"retroproof/sat"
)

const formula = "p cnf 3 7\n1 2 0\n1 -2 0\n2 3 0\n-1 2 0\n-1 -2 0\n-3 1 0\n3 0\n"

// core finds a minimal part of a formula that has no model, and checks a proof that it has none.
func core(ctx context.Context, _ []string) error {
	f, err := lrat.ReadDIMACS(strings.NewReader(formula), "formula")
	if err != nil {
		return err
	}
	clauses, err := sat.Core(ctx, f)
	core, prover := &lrat.Formula{}, sat.NewProver()
	for _, i := range clauses {
		fmt.Println("clause", i+1, "is", f.Clause(i))
		err = errors.Join(err, core.AddClause(f.Clause(i)...))
	}
	sat.AddFormula(prover, core)
	_, solving := prover.Solve(ctx)
	var proof bytes.Buffer
	_, writing := prover.WriteProof(&proof, sat.ProofText)
	stats, checking := lrat.CheckLRAT(core, &proof, "proof")
	if err := errors.Join(err, solving, writing, checking); err != nil {
		return err
	}
	fmt.Println("no model, by a proof of", stats.Steps, "steps")
	return nil
}
