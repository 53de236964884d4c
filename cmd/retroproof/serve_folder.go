package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"retroproof/batch/surveyrun"
	"retroproof/proofs/survey"
	"retroproof/proofs/survey/numbering"
	"retroproof/web"
)

// folderSchema is that of folderJSON.
const folderSchema = "retroproof.serve.folder/1"

// What of a folder is listed.
const (
	mostUndecided  = 200
	mostCurve      = 200 // points of the estimate over the draws
	folderInterval = 2 * time.Second
)

// folderRoutes are those of the screen about an estimate. Without a folder they say that there
// is none. The folder is the flag's; no request names one.
func folderRoutes(dir string) []web.Route {
	r := &folderReader{dir: dir, units: map[string]*unitSummary{}}
	read := func(ctx context.Context) (*folderJSON, error) {
		if dir == "" {
			return nil, &web.RequestError{Status: 404, Text: "no folder is shown here; begin with: retroproof serve --folder DIR"}
		}
		return r.read(ctx)
	}
	return []web.Route{
		web.Get(web.Route{Path: "/api/folder", Summary: "The estimate in the folder of the flag --folder", Work: web.Job, Answers: []string{folderSchema}},
			func(ctx context.Context, _ web.Emit) (any, error) { return read(ctx) }),
		web.Get(web.Route{Path: "/api/folder/events", Summary: "The same, and again whenever it has changed", Events: []string{"folder", "error"}, Answers: []string{folderSchema}},
			func(ctx context.Context, emit web.Emit) (any, error) {
				var last folderProgress
				for first := true; ; first = false {
					now, err := read(ctx)
					if err != nil {
						return nil, err
					}
					if p := now.progress(); first || p != last {
						if err := emit("folder", now); err != nil {
							return nil, err
						}
						last = p
					}
					select {
					case <-ctx.Done():
						return nil, ctx.Err()
					case <-time.After(folderInterval):
					}
				}
			}),
	}
}

// folderJSON is what the page shows of the folder of an estimate.
type folderJSON struct {
	Schema     string                `json:"schema"`
	Name       string                `json:"name"` // of the folder, without where it is
	Scheme     string                `json:"scheme"`
	Population string                `json:"population"`
	Seed       uint64                `json:"seed"`
	Samples    uint64                `json:"samples"`
	Draws      uint64                `json:"draws"`
	Counts     survey.Counts         `json:"counts"`
	Phases     *folderPhasesJSON     `json:"phases,omitempty"`
	Reasons    map[string]uint64     `json:"reasons"` // of illegal draws
	Estimate   *survey.Estimates     `json:"estimate,omitempty"`
	Curve      []folderPointJSON     `json:"curve"`
	Undecided  []folderUndecidedJSON `json:"undecided"`
	Longest    []folderGameJSON      `json:"longest"` // games
}

// folderPhasesJSON is how far two-phase sampling is.
type folderPhasesJSON struct {
	Illegal       uint64         `json:"illegal"` // by their labels
	LikelyLegal   uint64         `json:"likely_legal"`
	LikelyIllegal uint64         `json:"likely_illegal"`
	Choose        uint64         `json:"choose"`  // of each of the last two
	Wanted        uint64         `json:"wanted"`  // draws that were chosen; 0 before all labels are there
	Decided       uint64         `json:"decided"` // of these
	Chosen        *survey.Chosen `json:"chosen,omitempty"`
}

// folderPointJSON is the estimate after so many draws: shares of the integers that are legal
// positions, with the ends of the interval of 95 %.
type folderPointJSON struct {
	Draws uint64  `json:"draws"`
	Share float64 `json:"share"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// folderUndecidedJSON is a draw without a verdict.
type folderUndecidedJSON struct {
	Draw uint64 `json:"draw"`
	FEN  string `json:"fen"`
}

// folderGameJSON is a draw with a game.
type folderGameJSON struct {
	Draw  uint64 `json:"draw"`
	FEN   string `json:"fen"`
	Plies int    `json:"plies"`
}

// folderProgress is what changes while a folder grows.
type folderProgress struct {
	draws, wanted, decided uint64
	complete               bool // there is a manifest of all
}

func (a *folderJSON) progress() folderProgress {
	p := folderProgress{draws: a.Draws}
	if a.Phases != nil {
		p.wanted, p.decided, p.complete = a.Phases.Wanted, a.Phases.Decided, a.Phases.Chosen != nil
	}
	return p
}

// unitSummary is what the files of a unit say.
type unitSummary struct {
	undecided []folderUndecidedJSON
	longest   []folderGameJSON
	reasons   map[string]uint64
}

// mostLongest is how many of the longest games are listed.
const mostLongest = 10

// folderReader remembers what it has read of units, which do not change once they are there.
type folderReader struct {
	dir   string
	mu    sync.Mutex
	units map[string]*unitSummary // by the hash of the verdicts
}

// read reads the folder: all units that are complete, whoever makes them. Draws that are tried again
// count once the manifest of the survey has them.
func (r *folderReader) read(ctx context.Context) (*folderJSON, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var plan surveyrun.Plan
	name := r.dir
	if whole, err := filepath.Abs(r.dir); err == nil {
		name = whole
	}
	err := readFolderFile(filepath.Join(r.dir, surveyrun.PlanName), &plan)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, &web.RequestError{Status: 404, Text: fmt.Sprintf("the folder %s has no sample yet: retroproof estimate run --samples N --dir DIR begins one", filepath.Base(name))}
	case err != nil:
		return nil, err
	}
	a := &folderJSON{
		Schema: folderSchema, Name: filepath.Base(name), Scheme: string(plan.Scheme), Population: plan.Population, Seed: plan.Seed, Samples: plan.Samples,
		Counts: survey.NewCounts(), Curve: []folderPointJSON{}, Undecided: []folderUndecidedJSON{}, Longest: []folderGameJSON{},
		Reasons: map[string]uint64{},
	}
	if plan.UnitDraws == 0 || plan.PackUnits == 0 || plan.UnitDraws > survey.Most || plan.PackUnits > survey.Most {
		return nil, fmt.Errorf("%s: units or packs of impossible sizes", surveyrun.PlanName)
	}
	if _, err := numbering.Parse(a.Scheme); err != nil {
		return nil, fmt.Errorf("%s: %w", surveyrun.PlanName, err)
	}
	population := plan.Scheme.Count().Float()
	every := max(1, plan.Samples/mostCurve)
	for pack := 0; uint64(pack)*plan.PackUnits*plan.UnitDraws < plan.Samples; pack++ {
		err := r.each(ctx, survey.PackName(pack), plan.Choose > 0, func(u *survey.Unit, c *unitSummary) {
			a.Draws += u.Draws
			a.Counts.Sum(u.Counts)
			a.add(c)
			if last := len(a.Curve) - 1; plan.Choose == 0 && (last < 0 || a.Draws >= a.Curve[last].Draws+every) {
				e := survey.NewEstimates(&plan.Plan, &a.Counts)
				a.Curve = append(a.Curve, folderPointJSON{a.Draws, e.Low.Positions / population, e.Low.Interval[0] / population, e.High.Interval[1] / population})
			}
		})
		if err != nil {
			return nil, err
		}
	}
	root, err := survey.ReadRoot(r.dir)
	if err != nil || root.Draws != a.Draws {
		root = nil
	}
	if plan.Choose > 0 {
		if err := r.phases(ctx, a, &plan, root); err != nil {
			return nil, err
		}
	}
	switch {
	case root != nil:
		a.Counts, a.Estimate = root.Counts, &root.Estimate
	case a.Draws > 0 && plan.Choose == 0:
		e := survey.NewEstimates(&plan.Plan, &a.Counts)
		a.Estimate = &e
	}
	a.Undecided = a.Undecided[:min(len(a.Undecided), mostUndecided)]
	a.Longest = longestOf(a.Longest)
	return a, nil
}

// add adds what the files of a unit say.
func (a *folderJSON) add(c *unitSummary) {
	a.Undecided = append(a.Undecided, c.undecided...)
	a.Longest = append(a.Longest, c.longest...)
	for reason, n := range c.reasons {
		a.Reasons[reason] += n
	}
}

// phases reads how far two-phase sampling is, and what the units of the draws that were chosen say.
func (r *folderReader) phases(ctx context.Context, a *folderJSON, plan *surveyrun.Plan, root *survey.Root) error {
	likely, all := uint64(0), uint64(0)
	for _, n := range a.Counts.LikelyLegal {
		likely += n
	}
	for _, n := range a.Counts.Unknown {
		all += n
	}
	a.Phases = &folderPhasesJSON{Illegal: a.Counts.Illegal, LikelyLegal: likely, LikelyIllegal: all - likely, Choose: plan.Choose}
	if root != nil {
		a.Phases.Chosen = root.Chosen
	}
	var chosen surveyrun.Plan
	name := survey.AgainName(1)
	switch err := readFolderFile(filepath.Join(r.dir, name, surveyrun.PlanName), &chosen); {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	}
	a.Phases.Wanted = uint64(len(chosen.Numbers))
	return r.each(ctx, name, false, func(u *survey.Unit, c *unitSummary) {
		a.Phases.Decided += u.Draws
		a.add(c)
	})
}

// longestOf keeps the draws with the longest games.
func longestOf(list []folderGameJSON) []folderGameJSON {
	slices.SortFunc(list, func(x, y folderGameJSON) int {
		return cmp.Or(cmp.Compare(y.Plies, x.Plies), cmp.Compare(x.Draw, y.Draw))
	})
	return list[:min(len(list), mostLongest)]
}

// withoutPath leaves out of an error where on this machine the folder is.
func withoutPath(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return fmt.Errorf("%s: %w", filepath.Base(path.Path), path.Err)
	}
	return err
}
