package story

import (
	"strings"

	"retroproof/chess"
	"retroproof/kernel"
	"retroproof/kernel/rules"
)

// Explain returns the reason for a verdict in a few sentences, as [kernel.Decision.Explain] does;
// but where that can only say that a search has found no captures, it gives the argument of the
// document, if there is one.
func Explain(d *kernel.Decision) string {
	if e := d.Evidence; e != nil && e.Reason == rules.NoKernel {
		if l, counted := newLedger(&d.Start, &e.Setup); counted {
			if a := l.argue(); a != nil {
				return a.short(&d.Start)
			}
		}
	}
	return d.Explain()
}

// short is the text of an argument without what players of the initial position know.
func (a *argument) short(start *chess.Setup) string {
	words := a.sentences
	if a.intro != "" && *start != chess.InitialSetup() {
		words = append([]string{a.intro}, words...)
	}
	return strings.Join(words, " ")
}
