package survey_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"retroproof/internal/expect"
	"retroproof/proofs/survey"
)

// forgery is a copy of a folder of two-phase sampling. What is changed in it is made to agree with all the rest: files
// with manifests, sums, the choice and the estimate, as one who forges can do.
type forgery struct {
	t    *testing.T
	dir  string
	root *survey.Root
	// packs are those of labels, and after them those of chosen draws.
	packs []*survey.Pack
}

func newForgery(t *testing.T) *forgery {
	t.Helper()
	f := &forgery{t: t, dir: forge(t, phasesDir)}
	var err error
	if f.root, err = survey.ReadRoot(f.dir); err != nil {
		t.Fatal(err)
	}
	for _, listed := range slices.Concat(f.root.Packs, f.root.Again) {
		p, _, err := survey.ReadPack(f.dir, filepath.Dir(listed.Name))
		expect.NoError(t, err)
		f.packs = append(f.packs, p)
	}
	return f
}

// again returns the pack of the chosen draws.
func (f *forgery) again() *survey.Pack { return f.packs[len(f.packs)-1] }

// write writes a file, and returns its entry.
func (f *forgery) write(folder, name string, text []byte) survey.File {
	f.t.Helper()
	path := filepath.Join(f.dir, folder, name)
	err := os.MkdirAll(filepath.Dir(path), 0o777)
	if err == nil {
		err = os.WriteFile(path, text, 0o666)
	}
	expect.NoError(f.t, err)
	return survey.File{Name: name, Bytes: int64(len(text)), SHA256: fmt.Sprintf("%x", sha256.Sum256(text))}
}

// label gives a draw another label, with the counts of its unit.
func (f *forgery) label(draw uint64, l byte) {
	p := f.packs[draw/(f.root.UnitDraws*f.root.PackUnits)]
	u := &p.Units[draw/f.root.UnitDraws-p.UnitsBefore()]
	text := read(f.t, filepath.Join(f.dir, p.Name(), u.Verdicts.Name))
	text[draw-u.First] = l
	u.Counts = survey.NewCounts()
	for i, l := range text {
		d := survey.Draw(p.Scheme, p.Seed, u.First+uint64(i))
		if err := u.Counts.AddLabel(survey.Label(l), d.Multiplicity); err != nil {
			u.Counts.Illegal++
		}
	}
	u.Verdicts = f.write(p.Name(), u.Verdicts.Name, compress(text))
}

// lines replaces the lines of chosen draws, with all that their pack says of them. Draws of which there is no line
// become undecided.
func (f *forgery) lines(p *survey.Pack, draws ...uint64) {
	u := &p.Units[0]
	known := map[uint64]*survey.Line{}
	name := filepath.Join(phasesDir, survey.AgainName(1), u.Verdicts.Name)
	for text := range bytes.Lines(read(f.t, name)) {
		l, err := survey.ParseLine(text)
		expect.NoError(f.t, err)
		known[l.Draw] = l
	}
	var text []byte
	u.Numbers, u.Undecided, u.Counts, p.Tried, u.Draws = nil, nil, survey.NewCounts(), map[int]uint64{}, uint64(len(draws))
	for _, n := range draws {
		number := n &^ undecidedNow
		d := survey.Draw(p.Scheme, p.Seed, number)
		l := known[number]
		if l == nil || n != number {
			l = survey.NewLine(p.Scheme, number, &d)
			u.Undecided = append(u.Undecided, number)
		}
		text = append(text, l.Text()...)
		expect.NoError(f.t, u.Counts.Add(l))
		u.Numbers = append(u.Numbers, number)
		p.Tried[d.Multiplicity]++
	}
	u.Verdicts = f.write(p.Name(), u.Verdicts.Name, compress(text))
	if u.Counts.Illegal == 0 {
		u.Evidence = nil
	}
}

// undecidedNow, added to a draw, stands for its line without a verdict.
const undecidedNow = 1 << 61

// second adds a pack of chosen draws after the first one, which has the same evidence.
func (f *forgery) second(draws ...uint64) {
	p := *f.again()
	p.Number, p.Units = p.Number+1, slices.Clone(p.Units)
	f.write(p.Name(), p.Units[0].Evidence.Name, read(f.t, filepath.Join(f.dir, f.again().Name(), p.Units[0].Evidence.Name)))
	f.packs = append(f.packs, &p)
	f.lines(&p, draws...)
}

// plans changes the plan everywhere.
func (f *forgery) plans(change func(*survey.Plan)) {
	change(&f.root.Plan)
	for _, p := range f.packs {
		change(&p.Plan)
	}
}

// agree writes manifests that agree with those below them.
func (f *forgery) agree() {
	root := f.root
	root.Packs, root.Again, root.Draws, root.Counts = nil, nil, 0, survey.NewCounts()
	var legal, undecided []uint64
	for _, p := range f.packs {
		p.Counts = survey.NewCounts()
		for i := range p.Units {
			p.Counts.Sum(p.Units[i].Counts)
		}
		text, err := p.Text()
		expect.NoError(f.t, err)
		f.write(p.Name(), manifest, text)
		file := f.write("", p.Name()+"/"+manifest, text)
		listed := survey.Listed{File: file, Draws: p.Draws(), Counts: p.Counts}
		if !p.Again {
			root.Packs = append(root.Packs, listed)
			root.Draws += p.Draws()
			root.Counts.Sum(p.Counts)
			continue
		}
		root.Again = append(root.Again, listed)
		if root.Counts.Replace(p.Tried, p.Counts) != nil {
			root.Counts.Sum(p.Counts)
		}
		undecided = p.Units[0].Undecided
		for text := range bytes.Lines(read(f.t, filepath.Join(f.dir, p.Name(), p.Units[0].Verdicts.Name))) {
			if l, err := survey.ParseLine(text); err == nil && l.Verdict == survey.Legal {
				legal = append(legal, l.Draw)
			}
		}
	}
	if chosen, err := root.ChosenDraws(f.dir); err == nil {
		slices.Sort(legal)
		root.Chosen = chosen.Count(legal, undecided)
	}
	f.finish()
}

// finish writes the manifest of the survey, with its estimate.
func (f *forgery) finish() {
	if f.root.Chosen != nil {
		f.root.Estimate = f.root.NewEstimates()
	}
	text, err := f.root.Text()
	if err != nil {
		return // an estimate that is no number: the manifest as it was
	}
	f.write("", manifest, text)
}

// TestForgedConsistently has folders of two-phase sampling that are wrong in one way, and agree with themselves
// otherwise. Draws 15 and 25 are chosen of those with the label -, 27, 52 and 56 of those with +; 0, 16 and 26 are not
// chosen, and 1 is illegal by its label.
func TestForgedConsistently(t *testing.T) {
	t.Parallel()
	type forged struct {
		name   string
		want   error                // nil: any, unless it is accepted
		change func(*forgery)       // before sums are made
		after  func(r *survey.Root) // after that
	}
	cases := []forged{
		{"as it is", nil, func(*forgery) {}, nil},
		{"undecided", nil, func(f *forgery) { f.lines(f.again(), 15, 25, 27|undecidedNow, 52, 56) }, nil},
		{"tried again", nil, func(f *forgery) {
			f.lines(f.again(), 15, 25, 27|undecidedNow, 52|undecidedNow, 56)
			f.second(27, 52)
		}, nil},

		{"another label that is not chosen", survey.ErrCounts, func(f *forgery) { f.label(0, '+') }, nil},
		{"another label that is chosen", survey.ErrCounts, func(f *forgery) { f.label(27, '-') }, nil},
		{"a static label given up", survey.ErrCounts, func(f *forgery) { f.label(1, '+') }, nil},
		{"labels compressed in another way", survey.ErrCounts, func(f *forgery) { f.label(0, '-') }, nil},

		{"a chosen draw left out", survey.ErrCounts, func(f *forgery) { f.lines(f.again(), 15, 25, 52, 56) }, nil},
		{"chosen draws of a label left out", survey.ErrCounts, func(f *forgery) { f.lines(f.again(), 15, 25) }, nil},
		{"a draw more", survey.ErrCounts, func(f *forgery) { f.lines(f.again(), 15, 16, 25, 27, 52, 56) }, nil},
		{"a draw of another label more", survey.ErrCounts, func(f *forgery) { f.lines(f.again(), 1, 15, 25, 27, 52, 56) }, nil},
		{"a draw for another", survey.ErrCounts, func(f *forgery) { f.lines(f.again(), 15, 25, 26, 52, 56) }, nil},
		{"a draw beyond the sample", survey.ErrCounts, func(f *forgery) { f.lines(f.again(), 15, 25, 27, 52, 56, 60) }, nil},
		{"a draw of an impossible number", survey.ErrManifest, func(f *forgery) { f.again().Units[0].Numbers[4] = 1 << 62 }, nil},
		{"a draw twice", survey.ErrManifest, func(f *forgery) { f.lines(f.again(), 15, 25, 27, 27, 52, 56) }, nil},
		{"draws in another order", survey.ErrManifest, func(f *forgery) { f.lines(f.again(), 15, 25, 52, 27, 56) }, nil},
		{"an illegal draw undecided, with its evidence", survey.ErrEvidence, func(f *forgery) { f.lines(f.again(), 15|undecidedNow, 25, 27, 52, 56) }, nil},
		{"no evidence", survey.ErrManifest, func(f *forgery) { f.again().Units[0].Evidence = nil }, nil},
		{"another folder's evidence", survey.ErrEvidence, func(f *forgery) {
			text := read(f.t, filepath.Join(sampleDir, evidence))
			file := f.write(f.again().Name(), survey.EvidenceName(0), compress(text))
			f.again().Units[0].Evidence = &file
		}, nil},
		{"undecided draws of which one is tried again", survey.ErrCounts, func(f *forgery) {
			f.lines(f.again(), 15, 25, 27|undecidedNow, 52|undecidedNow, 56)
			f.second(27)
		}, nil},
		{"a decided draw tried again", survey.ErrCounts, func(f *forgery) { f.second(27) }, nil},
		{"all decided draws tried again", survey.ErrManifest, func(f *forgery) { f.second(15, 25, 27, 52, 56) }, nil},
		{"a draw that was not chosen tried again", survey.ErrCounts, func(f *forgery) {
			f.lines(f.again(), 15, 25, 27|undecidedNow, 52, 56)
			f.second(26, 27)
		}, nil},
		{"undecided, and not listed", survey.ErrManifest, func(f *forgery) {
			f.lines(f.again(), 15, 25, 27|undecidedNow, 52, 56)
			f.again().Units[0].Undecided = nil
		}, nil},
		{"undecided, and counted as legal in the pack", survey.ErrCounts, func(f *forgery) {
			f.lines(f.again(), 15, 25, 27|undecidedNow, 52, 56)
			u := &f.again().Units[0]
			m := survey.Draw(f.root.Scheme, f.root.Seed, 27).Multiplicity
			u.Undecided, u.Counts.Unknown = nil, map[int]uint64{}
			u.Counts.Legal[m]++
		}, nil},
		{"likely legal draws in the second phase", survey.ErrManifest, func(f *forgery) { f.again().Units[0].Counts.LikelyLegal = map[int]uint64{1: 1} }, nil},

		{"undecided, and counted as legal", survey.ErrCounts, func(f *forgery) { f.lines(f.again(), 15, 25, 27|undecidedNow, 52, 56) }, func(r *survey.Root) {
			for m, n := range r.Chosen.LikelyLegal.Unknown {
				r.Chosen.LikelyLegal.Legal[m] += n
			}
			clear(r.Chosen.LikelyLegal.Unknown)
		}},
		{"undecided, and counted as illegal", survey.ErrCounts, func(f *forgery) { f.lines(f.again(), 15, 25, 27|undecidedNow, 52, 56) }, func(r *survey.Root) {
			v := &r.Chosen.LikelyLegal
			v.Illegal, v.Unknown = v.Unknown, map[int]uint64{}
		}},
		{"another multiplicity of a legal draw", survey.ErrCounts, nil, func(r *survey.Root) { r.Chosen.LikelyLegal.Legal = map[int]uint64{1: 3} }},
		{"another multiplicity of an illegal draw", survey.ErrCounts, nil, func(r *survey.Root) { r.Chosen.LikelyIllegal.Illegal = map[int]uint64{7: 3} }},
		{"multiplicity 0", nil, nil, func(r *survey.Root) { r.Chosen.LikelyLegal.Legal = map[int]uint64{0: 3} }},
		{"labels exchanged", survey.ErrCounts, nil, func(r *survey.Root) {
			r.Chosen.LikelyLegal, r.Chosen.LikelyIllegal = r.Chosen.LikelyIllegal, r.Chosen.LikelyLegal
		}},
		{"a count of none", survey.ErrCounts, nil, func(r *survey.Root) { r.Chosen.LikelyLegal.Legal[3] = 0 }},
		{"a sum that overflows", survey.ErrManifest, nil, func(r *survey.Root) {
			r.Chosen.LikelyLegal.Legal = map[int]uint64{1: math.MaxUint64, 2: 2}
			r.Chosen.LikelyLegal.Illegal = map[int]uint64{1: 2}
		}},
		{"no counts of a label", survey.ErrManifest, nil, func(r *survey.Root) { r.Chosen.LikelyIllegal.Unknown = nil }},
		{"fewer chosen of a label", survey.ErrManifest, nil, func(r *survey.Root) { r.Chosen.LikelyIllegal.Illegal = map[int]uint64{1: 2} }},
		{"none chosen of a label", survey.ErrManifest, nil, func(r *survey.Root) { clear(r.Chosen.LikelyIllegal.Illegal) }},
		{"likely legal draws of another multiplicity", survey.ErrCounts, nil, func(r *survey.Root) { r.Counts.LikelyLegal = map[int]uint64{1: 7} }},
		{"more likely legal draws", survey.ErrCounts, nil, func(r *survey.Root) { r.Counts.LikelyLegal[1]++ }},
		{"more likely legal draws in a pack", survey.ErrCounts, nil, func(r *survey.Root) { r.Packs[0].Counts.LikelyLegal = map[int]uint64{1: 4} }},
		{"a listed pack of other draws", survey.ErrCounts, nil, func(r *survey.Root) { r.Packs[0].Draws++ }},
		{"key", survey.ErrCounts, nil, func(r *survey.Root) { r.Chosen.Key = strings.Repeat("0", 64) }},
		{"a pack twice", survey.ErrManifest, nil, func(r *survey.Root) { r.Packs = append(r.Packs, r.Packs[1]) }},
		{"packs in another order", survey.ErrManifest, nil, func(r *survey.Root) { slices.Reverse(r.Packs) }},
		{"the first pack alone", survey.ErrManifest, func(f *forgery) { f.packs = slices.Delete(f.packs, 1, 2) }, nil},
		{"the second pack alone", survey.ErrManifest, func(f *forgery) { f.packs = f.packs[1:] }, nil},
		{"a pack twice under two names", nil, func(f *forgery) {
			p := *f.packs[1]
			p.Number, p.Units = 2, slices.Clone(p.Units)
			u := &p.Units[0]
			text := read(f.t, filepath.Join(f.dir, f.packs[1].Name(), u.Verdicts.Name))
			u.First = 80
			u.Verdicts = f.write(p.Name(), survey.LabelsName(4), compress(text))
			f.packs = slices.Insert(f.packs, 2, &p)
		}, nil},
		{"a pack of labels in the second phase", survey.ErrFile, nil, func(r *survey.Root) {
			listed := r.Packs[1]
			listed.Name = survey.AgainName(2) + "/" + manifest
			r.Again = append(r.Again, listed)
		}},
		{"the second phase twice", survey.ErrManifest, nil, func(r *survey.Root) { r.Again = append(r.Again, r.Again[0]) }},
		{"no second phase", survey.ErrCounts, nil, func(r *survey.Root) { r.Again = nil }},
		{"a unit less", survey.ErrCounts, func(f *forgery) { f.packs[0].Units = f.packs[0].Units[:1] }, nil},

		{"labels with evidence", survey.ErrManifest, func(f *forgery) {
			file := f.write(f.packs[1].Name(), survey.EvidenceName(2), nil)
			f.packs[1].Units[0].Evidence = &file
		}, nil},
		{"labels that say legal", survey.ErrManifest, func(f *forgery) {
			u := &f.packs[1].Units[0]
			u.Counts.Illegal--
			u.Counts.Legal[1] = 1
		}, nil},
		{"more likely legal draws than unknown ones", survey.ErrManifest, func(f *forgery) { f.packs[1].Units[0].Counts.LikelyLegal[1] = 6 }, nil},
		{"counts of a unit that overflow", survey.ErrManifest, func(f *forgery) {
			u := &f.packs[0].Units[0]
			u.Counts.Unknown[3], u.Counts.Unknown[5] = 1<<63, 1<<63
		}, nil},
		{"likely legal draws of a unit that overflow", survey.ErrManifest, func(f *forgery) {
			u := &f.packs[0].Units[0]
			u.Counts.LikelyLegal[3], u.Counts.LikelyLegal[5] = 1<<63, 1<<63
		}, nil},
		{"another multiplicity of labels, everywhere", survey.ErrCounts, func(f *forgery) { f.packs[0].Units[0].Counts.LikelyLegal = map[int]uint64{2: 1} }, nil},
		{"another multiplicity of what is tried", survey.ErrCounts, func(f *forgery) { f.again().Tried = map[int]uint64{1: 5} }, nil},

		{"more chosen than can be", survey.ErrManifest, func(f *forgery) { f.plans(func(p *survey.Plan) { p.Choose = survey.MostChosen + 1 }) }, nil},
		{"all chosen", survey.ErrCounts, func(f *forgery) { f.plans(func(p *survey.Plan) { p.Choose = 500 }) }, nil},
		{"one chosen", survey.ErrCounts, func(f *forgery) { f.plans(func(p *survey.Plan) { p.Choose = 1 }) }, nil},
		{"one chosen by the survey alone", survey.ErrCounts, func(f *forgery) { f.root.Choose = 1 }, nil},
		{"one chosen by a pack alone", survey.ErrCounts, func(f *forgery) { f.packs[0].Choose = 1 }, nil},
		{"labels of a plain sample", survey.ErrManifest, func(f *forgery) { f.plans(func(p *survey.Plan) { p.Choose = 0 }) }, func(r *survey.Root) { r.Chosen = nil }},
		{"a plain sample of packs of labels", nil, func(f *forgery) { f.root.Choose = 0 }, func(r *survey.Root) {
			r.Chosen, r.Estimate = nil, survey.NewEstimates(&r.Plan, &r.Counts)
		}},
		{"no certificates", survey.ErrManifest, func(f *forgery) { f.plans(func(p *survey.Plan) { p.Certificates = false }) }, nil},
		{"another seed", survey.ErrLabel, func(f *forgery) { f.plans(func(p *survey.Plan) { p.Seed++ }) }, nil},
		{"a larger population", survey.ErrManifest, func(f *forgery) { f.plans(func(p *survey.Plan) { p.Population = "9" + p.Population }) }, nil},
	}
	for _, l := range "ABDEOT?\n\x00" {
		for _, draw := range []uint64{0, 15, 27} {
			cases = append(cases, forged{fmt.Sprintf("label %q of draw %d", l, draw), survey.ErrLabel, func(f *forgery) { f.label(draw, byte(l)) }, nil})
		}
	}
	accepted := map[string]bool{"as it is": true, "undecided": true, "tried again": true}
	for _, tt := range cases {
		f := newForgery(t)
		if tt.change != nil {
			tt.change(f)
		}
		f.agree()
		if tt.after != nil {
			tt.after(f.root)
			f.finish()
		}
		for _, o := range []survey.Options{{Jobs: 2}, {GamesOnly: true}, {SumsOnly: true}} {
			_, err := survey.Check(context.Background(), f.dir, o)
			switch {
			case accepted[tt.name]:
				expect.Succeeds(t, err, "%s", tt.name)
			case o.GamesOnly && errors.Is(tt.want, survey.ErrEvidence):
			case o.SumsOnly && errors.Is(tt.want, survey.ErrEvidence): // no evidence is looked at
			case o.SumsOnly && errors.Is(tt.want, survey.ErrLabel): // and no draw, but another label is another choice
				expect.Fails(t, err, "%s: the sums", tt.name)
			case err == nil || tt.want != nil && !errors.Is(err, tt.want):
				t.Errorf("%s: %.300v, want %v", tt.name, err, tt.want)
			}
		}
	}
	t.Log(len(cases), "folders")
}
