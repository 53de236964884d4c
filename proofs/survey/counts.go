package survey

import (
	"fmt"
	"maps"
)

// Counts are the numbers of verdicts. Legal and undecided positions are counted by
// multiplicity.
type Counts struct {
	Legal   map[int]uint64 `json:"legal"`
	Illegal uint64         `json:"illegal"`
	Unknown map[int]uint64 `json:"unknown"`
	// LikelyLegal are, in two-phase sampling, the draws with that label: those of the first phase, whatever the second one
	// finds.
	LikelyLegal map[int]uint64 `json:"likely_legal,omitempty"`
}

// NewCounts returns counts without verdicts.
func NewCounts() Counts { return Counts{Legal: map[int]uint64{}, Unknown: map[int]uint64{}} }

// Add counts the verdict of a line. The error is about an unknown verdict.
func (c *Counts) Add(l *Line) error {
	switch l.Verdict {
	case Legal:
		c.Legal[l.Multiplicity]++
	case Illegal:
		c.Illegal++
	case Unknown:
		c.Unknown[l.Multiplicity]++
	default:
		return fmt.Errorf("verdict %q, want legal, illegal or unknown", l.Verdict)
	}
	return nil
}

// Sum adds the counts of other draws.
func (c *Counts) Sum(d Counts) {
	c.Illegal += d.Illegal
	addTo(c.Legal, d.Legal)
	addTo(c.Unknown, d.Unknown)
	for m, n := range d.LikelyLegal {
		c.addLikelyLegal(m, n)
	}
}

func (c *Counts) addLikelyLegal(multiplicity int, n uint64) {
	if c.LikelyLegal == nil {
		c.LikelyLegal = map[int]uint64{}
	}
	c.LikelyLegal[multiplicity] += n
}

// Replace replaces undecided draws, counted by multiplicity, by the verdicts of trying them again.
func (c *Counts) Replace(tried map[int]uint64, by Counts) error {
	for m, n := range tried {
		if n == 0 || c.Unknown[m] < n {
			return fmt.Errorf("%d undecided draws of multiplicity %d were tried again, and there were %d", n, m, c.Unknown[m])
		}
		if c.Unknown[m] -= n; c.Unknown[m] == 0 {
			delete(c.Unknown, m)
		}
	}
	c.Sum(by)
	return nil
}

// Total returns the number of verdicts.
func (c *Counts) Total() uint64 { return c.Tally().Listed() }

// Tally returns the counts as a tally in which every draw is listed.
func (c *Counts) Tally() *Tally {
	t := &Tally{Illegal: c.Illegal, Legal: c.Legal, Unknown: c.Unknown}
	t.Draws = t.Listed()
	return t
}

// possible reports whether the counts can be those of so many draws. No sum of theirs overflows then.
func (c *Counts) possible(draws uint64) bool {
	for _, counts := range []map[int]uint64{c.Legal, c.Unknown, c.LikelyLegal} {
		for m, n := range counts {
			if m < 1 || n > draws {
				return false
			}
		}
	}
	return c.Legal != nil && c.Unknown != nil && c.Illegal <= draws && c.Total() == draws && total(c.LikelyLegal) <= draws
}

// equal reports whether the counts are the same.
func (c *Counts) equal(d *Counts) bool {
	return c.Illegal == d.Illegal && maps.Equal(c.Legal, d.Legal) && maps.Equal(c.Unknown, d.Unknown) &&
		maps.Equal(c.LikelyLegal, d.LikelyLegal)
}

// Estimates are two estimates: with the undecided positions counted as illegal, and as legal.
type Estimates struct {
	Low  Estimate `json:"low"`
	High Estimate `json:"high"`
}

// NewEstimates returns the estimates from the verdicts on draws of a plan.
func NewEstimates(p *Plan, c *Counts) (e Estimates) {
	t := c.Tally()
	e.Low, e.High = t.Estimates(p.Scheme.Count().Float() / float64(t.Draws))
	return e
}
