package survey

import (
	"fmt"
	"strings"

	"retroproof/proofs/illegal"
)

// Report is what Check has verified: the lines are the draws of the manifest's seed, the legal
// positions are legal, and, unless GamesOnly is set, the illegal ones are illegal; counts and
// estimate of the manifest follow from the lines.
type Report struct {
	Manifest  *Manifest
	GamesOnly bool

	Plies      int64 // total of all games
	Longest    int   // plies of the longest game
	Nodes      int64 // number of nodes in the trees of illegal positions
	Formulas   int64
	ProofBytes int64
}

// add adds the figures of a chunk's evidence.
func (r *Report) add(c *illegal.Report) {
	for _, n := range c.Nodes {
		r.Nodes += n
	}
	r.Formulas += c.Formulas
	r.ProofBytes += c.Proofs.Bytes
}

// String prints the report for people.
func (r *Report) String() string {
	m := r.Manifest
	legal, unknown := m.Counts.Tally().Totals()
	var b strings.Builder
	fmt.Fprintf(&b, "draws: %d of %s, those of seed %d", m.Draws, m.Scheme, m.Seed)
	if m.Draws < m.Samples {
		fmt.Fprintf(&b, "; %d are wanted", m.Samples)
	}
	fmt.Fprintf(&b, "\nlegal: %d positions; games: %d plies; the longest %d\n", legal, r.Plies, r.Longest)
	if r.GamesOnly {
		fmt.Fprintf(&b, "not checked: %d positions that are called illegal\n", m.Counts.Illegal)
	} else {
		fmt.Fprintf(&b, "illegal: %d positions; nodes: %d; formulas: %d; proofs: %d bytes\n", m.Counts.Illegal, r.Nodes, r.Formulas, r.ProofBytes)
	}
	if unknown > 0 {
		fmt.Fprintf(&b, "undecided: %d positions\n", unknown)
	}
	low, high := m.Estimate.Low, m.Estimate.High
	fmt.Fprintf(&b, "estimate: %v legal positions (%s)", low, low.Confidence())
	if unknown > 0 {
		fmt.Fprintf(&b, "; %v (%s) if those undecided are legal", high, high.Confidence())
	}
	b.WriteString("\n")
	return b.String()
}
