package strategy

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"retroproof/proofs/folder"
	"retroproof/proofs/strategy/plain"
	"retroproof/proofs/strategy/spec"
)

// ManifestName is the name of the manifest in its folder.
const ManifestName = "manifest.json"

// Schema is the version of the format. Others are rejected.
const Schema = "retroproof.strategy.certificate/1"

// Manifest describes a folder of certificates. A checker takes from it which strategy on which
// board it is about, writes its own manifest, and compares the texts, so that nothing else in it is
// believed. Tool is taken from the file as well, and it is not printed.
type Manifest struct {
	Schema    string            `json:"schema"`
	Tool      string            `json:"tool"` // the program that wrote the folder
	Strategy  string            `json:"strategy"`
	Files     int               `json:"files"` // of the board
	Ranks     int               `json:"ranks"`
	Figures   Figures           `json:"figures"`
	Lemmas    []Lemma           `json:"lemmas"`
	Deduction []spec.Conclusion `json:"deduction"`
}

// Lemma is a lemma with the refutation of its formula.
type Lemma struct {
	Key       string      `json:"lemma"`
	Statement string      `json:"statement"`
	Variables int         `json:"variables"` // that occur in clauses
	Clauses   int         `json:"clauses"`
	Proof     folder.File `json:"proof"`
	Steps     int64       `json:"steps"` // of the proof
}

// ProofName returns the name of the file of a lemma's proof.
func ProofName(key string) string { return "lemma-" + key + ".lrat.gz" }

// Certified returns the lemmas that a certificate has: all but the controls and the long ones.
func Certified(c *spec.Circuits) (list []spec.Lemma) {
	for _, l := range c.Lemmas() {
		if !l.Satisfiable && !l.Long {
			list = append(list, l)
		}
	}
	return list
}

// New returns the manifest of a folder with the proofs of all lemmas.
func New(tool string, c *spec.Circuits, figures *Figures, lemmas []Lemma) *Manifest {
	return &Manifest{Schema: Schema, Tool: tool, Strategy: c.Name, Files: c.Files, Ranks: c.Ranks, Figures: *figures, Lemmas: lemmas,
		Deduction: c.Deduce(func(string) bool { return true })}
}

// ErrManifest is wrapped by all errors about the manifest itself.
var ErrManifest = folder.ErrManifest

// Sniff reports whether a folder's manifest says that it is of this kind, in any version.
func Sniff(files fs.FS) bool {
	f, err := folder.Open(files, ManifestName)
	if err != nil {
		return false
	}
	defer f.Close()
	var h header
	_, err = folder.ReadText(f, Schema, &h)
	kind, _, _ := strings.Cut(Schema, "/")
	return (err == nil || errors.As(err, new(*folder.SchemaError))) && strings.HasPrefix(h.Schema, kind+"/")
}

// header has what is taken from a manifest.
type header struct {
	Schema, Tool, Strategy string
	Files, Ranks           int
}

// readManifest reads a manifest: its text, the program that wrote it, and what it is about.
func readManifest(r io.Reader) (text []byte, tool string, c *spec.Circuits, err error) {
	var h header
	if text, err = folder.ReadText(r, Schema, &h); err != nil {
		return nil, "", nil, err
	}
	if c, err = spec.New(h.Strategy, plain.Board{Files: h.Files, Ranks: h.Ranks}); err != nil {
		return nil, "", nil, fmt.Errorf("%w: %w", ErrManifest, err)
	}
	return text, h.Tool, c, nil
}
