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

// menMarked returns the men of a position that the argument of a node is about.
func menMarked(e *kernel.Evidence) (marked chess.Bitboard) {
	a := e.Argument
	if a == nil {
		return 0
	}
	mark := func(name string) {
		if at, err := chess.ParseSquare(name); err == nil {
			marked |= at.Bit()
		}
	}
	mark(a.Square)
	if a.Count != nil {
		marked |= chess.Bitboard(a.Count.Needs | a.Count.Captures)
		for name := range a.Count.Worth {
			mark(name)
		}
	}
	for _, l := range e.First {
		mark(l.To)
	}
	return marked | e.Men
}
