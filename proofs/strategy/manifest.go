package strategy

import (
	"retroproof/proofs/folder"
	"retroproof/proofs/strategy/lemmas"
	"retroproof/proofs/strategy/wins"
)

// ManifestName is the name of the manifest in its folder.
const ManifestName = wins.ManifestName

// Schema is the version of the format. Others are rejected.
const Schema = "retroproof.strategy.certificate/2"

// Manifest describes a folder of certificates. A checker takes from it which strategy on which board it is about, writes its
// own manifest, and compares the texts, so that nothing else in it is believed. Tool is taken from the file as well, and it
// is not printed.
type Manifest struct {
	wins.Subject
	Figures   *wins.Figures `json:"figures"`
	Lemmas    []Lemma       `json:"lemmas"`
	Deduction []lemmas.Step `json:"deduction"`
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
func Certified(c *lemmas.Circuits) (list []lemmas.Lemma) {
	for _, l := range c.Lemmas() {
		if !l.Satisfiable && !l.Long {
			list = append(list, l)
		}
	}
	return list
}

// New returns the manifest of a folder with the proofs of all lemmas.
func New(tool string, c *lemmas.Circuits, figures *wins.Figures, proved []Lemma) *Manifest {
	return &Manifest{wins.NewSubject(Schema, tool, c.Strategy), figures, proved, c.Deduction()}
}

// CollectionSchema is the version of the format of a folder of several certificates, each a folder in it.
const CollectionSchema = "retroproof.strategies.certificate/1"

// Collection is the manifest of such a folder.
type Collection struct {
	Schema  string   `json:"schema"`
	Tool    string   `json:"tool"`
	Folders []string `json:"folders"`
}
