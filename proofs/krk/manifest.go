// Package certificate is about the folder that "retroproof krk prove
// --certify" writes and "retroproof-check DIR" checks: the evidence that the
// KRK strategy always mates. It holds for each formula a DIMACS file and an
// LRAT proof, and a manifest that names them.
//
// # What is believed when Check returns no error
//
//   - That package spec says what chess and the strategy are: its circuits of
//     the rules, the steps and the measure, the lemmas' formulas, and for the
//     lemmas proved by parts that the parts imply the lemma (spec/parts.go).
//   - That package encode turns circuits into clauses that have a model if the
//     constraints have one.
//   - That package lrat accepts only refutations (its package comment).
//   - That the inferences of spec/theorems.go are checked as described there.
//
// Nothing in the folder is believed. Every formula is built again from the
// definitions and compared with the file's, clause by clause; the proof is
// checked against the formula built. Formulas may not break the board's
// symmetry, so no symmetry argument is believed either. The verdict
// depends neither on the answer of a solver nor on the text of the manifest.
package krk

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"retroproof/encode"
	"retroproof/proofs/krk/spec"
)

// ManifestName is the name of the manifest in its folder.
const ManifestName = "manifest.json"

// Schema is the version of the format. Another one is refused.
const Schema = "retroproof.krk.certificate/2"

// Manifest describes a folder of certificates.
type Manifest struct {
	Schema    string       `json:"schema"`
	Tool      string       `json:"tool"` // who wrote it
	Encoding  string       `json:"encoding"`
	Reading   spec.Reading `json:"reading"`
	Formulas  []Formula    `json:"formulas"`
	Lemmas    []Lemma      `json:"lemmas"`
	Deduction []Inference  `json:"deduction"`
}

// Formula is a formula and its refutation.
type Formula struct {
	Key       string  `json:"key"` // of the lemma, or of a part of one
	Statement string  `json:"statement"`
	Variables int     `json:"variables"`
	Clauses   int     `json:"clauses"`
	CNF       File    `json:"cnf"`
	Proof     File    `json:"proof"`
	Steps     int64   `json:"steps"`   // of the proof
	Seconds   float64 `json:"seconds"` // of solving
}

// File is a file of the folder.
type File struct {
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// Lemma says which formulas prove a lemma: its own, or its parts'.
type Lemma struct {
	Key      string   `json:"lemma"`
	Formulas []string `json:"formulas"`
}

// Inference is a step of the deduction, for people: the checker has its own.
type Inference struct {
	Name   string   `json:"name"`
	Text   string   `json:"text"`
	Rule   string   `json:"rule"`
	Claim  string   `json:"claim"`
	Lemmas []string `json:"lemmas"`
}

// Encoding is the one encoding of formulas that is accepted: order encoding,
// compact clauses, no symmetry broken.
func Encoding() spec.Encoding {
	return spec.Encoding{Rep: encode.Order, Method: encode.Compact, Symmetry: false}
}

// encodingName is how the manifest calls it.
const encodingName = "order, compact, no symmetry broken"

// Formulas returns the lemmas to prove and, by key, the formulas whose
// refutations prove each: its parts if it has any, else its own.
func Formulas() (lemmas []spec.Lemma, formulas map[string][]spec.Lemma) {
	formulas = map[string][]spec.Lemma{}
	lemmas = spec.Lemmas()
	for _, l := range lemmas {
		if parts := l.Parts(); parts != nil {
			formulas[l.Key] = parts
		} else {
			formulas[l.Key] = []spec.Lemma{l}
		}
	}
	return lemmas, formulas
}

// New returns a manifest that lacks its formulas.
func New(tool string) *Manifest {
	m := &Manifest{Schema: Schema, Tool: tool, Encoding: encodingName, Reading: spec.Default()}
	lemmas, formulas := Formulas()
	for _, l := range lemmas {
		entry := Lemma{Key: l.Key}
		for _, f := range formulas[l.Key] {
			entry.Formulas = append(entry.Formulas, f.Key)
		}
		m.Lemmas = append(m.Lemmas, entry)
	}
	for _, c := range spec.Deduce(func(string) bool { return true }) {
		m.Deduction = append(m.Deduction, Inference{c.Name, c.Text, string(c.Rule), c.Clause.String(), c.Lemmas})
	}
	return m
}

// Write writes the manifest as indented JSON.
func (m *Manifest) Write(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(m)
}

// ErrManifest is wrapped by all errors about the manifest itself.
var ErrManifest = errors.New("bad manifest")

// maxManifest bounds the size of a manifest, in bytes; real ones have 14 kB.
const maxManifest = 1 << 18

// read reads a manifest strictly: this schema, no other fields, plain
// file names, nothing after it.
func read(r io.Reader) (*Manifest, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxManifest+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxManifest {
		return nil, fmt.Errorf("%w: more than %d bytes", ErrManifest, maxManifest)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	m := &Manifest{}
	if err := d.Decode(m); err != nil {
		return nil, fmt.Errorf("%w: %v", ErrManifest, err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("%w: something follows the object", ErrManifest)
	}
	if m.Schema != Schema {
		return nil, fmt.Errorf("%w: schema %q, want %q", ErrManifest, m.Schema, Schema)
	}
	for _, f := range m.Formulas {
		for _, file := range []File{f.CNF, f.Proof} {
			if file.Name == "" || file.Name != filepath.Base(file.Name) || strings.ContainsAny(file.Name, `/\`) || strings.HasPrefix(file.Name, ".") {
				return nil, fmt.Errorf("%w: formula %q: bad file name %q", ErrManifest, f.Key, file.Name)
			}
		}
	}
	return m, nil
}
