package numbers

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"retroproof/batch"
	"retroproof/batch/poslist"
	"retroproof/chess"
	"retroproof/cmd/retroproof/verb"
	"retroproof/internal/answer"
	"retroproof/kernel"
	"retroproof/proofs/survey"
	"retroproof/proofs/survey/estimate"
	"retroproof/proofs/survey/numbering"
	"retroproof/proofs/survey/numbering/armies"
)

// estimateRequest is what estimate is asked.
type estimateRequest struct {
	Files []string `arg:"[FILE...]"`
	schemeRequest
	Samples    uint64  `flag:"samples" doc:"draws of the sample; 0 for as many as there are lines"`
	Multiplier float64 `flag:"multiplier" doc:"positions that each draw stands for"`
	Counts     string  `flag:"counts" doc:"legal positions by multiplicity, as 1:516,2:19"`
	Given      verb.Given
}

// estimateRun is one run of estimate.
type estimateRun struct {
	*verb.Env
	estimateRequest
	byScheme  bool          // the multiplier follows from scheme and draws
	counts    survey.Counts // of verdicts
	tally     *estimate.Tally
	phases    *survey.Root // of two-phase sampling; nil otherwise
	seen      poslist.Seen
	otherwise uint64 // lines whose last field is not the multiplicity
}

var estimateVerb = verb.Of(verb.Verb{Name: "estimate", Use: "FILE...|DIR|-", Answers: []verb.Answer{&estimateAnswer{}}},
	estimateRequest{schemeRequest: schemeRequest{numbering.Urposition}}, runEstimate)

func runEstimate(ctx context.Context, e *verb.Env, q *estimateRequest) error {
	r := &estimateRun{Env: e, estimateRequest: *q, counts: survey.NewCounts()}
	switch {
	case q.Counts != "" && len(q.Files) > 0:
		return verb.Usagef("--counts and files at once")
	case q.Counts == "" && len(q.Files) == 0:
		return verb.Usagef("estimate needs files, - or --counts")
	case q.Counts != "" && q.Samples == 0 && q.Multiplier == 0:
		return verb.Usagef("--counts needs --samples or --multiplier")
	case !(q.Multiplier >= 0), math.IsInf(q.Multiplier, 0):
		return verb.Usagef("--multiplier %g, want a positive number", q.Multiplier)
	case len(q.Files) == 1 && isFolder(q.Files[0]):
		return r.folder(q.Files[0])
	case q.Multiplier > 0 && q.Given("scheme"):
		return verb.Usagef("--multiplier and --scheme at once: a multiplier stands for positions that are drawn once each")
	}
	return r.run(ctx)
}

// isFolder reports whether a name is that of a folder.
func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// folder prints the estimate of a folder of "estimate run".
func (r *estimateRun) folder(dir string) error {
	m, err := survey.ReadRoot(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s has no %s: \"estimate run --dir %s\" or \"estimate merge --dir %s\" writes one when all units are there", dir, survey.ManifestName, dir, dir)
	case err != nil:
		return err
	case r.Given("scheme") && r.Scheme != m.Scheme:
		return verb.Usagef("%s is a sample of %s, not of %s", dir, m.Scheme, r.Scheme)
	case r.Given.Any("samples", "multiplier") != "":
		return verb.Usagef("--samples and --multiplier are for files, and %s is a folder", dir)
	}
	return printSurvey(r.Env, m)
}

func (r *estimateRun) run(ctx context.Context) error {
	if r.Counts != "" {
		if err := r.parseCounts(); err != nil {
			return err
		}
	}
	for _, name := range r.Files {
		if err := r.read(ctx, name); err != nil {
			return err
		}
	}
	if n := int(r.seen.Again); n > 0 {
		fmt.Fprintf(r.Stderr, "retroproof: %d %s the position of an earlier line, %s; each counts as a draw\n", n, verb.Plural("line has", "lines have", n), r.seen.First)
	}
	r.tally = r.counts.Tally()
	listed := r.tally.Listed()
	if r.Samples == 0 && r.Multiplier == 0 {
		r.Samples = listed
	}
	switch {
	case r.Samples != 0 && r.Samples < listed:
		return verb.Usagef("--samples %d, but there are %d verdicts", r.Samples, listed)
	case listed == 0 && r.Samples == 0:
		return verb.WithCode(verb.ExitMalformed, fmt.Errorf("no verdicts in %s", strings.Join(r.Files, ", ")))
	}
	r.tally.Draws = r.Samples
	if r.byScheme = r.Multiplier == 0; r.byScheme {
		r.Multiplier = r.Scheme.Count().Float() / float64(r.Samples)
	}
	return r.print()
}

// parseCounts reads the numbers of legal positions.
func (r *estimateRun) parseCounts() error {
	given := map[uint64]bool{}
	for part := range strings.SplitSeq(r.Counts, ",") {
		m, n, _ := strings.Cut(part, ":")
		multiplicity, err := strconv.ParseUint(m, 10, 31)
		number, err2 := strconv.ParseUint(n, 10, 63)
		if err != nil || err2 != nil || multiplicity == 0 {
			return verb.Usagef("--counts: %q, want MULTIPLICITY:NUMBER", part)
		}
		if given[multiplicity] {
			return verb.Usagef("--counts: multiplicity %d twice", multiplicity)
		}
		given[multiplicity] = true
		r.counts.Legal[int(multiplicity)] += number
	}
	return nil
}

// read adds the verdicts of a file. The first line that is wrong ends the run: without
// it the estimate would be another.
func (r *estimateRun) read(ctx context.Context, name string) error {
	in, err := r.Open(ctx, name)
	if err != nil {
		return err
	}
	defer in.Close()
	r.seen.Open(verb.SourceName(name))
	lines := batch.NewReader(in)
	for {
		line, err := lines.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := r.add(line); err != nil {
			return verb.WithCode(verb.ExitMalformed, fmt.Errorf("%s:%d: %w", verb.SourceName(name), line.Number, err))
		}
	}
}

// add adds a line.
func (r *estimateRun) add(line batch.Line) error {
	l, err := poslist.ParseVerdict(line)
	if err != nil {
		return err
	}
	if err := r.seen.Add(&l, line.Number); err != nil {
		return err
	}
	m := 1
	if r.Multiplier == 0 && l.Verdict != kernel.Illegal {
		if m, err = r.multiplicity(&l.Setup); err != nil {
			return err
		}
	}
	return r.counts.Add(&survey.Line{Verdict: l.Verdict.String(), Multiplicity: m})
}

// multiplicity returns how many integers of the scheme a position has.
func (r *estimateRun) multiplicity(s *chess.Setup) (int, error) {
	_, m, err := r.Scheme.Rank(s, 0)
	var domain *armies.DomainError
	// The published ranking has multiplicities for positions that it misses, too.
	if errors.As(err, &domain) && domain.Condition == armies.NoUrposition {
		err = nil
	}
	if err != nil {
		return 0, err
	}
	if r.Scheme != numbering.CPI && s.FullmoveNumber != m {
		r.otherwise++
	}
	return m, nil
}

// estimateAnswer is the answer.
type estimateAnswer struct {
	verb.Head      `schema:"retroproof.estimate/2"`
	Scheme         string            `json:"scheme,omitempty"`
	Population     string            `json:"population,omitempty"` // integers of the scheme
	Multiplier     float64           `json:"multiplier"`
	Draws          uint64            `json:"draws,omitempty"`
	Legal          uint64            `json:"legal"`
	Illegal        uint64            `json:"illegal"` // listed
	Unlisted       uint64            `json:"unlisted"`
	Unknown        uint64            `json:"unknown"`
	Low            estimate.Estimate `json:"low"`                      // unknown ones counted as illegal
	High           estimate.Estimate `json:"high"`                     // unknown ones counted as legal
	Duplicates     uint64            `json:"duplicates,omitempty"`     // lines whose position an earlier line has
	LikelyLegal    *uint64           `json:"likely_legal,omitempty"`   // by the first phase of two-phase sampling
	LikelyIllegal  *uint64           `json:"likely_illegal,omitempty"` // likewise
	Chosen         *survey.Chosen    `json:"chosen,omitempty"`         // verdicts of its second phase
	ByMultiplicity []estimateNumber  `json:"by_multiplicity"`
	OtherClocks    uint64            `json:"other_multiplicity_told,omitempty"`
}

type estimateNumber struct {
	Multiplicity int    `json:"multiplicity"`
	Legal        uint64 `json:"legal"`
	Unknown      uint64 `json:"unknown"`
}

func (r *estimateRun) print() error {
	low, high := r.tally.Estimates(r.Multiplier)
	legal, unknown := r.tally.Totals()
	o := &estimateAnswer{
		Multiplier: r.Multiplier, Draws: r.Samples,
		Legal: legal, Illegal: r.tally.Illegal, Unknown: unknown,
		Low: low, High: high, OtherClocks: r.otherwise, Duplicates: r.seen.Again,
	}
	if r.Samples != 0 {
		o.Unlisted = r.Samples - r.tally.Listed()
	}
	if r.byScheme {
		o.Scheme, o.Population = string(r.Scheme), r.Scheme.Count().String()
	}
	if r.phases != nil {
		likely, not := r.phases.Labelled()
		o.Low, o.High, o.Chosen = r.phases.Estimate.Low, r.phases.Estimate.High, r.phases.Chosen
		o.LikelyLegal, o.LikelyIllegal = &likely, &not
	}
	multiplicities := maps.Clone(r.tally.Legal)
	maps.Copy(multiplicities, r.tally.Unknown)
	for _, m := range slices.Sorted(maps.Keys(multiplicities)) {
		o.ByMultiplicity = append(o.ByMultiplicity, estimateNumber{m, r.tally.Legal[m], r.tally.Unknown[m]})
	}
	return r.Print(o, 0)
}

// Text writes the answer in words.
func (o *estimateAnswer) Text(w io.Writer) error {
	var b strings.Builder
	if o.Scheme != "" {
		fmt.Fprintf(&b, "%d draws of %s, %s integers\n", o.Draws, o.Scheme, o.Population)
	}
	if o.Chosen != nil {
		return o.writePhases(w, &b)
	}
	fmt.Fprintf(&b, "%d legal, %d illegal, %d without verdict", o.Legal, o.Illegal, o.Unknown)
	if o.Unlisted > 0 {
		fmt.Fprintf(&b, ", %d not listed, taken for illegal", o.Unlisted)
	}
	b.WriteString("\n")
	o.writeEstimates(&b, o.Unknown > 0)
	if o.OtherClocks > 0 {
		fmt.Fprintf(&b, "%d FENs end in another number than the multiplicity: is it a sample of this scheme?\n", o.OtherClocks)
	}
	if o.Scheme != "" && len(o.ByMultiplicity) > 0 {
		rows := [][]string{{"multiplicity", "legal", "without verdict"}}
		for _, m := range o.ByMultiplicity {
			rows = append(rows, []string{strconv.Itoa(m.Multiplicity), strconv.FormatUint(m.Legal, 10), strconv.FormatUint(m.Unknown, 10)})
		}
		b.WriteString("\n")
		answer.Columns(&b, rows)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeEstimates prints the estimate, or both if there are draws without verdict.
func (o *estimateAnswer) writeEstimates(b *strings.Builder, unknown bool) {
	if !unknown {
		fmt.Fprintf(b, "legal positions: %v (%s)\n", o.Low, o.Low.Confidence())
		return
	}
	fmt.Fprintf(b, "legal positions: %v (%s), if those without verdict are illegal\n", o.Low, o.Low.Confidence())
	fmt.Fprintf(b, "                 %v (%s), if they are legal\n", o.High, o.High.Confidence())
}

// writePhases prints the answer of two-phase sampling in words.
func (o *estimateAnswer) writePhases(w io.Writer, b *strings.Builder) error {
	fmt.Fprintf(b, "first phase: %d illegal, %d likely legal, %d likely illegal\n", o.Draws-*o.LikelyLegal-*o.LikelyIllegal, *o.LikelyLegal, *o.LikelyIllegal)
	rows := [][]string{{"second phase", "chosen, with repetition", "legal", "illegal", "without verdict"}}
	unknown := uint64(0)
	for _, class := range []struct {
		name string
		v    *survey.Verdicts
	}{{"likely legal", &o.Chosen.LikelyLegal}, {"likely illegal", &o.Chosen.LikelyIllegal}} {
		legal, illegal, open := class.v.Totals()
		row := []string{class.name}
		for _, n := range []uint64{legal + illegal + open, legal, illegal, open} {
			row = append(row, strconv.FormatUint(n, 10))
		}
		rows = append(rows, row)
		unknown += open
	}
	answer.Columns(b, rows)
	o.writeEstimates(b, unknown > 0)
	_, err := io.WriteString(w, b.String())
	return err
}
