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

	Reasons   map[string]int64 // number of illegal positions by the reason or rule of the first node
	Plies     int64            // total of all games
	Longest   int              // plies of the longest game
	Nodes     int64            // number of nodes in the trees of illegal positions
	Cores     int64
	CoreBytes int64

	// Static is, in two-phase sampling, the number of positions that are illegal by the first phase, by reason. The others
	// are those of the second phase.
	Static map[string]int64

	root   *Root          // of a survey
	units  []uint64       // how many each of its packs has
	alone  *Pack          // of a pack or a unit alone
	unit   string         // what unit it is
	tried  map[int]uint64 // multiplicities of draws that were tried again
	legal  []uint64       // numbers of draws that were tried again and are legal
	chosen []chosenDraw   // in two-phase sampling, in the order of their numbers
}

func newReport(p *Plan, o Options) *Report {
	return &Report{Plan: p, GamesOnly: o.GamesOnly, SumsOnly: o.SumsOnly, Reasons: map[string]int64{},
		Static: map[string]int64{}, tried: map[int]uint64{}}
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
	r.Cores += c.Cores
	r.CoreBytes += c.Proofs.Bytes
}

// add adds the figures of a unit.
func (r *Report) add(u *Report) {
	for reason, n := range u.Reasons {
		r.Reasons[reason] += n
	}
	for reason, n := range u.Static {
		r.Static[reason] += n
	}
	r.legal, r.chosen = append(r.legal, u.legal...), append(r.chosen, u.chosen...)
	r.Plies += u.Plies
	r.Longest = max(r.Longest, u.Longest)
	r.Nodes += u.Nodes
	r.Cores += u.Cores
	r.CoreBytes += u.CoreBytes
}

// String prints the report for people.
func (r *Report) String() string {
	legal, unknown := r.Counts().Tally().Totals()
	var b strings.Builder
	switch p := r.alone; {
	case p == nil:
		fmt.Fprintf(&b, "draws: %d of %s, those of seed %d\n", r.Draws(), r.Plan.Scheme, r.Plan.Seed)
	case p.Again:
		why := "undecided before"
		if p.Choose > 0 {
			why = "chosen, or " + why
		}
		fmt.Fprintf(&b, "draws: %d of %s that were %s, of seed %d\n", r.Draws(), r.Plan.Scheme, why, r.Plan.Seed)
	default:
		b.WriteString(r.unit)
		first := p.Units[0].First
		fmt.Fprintf(&b, "draws: %d of %s, those with the numbers %d to %d of seed %d\n",
			r.Draws(), r.Plan.Scheme, first, first+r.Draws()-1, r.Plan.Seed)
	}
	illegal := r.Counts().Illegal
	if r.Plan.Choose > 0 {
		static := r.static()
		illegal -= static
		unknown = r.phases(&b, static)
	}
	switch {
	case r.SumsOnly && r.Plan.Choose > 0:
		fmt.Fprintf(&b, "packs, of which labels and lines were read, and not checked: %d; the sums are %d legal, %d "+
			"illegal\n", len(r.root.Packs)+len(r.root.Again), legal, illegal)
	case r.SumsOnly:
		fmt.Fprintf(&b, "packs, in which nothing was checked: %d; the sums are %d legal, %d illegal\n",
			len(r.root.Packs)+len(r.root.Again), legal, illegal)
	case r.alone != nil && r.alone.Labels():
	case r.GamesOnly:
		fmt.Fprintf(&b, "legal positions: %d; games: %d plies; the longest %d\nnot checked, for they are called "+
			"illegal: %d\n", legal, r.Plies, r.Longest, illegal)
	default:
		fmt.Fprintf(&b, "legal positions: %d; games: %d plies; the longest %d\nillegal positions: %d; nodes: %d; cores: "+
			"%d, of %d bytes\n",
			legal, r.Plies, r.Longest, illegal, r.Nodes, r.Cores, r.CoreBytes)
		if len(r.Reasons) > 0 {
			fmt.Fprintf(&b, "reasons: %s\n", listed(r.Reasons))
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

// static returns how many draws are illegal by their labels.
func (r *Report) static() (n uint64) {
	if r.alone != nil && r.alone.Labels() {
		return r.alone.Counts.Illegal
	}
	if r.root != nil {
		for i := range r.root.Packs {
			n += r.root.Packs[i].Counts.Illegal
		}
	}
	return n
}

// phases prints the labels of two-phase sampling and how many draws were chosen, and returns how many of these are
// undecided.
func (r *Report) phases(b *strings.Builder, static uint64) (undecided uint64) {
	if r.alone != nil && r.alone.Again {
		_, undecided = r.alone.Counts.Tally().Totals()
		return undecided
	}
	likely := r.Counts().labelled()
	if r.root != nil {
		likely = r.root.labelled()
	}
	fmt.Fprintf(b, "first phase: %d illegal, %d likely legal, %d likely illegal\n",
		static, likely[likelyLegal], likely[likelyIllegal])
	if len(r.Static) > 0 {
		fmt.Fprintf(b, "reasons: %s\n", listed(r.Static))
	}
	if r.root == nil {
		return 0
	}
	c := r.root.Chosen
	fmt.Fprintf(b, "second phase, chosen with repetition: %d of the likely legal ones, of which %d are legal; %d of "+
		"the likely illegal ones, of which %d are illegal\n",
		c.LikelyLegal.total(), total(c.LikelyLegal.Legal), c.LikelyIllegal.total(), total(c.LikelyIllegal.Illegal))
	_, unknown := r.root.Counts.Tally().Totals()
	return unknown - (likely[likelyLegal] + likely[likelyIllegal] - uint64(len(r.chosen)))
}

// listed prints numbers by reason.
func listed(reasons map[string]int64) string {
	var parts []string
	for _, reason := range slices.Sorted(maps.Keys(reasons)) {
		parts = append(parts, fmt.Sprintf("%s %d", reason, reasons[reason]))
	}
	return strings.Join(parts, ", ")
}
