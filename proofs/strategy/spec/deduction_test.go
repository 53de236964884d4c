package spec

import (
	"strings"
	"testing"

	"retroproof/proofs/strategy/plain"
)

// Termination is deduced from a plan that leaves nothing out, and from no other.
func TestPlanWithGaps(t *testing.T) {
	board := plain.Board{Files: 8, Ranks: 8}
	for name, i := range map[string]struct {
		on     func(plain.Board) *Circuits
		change func(c *Circuits)
	}{
		"krk whole":    {krk2016, func(*Circuits) {}},
		"kqk whole":    {kqk, func(*Circuits) {}},
		"torres whole": {torres, func(*Circuits) {}},
		"kpk whole":    {kpk, func(*Circuits) {}},

		"the king's step without a case":   {kpk, func(c *Circuits) { c.plan.Descents[0].Cases = c.plan.Descents[0].Cases[:1] }},
		"no descent":                       {torres, func(c *Circuits) { c.plan.Descents = nil }},
		"a descent of some positions only": {kqk, func(c *Circuits) { c.plan.Descents = c.plan.Descents[1:] }},
		"a value without a case":           {krk2016, func(c *Circuits) { c.plan.Descents[0].Cases[0].High-- }},
		"the greatest without a case":      {torres, func(c *Circuits) { c.plan.Descents[0].Cases[0].High-- }},
		"a step without a case":            {krk2016, func(c *Circuits) { c.plan.Descents[0].Cases = c.plan.Descents[0].Cases[:3] }},
		"a case of no move":                {torres, func(c *Circuits) { c.plan.Descents[0].Cases[0].Moves = 0 }},
		"an early step that is not":        {krk2016, func(c *Circuits) { c.plan.Early.Once = c.plan.Early.Once[:1] }},
		"early steps without lemmas":       {krk2016, func(c *Circuits) { c.plan.Early.Moves = 0 }},
		"no last step":                     {krk2016, func(c *Circuits) { c.plan.Last = plain.NoStep }},
		"a relation without a step":        {krk2016, func(c *Circuits) { c.relations[0].Steps = c.relations[0].Steps[1:] }},
	} {
		c := i.on(board)
		if c.Name != "kpk" {
			c.lemmas = nil // those that are not needed
		}
		i.change(c)
		theorems := c.Deduce(func(string) bool { return true })
		whole := strings.HasSuffix(name, "whole")
		for _, th := range theorems[2:] {
			if (th.Err == nil) != whole {
				t.Errorf("%s: %s: %v", name, th.Name, th.Err)
			}
		}
	}
}

func krk2016(b plain.Board) *Circuits { return krk(b, true) }

// That other positions are drawn is deduced from the lemma about them.
func TestDrawnNeedsLemma(t *testing.T) {
	c := kpk(plain.Board{Files: 8, Ranks: 8})
	whole := c.lemmas
	for i, without := range []bool{false, true, true} {
		switch i {
		case 1: // the last rank is missing
			c.lemmas = func(c *Circuits) []Lemma { l := whole(c); return l[:len(l)-1] }
		case 2:
			c.lemmas = nil
		}
		theorems := c.Deduce(func(string) bool { return true })
		if len(theorems) != 5 || theorems[3].Err != nil || (theorems[4].Err != nil) != without {
			t.Errorf("without the lemma %t: %v", without, theorems)
		}
	}
}
