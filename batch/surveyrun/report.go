package surveyrun

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"retroproof/internal/answer"
	"retroproof/proofs/survey"
)

// Estimate is the estimate of the number of legal positions, with what it follows from.
type Estimate struct {
	answer.Head    `schema:"retroproof.estimate/2"`
	Scheme         string              `json:"scheme,omitempty"`
	Population     string              `json:"population,omitempty"` // integers of the scheme
	Multiplier     float64             `json:"multiplier"`
	Draws          uint64              `json:"draws,omitempty"`
	Legal          uint64              `json:"legal"`
	Illegal        uint64              `json:"illegal"` // listed
	Unlisted       uint64              `json:"unlisted"`
	Unknown        uint64              `json:"unknown"`
	Low            survey.Estimate     `json:"low"`                      // unknown ones counted as illegal
	High           survey.Estimate     `json:"high"`                     // unknown ones counted as legal
	Duplicates     uint64              `json:"duplicates,omitempty"`     // lines whose position an earlier line has
	LikelyLegal    *uint64             `json:"likely_legal,omitempty"`   // by the first phase of two-phase sampling
	LikelyIllegal  *uint64             `json:"likely_illegal,omitempty"` // likewise
	Chosen         *survey.Chosen      `json:"chosen,omitempty"`         // verdicts of its second phase
	ByMultiplicity []MultiplicityCount `json:"by_multiplicity"`
	OtherClocks    uint64              `json:"other_multiplicity_told,omitempty"`
}

// MultiplicityCount has the draws with a multiplicity.
type MultiplicityCount struct {
	Multiplicity int    `json:"multiplicity"`
	Legal        uint64 `json:"legal"`
	Unknown      uint64 `json:"unknown"`
}

// NewEstimate makes the estimate of a tally of so many draws, 0 for an unknown number: each stands for so many
// positions, of a scheme if that is not "". phases has two-phase sampling, nil for none; duplicates and clocks are
// numbers of lines that are reported.
func NewEstimate(tally *survey.Tally, draws uint64, multiplier float64, scheme survey.Scheme, phases *survey.Root,
	duplicates, clocks uint64) *Estimate {
	low, high := tally.Estimates(multiplier)
	legal, unknown := tally.Totals()
	o := &Estimate{
		Multiplier: multiplier, Draws: draws, Legal: legal, Illegal: tally.Illegal, Unknown: unknown,
		Low: low, High: high, OtherClocks: clocks, Duplicates: duplicates,
	}
	if o.Draws != 0 {
		o.Unlisted = o.Draws - tally.Listed()
	}
	if scheme != "" {
		o.Scheme, o.Population = string(scheme), scheme.Count().String()
	}
	if phases != nil {
		likely, not := phases.Labelled()
		o.Low, o.High, o.Chosen = phases.Estimate.Low, phases.Estimate.High, phases.Chosen
		o.LikelyLegal, o.LikelyIllegal = &likely, &not
	}
	multiplicities := maps.Clone(tally.Legal)
	maps.Copy(multiplicities, tally.Unknown)
	for _, m := range slices.Sorted(maps.Keys(multiplicities)) {
		o.ByMultiplicity = append(o.ByMultiplicity, MultiplicityCount{m, tally.Legal[m], tally.Unknown[m]})
	}
	return o
}

// Text writes the answer in words.
func (e *Estimate) Text(w io.Writer) error {
	var b strings.Builder
	if e.Scheme != "" {
		fmt.Fprintf(&b, "%d draws of %s, %s integers\n", e.Draws, e.Scheme, e.Population)
	}
	if e.Chosen != nil {
		return e.writePhases(w, &b)
	}
	fmt.Fprintf(&b, "%d legal, %d illegal, %d without verdict", e.Legal, e.Illegal, e.Unknown)
	if e.Unlisted > 0 {
		fmt.Fprintf(&b, ", %d not listed, taken for illegal", e.Unlisted)
	}
	b.WriteString("\n")
	e.writeEstimates(&b, e.Unknown > 0)
	if e.OtherClocks > 0 {
		fmt.Fprintf(&b, "%d FENs end in another number than the multiplicity: is it a sample of this scheme?\n",
			e.OtherClocks)
	}
	if e.Scheme != "" && len(e.ByMultiplicity) > 0 {
		rows := [][]string{{"multiplicity", "legal", "without verdict"}}
		for _, m := range e.ByMultiplicity {
			rows = append(rows, []string{strconv.Itoa(m.Multiplicity), strconv.FormatUint(m.Legal, 10),
				strconv.FormatUint(m.Unknown, 10)})
		}
		b.WriteString("\n")
		answer.Columns(&b, rows)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeEstimates prints the estimate, or both if there are draws without verdict.
func (e *Estimate) writeEstimates(b *strings.Builder, unknown bool) {
	if !unknown {
		fmt.Fprintf(b, "legal positions: %v (%s)\n", e.Low, e.Low.Confidence())
		return
	}
	fmt.Fprintf(b, "legal positions: %v (%s), if those without verdict are illegal\n", e.Low, e.Low.Confidence())
	fmt.Fprintf(b, "                 %v (%s), if they are legal\n", e.High, e.High.Confidence())
}

// writePhases prints the answer of two-phase sampling in words.
func (e *Estimate) writePhases(w io.Writer, b *strings.Builder) error {
	fmt.Fprintf(b, "first phase: %d illegal, %d likely legal, %d likely illegal\n",
		e.Draws-*e.LikelyLegal-*e.LikelyIllegal, *e.LikelyLegal, *e.LikelyIllegal)
	rows := [][]string{{"second phase", "chosen, with repetition", "legal", "illegal", "without verdict"}}
	unknown := uint64(0)
	for _, class := range []struct {
		name string
		v    *survey.Verdicts
	}{{"likely legal", &e.Chosen.LikelyLegal}, {"likely illegal", &e.Chosen.LikelyIllegal}} {
		legal, illegal, open := class.v.Totals()
		row := []string{class.name}
		for _, n := range []uint64{legal + illegal + open, legal, illegal, open} {
			row = append(row, strconv.FormatUint(n, 10))
		}
		rows = append(rows, row)
		unknown += open
	}
	answer.Columns(b, rows)
	e.writeEstimates(b, unknown > 0)
	_, err := io.WriteString(w, b.String())
	return err
}
