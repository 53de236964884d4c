package surveyrun

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
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
	stages, err := f.stages()
	if err != nil {
		return nil, err
	}
	for _, s := range stages {
		units, err := s.missing(ctx)
		if err != nil {
			return nil, err
		}
		if len(units) > 0 {
			return &MissingError{f.dir, s.again, units}, nil
		}
	}
	return &MissingError{Dir: f.dir}, nil
}

// Merge writes the manifests of packs whose units are all there, and that of the survey if all packs are. It compares
// all files with their checksums, those of packs that have a manifest, too. The error is a [*MissingError] if units are
// missing, wraps survey.ErrFile if a file of a unit is not the one that its entry or the manifest lists, or is that of
// a file.
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
	for _, s := range stages {
		if err := s.checkMerged(ctx); err != nil {
			return nil, err
		}
	}
	root, _, err := f.merge(ctx, stages)
	return root, err
}

// checkMerged compares the files of packs that have manifests with these.
func (s *stage) checkMerged(ctx context.Context) error {
	for number := range s.packs() {
		p, _, err := s.merged(number)
		if err != nil {
			return err
		}
		if p == nil {
			continue
		}
		dir := filepath.Join(s.dir, p.Name())
		for i := range p.Units {
			unit := p.UnitsBefore() + uint64(i)
			advice := fmt.Sprintf("make unit %d in another folder, with the same plan and version, and copy the file", unit)
			if err := checkFiles(ctx, dir, &p.Units[i], advice); err != nil {
				return err
			}
		}
	}
	return nil
}

// merge is Merge, and returns the draws that are undecided.
func (f *Folder) merge(ctx context.Context, stages []*stage) (*survey.Root, []uint64, error) {
	root := &survey.Root{Schema: survey.Schema, Plan: f.Plan.Plan, Counts: survey.NewCounts()}
	if f.Plan.Choose > 0 {
		root.Schema = survey.JointSchema
	}
	var undecided, legal []uint64
	var chosen *survey.ChosenDraws
	for _, s := range stages {
		missing := &MissingError{Dir: f.dir, Again: s.again}
		for number := range s.packs() {
			p, listed, err := s.mergePack(ctx, number, missing)
			if err != nil {
				return nil, nil, err
			}
			if len(missing.Units) > 0 {
				continue // the manifests of other packs are written all the same
			}
			if undecided, err = root.Count(p, undecided); err != nil {
				return nil, nil, fmt.Errorf("%s: %w: %w", listed.Name, survey.ErrManifest, err)
			}
			if s.again > 0 {
				root.Again = append(root.Again, *listed)
				if chosen == nil {
					continue
				}
				if legal, err = appendLegal(legal, f.path(p.Name()), p); err != nil {
					return nil, nil, err
				}
			} else {
				root.Packs = append(root.Packs, *listed)
			}
		}
		if len(missing.Units) > 0 {
			return nil, nil, missing
		}
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
	if err := sweep(f.dir, planPrefix); err != nil {
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
	s, err := f.lastStage()
	if err != nil {
		return err
	}
	units, err := s.missing(ctx)
	if err != nil {
		return err
	}
	return &MissingError{f.dir, s.again, units}
}

// appendLegal appends the numbers of the legal draws of a pack in a folder.
func appendLegal(numbers []uint64, dir string, p *survey.Pack) ([]uint64, error) {
	for i := range p.Units {
		name := filepath.Join(dir, p.Units[i].Verdicts.Name)
		lines, err := readLines(name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		for _, l := range lines {
			if l.Verdict == survey.Legal {
				numbers = append(numbers, l.Draw)
			}
		}
	}
	return numbers, nil
}

// readLines reads the lines of a unit.
func readLines(name string) (lines []*survey.Line, err error) {
	f, err := survey.OpenFile(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(z)
	if err != nil {
		return nil, err
	}
	for line := range bytes.Lines(text) {
		l, err := survey.ParseLine(line)
		if err != nil {
			return nil, err
		}
		lines = append(lines, l)
	}
	return lines, nil
}

// mergePack returns a pack that has a manifest, or writes that, or adds the units that are missing.
func (s *stage) mergePack(ctx context.Context, number int, missing *MissingError) (*survey.Pack, *survey.Listed, error) {
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	if p, listed, err := s.merged(number); err != nil || p != nil {
		return p, listed, err
	}
	first, last := s.ofPack(number)
	dir := s.folder(first)
	p := s.pack(first)
	p.Counts = survey.NewCounts()
	lacks := false
	// Every file is read once more, to compare it with its entry. With one unit missing the others are not read:
	// only what is missing is reported.
	for unit := first; unit <= last; unit++ {
		u, err := s.done(unit)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, nil, err
		}
		if u == nil {
			lacks = true
			missing.Units = append(missing.Units, unit)
			continue
		}
		if lacks {
			continue
		}
		if err := checkFiles(ctx, dir, u, removeEntry(unit)); err != nil {
			return nil, nil, err
		}
		p.Units = append(p.Units, *u)
		p.Counts.Sum(u.Counts)
	}
	if lacks {
		return nil, nil, nil
	}
	if p.Again {
		d := newDecider(s.plan)
		p.Tried = map[int]uint64{}
		for _, n := range s.plan.Numbers {
			p.Tried[d.draw(n).Multiplicity]++
		}
	}
	// The manifest is there before the entries go, so that a kill leaves one of them.
	text, err := p.Text()
	if err != nil {
		return nil, nil, err
	}
	if err := s.readable(dir, text); err != nil {
		return nil, nil, err
	}
	if err := writeText(filepath.Join(dir, survey.ManifestName), text); err != nil {
		return nil, nil, err
	}
	for unit := first; unit <= last; unit++ {
		if err := batch.Remove(filepath.Join(dir, entryName(unit))); err != nil {
			return nil, nil, err
		}
	}
	if err := sweep(s.folder(first), tempPrefix); err != nil {
		return nil, nil, err
	}
	return survey.ReadPack(s.dir, p.Name())
}

// readable reads what is to be the manifest of a pack: if an entry is wrong, no manifest replaces it.
func (s *stage) readable(dir string, text []byte) error {
	temp, err := os.MkdirTemp(dir, tempPrefix+"*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	if err := os.WriteFile(filepath.Join(temp, survey.ManifestName), text, 0o666); err != nil {
		return err
	}
	if _, _, err := survey.ReadPack(dir, filepath.Base(temp)); err != nil {
		return fmt.Errorf("an entry in %s is wrong, remove it with the files of its unit to make the unit again: %w", dir, err)
	}
	return nil
}

// removeEntry says how to make a unit again that is in no manifest yet.
func removeEntry(unit uint64) string {
	return fmt.Sprintf("it or %s is wrong, remove both to make the unit again", entryName(unit))
}

// checkFiles compares the files of a unit with its entry. The error ends with what to do.
func checkFiles(ctx context.Context, dir string, u *survey.Unit, advice string) error {
	for _, file := range []*survey.File{&u.Verdicts, u.Evidence} {
		if file == nil {
			continue
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		name := filepath.Join(dir, file.Name)
		f, err := survey.OpenFile(name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return fmt.Errorf("%s: %w: it is missing; %s", name, survey.ErrFile, advice)
		case errors.Is(err, survey.ErrFile):
			return fmt.Errorf("%s: %w; %s", name, err, advice)
		case err != nil:
			return err
		}
		h := sha256.New()
		n, err := io.Copy(h, f)
		f.Close()
		if err != nil {
			return err
		}
		if n != file.Bytes || hex.EncodeToString(h.Sum(nil)) != file.SHA256 {
			return fmt.Errorf("%s: %w: %s", name, survey.ErrFile, advice)
		}
	}
	return nil
}
