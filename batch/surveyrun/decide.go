package surveyrun

import (
	"context"
	"errors"
	"fmt"

	"retroproof/chess"
	"retroproof/kernel"
	"retroproof/kernel/certify"
	"retroproof/kernel/proofgame"
	"retroproof/kernel/resolve"
	"retroproof/proofs/survey"
)

// decider decides draws of a sample. It does not depend on units and folders.
type decider struct {
	scheme  survey.Scheme
	seed    uint64
	options resolve.Options
}

// newDecider returns what decides the draws of a survey.
func newDecider(m *Plan) *decider {
	// The later rounds of refutation take as long as the usual budget for games does.
	effort := 1
	if m.Budgets.GameStates >= proofgame.DefaultStates {
		effort = resolve.DefaultEffort
	}
	return &decider{m.Scheme, m.Seed, resolve.Options{
		Refute: kernel.DecideOptions{
			KernelNodes: m.Budgets.KernelNodes, LastMovePositions: m.Budgets.LastMovePositions,
			LastMoveKernelNodes: m.Budgets.LastMoveKernelNodes,
		},
		Effort: effort,
		Game:   proofgame.Options{States: m.Budgets.GameStates},
	}}
}

// decided is a draw with its verdict.
type decided struct {
	line        *survey.Line
	certificate *certify.Certificate // of an illegal position
	failed      error                // ends the run
}

// draw returns the line of a draw, without verdict.
func (d *decider) draw(number uint64) *survey.Line {
	drawn := survey.Draw(d.scheme, d.seed, number)
	return survey.NewLine(d.scheme, number, &drawn)
}

// decide gives a draw its verdict; with a certifier, illegal is only what has a proof.
func (d *decider) decide(ctx context.Context, number uint64, c *certify.Certifier) *decided {
	l := d.draw(number)
	goal, err := chess.ParseFEN(l.FEN)
	if err != nil {
		return &decided{failed: fmt.Errorf("draw %d: %w", number, err)}
	}
	a, err := resolve.Position(ctx, &goal, d.options)
	if err != nil {
		return &decided{failed: err}
	}
	switch a.Verdict {
	case kernel.Legal:
		plies := len(a.Game)
		l.Verdict, l.Plies, l.UCI = survey.Legal, &plies, a.UCI()
	case kernel.Illegal:
		item := &decided{line: l}
		if c != nil {
			item.certificate, item.failed = c.Certify(ctx, &a.Decision)
			if errors.Is(item.failed, certify.ErrBudget) {
				break // illegal, as it seems, but without the proof it is undecided
			}
		}
		l.Verdict = survey.Illegal
		return item
	}
	return &decided{line: l}
}

// labelOptions are the budgets of labels: a draw takes 0.03 ms, a seventh of that the draw itself. By the budgets of
// evidence one of ten thousand that are likely legal is not, and as many of those that are likely illegal are. Half the
// budgets would make that two to three times as many, and save a tenth of the time.
var labelOptions = kernel.DecideOptions{KernelNodes: 60_000, LastMovePositions: 100, LastMoveKernelNodes: 5_000,
	CageStates: -1, NoPastPawns: true, FormulaConflicts: -1}

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
