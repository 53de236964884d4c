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
// positions, of a scheme if that is not "".
func NewEstimate(tally *survey.Tally, draws uint64, multiplier float64, scheme survey.Scheme) *Estimate {
	low, high := tally.Estimates(multiplier)
	legal, unknown := tally.Totals()
	o := &Estimate{
		Multiplier: multiplier, Draws: draws, Legal: legal, Illegal: tally.Illegal, Unknown: unknown, Low: low, High: high,
	}
	if o.Draws != 0 {
		o.Unlisted = o.Draws - tally.Listed()
	}
	if scheme != "" {
		o.Scheme, o.Population = string(scheme), scheme.Count().String()
	}
	multiplicities := maps.Clone(tally.Legal)
	maps.Copy(multiplicities, tally.Unknown)
	for _, m := range slices.Sorted(maps.Keys(multiplicities)) {
		o.ByMultiplicity = append(o.ByMultiplicity, MultiplicityCount{m, tally.Legal[m], tally.Unknown[m]})
	}
	return o
}

// EstimateOf makes the estimate of a survey.
func EstimateOf(r *survey.Root) *Estimate {
	o := NewEstimate(r.Counts.Tally(), r.Draws, r.Scheme.Count().Float()/float64(r.Draws), r.Scheme)
	if r.Choose > 0 {
		likely, not := r.Labelled()
		o.Low, o.High, o.Chosen = r.Estimate.Low, r.Estimate.High, r.Chosen
		o.LikelyLegal, o.LikelyIllegal = &likely, &not
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
	e.WriteBounds(&b)
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

// WriteBounds prints the estimate, or both if there are draws without verdict, in two-phase sampling among those that
// are chosen.
func (e *Estimate) WriteBounds(w io.Writer) error {
	unknown := e.Unknown
	if e.Chosen != nil {
		_, _, likely := e.Chosen.LikelyLegal.Totals()
		_, _, not := e.Chosen.LikelyIllegal.Totals()
		unknown = likely + not
	}
	text := fmt.Sprintf("legal positions: %v (%s)", e.Low, e.Low.Confidence())
	if unknown > 0 {
		text += fmt.Sprintf(", if those without verdict are illegal\n                 %v (%s), if they are legal",
			e.High, e.High.Confidence())
	}
	_, err := fmt.Fprintln(w, text)
	return err
}

// writePhases prints the answer of two-phase sampling in words.
func (e *Estimate) writePhases(w io.Writer, b *strings.Builder) error {
	fmt.Fprintf(b, "first phase: %d illegal, %d likely legal, %d likely illegal\n",
		e.Draws-*e.LikelyLegal-*e.LikelyIllegal, *e.LikelyLegal, *e.LikelyIllegal)
	rows := [][]string{{"second phase", "chosen, with repetition", "legal", "illegal", "without verdict"}}
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
	}
	answer.Columns(b, rows)
	e.WriteBounds(b)
	_, err := io.WriteString(w, b.String())
	return err
}
