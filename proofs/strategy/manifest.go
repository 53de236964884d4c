package strategy

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"slices"

	"retroproof/proofs/folder"
	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/lemmas"
	"retroproof/proofs/strategy/wins"
)

// Names of files of a folder.
const (
	ManifestName = "manifest.json"
	CoreName     = "core.json"    // the strategy, in core form
	TextName     = "strategy.txt" // its text, for people, with libraries written out
	CircuitsName = "circuits.gz"  // its circuits, as lemmas.Circuits.ReadSides reads them
)

// The versions of the two formats, with lemmas and without them. Others are rejected.
const (
	Schema     = "retroproof.strategy.certificate/4"
	WinsSchema = "retroproof.wins.certificate/2"
)

// Subject says in a manifest which strategy on which board a folder is about.
type Subject struct {
	Schema   string      `json:"schema"`
	Tool     string      `json:"tool"`     // the program that wrote the folder
	Strategy string      `json:"strategy"` // a name, of which nothing is proved
	Files    int         `json:"files"`    // of the board
	Ranks    int         `json:"ranks"`
	Core     folder.File `json:"core"`
	Text     folder.File `json:"text"`
}

// Manifest describes a folder of certificates. A checker writes its own manifest, and compares the texts, so that
// nothing in it is believed. Tool and Strategy are taken from the file.
type Manifest struct {
	Subject
	Circuits  folder.File   `json:"circuits"`
	Figures   *wins.Figures `json:"figures"`
	Lemmas    []Lemma       `json:"lemmas"`
	Deduction []lemmas.Step `json:"deduction"`
}

// WinsManifest is likewise that of a folder without lemmas.
type WinsManifest struct {
	Subject
	Figures *wins.Figures `json:"figures"`
}

// Lemma is a lemma with the refutation of its formula.
type Lemma struct {
	Key       string      `json:"lemma"`
	Statement string      `json:"statement"`
	Clauses   int64       `json:"clauses"` // of the formula, that the proof uses
	Proof     folder.File `json:"proof"`
	Steps     int64       `json:"steps"` // of the proof
}

// ProofName returns the name of the file of a lemma's proof.
func ProofName(key string) string { return "lemma-" + key + ".proof.gz" }

// Certified returns the lemmas that a certificate has: all but the controls and the long ones.
func Certified(c *lemmas.Circuits) []lemmas.Lemma {
	return slices.DeleteFunc(c.Lemmas(), func(l lemmas.Lemma) bool { return l.Satisfiable || l.Long })
}

// NewSubject describes a strategy.
func NewSubject(schema, tool string, s *core.Strategy) Subject {
	file := func(name string, text []byte) folder.File {
		sum := sha256.Sum256(text)
		return folder.File{Name: name, Bytes: int64(len(text)), SHA256: hex.EncodeToString(sum[:])}
	}
	return Subject{schema, tool, s.Name, s.Files, s.Ranks, file(CoreName, s.Core), file(TextName, []byte(s.Source))}
}

// New returns the manifest of a folder with the proofs of all lemmas.
func New(tool string, c *lemmas.Circuits, circuits folder.File, figures *wins.Figures, proved []Lemma) *Manifest {
	return &Manifest{NewSubject(Schema, tool, c.Strategy), circuits, figures, proved, c.Deduction()}
}

// mostBytes is how long a text or a core form may be.
const mostBytes = 1 << 20

// Open reads the manifest of a folder, the program that wrote it, and the core form of its strategy. The strategy's
// name and text are what the folder says.
func Open(ctx context.Context, files fs.FS, schema string) (manifest []byte, tool string, s *core.Strategy, err error) {
	f, err := folder.Open(files, ManifestName)
	if err != nil {
		return nil, "", nil, err
	}
	defer f.Close()
	var head Subject
	if manifest, err = folder.ReadText(f, schema, &head); err != nil {
		return nil, "", nil, err
	}
	form, err := folder.ReadAll(ctx, files, CoreName, mostBytes)
	if err != nil {
		return nil, "", nil, err
	}
	source, err := folder.ReadAll(ctx, files, TextName, mostBytes)
	if err != nil {
		return nil, "", nil, err
	}
	if s, err = core.Read(form); err != nil {
		return nil, "", nil, fmt.Errorf("%w: %w", folder.ErrManifest, err)
	}
	s.Name, s.Source = head.Strategy, string(source)
	return manifest, head.Tool, s, nil
}

// CheckWins checks a folder without lemmas: the strategy in it wins from every position that it claims, and the
// manifest says so.
func CheckWins(ctx context.Context, files fs.FS) (*core.Strategy, *wins.Figures, error) {
	manifest, tool, s, err := Open(ctx, files, WinsSchema)
	if err != nil {
		return nil, nil, err
	}
	table, err := wins.Check(ctx, s)
	if err != nil {
		return nil, nil, err
	}
	figures := table.Figures()
	return s, figures, folder.Compare(manifest, &WinsManifest{NewSubject(WinsSchema, tool, s), figures})
}

// CollectionSchema is the version of the format of a folder of several certificates, each a folder in it.
const CollectionSchema = "retroproof.strategies.certificate/1"

// Collection is the manifest of such a folder.
type Collection struct {
	Schema  string   `json:"schema"`
	Tool    string   `json:"tool"`
	Folders []string `json:"folders"`
}
