package reach

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"retroproof/proofs/aiger"
	"retroproof/proofs/reach"
)

// Outcome is what was found about properties together: all are safe, or one is unsafe, or open. For a justice property
// Safe means that no run violates it, and Unsafe that one does.
type Outcome struct {
	Bad     []int // their numbers
	Justice int   // without these: that of a justice property
	System  *System
	*Result
	Why         error  // the question is open
	Certificate string // the folder; "" for none
}

// DecideAll decides properties of a model together, without those of which a bad state was found; one by one, if that
// is too much for the budget. decide decides one system; engine is named where none has decided. The outcomes come in
// the order of their first properties, with an error those that were found before it.
func DecideAll(ctx context.Context, m *aiger.Model, bad []int, engine Engine,
	decide decider) (list []*Outcome, err error) {
	err = decideAll(ctx, m, bad, engine, decide, &list)
	slices.SortFunc(list, func(a, b *Outcome) int { return a.Bad[0] - b.Bad[0] })
	return list, err
}

type decider = func(context.Context, *System) (*Result, error)

func decideAll(ctx context.Context, m *aiger.Model, bad []int, engine Engine, decide decider, list *[]*Outcome) error {
	for len(bad) > 0 {
		found := &Outcome{Bad: bad}
		var err error
		if found.System, err = FromModel(m, bad); err != nil {
			return err
		}
		found.Result, err = decide(ctx, found.System)
		switch {
		case errors.Is(err, ErrBudget) && len(bad) > 1:
			for _, n := range bad {
				if err := decideAll(ctx, m, []int{n}, engine, decide, list); err != nil {
					return err
				}
			}
			return nil
		case errors.Is(err, ErrBudget):
			found.Result, found.Why = &Result{Engine: string(engine)}, err
		case err != nil:
			return err
		}
		*list = append(*list, found)
		if found.Verdict != Unsafe {
			return nil
		}
		at := found.Trace.Bad
		found.Bad, bad = bad[at:at+1:at+1], slices.Delete(slices.Clone(bad), at, at+1)
		if found.System, err = FromModel(m, found.Bad); err != nil {
			return err
		}
		found.Trace.Bad = 0
	}
	return nil
}

// name is that of the first property, in AIGER.
func (o *Outcome) name() string {
	if len(o.Bad) == 0 {
		return fmt.Sprint("j", o.Justice)
	}
	return fmt.Sprint("b", o.Bad[0])
}

// verdict is what is said of the properties.
func (o *Outcome) verdict() string {
	switch {
	case len(o.Bad) > 0 || o.Verdict == Unknown:
		return o.Verdict.String()
	case o.Verdict == Safe:
		return reach.Live
	}
	return reach.Violated
}

// claimed returns the model and the properties of it that were found to be safe.
func (o *Outcome) claimed(m *aiger.Model) (*aiger.Model, []int, error) {
	if len(o.Bad) > 0 {
		return m, o.Bad, nil
	}
	m, err := reach.Monitored(m, o.Justice, o.Rounds)
	return m, []int{0}, err
}

// WriteEvidence writes what outcomes rest on: a file with a counterexample or a witness circuit, a folder that package
// proofs/reach accepts, or both; "" is none. If there are several outcomes, files and folders are named after the first
// property of each. text is that of the model's file; output makes files with the folders that they are in.
func WriteEvidence(ctx context.Context, tool string, text []byte, m *aiger.Model, outcomes []*Outcome, witness,
	dir string, output Output) error {
	for _, o := range outcomes {
		if o.Verdict == Unknown {
			continue
		}
		file, folder := witness, dir
		if len(outcomes) > 1 {
			part := o.name()
			ext := filepath.Ext(witness)
			file, folder = strings.TrimSuffix(witness, ext)+"."+part+ext, filepath.Join(dir, part)
		}
		if witness != "" {
			f := func(w io.Writer) error { return o.Trace.Write(w, o.name()) }
			if o.Verdict == Safe {
				claimed, _, err := o.claimed(m)
				if err != nil {
					return err
				}
				f = ModelFor(file, WitnessModel(claimed, o.System, o.Result)).Write
			}
			if err := write(output, file, f); err != nil {
				return err
			}
		}
		if dir == "" {
			continue
		}
		within := func(name string) (io.WriteCloser, error) { return output(filepath.Join(folder, name)) }
		if err := Certify(ctx, tool, text, m, o, within); err != nil {
			return err
		}
		o.Certificate = folder
	}
	return nil
}

// ModelFor returns a model in the form that the name of its file asks for.
func ModelFor(name string, m *aiger.Model) *aiger.Model {
	if m.Binary = !strings.HasSuffix(name, ".aag"); m.Binary {
		m = m.Renumbered()
	}
	return m
}
