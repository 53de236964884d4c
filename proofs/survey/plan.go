package survey

import (
	"errors"
	"fmt"
)

// Generator is the way in which draws are made.
const Generator = "ChaCha20, RFC 8439, retroproof sample stream"

// Plan is which draws a survey has, and what evidence. (By what program and with which budgets it was made is not said
// in manifests: nobody could check it.)
//
// Draws are numbered from 0. Unit k has the draws from k*UnitDraws on, UnitDraws of them or what is left; pack p
// has the units from p*PackUnits on.
type Plan struct {
	Scheme       Scheme `json:"scheme"`
	Population   string `json:"population"` // number of integers of the scheme
	Generator    string `json:"generator"`
	Seed         uint64 `json:"seed"`
	UnitDraws    uint64 `json:"unit_draws"`
	PackUnits    uint64 `json:"pack_units"`
	Certificates bool   `json:"certificates"` // whether illegal verdicts need evidence
	// Choose is the number of draws that two-phase sampling chooses, with repetitions, of those that are likely legal, and
	// as many of those that are likely illegal. 0 if all draws are decided.
	Choose uint64 `json:"choose,omitempty"`
}

// Most bounds UnitDraws, PackUnits and the number of packs, so that no product overflows.
const Most = 1 << 20

// Check checks that it is one that this version can read.
func (p *Plan) Check() error {
	if p.Generator != Generator {
		return fmt.Errorf("generator %q, want %q", p.Generator, Generator)
	}
	if _, err := ParseScheme(string(p.Scheme)); err != nil {
		return err
	}
	if want := p.Scheme.Count().String(); p.Population != want {
		return fmt.Errorf("%s integers of %s, want %s", p.Population, p.Scheme, want)
	}
	if p.UnitDraws < 1 || p.UnitDraws > Most || p.PackUnits < 1 || p.PackUnits > Most {
		return errors.New("units or packs of impossible sizes")
	}
	if p.Choose > MostChosen || p.Choose > 0 && !p.Certificates {
		return fmt.Errorf("%d draws are chosen, want %d at most, and evidence for them", p.Choose, MostChosen)
	}
	return nil
}
