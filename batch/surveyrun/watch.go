package surveyrun

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"sync"

	"retroproof/proofs/illegal"
	"retroproof/proofs/survey"
)

// What of a folder is listed.
const (
	mostUndecided = 200
	mostCurve     = 200 // points of the estimate over the draws
)

// Summary is what is known of a survey from its folder.
type Summary struct {
	Name       string            `json:"name"` // of the folder, without where it is
	Scheme     string            `json:"scheme"`
	Population string            `json:"population"`
	Seed       uint64            `json:"seed"`
	Samples    uint64            `json:"samples"`
	Draws      uint64            `json:"draws"`
	Counts     survey.Counts     `json:"counts"`
	Phases     *Phases           `json:"phases,omitempty"`
	Reasons    map[string]uint64 `json:"reasons"` // of illegal draws
	Estimate   *survey.Estimates `json:"estimate,omitempty"`
	Curve      []Point           `json:"curve"`
	Undecided  []Undecided       `json:"undecided"`
	Longest    []Game            `json:"longest"` // games
}

// Phases is how far two-phase sampling is.
type Phases struct {
	Illegal       uint64         `json:"illegal"` // by their labels
	LikelyLegal   uint64         `json:"likely_legal"`
	LikelyIllegal uint64         `json:"likely_illegal"`
	Choose        uint64         `json:"choose"`  // of each of the last two
	Wanted        uint64         `json:"wanted"`  // draws that were chosen; 0 before all labels are there
	Decided       uint64         `json:"decided"` // of these
	Chosen        *survey.Chosen `json:"chosen,omitempty"`
}

// Point is the estimate after so many draws: shares of the integers that are legal
// positions, with the ends of the interval of 95 %.
type Point struct {
	Draws uint64  `json:"draws"`
	Share float64 `json:"share"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// Undecided is a draw without a verdict.
type Undecided struct {
	Draw uint64 `json:"draw"`
	FEN  string `json:"fen"`
}

// Game is a draw with a game.
type Game struct {
	Draw  uint64 `json:"draw"`
	FEN   string `json:"fen"`
	Plies int    `json:"plies"`
}

// unitSummary is what the files of a unit say.
type unitSummary struct {
	undecided []Undecided
	longest   []Game
	reasons   map[string]uint64
}

// mostLongest is how many of the longest games are listed.
const mostLongest = 10

// ErrNoSample is wrapped by the error about a folder that has none yet.
var ErrNoSample = errors.New("no sample yet: retroproof estimate run --samples N --dir DIR begins one")

// Watcher reads a folder, again and again. It remembers what it has read of units, which do not change once they are
// there.
type Watcher struct {
	dir   string
	mu    sync.Mutex
	units map[string]*unitSummary // by the hash of the verdicts
}

// NewWatcher makes a reader of a folder.
func NewWatcher(dir string) *Watcher { return &Watcher{dir: dir, units: map[string]*unitSummary{}} }

// Read reads the folder: all units that are complete, whoever makes them. Draws that are tried again
// count once the manifest of the survey has them.
func (w *Watcher) Read(ctx context.Context) (*Summary, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var plan Plan
	name := w.dir
	if whole, err := filepath.Abs(w.dir); err == nil {
		name = whole
	}
	err := readFile(filepath.Join(w.dir, PlanName), &plan)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("the folder %s has %w", filepath.Base(name), ErrNoSample)
	case err != nil:
		return nil, err
	}
	a := &Summary{
		Name: filepath.Base(name), Scheme: string(plan.Scheme), Population: plan.Population, Seed: plan.Seed,
		Samples: plan.Samples,
		Counts:  survey.NewCounts(), Curve: []Point{}, Undecided: []Undecided{}, Longest: []Game{},
		Reasons: map[string]uint64{},
	}
	if plan.UnitDraws == 0 || plan.PackUnits == 0 || plan.UnitDraws > survey.Most || plan.PackUnits > survey.Most {
		return nil, fmt.Errorf("%s: units or packs of impossible sizes", PlanName)
	}
	if _, err := survey.ParseScheme(a.Scheme); err != nil {
		return nil, fmt.Errorf("%s: %w", PlanName, err)
	}
	population := plan.Scheme.Count().Float()
	every := max(1, plan.Samples/mostCurve)
	// Files of units are read once in the life of a watcher, entries each time.
	for pack := 0; uint64(pack)*plan.PackUnits*plan.UnitDraws < plan.Samples; pack++ {
		err := w.each(ctx, &survey.Pack{Number: pack}, plan.Choose > 0, func(u *survey.Unit, c *unitSummary) {
			a.Draws += u.Draws
			a.Counts.Sum(u.Counts)
			a.add(c)
			if last := len(a.Curve) - 1; plan.Choose == 0 && (last < 0 || a.Draws >= a.Curve[last].Draws+every) {
				e := survey.NewEstimates(&plan.Plan, &a.Counts)
				a.Curve = append(a.Curve, Point{a.Draws, e.Low.Positions / population, e.Low.Interval[0] / population,
					e.High.Interval[1] / population})
			}
		})
		if err != nil {
			return nil, err
		}
	}
	// A manifest of fewer draws is that of before the sample grew.
	root, err := survey.ReadRoot(w.dir)
	if err != nil || root.Draws != a.Draws {
		root = nil
	}
	if plan.Choose > 0 {
		if err := w.phases(ctx, a, &plan, root); err != nil {
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
func (s *Summary) add(c *unitSummary) {
	s.Undecided = append(s.Undecided, c.undecided...)
	s.Longest = append(s.Longest, c.longest...)
	for reason, n := range c.reasons {
		s.Reasons[reason] += n
	}
}

// phases reads how far two-phase sampling is, and what the units of the draws that were chosen say.
func (w *Watcher) phases(ctx context.Context, a *Summary, plan *Plan, root *survey.Root) error {
	_, all := a.Counts.Tally().Totals()
	likely := uint64(0)
	for _, n := range a.Counts.LikelyLegal {
		likely += n
	}
	a.Phases = &Phases{Illegal: a.Counts.Illegal, LikelyLegal: likely, LikelyIllegal: all - likely, Choose: plan.Choose}
	if root != nil {
		a.Phases.Chosen = root.Chosen
	}
	var chosen Plan
	switch err := readFile(filepath.Join(w.dir, survey.AgainName(1), PlanName), &chosen); {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	}
	a.Phases.Wanted = uint64(len(chosen.Numbers))
	return w.each(ctx, &survey.Pack{Number: 1, Again: true}, false, func(u *survey.Unit, c *unitSummary) {
		a.Phases.Decided += u.Draws
		a.add(c)
	})
}

// longestOf keeps the draws with the longest games.
func longestOf(list []Game) []Game {
	slices.SortFunc(list, func(x, y Game) int {
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

// each calls f for the complete units of a pack, of labels or verdicts, with what their files say.
func (w *Watcher) each(ctx context.Context, pack *survey.Pack, labels bool, f func(*survey.Unit, *unitSummary)) error {
	packs, err := w.packs(pack)
	if err != nil {
		return err
	}
	for _, p := range packs {
		for i := range p.Units {
			u := &p.Units[i]
			c := w.units[u.Verdicts.SHA256]
			if c == nil {
				if c, err = w.readUnit(ctx, p, labels, u); err != nil {
					return damaged(pack.Name(), u, err)
				}
				w.units[u.Verdicts.SHA256] = c
			}
			f(u, c)
		}
	}
	return nil
}

// packs returns a pack with its complete units, or, until it is merged, each of them as a pack of its own.
func (w *Watcher) packs(pack *survey.Pack) (units []*survey.Pack, err error) {
	switch p, _, err := survey.ReadPack(w.dir, pack.Name()); {
	case err == nil:
		return []*survey.Pack{p}, nil
	case !errors.Is(err, fs.ErrNotExist):
		if e := (*survey.Error)(nil); errors.As(err, &e) {
			err = e
		}
		const also = "%s cannot be read: %w; retroproof-check says what else is damaged"
		return nil, fmt.Errorf(also, pack.Name(), withoutPath(err))
	}
	names, err := filepath.Glob(filepath.Join(w.dir, pack.Name(), "unit-*"+survey.ArchiveSuffix))
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	for _, name := range names {
		p := *pack
		var unit uint64
		fmt.Sscanf(filepath.Base(name), "unit-%d.tar", &unit)
		switch _, err := p.ReadUnit(name, unit); {
		case errors.Is(err, fs.ErrNotExist): // it is merged now
			return w.packs(pack)
		case err != nil:
			return nil, fmt.Errorf("%s: %w", filepath.Base(name), withoutPath(err))
		}
		units = append(units, &p)
	}
	return units, nil
}

// readFile reads a file of JSON in the folder.
func readFile(name string, into any) error {
	text, err := ReadFile(name)
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", filepath.Base(name), withoutPath(err))
	}
	return nil
}

// readUnit reads the files of a unit, of which the first one has labels or verdicts. Nothing in them is checked.
func (w *Watcher) readUnit(ctx context.Context, p *survey.Pack, labels bool, u *survey.Unit) (*unitSummary, error) {
	files, err := p.Open()
	if err != nil {
		return nil, err
	}
	defer files.Close()
	c := &unitSummary{reasons: map[string]uint64{}}
	for _, file := range u.Files() {
		read := func(text io.Reader) error {
			return eachLine(text, func(l *survey.Line) error { c.line(l); return ctx.Err() })
		}
		switch {
		case labels:
			read = c.labels
		case file == u.Evidence:
			read = c.evidence
		}
		if err := unpacked(files, u, file, read); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// line looks at a verdict.
func (u *unitSummary) line(l *survey.Line) {
	switch {
	case l.Verdict == survey.Unknown && len(u.undecided) < mostUndecided:
		u.undecided = append(u.undecided, Undecided{l.Draw, l.FEN})
	case l.Plies != nil:
		u.longest = longestOf(append(u.longest, Game{l.Draw, l.FEN, *l.Plies}))
	}
}

// labels counts the labels that have a reason.
func (u *unitSummary) labels(text io.Reader) error {
	labels := bufio.NewReader(text)
	for {
		l, err := labels.ReadByte()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if reason := survey.Label(l).Reason(); reason != "" {
			u.reasons[string(reason)]++
		}
	}
}

// evidence counts the reasons in the trees of illegal positions: those of their first nodes.
func (u *unitSummary) evidence(z io.Reader) error {
	text := bufio.NewReader(z)
	head, err := text.ReadBytes('\n')
	if err != nil {
		return err
	}
	var h illegal.Header
	if err := json.Unmarshal(head, &h); err != nil {
		return err
	}
	for _, n := range h.Cores {
		if _, err := io.CopyN(io.Discard, text, n); err != nil {
			return err
		}
	}
	lines := bufio.NewScanner(text)
	lines.Buffer(nil, mostLine)
	for lines.Scan() {
		tree, err := illegal.Read(lines.Bytes())
		if err != nil {
			return err
		}
		u.reasons[tree.Nodes[0].Kind()]++
	}
	return lines.Err()
}

// damaged names the file of a unit that cannot be read, and says what to do.
func damaged(pack string, u *survey.Unit, err error) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	return fmt.Errorf("%s/%s, draws %d to %d, cannot be read: %w; the file is damaged or incomplete, and "+
		"retroproof-check says what else is",
		pack, filepath.Base(u.Verdicts.Name), u.First, u.First+u.Draws-1, withoutPath(err))
}

// mostLine bounds the lines of a folder, in bytes.
const mostLine = 1 << 20
