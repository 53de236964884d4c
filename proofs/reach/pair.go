package reach

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"retroproof/proofs/aiger"
	"retroproof/proofs/folder"
)

// The reasons for which evidence is not accepted, besides those of package lrat.
var (
	ErrMapping  = errors.New("the witness does not fit the model")
	ErrTrace    = errors.New("not a run that violates the property")
	ErrManifest = errors.New("not a manifest of this version")
	ErrFile     = folder.ErrFile
	ErrProperty = errors.New("the model has no such property")
)

// A Pair is a model and a witness circuit, with what the latter's inputs and latches stand for.
type Pair struct {
	model, witness machine
	bad            []aiger.Lit          // of the model
	stands         map[uint32]aiger.Lit // by variable of the witness: a literal of the model
}

// machine is a model with a table of its gates.
type machine struct {
	*aiger.Model
	gate []int32 // by variable: 1 + the index in Ands, -1 - that in Latches, isInput, or 0
}

const isInput = math.MinInt32

func newMachine(m *aiger.Model) machine {
	gate := make([]int32, m.MaxVar+1)
	for i, a := range m.Ands {
		gate[a.LHS.Var()] = int32(i + 1)
	}
	for i, l := range m.Latches {
		gate[l.Lit.Var()] = int32(-i - 1)
	}
	for _, l := range m.Inputs {
		gate[l.Var()] = isInput
	}
	return machine{m, gate}
}

// Properties returns the literals of the model's properties with the given numbers.
func Properties(m *aiger.Model, numbers []int) ([]aiger.Lit, error) {
	all := m.Properties()
	var bad []aiger.Lit
	for _, n := range numbers {
		if n < 0 || n >= len(all) {
			return nil, fmt.Errorf("%w: number %d, and it has %d, numbered from 0", ErrProperty, n, len(all))
		}
		bad = append(bad, all[n])
	}
	if len(bad) == 0 {
		return nil, fmt.Errorf("%w: none is asked about, and it has %d", ErrProperty, len(all))
	}
	return bad, nil
}

// NewPair reads what the inputs and latches of the witness stand for: by symbols such as "i0 =
// 2"; or by a line "MAPPING n" in the comment, and n lines with a literal of the witness and
// one of the model; or, with neither, the first inputs and the first latches for each other.
// bad has the numbers of the properties in question.
func NewPair(model, witness *aiger.Model, bad []int) (*Pair, error) {
	p := &Pair{model: newMachine(model), witness: newMachine(witness), stands: map[uint32]aiger.Lit{}}
	var err error
	if p.bad, err = Properties(model, bad); err != nil {
		return nil, err
	}
	found, err := p.fromComment()
	if err != nil {
		return nil, err
	}
	for _, s := range witness.Symbols {
		of, ok := strings.CutPrefix(s.Name, "=")
		if !ok || s.Kind != 'i' && s.Kind != 'l' {
			continue
		}
		l := aiger.Lit(0)
		if s.Kind == 'i' {
			l = witness.Inputs[s.Index]
		} else {
			l = witness.Latches[s.Index].Lit
		}
		found = true
		if err := p.stand(fmt.Sprint(l), strings.TrimSpace(of)); err != nil {
			return nil, err
		}
	}
	if !found {
		for i := range min(len(model.Inputs), len(witness.Inputs)) {
			p.stands[witness.Inputs[i].Var()] = model.Inputs[i]
		}
		for i := range min(len(model.Latches), len(witness.Latches)) {
			p.stands[witness.Latches[i].Lit.Var()] = model.Latches[i].Lit
		}
	}
	return p, nil
}

// fromComment reads the lines below MAPPING.
func (p *Pair) fromComment() (found bool, err error) {
	lines := strings.Split(string(p.witness.Comment), "\n")
	for i, line := range lines {
		var n int
		if k, _ := fmt.Sscanf(line, "MAPPING %d", &n); k != 1 {
			continue
		}
		if n < 0 || n >= len(lines)-i {
			return true, fmt.Errorf("%w: %.80q, and %d lines follow", ErrMapping, line, len(lines)-i-1)
		}
		for _, line := range lines[i+1:][:n] {
			words := strings.Fields(line)
			if len(words) != 2 {
				return true, fmt.Errorf("%w: %.80q, expected a literal of the witness and one of the model", ErrMapping, line)
			}
			if err := p.stand(words[0], words[1]); err != nil {
				return true, err
			}
		}
		return true, nil
	}
	return false, nil
}

// stand notes that a literal of the witness stands for one of the model.
func (p *Pair) stand(witness, model string) error {
	var w, m aiger.Lit
	_, err1 := fmt.Sscan(witness, &w)
	_, err2 := fmt.Sscan(model, &m)
	v := w.Var()
	switch {
	case err1 != nil || err2 != nil || fmt.Sprint(w) != witness || fmt.Sprint(m) != model:
		return fmt.Errorf("%w: %.40q = %.40q are not two literals", ErrMapping, witness, model)
	case v == 0 || v > p.witness.MaxVar || p.witness.gate[v] >= 0:
		return fmt.Errorf("%w: %d is not an input or a latch of the witness", ErrMapping, w)
	case m.Var() > p.model.MaxVar || m.Var() != 0 && p.model.gate[m.Var()] == 0:
		return fmt.Errorf("%w: the model has no literal %d", ErrMapping, m)
	}
	if w.Negated() {
		m = m.Not()
	}
	if _, twice := p.stands[v]; twice {
		return fmt.Errorf("%w: %d stands for two literals", ErrMapping, w)
	}
	p.stands[v] = m
	return nil
}
