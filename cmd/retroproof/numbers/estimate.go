package numbers

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"runtime"
	"strings"

	"retroproof/batch/poslist"
	"retroproof/batch/progress"
	"retroproof/batch/surveyrun"
	"retroproof/cmd/retroproof/verb"
	"retroproof/internal/answer"
	"retroproof/kernel/proofgame"
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

var estimateVerb = verb.Of(verb.Verb{Name: "estimate", Use: "FILE...|DIR|-",
	Answers: []verb.Answer{&surveyrun.Estimate{}}},
	estimateRequest{schemeRequest: schemeRequest{survey.Urposition}}, runEstimate)

func runEstimate(ctx context.Context, e *verb.Env, q *estimateRequest) error {
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
		return estimateFolder(e, q, q.Files[0])
	case q.Multiplier > 0 && q.Given("scheme"):
		return verb.Usagef("--multiplier and --scheme at once: a multiplier stands for positions that are drawn once each")
	}
	return estimateFiles(ctx, e, q)
}

// isFolder reports whether a name is that of a folder.
func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// estimateFolder prints the estimate of a folder of "estimate run".
func estimateFolder(e *verb.Env, q *estimateRequest, dir string) error {
	m, err := survey.ReadRoot(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s has no %s: \"estimate run --dir %s\" or \"estimate merge --dir %s\" writes one when all "+
			"units are there", dir, survey.ManifestName, dir, dir)
	case err != nil:
		return err
	case q.Given("scheme") && q.Scheme != m.Scheme:
		return verb.Usagef("%s is a sample of %s, not of %s", dir, m.Scheme, q.Scheme)
	case q.Given.Any("samples", "multiplier") != "":
		return verb.Usagef("--samples and --multiplier are for files, and %s is a folder", dir)
	}
	return e.Print(surveyrun.EstimateOf(m), 0)
}

// estimateFiles prints the estimate of lists, or of counts.
func estimateFiles(ctx context.Context, e *verb.Env, q *estimateRequest) error {
	lists := poslist.Lists{Scheme: q.Scheme, Multiplicities: q.Multiplier == 0, Counts: survey.NewCounts()}
	if q.Counts != "" {
		if err := lists.Parse(q.Counts); err != nil {
			return verb.Usagef("--counts: %w", err)
		}
	}
	for _, name := range q.Files {
		in, err := e.Open(ctx, name)
		if err != nil {
			return err
		}
		err = lists.Read(progress.SourceName(name), in)
		in.Close()
		if err != nil {
			return err
		}
	}
	if n := int(lists.Seen.Again); n > 0 {
		fmt.Fprintf(e.Stderr, "retroproof: %d %s the position of an earlier line, %s; each counts as a draw\n",
			n, answer.Plural(n, "line has", "lines have"), lists.Seen.First)
	}
	tally := lists.Counts.Tally()
	listed := tally.Listed()
	if q.Samples == 0 && q.Multiplier == 0 {
		q.Samples = listed
	}
	switch {
	case q.Samples != 0 && q.Samples < listed:
		return verb.Usagef("--samples %d, but there are %d verdicts", q.Samples, listed)
	case listed == 0 && q.Samples == 0:
		return verb.WithCode(verb.ExitMalformed, fmt.Errorf("no verdicts in %s", strings.Join(q.Files, ", ")))
	}
	tally.Draws = q.Samples
	scheme := survey.Scheme("")
	if q.Multiplier == 0 { // it follows from scheme and draws
		scheme, q.Multiplier = q.Scheme, q.Scheme.Count().Float()/float64(q.Samples)
	}
	a := surveyrun.NewEstimate(tally, q.Samples, q.Multiplier, scheme)
	a.Duplicates, a.OtherClocks = lists.Seen.Again, lists.Otherwise
	return e.Print(a, 0)
}

// The sizes of units and packs. A unit of a thousand draws takes some seconds and a megabyte with evidence; as
// many make a pack. Units of labels take ten seconds.
const (
	defaultUnitDraws = 1000
	defaultPackUnits = 1000
	labelUnitDraws   = 100_000
)

// surveyRequest is what estimate run is asked: a sample, verdicts, evidence and the estimate in a folder.
type surveyRequest struct {
	surveyrun.Options
	schemeRequest
	Seed         uint64 `flag:"seed" doc:"of the generator: one seed, one sample"`
	Certificates bool   `flag:"certificates" doc:"keep what proves positions illegal; =false for games alone"`
	Chunk        uint64 `flag:"chunk" doc:"draws of a unit, which has files of its own"`
	Pack         uint64 `flag:"pack" doc:"units of a pack, which has a manifest of its own"`
	Choose       uint64 `flag:"choose" doc:"two-phase sampling: decide as many draws of each label"`
	verb.Unit
	PerTask uint64 `flag:"per-task" min:"1" needs:"unit,unit-env" doc:"units for each number of --unit or --unit-env"`
	Given   verb.Given
}

var surveyVerb = verb.Of(verb.Verb{Name: "estimate run", Use: "--samples N --dir DIR",
	Answers: []verb.Answer{&surveyrun.Estimate{}}},
	surveyRequest{
		Options:       surveyrun.Options{Jobs: runtime.GOMAXPROCS(0), GameStates: proofgame.DefaultStates},
		schemeRequest: schemeRequest{survey.RepairedUrposition}, Certificates: true,
		Chunk: defaultUnitDraws, Pack: defaultPackUnits, PerTask: 1,
	}, runSurvey)

func runSurvey(ctx context.Context, e *verb.Env, q *surveyRequest) error {
	// Bounds of flags are looked at before a folder is made; what a folder of before has is for surveyrun to compare.
	switch {
	case q.Dir == "":
		return verb.Usagef("estimate run needs --dir")
	case q.Chunk == 0 || q.Chunk > survey.Most:
		return verb.Usagef("--chunk %d, want a number from 1 to %d", q.Chunk, survey.Most)
	case q.Pack == 0 || q.Pack > survey.Most:
		return verb.Usagef("--pack %d, want a number from 1 to %d", q.Pack, survey.Most)
	case q.Given("choose") && (q.Choose == 0 || q.Choose > survey.MostChosen):
		return verb.Usagef("--choose %d, want a number from 1 to %d", q.Choose, survey.MostChosen)
	case q.Choose > 0 && !q.Certificates:
		return verb.Usagef("--choose needs --certificates")
	case q.Samples == 0 && q.Given("samples"):
		return verb.Usagef("--samples 0, want a positive number")
	case q.Samples > math.MaxInt64:
		return verb.Usagef("--samples %d, want a number below 2^63", q.Samples)
	}
	// Labels take little time and place, so that their units are larger.
	if q.Given("choose") && !q.Given("chunk") {
		q.Chunk = labelUnitDraws
	}
	o := q.Options
	o.Tool, o.Given = verb.Build.Tool(), q.Given
	w := &o.Wanted
	w.Scheme, w.Seed, w.Certificates, w.UnitDraws, w.PackUnits, w.Choose = q.Scheme, q.Seed, q.Certificates, q.Chunk,
		q.Pack, q.Choose
	if q.Given.Any("unit", "unit-env") != "" {
		return q.units(ctx, e, o)
	}
	folder, err := surveyrun.Open(o)
	if err != nil {
		return err
	}
	progress := e.NewDrawProgress(folder.Plan.Samples)
	defer progress.Done()
	root, err := folder.Run(ctx, progress)
	if err != nil {
		return err
	}
	progress.Done()
	return e.Print(surveyrun.EstimateOf(root), 0)
}

// units makes the units of one task.
func (s *surveyRequest) units(ctx context.Context, e *verb.Env, o surveyrun.Options) error {
	if e.JSON {
		return verb.Usagef("--json is for the estimate, which \"estimate merge\" prints")
	}
	if err := s.FromEnv(s.Given); err != nil {
		return err
	}
	if s.Unit.Unit > math.MaxInt64/s.PerTask {
		return verb.Usagef("--unit %d: no sample has so many", s.Unit.Unit)
	}
	o.Fixed = true
	folder, err := surveyrun.Open(o)
	if err != nil {
		return err
	}
	progress := e.NewDrawProgress(min(s.PerTask*folder.Plan.UnitDraws, folder.Plan.Samples))
	defer progress.Done()
	return folder.Unit(ctx, s.Unit.Unit*s.PerTask, s.PerTask, progress)
}

// mergeRequest is what estimate merge is asked.
type mergeRequest struct {
	Dir     string `flag:"dir" of:"DIR" doc:"the folder DIR with the units; must be given"`
	Missing bool   `flag:"missing" doc:"print the numbers of the missing units"`
	PerTask uint64 `flag:"per-task" min:"1" needs:"missing" doc:"units for each number of --missing"`
}

var estimateMerge = verb.Of(verb.Verb{Name: "estimate merge", Use: "--dir DIR",
	Answers: []verb.Answer{&surveyrun.Estimate{}}}, mergeRequest{PerTask: 1},
	func(ctx context.Context, e *verb.Env, q *mergeRequest) error {
		switch {
		case q.Dir == "":
			return verb.Usagef("estimate merge needs --dir")
		case e.JSON && q.Missing:
			return verb.Usagef("--json is for the estimate, and --missing prints none")
		}
		folder, err := surveyrun.Open(surveyrun.Options{Dir: q.Dir, Given: func(string) bool { return false }, Fixed: true})
		if err != nil {
			return err
		}
		if !q.Missing {
			root, err := folder.Merge(ctx)
			if err != nil {
				return err
			}
			return e.Print(surveyrun.EstimateOf(root), 0)
		}
		missing, err := folder.Missing(ctx)
		if err != nil || len(missing.Units) == 0 {
			return err
		}
		return line(e.Stdout, missing.Tasks(q.PerTask))
	})

// getRequest is what estimate get is asked.
type getRequest struct {
	surveyrun.Copy
	Given verb.Given
}

var estimateGet = verb.Of(verb.Verb{Name: "estimate get", Use: "DIR|URL --to DIR"}, getRequest{}, runGet)

func runGet(ctx context.Context, _ *verb.Env, q *getRequest) error {
	if q.To == "" || q.Given.Any("spot", "unit") == "" || q.Given("spot") && q.Spot == 0 {
		return verb.Usagef("estimate get needs --to, and --spot with a positive number or --unit")
	}
	return q.Get(ctx)
}
