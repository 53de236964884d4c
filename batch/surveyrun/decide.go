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
		return prove(ctx, l, &a.Decision, c)
	}
	return &decided{line: l}
}

// prove calls a position illegal, with its certificate if these are kept.
func prove(ctx context.Context, l *survey.Line, d *kernel.Decision, c *certify.Certifier) *decided {
	item := &decided{line: l}
	if c != nil {
		item.certificate, item.failed = c.Certify(ctx, d)
		if errors.Is(item.failed, certify.ErrBudget) {
			return &decided{line: l} // illegal, as it seems, but without the proof it is undecided
		}
	}
	l.Verdict = survey.Illegal
	return item
}
