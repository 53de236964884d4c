package illegal

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
)

// Schema is the version of the format that is written. Those before it are read, too; all others are
// rejected.
const Schema = "retroproof.certificate/4"

// The versions before, whose proofs are in LRAT. The first two have a member with each formula beside its proof.
const (
	formulasSchema      = "retroproof.certificate/1" // without games
	formulasSchemaGames = "retroproof.certificate/2" // with games
	lratSchema          = "retroproof.certificate/3"
)

// The names of the container's members.
const (
	ManifestName  = "manifest.json"
	FormulaSuffix = ".cnf"
	ProofSuffix   = ".chains"
	lratSuffix    = ".lrat" // of a proof in the versions before

	formulaFolder = "formulas/"
)

// TreesName returns the name of the member with the trees number n, from 0.
func TreesName(n int) string { return fmt.Sprintf("trees/%06d.jsonl", n) }

// FormulaName returns the name of the member with a formula, by its SHA-256, in the versions that have one.
func FormulaName(name string) string { return formulaFolder + name + FormulaSuffix }

// ProofName returns the name of the member with a formula's proof.
func ProofName(name string) string { return formulaFolder + name + ProofSuffix }

// proofName returns the name of the member with a formula's proof, in the container of the manifest.
func (m *Manifest) proofName(name string) string {
	if m.Schema == Schema {
		return ProofName(name)
	}
	return formulaFolder + name + lratSuffix
}

var (
	proofMember   = regexp.MustCompile(`^formulas/([0-9a-f]{64})\.chains$`)
	lratMember    = regexp.MustCompile(`^formulas/([0-9a-f]{64})\.lrat$`)
	formulaMember = regexp.MustCompile(`^formulas/([0-9a-f]{64})\.(cnf|lrat)$`)
)

// formulaMembers returns the pattern of the names of members with formulas and proofs, and how many each formula has.
func (m *Manifest) formulaMembers() (pattern *regexp.Regexp, each int64) {
	switch {
	case m.hasFormulas():
		return formulaMember, 2
	case m.Schema == lratSchema:
		return lratMember, 1
	}
	return proofMember, 1
}

// Manifest lists the contents of a container.
type Manifest struct {
	Schema    string  `json:"schema"`
	Tool      string  `json:"tool"`    // the program that wrote the certificate
	Encoder   string  `json:"encoder"` // the version of the formulas' definition
	Start     string  `json:"start"`   // FEN of the position from which games lead, or do not lead, to the positions
	Positions int64   `json:"positions"`
	Games     int64   `json:"games,omitempty"` // positions with a game; the others have a tree
	Formulas  int64   `json:"formulas"`
	Trees     []Trees `json:"trees"`
}

// Trees is a member with trees and games, one a line.
type Trees struct {
	Name      string `json:"name"`
	First     int64  `json:"first"` // number of its first position, from 1
	Positions int64  `json:"positions"`
}

// Text returns the manifest in the only accepted form: readManifest compares.
func (m *Manifest) Text() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(m)
	return b.Bytes(), err
}

// hasFormulas reports whether the container has the formulas themselves.
func (m *Manifest) hasFormulas() bool {
	return m.Schema == formulasSchema || m.Schema == formulasSchemaGames
}

// readManifest reads a manifest, and rejects everything that Text does not write.
func readManifest(data []byte) (*Manifest, error) {
	var version struct {
		Schema string `json:"schema"`
	}
	// The format of other versions is not known.
	known := []string{formulasSchema, formulasSchemaGames, lratSchema, Schema}
	if err := json.Unmarshal(data, &version); err == nil && !slices.Contains(known, version.Schema) {
		return nil, because(ErrSchema, "%.50q, and this checker has %q", version.Schema, known)
	}
	m := &Manifest{}
	if err := json.Unmarshal(data, m); err != nil {
		return nil, because(ErrManifest, "%.200w", err)
	}
	again, err := m.Text()
	if err != nil {
		return nil, because(ErrManifest, "%w", err)
	}
	if !bytes.Equal(data, again) {
		return nil, because(ErrManifest, "not written as it should be: a field twice, other blanks, or another order")
	}
	// Without formulas, nothing depends on how they are defined: checkNames then finds no proof in the container, and
	// a node of the rule Kernel is refused for the encoder that it states, or because its proof is missing.
	if err := checkEncoder(m.Encoder); err != nil && (m.Formulas != 0 || !m.hasFormulas() || m.Encoder != "kernel-formula/1") {
		return nil, err
	}
	if m.Positions < 1 {
		return nil, ErrEmpty
	}
	if m.Positions > mostPositions {
		return nil, because(ErrManifest, "%d positions", m.Positions)
	}
	if m.Games < 0 || m.Games > m.Positions || m.hasFormulas() && (m.Games > 0) != (m.Schema == formulasSchemaGames) {
		return nil, because(ErrManifest, "%d games, and %s", m.Games, m.Schema)
	}
	next := int64(1)
	for i, t := range m.Trees {
		if t.Name != TreesName(i) || t.First != next || t.Positions < 1 || t.Positions > m.Positions {
			return nil, because(ErrManifest, "its trees number %d", i)
		}
		next += t.Positions
	}
	if next != m.Positions+1 {
		return nil, because(ErrManifest, "%d positions, and the trees have %d", m.Positions, next-1)
	}
	return m, nil
}
