package reach

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"

	"retroproof/encode"
	"retroproof/proofs/aiger"
	"retroproof/proofs/reach"
	"retroproof/sat"
)

// Output makes the files of a folder. Each must appear whole, at its Close, or not at all.
type Output func(name string) (io.WriteCloser, error)

// monitoredName is the model with the monitor of a justice property, which the witness is about: for Certifaiger. Our
// checker makes it itself.
const monitoredName = "monitored.aag"

// Certify writes a folder that package proofs/reach accepts: the model, whose file has the given
// text, the witness, for a safe one the five formulas with their proofs, and last the manifest.
// A formula that is not refuted is a fault of an engine, and an error.
func Certify(ctx context.Context, tool string, text []byte, m *aiger.Model, o *Outcome, output Output) error {
	manifest := reach.Manifest{
		Schema: reach.Schema, Tool: tool, Verdict: o.verdict(), Bad: o.Bad, Model: "model.aag", Witness: "witness.aig",
	}
	if len(o.Bad) == 0 {
		manifest.Bad, manifest.Justice, manifest.Rounds = []int{}, &o.Justice, o.Rounds
	}
	if m.Binary {
		manifest.Model = "model.aig"
	}
	if err := write(output, manifest.Model, func(w io.Writer) error { _, err := w.Write(text); return err }); err != nil {
		return err
	}
	var err error
	switch o.Verdict {
	case Unsafe:
		manifest.Witness = "witness.txt"
		err = write(output, manifest.Witness, func(w io.Writer) error { return o.Trace.Write(w, o.name()) })
	case Safe:
		claimed, bad, err := o.claimed(m)
		if err != nil {
			return err
		}
		if claimed != m {
			if err := write(output, monitoredName, claimed.Write); err != nil {
				return err
			}
		}
		sum := sha256.Sum256(text)
		w := WitnessModel(claimed, o.System, o.Result)
		w.Comment = fmt.Appendf(nil, "WITNESS %s %s sha256 %s\n", o.name(), manifest.Model, hex.EncodeToString(sum[:]))
		if err = write(output, manifest.Witness, w.Write); err == nil {
			err = prove(ctx, claimed, w, bad, output)
		}
		if err != nil {
			return err
		}
	default:
		return fmt.Errorf("there is nothing to certify: the verdict is %s", o.Verdict)
	}
	if err != nil {
		return err
	}
	return write(output, reach.ManifestName, func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(manifest)
	})
}

// prove writes the formulas and their proofs.
func prove(ctx context.Context, m, witness *aiger.Model, bad []int, output Output) error {
	pair, err := reach.NewPair(m, witness, bad)
	if err != nil {
		return err
	}
	for o := range reach.NumObligations {
		f := pair.Formula(o)
		err := write(output, o.String()+".cnf", func(w io.Writer) error {
			d := encode.NewDIMACSWriter(w, f.NumVars, int64(f.NumClauses))
			f.Emit(d)
			return d.Flush()
		})
		if err != nil {
			return err
		}
		proof, err := refute(ctx, f)
		if err != nil {
			return fmt.Errorf("the check %q of the witness: %w", o, err)
		}
		if err := write(output, o.String()+reach.ProofSuffix,
			func(w io.Writer) error { _, err := w.Write(proof); return err }); err != nil {
			return err
		}
	}
	return nil
}

// refute returns a proof that a formula has no model.
func refute(ctx context.Context, f *reach.Formula) ([]byte, error) {
	p := sat.NewProver()
	defer p.Close()
	f.Emit(p)
	status, err := p.Solve(ctx)
	if err != nil {
		return nil, err
	}
	if status != sat.Unsatisfiable {
		return nil, fmt.Errorf("it fails: the engine's invariant is wrong")
	}
	var proof bytes.Buffer
	_, err = p.WriteProof(&proof, sat.ProofBinary)
	return proof.Bytes(), err
}

// write writes a file.
func write(output Output, name string, text func(io.Writer) error) error {
	w, err := output(name)
	if err != nil {
		return err
	}
	if err := text(w); err != nil {
		if d, ok := w.(interface{ Discard() }); ok { // or a part of a file would appear
			d.Discard()
		} else {
			w.Close()
		}
		return fmt.Errorf("%s: %w", name, err)
	}
	return w.Close()
}
