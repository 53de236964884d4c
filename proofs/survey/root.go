package survey

import (
	"errors"
	"fmt"
	"slices"
)

// Schema is the version of the manifests of surveys, and JointSchema that of two-phase sampling. Such surveys of
// versions 3 and 4 have other intervals: they are refused.
const (
	Schema      = "retroproof.survey/3"
	JointSchema = "retroproof.survey/5"
)

// Root is the manifest of a survey: it lists the packs, and has the sums of their counts.
type Root struct {
	Schema string `json:"schema"`
	Plan
	Draws    uint64    `json:"draws"`
	Packs    []Listed  `json:"packs"`           // of all draws
	Again    []Listed  `json:"again,omitempty"` // of those that were undecided, each of those that the ones before left
	Counts   Counts    `json:"counts"`
	Tree     string    `json:"tree,omitempty"`   // hash of the Merkle tree of all units, before any is tried again
	Chosen   *Chosen   `json:"chosen,omitempty"` // in two-phase sampling
	Estimate Estimates `json:"estimate"`

	units tree // that were counted
}

// Listed is the entry of a pack: the file is its manifest.
type Listed struct {
	File
	Draws  uint64 `json:"draws"`
	Counts Counts `json:"counts"`
}

// Text returns the manifest as it is written.
func (r *Root) Text() ([]byte, error) { return text(r) }

// Count adds a pack to the draws and counts. The numbers of draws that are undecided before and after are those of all
// packs. The error says why the pack cannot follow.
func (r *Root) Count(p *Pack, undecided []uint64) ([]uint64, error) {
	open, tried := p.undecided()
	plan := p.Plan
	if p.Again { // with units of its own
		plan.UnitDraws = r.UnitDraws
	}
	switch {
	case plan != r.Plan:
		return nil, errors.New("it is one of another survey")
	case p.Again:
		if !slices.Equal(tried, undecided) {
			return nil, fmt.Errorf("it tries %d draws again, and %d others are undecided", len(tried), len(undecided))
		}
		return open, r.Counts.Replace(p.Tried, p.Counts)
	case r.Draws != p.UnitsBefore()*p.UnitDraws:
		return nil, fmt.Errorf("it begins with draw %d, and the packs before end with %d",
			p.UnitsBefore()*p.UnitDraws, r.Draws)
	}
	for i := range p.Units {
		r.units.add(p.Units[i].Leaf())
	}
	r.Draws += p.Draws()
	r.Counts.Sum(p.Counts)
	return append(undecided, open...), nil
}

// parseRoot reads the manifest of a survey. It rejects texts that Text does not write.
func parseRoot(data []byte) (*Root, error) {
	r := &Root{}
	if err := parse(data, r, Schema, JointSchema); err != nil {
		return nil, err
	}
	if err := r.Plan.Check(); err != nil {
		return nil, err
	}
	if (r.Schema == JointSchema) != (r.Choose > 0) {
		return nil, fmt.Errorf("schema %q, and %d draws are chosen of each label: that of two-phase sampling is %q; its "+
			"manifests of version 3 are read by commit 748beb5f of retroproof and those before", r.Schema, r.Choose, JointSchema)
	}
	if len(r.Packs) == 0 || len(r.Packs) > Most || !r.Counts.possible(r.Draws) {
		return nil, fmt.Errorf("%d verdicts on %d draws in %d packs", r.Counts.Total(), r.Draws, len(r.Packs))
	}
	for i, l := range r.Packs {
		if l.Name != PackName(i)+"/"+ManifestName {
			return nil, fmt.Errorf("pack %d is called %q", i, l.Name)
		}
	}
	for i, l := range r.Again {
		if l.Name != AgainName(i+1)+"/"+ManifestName {
			return nil, fmt.Errorf("pack %d of draws that were tried again is called %q", i+1, l.Name)
		}
	}
	if (r.Chosen != nil) != (r.Choose > 0) || r.Choose > 0 && r.Chosen.check(r.Choose, r.labelled()) != nil {
		return nil, errors.New("other draws are chosen than there should be")
	}
	if r.Estimate != r.NewEstimates() {
		return nil, errors.New("the estimate is not that of the counts")
	}
	return r, nil
}
