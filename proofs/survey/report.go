package survey

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"retroproof/proofs/illegal"
)

// Report is what Check or CheckPack has verified: the lines are the draws of the seed, the legal
// positions are legal, and, unless GamesOnly is set, the illegal ones are illegal; counts and
// estimate follow from the lines. With SumsOnly it is only that the counts are sums.
type Report struct {
	Plan      *Plan
	GamesOnly bool
	SumsOnly  bool

	Reasons    map[string]int64 // number of illegal positions by the reason or rule of the first node
	Plies      int64            // total of all games
	Longest    int              // plies of the longest game
	Nodes      int64            // number of nodes in the trees of illegal positions
	Formulas   int64
	ProofBytes int64

	root  *Root          // of a survey
	alone *Pack          // of a pack alone
	tried map[int]uint64 // multiplicities of draws that were tried again
}

func newReport(p *Plan, o Options) *Report {
	return &Report{Plan: p, GamesOnly: o.GamesOnly, SumsOnly: o.SumsOnly, Reasons: map[string]int64{}, tried: map[int]uint64{}}
}

// Counts returns the verdicts.
func (r *Report) Counts() *Counts {
	if r.alone != nil {
		return &r.alone.Counts
	}
	return &r.root.Counts
}

// Draws returns the number of draws.
func (r *Report) Draws() uint64 { return r.Counts().Total() }

// evidence adds the figures of a unit's evidence.
func (r *Report) evidence(c *illegal.Report) {
	for _, n := range c.Nodes {
		r.Nodes += n
	}
	r.Formulas += c.Formulas
	r.ProofBytes += c.Proofs.Bytes
}

// add adds the figures of a unit.
func (r *Report) add(u *Report) {
	for reason, n := range u.Reasons {
		r.Reasons[reason] += n
	}
	r.Plies += u.Plies
	r.Longest = max(r.Longest, u.Longest)
	r.Nodes += u.Nodes
	r.Formulas += u.Formulas
	r.ProofBytes += u.ProofBytes
}

// String prints the report for people.
func (r *Report) String() string {
	legal, unknown := r.Counts().Tally().Totals()
	var b strings.Builder
	switch p := r.alone; {
	case p == nil:
		fmt.Fprintf(&b, "draws: %d of %s, those of seed %d\n", r.Draws(), r.Plan.Scheme, r.Plan.Seed)
	case p.Again:
		fmt.Fprintf(&b, "draws: %d of %s that were undecided before, of seed %d\n", r.Draws(), r.Plan.Scheme, r.Plan.Seed)
	default:
		first := p.Units[0].First
		fmt.Fprintf(&b, "draws: %d of %s, those with the numbers %d to %d of seed %d\n", r.Draws(), r.Plan.Scheme, first, first+r.Draws()-1, r.Plan.Seed)
	}
	switch illegal := r.Counts().Illegal; {
	case r.SumsOnly:
		fmt.Fprintf(&b, "packs, in which nothing was checked: %d; the sums are %d legal, %d illegal\n", len(r.root.Packs)+len(r.root.Again), legal, illegal)
	case r.GamesOnly:
		fmt.Fprintf(&b, "legal positions: %d; games: %d plies; the longest %d\nnot checked, for they are called illegal: %d\n", legal, r.Plies, r.Longest, illegal)
	default:
		fmt.Fprintf(&b, "legal positions: %d; games: %d plies; the longest %d\nillegal positions: %d; nodes: %d; formulas: %d; proofs: %d bytes\n",
			legal, r.Plies, r.Longest, illegal, r.Nodes, r.Formulas, r.ProofBytes)
		var reasons []string
		for _, reason := range slices.Sorted(maps.Keys(r.Reasons)) {
			reasons = append(reasons, fmt.Sprintf("%s %d", reason, r.Reasons[reason]))
		}
		if len(reasons) > 0 {
			fmt.Fprintf(&b, "reasons: %s\n", strings.Join(reasons, ", "))
		}
	}
	if unknown > 0 {
		fmt.Fprintf(&b, "undecided positions: %d\n", unknown)
	}
	if r.root == nil {
		return b.String()
	}
	low, high := r.root.Estimate.Low, r.root.Estimate.High
	fmt.Fprintf(&b, "estimate: %v legal positions (%s)", low, low.Confidence())
	if unknown > 0 {
		fmt.Fprintf(&b, "; %v (%s) if those undecided are legal", high, high.Confidence())
	}
	b.WriteString("\n")
	return b.String()
}
