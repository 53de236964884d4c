package numbers

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"strings"

	"retroproof/batch/poslist"
	"retroproof/batch/progress"
	"retroproof/batch/surveyrun"
	"retroproof/cmd/retroproof/verb"
	"retroproof/internal/answer"
	"retroproof/proofs/survey"
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
	lists poslist.Lists
}

var estimateVerb = verb.Of(verb.Verb{Name: "estimate", Use: "FILE...|DIR|-",
	Answers: []verb.Answer{&surveyrun.Estimate{}}},
	estimateRequest{schemeRequest: schemeRequest{survey.Urposition}}, runEstimate)

func runEstimate(ctx context.Context, e *verb.Env, q *estimateRequest) error {
	r := &estimateRun{Env: e, estimateRequest: *q}
	r.lists = poslist.Lists{Scheme: q.Scheme, Multiplicities: q.Multiplier == 0, Counts: survey.NewCounts()}
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
		return fmt.Errorf("%s has no %s: \"estimate run --dir %s\" or \"estimate merge --dir %s\" writes one when all "+
			"units are there", dir, survey.ManifestName, dir, dir)
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
		if err := r.lists.Parse(r.Counts); err != nil {
			return verb.Usagef("--counts: %w", err)
		}
	}
	for _, name := range r.Files {
		in, err := r.Open(ctx, name)
		if err != nil {
			return err
		}
		err = r.lists.Read(progress.SourceName(name), in)
		in.Close()
		if err != nil {
			return err
		}
	}
	if n := int(r.lists.Seen.Again); n > 0 {
		fmt.Fprintf(r.Stderr, "retroproof: %d %s the position of an earlier line, %s; each counts as a draw\n",
			n, answer.Plural(n, "line has", "lines have"), r.lists.Seen.First)
	}
	tally := r.lists.Counts.Tally()
	listed := tally.Listed()
	if r.Samples == 0 && r.Multiplier == 0 {
		r.Samples = listed
	}
	switch {
	case r.Samples != 0 && r.Samples < listed:
		return verb.Usagef("--samples %d, but there are %d verdicts", r.Samples, listed)
	case listed == 0 && r.Samples == 0:
		return verb.WithCode(verb.ExitMalformed, fmt.Errorf("no verdicts in %s", strings.Join(r.Files, ", ")))
	}
	tally.Draws = r.Samples
	scheme := survey.Scheme("")
	if r.Multiplier == 0 { // it follows from scheme and draws
		scheme, r.Multiplier = r.Scheme, r.Scheme.Count().Float()/float64(r.Samples)
	}
	return r.Print(surveyrun.NewEstimate(tally, r.Samples, r.Multiplier, scheme, nil, r.lists.Seen.Again,
		r.lists.Otherwise), 0)
}
