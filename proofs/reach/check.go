package reach

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"retroproof/proofs/aiger"
	"retroproof/proofs/folder"
	"retroproof/proofs/lrat"
)

// ManifestName is the name of the manifest in its folder.
const ManifestName = "manifest.json"

// Schema is the version of the format. Others are rejected.
const Schema = "retroproof.reach.certificate/1"

// Manifest says what a folder claims, and which files are the model and the witness. For safe
// models the folder has a file for each obligation, with its name and ProofSuffix.
type Manifest struct {
	Schema  string `json:"schema"`
	Tool    string `json:"tool"`              // the program that wrote the folder; not believed, not printed
	Verdict string `json:"verdict"`           // Safe or Unsafe, Live or Violated
	Bad     []int  `json:"bad"`               // numbers of the properties in question, from 0: all are safe, or one is not
	Justice *int   `json:"justice,omitempty"` // in place of these the number of a justice property
	Rounds  int    `json:"rounds,omitempty"`  // if it is live: the rounds that Monitored allows
	Model   string `json:"model"`             // a file in AIGER
	Witness string `json:"witness"`           // a file: a witness circuit, or a run
}

// The verdicts: no state is reachable in which one of the properties is bad, or one is; no run violates the justice
// property, or one does.
const (
	Safe     = "safe"
	Unsafe   = "unsafe"
	Live     = "live"
	Violated = "violated"
)

// ProofSuffix ends the name of a proof, which is binary LRAT.
const ProofSuffix = ".lrat"

// Report says what was verified.
type Report struct {
	Verdict string
	Bad     []int  // all that are never bad; or those that the run's last state makes bad
	Justice int    // in place of these
	Rounds  int    // if it is live: no run has more
	Model   string // name of its file
	SHA256  string // of the model, in hexadecimal
	Inputs  int
	Latches int
	Gates   int
	Steps   int // of the run, if there is one
	Loop    int // of these, after how many the loop begins that violates the justice property
	Proofs  []lrat.Stats
}

// Claim is the claim in a sentence.
func (r *Report) Claim() string {
	names := make([]string, len(r.Bad))
	for i, n := range r.Bad {
		names[i] = fmt.Sprintf("b%d", n)
	}
	list, about := strings.Join(names, ", "), "in the model with SHA-256 "+r.SHA256
	switch r.Verdict {
	case Live:
		return fmt.Sprintf("%s no run violates justice property j%d; rounds: %d", about, r.Justice, r.Rounds)
	case Violated:
		return fmt.Sprintf("%s a run violates justice property j%d; steps: %d; loop from: %d",
			about, r.Justice, r.Steps, r.Loop)
	case Unsafe:
		return fmt.Sprintf("%s a bad state is reached (%s); steps: %d", about, list, r.Steps)
	}
	return fmt.Sprintf("%s no bad state can be reached (%s)", about, list)
}

// String is the report for people.
func (r *Report) String() string {
	size := fmt.Sprintf("inputs: %d; latches: %d; gates: %d", r.Inputs, r.Latches, r.Gates)
	text := fmt.Sprintf("%s: %s; %s\n%s\n", r.Verdict, r.Model, size, r.Claim())
	for i, s := range r.Proofs {
		text += fmt.Sprintf("%s: steps: %d; hints: %d; bytes: %d\n", Obligation(i), s.Steps, s.Hints, s.Bytes)
	}
	return text
}

// mostManifest is the length of a manifest that is read, in bytes.
const mostManifest = 1 << 16

// gateCost is what a variable of model or witness takes at most while an obligation is written,
// in bytes: two copies of a gate, or of an input with its name, with the entries in tables.
const gateCost = 1024

// readManifest reads the manifest, and sees that its fields fit the verdict.
func readManifest(ctx context.Context, files fs.FS) (*Manifest, error) {
	text, err := folder.ReadAll(ctx, files, ManifestName, mostManifest)
	if err != nil {
		return nil, err
	}
	m := &Manifest{}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(m); err != nil || d.More() || m.Schema != Schema {
		return nil, fmt.Errorf("%w: schema %.80q, want %q (%v)", ErrManifest, m.Schema, Schema, err)
	}
	justice := m.Verdict == Live || m.Verdict == Violated
	if justice != (m.Justice != nil) || justice && len(m.Bad) > 0 || m.Verdict != Live && m.Rounds != 0 {
		return nil, fmt.Errorf("%w: verdict %.80q of these properties", ErrManifest, m.Verdict)
	}
	return m, nil
}

// Check checks a folder. memory limits what is kept, in bytes. What the error wraps says
// whether the folder is wrong or the check could not be done: lrat.ErrMemory, *fs.PathError and
// the context's error mean the latter.
func Check(ctx context.Context, files fs.FS, memory int64) (*Report, error) {
	m, err := readManifest(ctx, files)
	if err != nil {
		return nil, err
	}
	model, sum, err := readModel(ctx, files, m.Model, memory)
	if err != nil {
		return nil, err
	}
	r := &Report{
		Verdict: m.Verdict, Bad: m.Bad, Model: m.Model, SHA256: sum,
		Inputs: len(model.Inputs), Latches: len(model.Latches), Gates: len(model.Ands),
	}
	if m.Justice != nil {
		r.Justice, r.Rounds = *m.Justice, m.Rounds
	}
	switch m.Verdict {
	case Unsafe, Violated:
		return r, checkRun(ctx, files, m, model, r, memory-gateCost*int64(model.MaxVar))
	case Safe, Live:
		bad := m.Bad
		if m.Verdict == Live {
			if model, err = Monitored(model, r.Justice, r.Rounds); err != nil {
				return nil, err
			}
			bad = []int{0}
		}
		memory -= gateCost * int64(model.MaxVar)
		witness, _, err := readModel(ctx, files, m.Witness, memory)
		if err != nil {
			return nil, err
		}
		if memory -= gateCost * int64(witness.MaxVar); memory < 0 {
			return nil, fmt.Errorf("%s: %w", m.Witness, lrat.ErrMemory)
		}
		p, err := NewPair(model, witness, bad)
		if err != nil {
			return nil, err
		}
		r.Proofs, err = p.checkProofs(ctx, files, memory)
		return r, err
	}
	return nil, fmt.Errorf("%w: verdict %.80q, want %q, %q, %q or %q",
		ErrManifest, m.Verdict, Safe, Unsafe, Live, Violated)
}

// checkRun checks a run to a bad state, or one that violates a justice property, and notes what it shows.
func checkRun(ctx context.Context, files fs.FS, m *Manifest, model *aiger.Model, r *Report, memory int64) error {
	f, err := open(files, m.Witness)
	if err != nil {
		return err
	}
	defer f.Close()
	in := folder.Bounded(ctx, f, m.Witness, memory)
	if m.Verdict == Unsafe {
		r.Bad, r.Steps, err = CheckTrace(model, m.Bad, in)
	} else if r.Justice, r.Steps, r.Loop, err = CheckLasso(model, in); err == nil && r.Justice != *m.Justice {
		err = fmt.Errorf("%w: it is about j%d, not j%d", ErrTrace, r.Justice, *m.Justice)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", m.Witness, err)
	}
	return nil
}

// checkProofs checks the five proofs. memory limits that of each one's check, in bytes.
func (p *Pair) checkProofs(ctx context.Context, files fs.FS, memory int64) (list []lrat.Stats, err error) {
	for o := range NumObligations {
		stats, err := p.checkProof(ctx, files, o, memory)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", o, err)
		}
		list = append(list, stats)
	}
	return list, nil
}

// checkProof checks the proof of one obligation.
func (p *Pair) checkProof(ctx context.Context, files fs.FS, o Obligation, memory int64) (lrat.Stats, error) {
	f := p.Formula(o)
	c := lrat.NewChecker(f.NumVars, memory)
	load := lrat.Loader{Checker: c}
	f.Emit(&load)
	if load.Err != nil {
		return lrat.Stats{}, load.Err
	}
	in, err := open(files, o.String()+ProofSuffix)
	if err != nil {
		return lrat.Stats{}, err
	}
	defer in.Close()
	return c.BinaryLRAT(ctx, in, o.String()+ProofSuffix)
}

// open opens a file of the folder, which must be a regular file: opening a pipe might block
// forever, and a link might lead out of the folder.
func open(files fs.FS, name string) (fs.File, error) {
	if !fs.ValidPath(name) || strings.Contains(name, "/") {
		return nil, fmt.Errorf("%w: %.80q is not the name of a file in the folder", ErrFile, name)
	}
	return folder.Open(files, name)
}

// readModel reads a model, and the hash of its file.
func readModel(ctx context.Context, files fs.FS, name string, memory int64) (*aiger.Model, string, error) {
	f, err := open(files, name)
	if err != nil {
		return nil, "", err
	}
	defer f.Close()
	h := sha256.New()
	in := folder.Bounded(ctx, f, name, memory)
	m, err := aiger.Read(io.TeeReader(in, h), name, memory)
	if err != nil {
		return nil, "", err
	}
	if _, err := io.Copy(h, in); err != nil { // nothing is left, unless Read did not read to the end
		return nil, "", err
	}
	if gateCost*int64(m.MaxVar) > memory {
		return nil, "", fmt.Errorf("%s: %w", name, lrat.ErrMemory)
	}
	return m, hex.EncodeToString(h.Sum(nil)), nil
}

// Wrong reports whether an error of Check says that the evidence is wrong, rather than that
// it could not be checked.
func Wrong(err error) bool {
	for _, is := range []error{ErrMapping, ErrTrace, ErrManifest, ErrFile, ErrProperty, aiger.ErrModel} {
		if errors.Is(err, is) {
			return true
		}
	}
	return errors.As(err, new(*lrat.ProofError))
}
