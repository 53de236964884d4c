package main

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
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
				var last uint64
				for first := true; ; first = false {
					now, err := read(ctx)
					if err != nil {
						return nil, err
					}
					if first || now.Draws != last {
						if err := emit("folder", now); err != nil {
							return nil, err
						}
						last = now.Draws
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
	Estimate   *survey.Estimates     `json:"estimate,omitempty"`
	Curve      []folderPointJSON     `json:"curve"`
	Undecided  []folderUndecidedJSON `json:"undecided"`
	Longest    []folderGameJSON      `json:"longest"` // games
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

// unitSummary is what the lines of a unit say.
type unitSummary struct {
	undecided []folderUndecidedJSON
	longest   []folderGameJSON
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
	if err := readFolderFile(filepath.Join(r.dir, surveyrun.PlanName), &plan); err != nil {
		return nil, err
	}
	name := r.dir
	if whole, err := filepath.Abs(r.dir); err == nil {
		name = whole
	}
	a := &folderJSON{
		Schema: folderSchema, Name: filepath.Base(name), Scheme: string(plan.Scheme), Population: plan.Population, Seed: plan.Seed, Samples: plan.Samples,
		Counts: survey.NewCounts(), Curve: []folderPointJSON{}, Undecided: []folderUndecidedJSON{}, Longest: []folderGameJSON{},
	}
	if plan.UnitDraws == 0 || plan.PackUnits == 0 || plan.UnitDraws > survey.Most || plan.PackUnits > survey.Most {
		return nil, fmt.Errorf("%s: units or packs of impossible sizes", surveyrun.PlanName)
	}
	if plan.Choose > 0 {
		return nil, errors.New("the folder is one of two-phase sampling: \"retroproof estimate DIR\" prints its estimate")
	}
	if _, err := numbering.Parse(a.Scheme); err != nil {
		return nil, fmt.Errorf("%s: %w", surveyrun.PlanName, err)
	}
	population := plan.Scheme.Count().Float()
	every := max(1, plan.Samples/mostCurve)
	for pack := 0; uint64(pack)*plan.PackUnits*plan.UnitDraws < plan.Samples; pack++ {
		units, err := r.packUnits(pack)
		if err != nil {
			return nil, err
		}
		for i := range units {
			u := &units[i]
			c := r.units[u.Verdicts.SHA256]
			if c == nil {
				if c, err = r.readUnit(ctx, survey.PackName(pack), u); err != nil {
					return nil, damaged(survey.PackName(pack), u, err)
				}
				r.units[u.Verdicts.SHA256] = c
			}
			a.Draws += u.Draws
			a.Counts.Sum(u.Counts)
			a.Undecided = append(a.Undecided, c.undecided...)
			a.Longest = append(a.Longest, c.longest...)
			if last := len(a.Curve) - 1; last < 0 || a.Draws >= a.Curve[last].Draws+every {
				e := survey.NewEstimates(&plan.Plan, &a.Counts)
				a.Curve = append(a.Curve, folderPointJSON{a.Draws, e.Low.Positions / population, e.Low.Interval[0] / population, e.High.Interval[1] / population})
			}
		}
	}
	if root, err := survey.ReadRoot(r.dir); err == nil && root.Draws == a.Draws {
		a.Counts = root.Counts
	}
	if a.Draws > 0 {
		e := survey.NewEstimates(&plan.Plan, &a.Counts)
		a.Estimate = &e
	}
	a.Undecided = a.Undecided[:min(len(a.Undecided), mostUndecided)]
	a.Longest = longestOf(a.Longest)
	return a, nil
}

// packUnits returns the complete units of a pack: those of its manifest, or, until there is one,
// those whose entries are there.
func (r *folderReader) packUnits(number int) (units []survey.Unit, err error) {
	if p, _, err := survey.ReadPack(r.dir, survey.PackName(number)); err == nil {
		return p.Units, nil
	}
	names, err := filepath.Glob(filepath.Join(r.dir, survey.PackName(number), "unit-*.json"))
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	for _, name := range names {
		var u survey.Unit
		switch err := readFolderFile(name, &u); {
		case errors.Is(err, fs.ErrNotExist): // it is in the manifest now
			return r.packUnits(number)
		case err != nil:
			return nil, err
		}
		units = append(units, u)
	}
	return units, nil
}

// readFolderFile reads a file of JSON in the folder.
func readFolderFile(name string, into any) error {
	text, err := surveyrun.ReadFile(name)
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", filepath.Base(name), withoutPath(err))
	}
	return nil
}

// readUnit reads the verdicts of a unit.
func (r *folderReader) readUnit(ctx context.Context, pack string, u *survey.Unit) (*unitSummary, error) {
	f, err := survey.OpenFile(filepath.Join(r.dir, pack, filepath.Base(u.Verdicts.Name)))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	c := &unitSummary{}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, mostLine)
	for lines.Scan() {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		l, err := survey.ParseLine(append(lines.Bytes(), '\n'))
		switch {
		case err != nil:
			return nil, err
		case l.Verdict == survey.Unknown && len(c.undecided) < mostUndecided:
			c.undecided = append(c.undecided, folderUndecidedJSON{l.Draw, l.FEN})
		case l.Plies != nil:
			c.longest = longestOf(append(c.longest, folderGameJSON{l.Draw, l.FEN, *l.Plies}))
		}
	}
	return c, lines.Err()
}

// damaged names the file of a unit that cannot be read, and says what to do.
func damaged(pack string, u *survey.Unit, err error) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	return fmt.Errorf("%s/%s, draws %d to %d, cannot be read: %w; the file is damaged or incomplete, and retroproof-check says what else is",
		pack, filepath.Base(u.Verdicts.Name), u.First, u.First+u.Draws-1, withoutPath(err))
}

// mostLine bounds the lines of a folder, in bytes.
const mostLine = 1 << 20

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
