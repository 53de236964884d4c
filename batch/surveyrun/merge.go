package surveyrun

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"retroproof/batch"
	"retroproof/proofs/survey"
)

// MissingError is the error of Merge if units are missing.
type MissingError struct {
	Dir   string
	Again int      // how often the draws of the units have been tried before
	Units []uint64 // their numbers
}

// Error names the first one.
func (e *MissingError) Error() string {
	what := ""
	if e.Again > 0 {
		what = fmt.Sprintf(" of %s", survey.AgainName(e.Again))
	}
	if len(e.Units) == 1 {
		return fmt.Sprintf("%s: unit %d%s is missing", e.Dir, e.Units[0], what)
	}
	return fmt.Sprintf("%s: %d units%s are missing, the first is %d", e.Dir, len(e.Units), what, e.Units[0])
}

// Tasks writes the numbers of the missing units as those of tasks of so many units each, as 0,7-9.
func (e *MissingError) Tasks(perTask uint64) string {
	units := e.Units
	var parts []string
	for i := 0; i < len(units); {
		first := units[i] / perTask
		last := first
		for i++; i < len(units) && units[i]/perTask <= last+1; i++ {
			last = units[i] / perTask
		}
		if first == last {
			parts = append(parts, fmt.Sprint(first))
		} else {
			parts = append(parts, fmt.Sprintf("%d-%d", first, last))
		}
	}
	return strings.Join(parts, ",")
}

// Missing returns the missing units of the first stage that lacks some.
func (f *Folder) Missing(ctx context.Context) (*MissingError, error) {
	s, units, err := f.lacking(ctx)
	if err != nil {
		return nil, err
	}
	return &MissingError{f.dir, s.again, units}, nil
}

// lacking returns the first stage that lacks units, and these, or the last one.
func (f *Folder) lacking(ctx context.Context) (s *stage, units []uint64, err error) {
	stages, err := f.stages()
	for i := 0; i < len(stages) && len(units) == 0 && err == nil; i++ {
		s = stages[i]
		units, err = s.missing(ctx, 0, s.units())
	}
	return s, units, err
}

// Merge makes files of packs whose units are all there, and the manifest of the survey if all packs are. It compares
// all files with their checksums, those of packs that were merged before, too. The error is a [*MissingError] if units
// are missing, wraps survey.ErrFile if a file of a unit is not the one that its entry or the manifest lists, or is that
// of a file.
func (f *Folder) Merge(ctx context.Context) (*survey.Root, error) {
	unlock, err := batch.Lock(f.dir)
	if err != nil {
		return nil, err
	}
	defer unlock()
	stages, err := f.stages()
	if err != nil {
		return nil, err
	}
	root, _, err := f.merge(ctx, stages, true)
	return root, err
}

// merge is Merge, and returns the draws that are undecided. The files of packs that are merged already are looked at
// only if they are to be checked.
func (f *Folder) merge(ctx context.Context, stages []*stage, check bool) (*survey.Root, []uint64, error) {
	root := &survey.Root{Schema: survey.Schema, Plan: f.Plan.Plan, Counts: survey.NewCounts()}
	if f.Plan.Choose > 0 {
		root.Schema = survey.JointSchema
	}
	var undecided, legal []uint64
	var chosen *survey.ChosenDraws
	// A pack at a time is in memory: the cost is that of reading each once, or only its manifest where it is merged
	// already.
	for _, s := range stages {
		missing := &MissingError{Dir: f.dir, Again: s.again}
		for number := range s.packs() {
			p, listed, err := s.mergePack(ctx, number, missing, check)
			if err != nil {
				return nil, nil, err
			}
			if len(missing.Units) > 0 {
				continue // the manifests of other packs are written all the same
			}
			// What killed runs have left of the units of a pack that is merged.
			if err := s.sweepPack(number, tempPrefix, ""); err != nil {
				return nil, nil, err
			}
			if undecided, err = root.Count(p, undecided); err != nil {
				return nil, nil, fmt.Errorf("%s: %w: %w", listed.Name, survey.ErrManifest, err)
			}
			if s.again > 0 {
				root.Again = append(root.Again, *listed)
				if chosen == nil {
					continue
				}
				if legal, err = appendLegal(legal, p); err != nil {
					return nil, nil, err
				}
			} else {
				root.Packs = append(root.Packs, *listed)
			}
		}
		if len(missing.Units) > 0 {
			return nil, nil, missing
		}
		// Labels say which draws of each the second phase decides anew; only that phase says how many of them are legal.
		if s.labels() {
			var err error
			if chosen, err = root.ChosenDraws(f.dir); err != nil {
				return nil, nil, err
			}
			if undecided = chosen.Numbers(); len(undecided) > 0 && len(stages) == 1 {
				return nil, nil, f.secondPhase(ctx, s, undecided)
			}
		}
	}
	if chosen != nil {
		slices.Sort(legal)
		root.Chosen = chosen.Count(legal, undecided)
	}
	root.Tree, root.Estimate = root.Sealed(), root.NewEstimates()
	return root, undecided, f.writeRoot(root)
}

// writeRoot writes the manifest of the survey, unless it is there.
func (f *Folder) writeRoot(root *survey.Root) error {
	if err := sweep(f.dir, planPrefix, ""); err != nil {
		return err
	}
	text, err := root.Text()
	if err != nil {
		return err
	}
	name := f.path(survey.ManifestName)
	switch has, err := ReadFile(name); {
	case err == nil && bytes.Equal(has, text):
		return nil
	case errors.Is(err, survey.ErrFile):
		return err // a pipe would be written into
	}
	return writeText(name, text)
}

// writeText writes a file whole.
func writeText(name string, text []byte) error {
	return batch.WriteFile(name, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// secondPhase writes the plan of the draws that are chosen, and returns the error that their units are missing.
func (f *Folder) secondPhase(ctx context.Context, first *stage, chosen []uint64) error {
	if err := f.tryAgain(first, chosen); err != nil {
		return err
	}
	missing, err := f.Missing(ctx)
	if err != nil {
		return err
	}
	return missing
}

// appendLegal appends the numbers of the legal draws of a pack.
func appendLegal(numbers []uint64, p *survey.Pack) ([]uint64, error) {
	files, err := p.Open()
	if err != nil {
		return nil, err
	}
	defer files.Close()
	for i := range p.Units {
		u := &p.Units[i]
		err := unpacked(files, u, &u.Verdicts, func(text io.Reader) error {
			return eachLine(text, func(l *survey.Line) error {
				if l.Verdict == survey.Legal {
					numbers = append(numbers, l.Draw)
				}
				return nil
			})
		})
		if err != nil {
			return nil, fmt.Errorf("%s/%s: %w", p.Name(), u.Verdicts.Name, err)
		}
	}
	return numbers, nil
}

// unpacked passes a compressed file of a unit to use.
func unpacked(files *survey.Files, u *survey.Unit, file *survey.File, use func(text io.Reader) error) error {
	f, err := files.Open(u, file)
	if err != nil {
		return err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return err
	}
	return use(z)
}

// eachLine calls f for the lines of a unit.
func eachLine(text io.Reader, f func(l *survey.Line) error) error {
	lines := bufio.NewScanner(text)
	lines.Buffer(nil, mostLine)
	for lines.Scan() {
		l, err := survey.ParseLine(append(lines.Bytes(), '\n'))
		if err == nil {
			err = f(l)
		}
		if err != nil {
			return err
		}
	}
	return lines.Err()
}

// mergePack returns a pack that has its file, or makes that, or adds the units that are missing.
func (s *stage) mergePack(
	ctx context.Context, number int, missing *MissingError, check bool,
) (*survey.Pack, *survey.Listed, error) {
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	p, listed, err := s.merged(number)
	if err != nil || p != nil && p.Archived() {
		if err == nil {
			err = s.sweepPack(number, "unit-", survey.ArchiveSuffix)
		}
		if err == nil && check {
			err = copyFiles(ctx, p, io.Discard, "take the pack from another copy, or remove it to make its units again")
		}
		return p, listed, err
	}
	first, _ := s.ofPack(number)
	dir := s.folder(first)
	temp, err := os.MkdirTemp(s.dir, planPrefix+"*")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(temp)
	body, err := os.Create(filepath.Join(temp, "body"))
	if err != nil {
		return nil, nil, err
	}
	defer body.Close()
	unpacked := p
	if unpacked != nil { // a folder
		w := bufio.NewWriter(body)
		if err = copyFiles(ctx, p, w, "take the pack from another copy"); err == nil {
			err = w.Flush()
		}
	} else {
		p, err = s.gather(ctx, number, body, missing)
	}
	if err != nil || p == nil {
		return nil, nil, err
	}
	if err := p.Check(); err != nil {
		const advice = "an entry in %s is wrong, remove its file to make the unit again: %w: %w"
		return nil, nil, fmt.Errorf(advice, dir, survey.ErrManifest, err)
	}
	text, err := p.Text()
	if err != nil {
		return nil, nil, err
	}
	if err := batch.WriteFile(dir+survey.ArchiveSuffix, func(w io.Writer) error {
		a := newArchive(w, p)
		if _, err := a.add(survey.ManifestName, int64(len(text)), bytes.NewReader(text)); err != nil {
			return err
		}
		if _, err := body.Seek(0, io.SeekStart); err != nil {
			return err
		}
		if _, err := io.Copy(w, body); err != nil {
			return err
		}
		return a.end()
	}); err != nil {
		return nil, nil, err
	}
	// The pack is there before its units go, so that a kill leaves one of them.
	if unpacked != nil {
		err = cmp.Or(s.sweepPack(number, "", ".gz"), batch.Remove(filepath.Join(dir, survey.ManifestName)))
	}
	if err == nil { // also those that were made once more meanwhile
		err = s.sweepPack(number, "unit-", survey.ArchiveSuffix)
	}
	if err != nil {
		return nil, nil, err
	}
	if !p.Again { // what its files hold is not asked for
		return p, p.Listed(text), nil
	}
	return survey.ReadPack(s.dir, p.Name())
}

// sweepPack removes what is left in the folder of a pack that is merged, by the beginning and end of names, and the
// folder.
func (s *stage) sweepPack(number int, prefix, suffix string) error {
	first, _ := s.ofPack(number)
	err := sweep(s.folder(first), prefix, suffix)
	if err == nil {
		os.Remove(s.folder(first)) // unless a plan is in it, or somebody makes a unit once more
	}
	return err
}

// gather reads the units of a pack, and writes their files. If one is missing it is added to those that are, and the
// pack is nil.
func (s *stage) gather(ctx context.Context, number int, body io.Writer, missing *MissingError) (*survey.Pack, error) {
	first, last := s.ofPack(number)
	p := s.pack(first)
	p.Counts = survey.NewCounts()
	out := bufio.NewWriterSize(body, 1<<16)
	a := newArchive(out, p)
	lacks := false
	for unit := first; unit <= last; unit++ {
		u, err := s.done(unit)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		if u == nil {
			lacks = true
			missing.Units = append(missing.Units, unit)
		}
		if lacks {
			continue
		}
		in, err := u.Open()
		if err != nil {
			return nil, err
		}
		err = a.files(ctx, &u.Units[0], in.Open, removeUnit(unit))
		in.Close()
		if err != nil {
			return nil, err
		}
		p.Units = append(p.Units, u.Units[0])
		p.Counts.Sum(u.Counts)
	}
	if lacks {
		return nil, nil
	}
	if p.Again {
		d := newDecider(s.plan)
		p.Tried = map[int]uint64{}
		for _, n := range s.plan.Numbers {
			p.Tried[d.draw(n).Multiplicity]++
		}
	}
	return p, out.Flush()
}

// removeUnit says how to make a unit again that is not merged yet.
func removeUnit(unit uint64) string {
	return fmt.Sprintf("%s is wrong, remove it to make the unit again", unitName(unit))
}
