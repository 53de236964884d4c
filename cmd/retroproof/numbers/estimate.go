package numbers

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"strconv"
	"strings"

	"retroproof/batch"
	"retroproof/batch/console"
	"retroproof/batch/poslist"
	"retroproof/batch/surveyrun/report"
	"retroproof/chess"
	"retroproof/cmd/retroproof/verb"
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

var estimateVerb = verb.Of(verb.Verb{Name: "estimate", Use: "FILE...|DIR|-", Answers: []verb.Answer{&report.Estimate{}}},
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
	r.seen.Open(console.SourceName(name))
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
			return verb.WithCode(verb.ExitMalformed, fmt.Errorf("%s:%d: %w", console.SourceName(name), line.Number, err))
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

func (r *estimateRun) print() error {
	scheme := r.Scheme
	if !r.byScheme {
		scheme = ""
	}
	return r.Print(report.Of(r.tally, r.Samples, r.Multiplier, scheme, r.phases, r.seen.Again, r.otherwise), 0)
}
