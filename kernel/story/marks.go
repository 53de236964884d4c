package story

import (
	"retroproof/chess"
	"retroproof/kernel"
	"retroproof/kernel/rules"
)

// marks returns the squares and lines that the reason of a node is about.
func marks(e *kernel.Evidence, detail string) (marked chess.Bitboard, arrows []Arrow) {
	mark := rules.ByReason(e.Reason).Marks
	if mark == nil {
		return menMarked(e), nil
	}
	marked, checks := mark(&e.Setup, detail)
	for _, c := range checks {
		arrows = append(arrows, ArrowOf(c[0], c[1]))
	}
	return marked, arrows
}
