package survey

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"

	"retroproof/proofs/lrat"
	"retroproof/proofs/survey/estimate"
	"retroproof/proofs/survey/numbering"
)

// The version of the format, and of the way in which draws are made. Others are rejected,
// except for olderSchema.
const (
	Schema    = "retroproof.survey/2"
	Generator = "ChaCha20, RFC 8439, retroproof sample stream"
)

// olderSchema is a version with the same counts and files, but another estimate: it used normal
// intervals also for few legal draws, such as 0 +- 0 for none.
const olderSchema = "retroproof.survey/1"

// ManifestName is the name of the manifest in its folder.
const ManifestName = "manifest.json"

// Suffixes of files that are not finished. A file with ReadySuffix is complete, and loses the
// suffix once the manifest lists it: only files that the manifest lists are part of the survey.
const (
	PartSuffix  = ".part"
	ReadySuffix = ".new"
)

// Manifest describes the contents of a folder.
type Manifest struct {
	Schema       string           `json:"schema"`
	Scheme       numbering.Scheme `json:"scheme"`
	Population   string           `json:"population"` // number of integers of the scheme
	Generator    string           `json:"generator"`
	Seed         uint64           `json:"seed"`
	Samples      uint64           `json:"samples"` // number of draws that are wanted
	ChunkDraws   uint64           `json:"chunk_draws"`
	Certificates bool             `json:"certificates"` // whether illegal verdicts need evidence
	Budgets      Budgets          `json:"budgets"`

	Chunks   []Chunk   `json:"chunks"` // the chunks that are complete
	Draws    uint64    `json:"draws"`  // number of draws in the chunks, to which Counts and Estimate refer
	Counts   Counts    `json:"counts"`
	Estimate Estimates `json:"estimate,omitzero"` // absent if there are no draws

	Run Run `json:"run"`

	// Older is true for a manifest that was converted from a file of the older version: unlike
	// the file, it has the present schema and estimate.
	Older bool `json:"-"`
}

// Budgets are the budgets on which verdicts and certificates depend.
type Budgets struct {
	KernelNodes         uint64 `json:"kernel_nodes"`
	LastMovePositions   int    `json:"last_move_positions"`
	LastMoveKernelNodes uint64 `json:"last_move_kernel_nodes"`
	GameStates          uint64 `json:"game_states"`
	ProofConflicts      int64  `json:"proof_conflicts,omitempty"`
}

// Chunk is a number of consecutive draws.
type Chunk struct {
	First      uint64 `json:"first"` // number of the first draw
	Draws      uint64 `json:"draws"`
	GameStates uint64 `json:"game_states"` // the largest number of states with which a search for games of undecided positions was tried
	Counts     Counts `json:"counts"`
	Verdicts   File   `json:"verdicts"`
	Evidence   *File  `json:"evidence,omitempty"` // nil if no position is proven illegal
}

// File is a finished file.
type File struct {
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// Counts are the numbers of verdicts. Legal and undecided positions are counted by
// multiplicity.
type Counts struct {
	Legal   map[int]uint64 `json:"legal"`
	Illegal uint64         `json:"illegal"`
	Unknown map[int]uint64 `json:"unknown"`
}

// Estimates are two estimates: with the undecided positions counted as illegal, and as legal.
type Estimates struct {
	Low  estimate.Estimate `json:"low"`
	High estimate.Estimate `json:"high"`
}

// Run says how the folder was filled. Everything else is the same for the same sample.
type Run struct {
	Version    string  `json:"version"` // of the program that finished the folder
	Started    string  `json:"started"`
	Finished   string  `json:"finished,omitempty"`
	CPUSeconds float64 `json:"cpu_seconds"` // of all runs, including killed ones
}

// NewCounts returns counts without verdicts.
func NewCounts() Counts { return Counts{Legal: map[int]uint64{}, Unknown: map[int]uint64{}} }

// add adds the counts of other draws.
func (c *Counts) add(d Counts) {
	c.Illegal += d.Illegal
	for m, n := range d.Legal {
		c.Legal[m] += n
	}
	for m, n := range d.Unknown {
		c.Unknown[m] += n
	}
}

// Total returns the number of verdicts.
func (c *Counts) Total() uint64 { return c.Tally().Listed() }

// Tally returns the counts as a tally in which every draw is listed.
func (c *Counts) Tally() *estimate.Tally {
	t := &estimate.Tally{Illegal: c.Illegal, Legal: c.Legal, Unknown: c.Unknown}
	t.Draws = t.Listed()
	return t
}

// equal reports whether the counts are the same.
func (c *Counts) equal(d *Counts) bool {
	return c.Illegal == d.Illegal && maps.Equal(c.Legal, d.Legal) && maps.Equal(c.Unknown, d.Unknown)
}

// Sum sets draws, counts and estimate from the chunks.
func (m *Manifest) Sum() {
	m.Draws, m.Counts = 0, NewCounts()
	for i := range m.Chunks {
		m.Draws += m.Chunks[i].Draws
		m.Counts.add(m.Chunks[i].Counts)
	}
	m.estimate()
}

// estimate sets the estimate from draws and counts.
func (m *Manifest) estimate() {
	m.Estimate = Estimates{}
	if m.Draws > 0 {
		m.Estimate.Low, m.Estimate.High = m.Counts.Tally().Estimates(m.Multiplier())
	}
}

// Multiplier returns the number of integers that each draw stands for.
func (m *Manifest) Multiplier() float64 { return m.Scheme.Count().Float() / float64(m.Draws) }

// VerdictsName returns the name of the file with the verdicts of a chunk.
func VerdictsName(chunk int) string { return fmt.Sprintf("verdicts-%06d.jsonl", chunk) }

// EvidenceName returns the name of the file with the evidence for the illegal positions of a
// chunk.
func EvidenceName(chunk int) string { return fmt.Sprintf("evidence-%06d.zip", chunk) }

// Text returns the manifest as it is written.
func (m *Manifest) Text() ([]byte, error) {
	text, err := json.MarshalIndent(m, "", "  ")
	return append(text, '\n'), err
}

// ErrManifest is wrapped by errors about a malformed manifest.
var ErrManifest = errors.New("bad manifest")

// ReadManifest reads the manifest of a folder. A manifest of the older version is converted:
// see Manifest.Older. The error wraps ErrManifest, or it is that of reading the file.
func ReadManifest(dir string) (*Manifest, error) {
	m, _, err := readManifest(dir, math.MaxInt64)
	return m, err
}

// readManifest is ReadManifest with a limit for the memory that it takes, in bytes. It returns
// the memory taken.
func readManifest(dir string, memory int64) (m *Manifest, taken int64, err error) {
	name := filepath.Join(dir, ManifestName)
	f, err := os.Open(name)
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, memory/8)) // a longer text would exceed the limit
	if err != nil {
		return nil, 0, err
	}
	if taken = lrat.JSONCost(text); taken > memory {
		return nil, 0, fmt.Errorf("%s: %w", name, lrat.ErrMemory)
	}
	if m, err = parseManifest(text); err != nil {
		return nil, 0, fmt.Errorf("%s: %w: %.500w", name, ErrManifest, err)
	}
	return m, taken, nil
}

// Sniff reports whether a folder has a manifest whose schema is that of a survey, of any
// version.
func Sniff(dir string) bool {
	path := filepath.Join(dir, ManifestName)
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return false // opening a pipe might block forever
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, 64)
	n, _ := io.ReadFull(f, head)
	return bytes.Contains(head[:n], []byte(`"schema": "retroproof.survey/`))
}

// parseManifest reads a manifest. It rejects texts that Text does not write, and values that
// are impossible.
func parseManifest(text []byte) (*Manifest, error) {
	var version struct{ Schema string }
	if err := json.Unmarshal(text, &version); err == nil && version.Schema != Schema && version.Schema != olderSchema {
		return nil, fmt.Errorf("schema %q, want %q", version.Schema, Schema)
	}
	m := &Manifest{Older: version.Schema == olderSchema}
	if err := m.decode(text); err != nil {
		return nil, err
	}
	if m.Generator != Generator {
		return nil, fmt.Errorf("generator %q, want %q", m.Generator, Generator)
	}
	if _, err := numbering.Parse(string(m.Scheme)); err != nil {
		return nil, err
	}
	if want := m.Scheme.Count().String(); m.Population != want {
		return nil, fmt.Errorf("%s integers of %s, want %s", m.Population, m.Scheme, want)
	}
	if m.Older {
		m.estimate()
	}
	return m, m.checkChunks()
}

// decode reads the text of a manifest.
func (m *Manifest) decode(text []byte) error {
	if m.Older {
		// Its estimate is ignored and computed again.
		target := struct {
			*Manifest
			Estimate json.RawMessage `json:"estimate"`
		}{Manifest: m}
		if err := json.Unmarshal(text, &target); err != nil {
			return err
		}
		m.Schema = Schema
		return nil
	}
	if err := json.Unmarshal(text, m); err != nil {
		return err
	}
	again, err := m.Text()
	if err == nil && !bytes.Equal(again, text) {
		err = errors.New("not written as it should be: an unknown field, or another order")
	}
	return err
}

// checkChunks checks that the chunks are consecutive, and that the sums are those of the
// chunks.
func (m *Manifest) checkChunks() error {
	next := uint64(0)
	for i := range m.Chunks {
		c := &m.Chunks[i]
		switch {
		case c.First != next || c.Draws == 0 || c.Draws > m.Samples-next:
			return fmt.Errorf("chunk %d: draws %d to %d of %d, want them to begin with %d", i, c.First, c.First+c.Draws, m.Samples, next)
		case c.Counts.Legal == nil || c.Counts.Unknown == nil || c.Counts.Total() != c.Draws:
			return fmt.Errorf("chunk %d: %d verdicts on %d draws", i, c.Counts.Total(), c.Draws)
		case c.Verdicts.Name != VerdictsName(i) || c.Evidence != nil && c.Evidence.Name != EvidenceName(i):
			return fmt.Errorf("chunk %d: its files have other names than they should have", i)
		case (c.Evidence != nil) != (m.Certificates && c.Counts.Illegal > 0):
			return fmt.Errorf("chunk %d: evidence and illegal positions, one without the other", i)
		}
		next += c.Draws
	}
	sum := *m
	sum.Sum()
	if sum.Draws != m.Draws || !sum.Counts.equal(&m.Counts) || sum.Estimate != m.Estimate {
		return errors.New("counts or estimate are not those of the chunks")
	}
	return nil
}
