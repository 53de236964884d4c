package surveyrun

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"retroproof/batch"
	"retroproof/proofs/survey"
)

// stage is all draws of a survey, or those that are tried again with larger budgets.
type stage struct {
	dir   string // of the survey
	again int    // 0 for all draws
	plan  *Plan
}

// lastStage returns the stage that was begun last.
func (f *Folder) lastStage() (*stage, error) {
	stages, err := f.stages()
	if err != nil {
		return nil, err
	}
	return stages[len(stages)-1], nil
}

// stages returns all stages that were begun.
func (f *Folder) stages() ([]*stage, error) {
	all := []*stage{{f.dir, 0, f.Plan}}
	for again := 1; ; again++ {
		p, err := readPlan(f.path(survey.AgainName(again)))
		if errors.Is(err, fs.ErrNotExist) {
			return all, nil
		}
		if err == nil && len(p.Numbers) == 0 {
			err = fmt.Errorf("%s: %w: no numbers of draws", f.path(survey.AgainName(again), PlanName), survey.ErrManifest)
		}
		if err != nil {
			return nil, err
		}
		all = append(all, &stage{f.dir, again, p})
	}
}

// draws returns how many draws the stage has.
func (s *stage) draws() uint64 {
	if s.again > 0 {
		return uint64(len(s.plan.Numbers))
	}
	return s.plan.Samples
}

// units returns how many units the stage has.
func (s *stage) units() uint64 { return (s.draws() + s.plan.UnitDraws - 1) / s.plan.UnitDraws }

// packUnits returns how many units a pack has: of draws that are tried again one has all.
func (s *stage) packUnits() uint64 {
	if s.again > 0 {
		return s.units()
	}
	return s.plan.PackUnits
}

// packs returns how many packs the stage has.
func (s *stage) packs() int { return int((s.units() + s.packUnits() - 1) / s.packUnits()) }

// pack returns the manifest, without units, of the pack with a unit.
func (s *stage) pack(unit uint64) *survey.Pack {
	p := &survey.Pack{Schema: survey.PackSchema, Plan: s.plan.Plan, Number: s.again, Again: s.again > 0}
	if !p.Again {
		p.Number = s.packOf(unit)
	}
	return p
}

// packOf returns which pack of the stage has a unit.
func (s *stage) packOf(unit uint64) int { return int(unit / s.packUnits()) }

// ofPack returns the numbers of a pack's units, from the first to the last one.
func (s *stage) ofPack(pack int) (first, last uint64) {
	first = uint64(pack) * s.packUnits()
	return first, min(s.units(), first+s.packUnits()) - 1
}

// unit returns the entry of a unit, with its draws alone.
func (s *stage) unit(number uint64) *survey.Unit {
	first := number * s.plan.UnitDraws
	u := &survey.Unit{First: first, Draws: min(s.plan.UnitDraws, s.draws()-first), Counts: survey.NewCounts()}
	if s.again > 0 {
		u.Numbers = s.plan.Numbers[first : first+u.Draws]
	}
	return u
}

// folder returns the folder with a unit's files.
func (s *stage) folder(unit uint64) string { return filepath.Join(s.dir, s.pack(unit).Name()) }

// unitName returns the name of the file of a unit.
func unitName(unit uint64) string { return fmt.Sprintf("unit-%07d%s", unit, survey.ArchiveSuffix) }

// unitPath returns where the file of a unit is until it is merged.
func (s *stage) unitPath(unit uint64) string { return filepath.Join(s.folder(unit), unitName(unit)) }

// labels reports whether the units have labels: it is the first phase of two-phase sampling.
func (s *stage) labels() bool { return s.plan.Choose > 0 && s.again == 0 }

// done returns a unit that is complete and not merged yet, as the only one of its pack, or nil. A unit that has fewer
// draws than it should have by now is none.
func (s *stage) done(unit uint64) (*survey.Pack, error) {
	p := s.pack(unit)
	_, err := p.ReadUnit(s.unitPath(unit), unit)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("%s: %w; remove it to make the unit again", s.unitPath(unit), err)
	case p.Units[0].Draws != s.unit(unit).Draws:
		return nil, nil
	}
	return p, nil
}

// merged returns the manifest of a pack if it is there and has all units, or nil.
func (s *stage) merged(pack int) (*survey.Pack, *survey.Listed, error) {
	first, last := s.ofPack(pack)
	p, listed, err := survey.ReadPack(s.dir, s.pack(first).Name())
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil, nil
	case err != nil:
		return nil, nil, err
	}
	if p.Plan != s.plan.Plan {
		return nil, nil, fmt.Errorf("%s: %w: %s is one of another plan", filepath.Join(s.dir, PlanName), survey.ErrManifest,
			listed.Name)
	}
	draws := uint64(0)
	for unit := first; unit <= last; unit++ {
		draws += s.unit(unit).Draws
	}
	if p.Draws() != draws {
		return nil, nil, nil
	}
	return p, listed, nil
}

// drawsOf returns how many draws some units have.
func (s *stage) drawsOf(units []uint64) (n uint64) {
	for _, unit := range units {
		n += s.unit(unit).Draws
	}
	return n
}

// missing returns the numbers of the units that have to be made, of those from the given one on, before another: they
// are neither in their pack, nor have files of their own.
func (s *stage) missing(ctx context.Context, from, before uint64) (units []uint64, err error) {
	var merged *survey.Pack
	for unit := from; unit < before; unit++ {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if first, _ := s.ofPack(s.packOf(unit)); unit == from || unit == first {
			if merged, _, err = s.merged(s.packOf(unit)); err != nil {
				return nil, err
			}
		}
		if merged != nil {
			continue
		}
		switch p, err := s.done(unit); {
		case err != nil:
			return nil, err
		case p == nil:
			units = append(units, unit)
		}
	}
	return units, nil
}

// reopen takes packs and units apart that have fewer draws than they should have, since the sample has grown.
func (s *stage) reopen() error {
	if s.again > 0 {
		return nil
	}
	for pack := range s.packs() {
		p, _, err := s.merged(pack)
		if err != nil || p != nil {
			if err != nil {
				return err
			}
			continue
		}
		if err := s.takeApart(pack); err != nil {
			return err
		}
	}
	return nil
}

// takeApart makes files of the units of a pack that has grown, and removes its own, and that of a unit that has grown.
func (s *stage) takeApart(pack int) error {
	first, last := s.ofPack(pack)
	p, _, err := survey.ReadPack(s.dir, s.pack(first).Name())
	switch {
	case err == nil:
		if err := s.unpack(p); err != nil {
			return err
		}
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	for unit := first; unit <= last; unit++ {
		if p, err := s.done(unit); err != nil || p == nil {
			if err == nil {
				err = batch.Remove(s.unitPath(unit))
			}
			if err != nil {
				return err
			}
		}
	}
	return batch.Remove(s.folder(first) + survey.ArchiveSuffix)
}

// unpack makes files of the units of a pack.
func (s *stage) unpack(p *survey.Pack) error {
	in, err := p.Open()
	if err != nil {
		return err
	}
	defer in.Close()
	dir := filepath.Join(s.dir, p.Name())
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for i := range p.Units {
		unit, alone := p.UnitsBefore()+uint64(i), *p
		alone.Units = p.Units[i : i+1]
		write := func(w io.Writer) error { return writeUnit(w, &alone, unit, in.Open) }
		if _, err := writeFile(dir, unitName(unit), write); err != nil {
			return err
		}
	}
	return nil
}

// sweep removes from a folder, which need not be there, what has a name with that beginning and end: files of units
// that are merged, and folders in which killed runs were making something.
func sweep(dir, prefix, suffix string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		if err == nil && strings.HasPrefix(e.Name(), prefix) && strings.HasSuffix(e.Name(), suffix) {
			err = os.RemoveAll(filepath.Join(dir, e.Name()))
		}
	}
	return err
}
