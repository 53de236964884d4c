package krk

import (
	"io"

	"retroproof/encode"
	"retroproof/proofs/folder"
	"retroproof/proofs/krk/spec"
)

// ManifestName is the name of the manifest in its folder.
const ManifestName = "manifest.json"

// Schema is the version of the format, and of the formulas, whose circuits the checker builds. Others are rejected.
const Schema = "retroproof.krk.certificate/4"

// Manifest describes a folder of certificates. A checker writes its own and compares the texts,
// so that nothing in it is believed. Only Tool is taken from the file, and it is not printed.
type Manifest struct {
	Schema    string       `json:"schema"`
	Tool      string       `json:"tool"` // the program that wrote the folder
	Encoding  string       `json:"encoding"`
	Reading   spec.Reading `json:"reading"`
	Rules     Rules        `json:"rules"`
	Formulas  []Formula    `json:"formulas"`
	Lemmas    []Lemma      `json:"lemmas"`
	Deduction []Inference  `json:"deduction"`
}

// Formula is a formula and its refutation.
type Formula struct {
	Key       string `json:"key"` // key of the lemma, or of a part of one
	Statement string `json:"statement"`
	Variables int    `json:"variables"` // number of variables that occur in clauses
	Clauses   int    `json:"clauses"`
	CNF       File   `json:"cnf"`
	Proof     File   `json:"proof"`
	Steps     int64  `json:"steps"` // number of steps of the proof
}

// File is a file of the folder.
type File = folder.File

// Lemma says which formulas prove a lemma: its own, or those of its parts.
type Lemma struct {
	Key      string   `json:"lemma"`
	Formulas []string `json:"formulas"`
}

// Inference is a step of the deduction, for people to read: the checker uses its own.
type Inference struct {
	Name   string   `json:"name"`
	Text   string   `json:"text"`
	Rule   string   `json:"rule"`
	Claim  string   `json:"claim"`
	Lemmas []string `json:"lemmas"`
}

// Encoding returns the only encoding of formulas that is accepted: order encoding, compact
// clauses, and the symmetry of the board broken.
func Encoding() spec.Encoding {
	return spec.Encoding{Rep: encode.Order, Method: encode.Compact, Symmetry: true}
}

// encodingName is its name in the manifest.
const encodingName = "order, symmetry broken, variables are nodes"

// FileNames returns the names of the files of a formula and its proof.
func FileNames(key string) (cnf, proof string) {
	return "lemma-" + key + ".cnf.gz", "lemma-" + key + ".lrat.gz"
}

// Formulas returns the formulas whose refutations together prove a lemma: its parts if it has
// any, otherwise its own.
func Formulas(l spec.Lemma) []spec.Lemma {
	if parts := l.Parts(); parts != nil {
		return parts
	}
	return []spec.Lemma{l}
}

// New returns the manifest of a folder with these formulas, which prove these lemmas.
func New(tool string, rules *Rules, lemmas []spec.Lemma, formulas []Formula) *Manifest {
	m := &Manifest{Schema: Schema, Tool: tool, Encoding: encodingName, Reading: spec.Default(), Rules: *rules, Formulas: formulas}
	for _, l := range lemmas {
		entry := Lemma{Key: l.Key}
		for _, f := range Formulas(l) {
			entry.Formulas = append(entry.Formulas, f.Key)
		}
		m.Lemmas = append(m.Lemmas, entry)
	}
	for _, c := range spec.Deduce(spec.Basis{Proved: func(string) bool { return true }, Canonical: true, Symmetry: rules.Symmetry}) {
		m.Deduction = append(m.Deduction, Inference{c.Name, c.Text, string(c.Rule), c.Clause.String(), c.Lemmas})
	}
	return m
}

// ErrManifest is wrapped by all errors about the manifest itself.
var ErrManifest = folder.ErrManifest

// A SchemaError says that a manifest is of another kind or version.
type SchemaError = folder.SchemaError

// readManifest reads a manifest, and returns its text and its Tool.
func readManifest(r io.Reader) (text []byte, tool string, err error) {
	var head struct{ Tool string }
	text, err = folder.ReadText(r, Schema, &head)
	return text, head.Tool, err
}
