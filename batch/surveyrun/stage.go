package surveyrun

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
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

// packs returns how many packs the stage has.
func (s *stage) packs() int {
	if s.again > 0 {
		return 1
	}
	return int((s.units() + s.plan.PackUnits - 1) / s.plan.PackUnits)
}

// pack returns the manifest, without units, of the pack with a unit.
func (s *stage) pack(unit uint64) *survey.Pack {
	p := &survey.Pack{Schema: survey.PackSchema, Plan: s.plan.Plan, Number: s.again, Again: s.again > 0}
	if !p.Again {
		p.Number = s.packOf(unit)
	}
	return p
}

// packOf returns which pack of the stage has a unit.
func (s *stage) packOf(unit uint64) int {
	if s.again > 0 {
		return 0
	}
	return int(unit / s.plan.PackUnits)
}

// ofPack returns the numbers of a pack's units, from the first to the last one.
func (s *stage) ofPack(pack int) (first, last uint64) {
	if s.again > 0 {
		return 0, s.units() - 1
	}
	first = uint64(pack) * s.plan.PackUnits
	return first, min(s.units(), first+s.plan.PackUnits) - 1
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

func entryName(unit uint64) string { return fmt.Sprintf("unit-%07d.json", unit) }

// labels reports whether the units have labels: it is the first phase of two-phase sampling.
func (s *stage) labels() bool { return s.plan.Choose > 0 && s.again == 0 }

// done returns the entry of a unit that is complete and not merged yet, or nil. A unit that has fewer draws than it
// should have by now is none, and so is one without a file.
func (s *stage) done(unit uint64) (*survey.Unit, error) {
	name := filepath.Join(s.folder(unit), entryName(unit))
	text, err := ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	u := &survey.Unit{}
	if err := json.Unmarshal(text, u); err != nil {
		return nil, fmt.Errorf("%s: %w: %w; remove it to make the unit again", name, survey.ErrManifest, err)
	}
	if u.Draws != s.unit(unit).Draws {
		return nil, nil
	}
	if has, err := s.hasFiles(unit, u); err != nil || !has {
		return nil, err
	}
	return u, nil
}

// mergedUnit returns the entry of a unit in the manifest of its pack, or nil if the pack has none yet.
func (s *stage) mergedUnit(unit uint64) (*survey.Unit, error) {
	p, _, err := s.merged(s.packOf(unit))
	if err != nil || p == nil {
		return nil, err
	}
	return s.entryIn(p, unit), nil
}

// entryIn returns the entry of a unit in the manifest of its pack.
func (s *stage) entryIn(p *survey.Pack, unit uint64) *survey.Unit {
	first, _ := s.ofPack(s.packOf(unit))
	return &p.Units[unit-first]
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
		return nil, nil, fmt.Errorf("%s: %w: %s is one of another plan", filepath.Join(s.dir, PlanName), survey.ErrManifest, listed.Name)
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

// missing returns the numbers of the units that have to be made.
func (s *stage) missing(ctx context.Context) (units []uint64, err error) {
	for pack := range s.packs() {
		p, _, err := s.merged(pack)
		if err != nil {
			return nil, err
		}
		first, last := s.ofPack(pack)
		for unit := first; unit <= last; unit++ {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			there, err := s.there(unit, p)
			if err != nil {
				return nil, err
			}
			if !there {
				units = append(units, unit)
			}
		}
	}
	return units, nil
}

// there reports whether a unit is complete: it has an entry, in the manifest of its pack if there is one, and the files
// that the entry lists. What the files hold is not looked at.
func (s *stage) there(unit uint64, merged *survey.Pack) (bool, error) {
	if merged == nil {
		u, err := s.done(unit)
		return u != nil, err
	}
	return s.hasFiles(unit, s.entryIn(merged, unit))
}

// hasFiles reports whether the files of a unit are there.
func (s *stage) hasFiles(unit uint64, u *survey.Unit) (bool, error) {
	names := []string{s.pack(unit).VerdictsName(unit)}
	if u.Evidence != nil {
		names = append(names, survey.EvidenceName(unit))
	}
	for _, name := range names {
		_, err := os.Lstat(filepath.Join(s.folder(unit), name))
		if errors.Is(err, fs.ErrNotExist) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
	}
	return true, nil
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

// takeApart writes the entries of the units of a pack that has grown, and removes its manifest, and a unit that has
// grown.
func (s *stage) takeApart(pack int) error {
	first, last := s.ofPack(pack)
	dir := s.folder(first)
	p, _, err := survey.ReadPack(s.dir, s.pack(first).Name())
	switch {
	case err == nil:
		for i := range p.Units {
			if err := writeJSON(filepath.Join(dir, entryName(first+uint64(i))), &p.Units[i]); err != nil {
				return err
			}
		}
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	for unit := first; unit <= last; unit++ {
		u, err := s.done(unit)
		if err != nil {
			return err
		}
		if _, err := os.Stat(filepath.Join(dir, entryName(unit))); err != nil || u != nil {
			continue
		}
		for _, name := range []string{s.pack(unit).VerdictsName(unit), survey.EvidenceName(unit), entryName(unit)} {
			if err := batch.Remove(filepath.Join(dir, name)); err != nil {
				return err
			}
		}
	}
	return batch.Remove(filepath.Join(dir, survey.ManifestName))
}

// sweep removes the folders in which killed runs were making something: those in a folder whose names begin with a
// prefix.
func sweep(dir, prefix string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.IsDir() && strings.HasPrefix(e.Name(), prefix) {
			if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}
