package ursa

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
)

// Names of files in the folder of a certificate.
const (
	ManifestName = "manifest.json"
	ProgramName  = "program.urs"
)

// Schema is the version of the format of certificates. Another one is refused.
const Schema = "retroproof.ursa.certificate/1"

// Manifest describes the folder of a certificate: the program, and what was found about its assertions.
type Manifest struct {
	Schema     string   `json:"schema"`
	Tool       string   `json:"tool"` // who wrote it
	Bits       int      `json:"bits"`
	Strict     bool     `json:"strict"`
	Program    File     `json:"program"`
	Tries      []*Entry `json:"tries"` // by minimize or maximize, in their order
	Assertions []*Entry `json:"assertions"`
}

// File is a file of the folder.
type File struct {
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// Verdict says what was found about an assertion.
type Verdict string

// The verdicts.
const (
	// Yes and No are about ground constraints: the ground interpreter decides.
	Yes Verdict = "yes"
	No  Verdict = "no"
	// Satisfiable has a solution, which the ground interpreter verifies.
	Satisfiable Verdict = "satisfiable"
	// Unsatisfiable has a formula without models, and a proof.
	Unsatisfiable Verdict = "unsatisfiable"
	// Complete is an assert_all with solutions. The formula says "and none of these", and has no model.
	Complete Verdict = "complete"
)

// Entry is what was found about an assertion.
type Entry struct {
	Number    int               `json:"assertion"`
	Line      int               `json:"line"`
	Value     string            `json:"value,omitempty"` // of the variable of minimize or maximize, decimal
	Verdict   Verdict           `json:"verdict"`
	Solutions string            `json:"solutions,omitempty"` // Complete: how many, decimal
	Model     map[string]string `json:"model,omitempty"`     // Satisfiable: values of the variables, decimal
	Variables int               `json:"variables,omitempty"` // of the formula
	Clauses   int               `json:"clauses,omitempty"`
	Blocking  int               `json:"blocking,omitempty"` // how many of them, the last ones, exclude solutions
	CNF       *File             `json:"cnf,omitempty"`
	Proof     *File             `json:"proof,omitempty"`
}

// Write writes the manifest as indented JSON.
func (m *Manifest) Write(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(m)
}

// ErrCertificate is wrapped by all errors about what stands in the folder of a certificate.
var ErrCertificate = errors.New("not as the program says")

// maxManifest is the largest size of a manifest in bytes.
const maxManifest = 64 << 20

// readManifest reads a manifest strictly: this schema, no other fields, plain file names, nothing after it.
func readManifest(data []byte) (*Manifest, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	m := &Manifest{}
	if err := d.Decode(m); err != nil {
		return nil, fmt.Errorf("%w: %s: %v", ErrCertificate, ManifestName, err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("%w: %s: something follows the object", ErrCertificate, ManifestName)
	}
	if m.Schema != Schema {
		return nil, fmt.Errorf("%w: %s: schema %q, want %q", ErrCertificate, ManifestName, clip(m.Schema), Schema)
	}
	if m.Bits < 1 || m.Bits > MaxBits {
		return nil, fmt.Errorf("%w: %s: numbers of %d bits", ErrCertificate, ManifestName, m.Bits)
	}
	files := []*File{&m.Program}
	for _, list := range [][]*Entry{m.Tries, m.Assertions} {
		for _, e := range list {
			if e == nil {
				return nil, fmt.Errorf("%w: %s: an entry is null", ErrCertificate, ManifestName)
			}
			files = append(files, e.CNF, e.Proof)
		}
	}
	for _, f := range files {
		if f != nil && (f.Name == "" || f.Name != filepath.Base(f.Name) || strings.ContainsAny(f.Name, `/\`) || strings.HasPrefix(f.Name, ".")) {
			return nil, fmt.Errorf("%w: %s: bad file name %q", ErrCertificate, ManifestName, clip(f.Name))
		}
	}
	return m, nil
}
