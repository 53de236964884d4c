package survey

import (
	"context"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"

	"retroproof/proofs/survey/numbering"
)

// Spotted is what Spot has verified: the sums of the manifests, and some of the units, drawn by a seed.
type Spotted struct {
	Sums, Units *Report
	Seed        uint64
	Checked, Of uint64 // units
}

// Spot checks that the manifest of a survey is the sum of those of its packs, as Check does with SumsOnly, and so many
// units, without repetition, that a seed draws among all, those of draws that were tried again included, as Check does.
// Of two-phase sampling labels and lines are read, too.
func Spot(ctx context.Context, dir string, units, seed uint64, o Options) (*Spotted, error) {
	o.SumsOnly = true
	sums, err := Check(ctx, dir, o)
	if err != nil {
		return nil, err
	}
	o.SumsOnly = false
	s := &Spotted{Sums: sums, Units: newReport(sums.Plan, o), Seed: seed}
	for _, n := range sums.units {
		s.Of += n
	}
	listed := slices.Concat(sums.root.Packs, sums.root.Again)
	drawn := SpotUnits(s.Of, units, seed)
	s.Checked = uint64(len(drawn))
	// Packs come in order, and one manifest is in memory at a time.
	for i, before := 0, uint64(0); i < len(listed) && len(drawn) > 0; i++ {
		end := before + sums.units[i]
		n, _ := slices.BinarySearch(drawn, end)
		if n > 0 {
			if err := s.pack(ctx, dir, &listed[i], drawn[:n], before, o); err != nil {
				return nil, err
			}
		}
		drawn, before = drawn[n:], end
	}
	return s, nil
}

// pack checks some units of a pack.
func (s *Spotted) pack(
	ctx context.Context, dir string, listed *Listed, drawn []uint64, before uint64, o Options,
) error {
	p, file, taken, err := readPack(packPath(dir, filepath.Dir(listed.Name)), o.memory())
	switch {
	case err != nil:
		return err
	case file != listed.File:
		return &Error{File: listed.Name, Err: fmt.Errorf("%w: it has changed", ErrFile)}
	}
	all := p.Units
	p.Units, p.Tried = nil, nil
	for _, number := range drawn {
		p.Units = append(p.Units, all[number-before])
	}
	o.Memory = o.memory() - taken
	return o.in(p.Name(), s.Units.pack(ctx, p, nil, o))
}

// SpotUnits returns the numbers of some of all units, without repetition and in their order, as a seed draws them.
func SpotUnits(all, units, seed uint64) []uint64 {
	drawn := map[uint64]bool{}
	for i := uint64(0); uint64(len(drawn)) < min(units, all); i++ {
		drawn[NewSource(seed, streamSpot, i).Below(numbering.Of(all)).Words()[0]] = true
	}
	return slices.Sorted(maps.Keys(drawn))
}

// Bound returns the share of wrong units that is excluded with 95 % confidence: were as many wrong, or more, none of
// those that were drawn would be wrong in 5 % of all cases at most.
func (s *Spotted) Bound() float64 {
	if s.Checked == s.Of {
		return 0
	}
	return 1 - math.Pow(0.05, 1/float64(s.Checked))
}

// String prints it for people.
func (s *Spotted) String() string {
	const units = "units that were checked: %d of %d, drawn by seed %d; games: %d plies; nodes: %d; cores: %d\n"
	text := s.Sums.String() + fmt.Sprintf(units, s.Checked, s.Of, s.Seed,
		s.Units.Plies, s.Units.Nodes, s.Units.Cores)
	if s.Checked == s.Of {
		return text + "no unit is wrong\n"
	}
	const bound = "fewer than %.2f %% of all units are wrong, with 95 %% confidence, " +
		"if the seed was chosen after the manifest was made\n"
	return text + fmt.Sprintf(bound, 100*s.Bound())
}
