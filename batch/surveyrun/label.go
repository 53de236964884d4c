package surveyrun

import (
	"context"
	"fmt"

	"retroproof/kernel"
	"retroproof/proofs/survey"
)

// labelOptions are the budgets of labels: a draw takes 0.12 ms, and of those that are likely legal one in a thousand is
// not, by the budgets of evidence, of those that are likely illegal one in five thousand. With a tenth less time for
// last moves it would be eight in a thousand; with the budgets of evidence a draw would take 0.3 ms.
var labelOptions = kernel.DecideOptions{KernelNodes: 30_000, LastMovePositions: 60, LastMoveKernelNodes: 5_000,
	CageStates: -1, FormulaConflicts: -1}

// label makes the labels of a unit: the first phase of two-phase sampling.
func (m *maker) label(ctx context.Context) error {
	for i := range m.entry.Draws {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		d := survey.Draw(m.scheme, m.seed, m.entry.First+i)
		l, err := labelOf(ctx, &d)
		if err != nil {
			return fmt.Errorf("draw %d: %w", m.entry.First+i, err)
		}
		if err := m.entry.Counts.AddLabel(l, d.Multiplicity); err != nil {
			return err
		}
		m.lines.WriteByte(byte(l))
		if m.answered != nil {
			m.answered(1)
		}
	}
	return nil
}

// labelOf returns the label of a draw. Where the budget for kernels ends the search there is mostly none.
func labelOf(ctx context.Context, d *survey.Drawn) (survey.Label, error) {
	decision, err := kernel.Decide(ctx, &d.Setup, labelOptions)
	switch {
	case err != nil:
		return 0, err
	case decision.Verdict == kernel.Illegal:
		if l, ok := survey.StaticLabel(decision.Reason); ok {
			return l, nil
		}
		return survey.LikelyIllegal, nil
	case decision.Kernel.OutOfBudget:
		return survey.LikelyIllegal, nil
	}
	return survey.LikelyLegal, nil
}
