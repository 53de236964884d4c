package ask

import (
	"context"

	"retroproof/chess"
	"retroproof/kernel"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
)

// Level is how strictly a position is looked at.
type Level string

// The levels, each stricter than the one before.
const (
	// Playable: the diagram is a position from which one can play on.
	Playable Level = "playable"
	// Static: and nothing that the diagram and the men show at a glance is wrong with it as the
	// end of a game: too many men, checks that no move gives, rights that were lost.
	Static Level = "static"
	// LegalLevel: and it is not refuted within the budgets.
	LegalLevel Level = "legal"
)

// Objection returns the reason in one word why a position does not pass a level, or "". At the
// levels Playable and Static it takes about a microsecond and allocates nothing that lasts.
func Objection(ctx context.Context, s *chess.Setup, level Level, o kernel.DecideOptions) (facts.Reason, error) {
	switch level {
	case Playable:
		return rules.Diagram(s), nil
	case Static:
		reason, p := rules.QuickStatic(rules.StartOr(o.Start), s)
		if reason == "" && p != nil {
			if refuted := rules.LastMove(rules.StartOr(o.Start), p); refuted != nil {
				reason = refuted.Reason
			}
		}
		return reason, nil
	}
	d, err := kernel.Decide(ctx, s, o)
	if d.Verdict != kernel.Illegal {
		return "", err
	}
	return d.Reason, err
}
