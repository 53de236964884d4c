package survey

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
)

// PackSchema is the version of the manifests of packs.
const PackSchema = "retroproof.survey.pack/1"

// olderEvidence says what reads packs whose evidence is in ZIP files.
const olderEvidence = "its evidence is a ZIP of an earlier version; by its version it is read by retroproof at " +
	"commit 748beb5fa1fb, 83522035e683, 16130bed021a or acbac3168b31"

// Pack is the manifest of a pack: of consecutive units, or of undecided draws that were tried again with larger
// budgets. It has a file of its own, and can be checked alone.
type Pack struct {
	Schema string `json:"schema"`
	Plan
	Number int    `json:"number"` // from 0; of packs of undecided draws from 1
	Again  bool   `json:"again,omitempty"`
	Units  []Unit `json:"units"`
	// Tried are the multiplicities of draws that were tried again.
	Tried  map[int]uint64 `json:"tried,omitempty"`
	Counts Counts         `json:"counts"`

	from  string   // its file, or its folder
	tar   bool     // it is a file
	small *tarFile // it is one in memory
}

// Unit is the entry of a unit, which has files of its own.
type Unit struct {
	// Number of the first draw; of draws that were tried again, their place among them
	First     uint64   `json:"first"`
	Draws     uint64   `json:"draws"`               // how many
	Numbers   []uint64 `json:"numbers,omitempty"`   // of draws that were tried again
	Undecided []uint64 `json:"undecided,omitempty"` // numbers of the draws that are undecided
	Counts    Counts   `json:"counts"`
	Verdicts  File     `json:"verdicts"`
	Evidence  *File    `json:"evidence,omitempty"` // nil if no position is proven illegal

	at int64 // where its files begin in the file of its pack
}

// File is a finished file.
type File struct {
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// draw returns the number of a unit's draw, by its place in the unit.
func (u *Unit) draw(i uint64) uint64 {
	if u.Numbers != nil {
		return u.Numbers[i]
	}
	return u.First + i
}

// fileOf returns the entry of a file.
func fileOf(name string, data []byte) File {
	return File{Name: name, Bytes: int64(len(data)), SHA256: fmt.Sprintf("%x", sha256.Sum256(data))}
}

// Files returns the entries of the unit's files.
func (u *Unit) Files() []*File {
	if u.Evidence == nil {
		return []*File{&u.Verdicts}
	}
	return []*File{&u.Verdicts, u.Evidence}
}

// Listed returns the entry of the pack in the manifest of its survey, given the text of its own.
func (p *Pack) Listed(text []byte) *Listed {
	return &Listed{File: fileOf(p.Name()+"/"+ManifestName, text), Draws: p.Draws(), Counts: p.Counts}
}

// PackName returns the name of a pack, which its file has with ArchiveSuffix.
func PackName(number int) string { return fmt.Sprintf("pack-%06d", number) }

// AgainName returns the name of a pack of draws that were tried again.
func AgainName(number int) string { return fmt.Sprintf("again-%02d", number) }

// Name returns the name of the pack.
func (p *Pack) Name() string {
	if p.Again {
		return AgainName(p.Number)
	}
	return PackName(p.Number)
}

// VerdictsName returns the name of the file with the verdicts of a unit, by its number.
func VerdictsName(unit uint64) string { return fmt.Sprintf("unit-%07d.jsonl.gz", unit) }

// LabelsName returns the name of the file with the labels of a unit, by its number.
func LabelsName(unit uint64) string { return fmt.Sprintf("labels-%07d.gz", unit) }

// Labels reports whether the pack is one of the first phase of two-phase sampling: it has labels, and no verdicts.
func (p *Pack) Labels() bool { return p.Choose > 0 && !p.Again }

// VerdictsName returns the name of the file with the verdicts of a unit, or its labels, by its number.
func (p *Pack) VerdictsName(unit uint64) string {
	if p.Labels() {
		return LabelsName(unit)
	}
	return VerdictsName(unit)
}

// EvidenceName returns the name of the file with the evidence for the illegal positions of a
// unit, by its number.
func EvidenceName(unit uint64) string { return fmt.Sprintf("evidence-%07d.gz", unit) }

// EntryName returns the name of the entry of a unit in its file, by its number.
func EntryName(unit uint64) string { return fmt.Sprintf("unit-%07d.json", unit) }

// UnitsBefore returns the number of the first unit.
func (p *Pack) UnitsBefore() uint64 {
	if p.Again {
		return 0
	}
	return uint64(p.Number) * p.PackUnits
}

// Draws returns the number of draws.
func (p *Pack) Draws() (n uint64) {
	for i := range p.Units {
		n += p.Units[i].Draws
	}
	return n
}

// Text returns the manifest as it is written.
func (p *Pack) Text() ([]byte, error) { return text(p) }

// undecided returns the numbers of the undecided draws, and of those that were tried again.
func (p *Pack) undecided() (undecided, tried []uint64) {
	for i := range p.Units {
		undecided = append(undecided, p.Units[i].Undecided...)
		tried = append(tried, p.Units[i].Numbers...)
	}
	return undecided, tried
}

// parsePack reads the manifest of a pack. It rejects texts that Text does not write, and values that
// are impossible.
func parsePack(data []byte) (*Pack, error) {
	p := &Pack{}
	if err := parse(data, p, PackSchema); err != nil {
		return nil, err
	}
	return p, p.Check()
}

// Check checks that the values are possible.
func (p *Pack) Check() error {
	if err := p.Plan.Check(); err != nil {
		return err
	}
	if p.Number < 0 || p.Number >= Most || p.Again && p.Number == 0 || len(p.Units) == 0 || !p.Again &&
		uint64(len(p.Units)) > p.PackUnits {
		return fmt.Errorf("pack %d has %d units", p.Number, len(p.Units))
	}
	// Units follow each other without gaps, all but the last full; numbers of single draws only grow. So no draw counts
	// twice.
	before := p.UnitsBefore()
	next, counts := before*p.UnitDraws, NewCounts()
	last := -1 // of the numbers that were tried again
	for i := range p.Units {
		u, number := &p.Units[i], before+uint64(i)
		if err := u.check(number, p); err != nil {
			return fmt.Errorf("unit %d: %w", number, err)
		}
		if u.First != next || u.Draws < 1 || u.Draws > p.UnitDraws || u.Draws < p.UnitDraws && i < len(p.Units)-1 {
			const want = "unit %d: %d draws from %d on, want %d from %d on"
			return fmt.Errorf(want, number, u.Draws, u.First, p.UnitDraws, next)
		}
		for _, n := range u.Numbers {
			if n >= 1<<62 || int(n) <= last {
				return fmt.Errorf("unit %d: draw %d does not come after draw %d", number, n, last)
			}
			last = int(n)
		}
		next += u.Draws
		counts.Sum(u.Counts)
	}
	// Sums are compared at the end: units have been found possible, so none has overflowed.
	if !counts.equal(&p.Counts) || (p.Tried != nil) != p.Again {
		return errors.New("counts are not those of the units")
	}
	return nil
}

// check checks the entry of a unit for itself.
func (u *Unit) check(number uint64, p *Pack) error {
	_, unknown := u.Counts.Tally().Totals()
	listed, labels := uint64(len(u.Undecided)), p.Labels()
	// Labels are no verdicts: a unit has either.
	switch {
	case (u.Numbers != nil) != p.Again || p.Again && uint64(len(u.Numbers)) != u.Draws:
		return errors.New("draws that were tried again, and others")
	case !u.Counts.possible(u.Draws) || !labels && unknown != listed || !slices.IsSorted(u.Undecided):
		return fmt.Errorf("%d verdicts on %d draws, of which %d are undecided", u.Counts.Total(), u.Draws, listed)
	case labels && (listed > 0 || len(u.Counts.Legal) > 0 || u.Counts.labelled()[likelyLegal] > unknown) ||
		!labels && u.Counts.LikelyLegal != nil:
		return errors.New("labels and verdicts")
	case u.Evidence != nil && u.Evidence.Name == fmt.Sprintf("unit-%07d.zip", number):
		return errors.New(olderEvidence)
	case u.Verdicts.Name != p.VerdictsName(number) || u.Evidence != nil && u.Evidence.Name != EvidenceName(number):
		return errors.New("its files have other names than they should have")
	// Evidence is there exactly if something needs it.
	case (u.Evidence != nil) != (p.Certificates && !labels && u.Counts.Illegal > 0):
		return errors.New("evidence and illegal positions, one without the other")
	}
	return nil
}
