package illegal

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
)

// Schema is the version of the format. All others are rejected.
const Schema = "retroproof.certificate/7"

// olderReader says what reads the versions before.
const olderReader = "versions /1 to /4 are read by retroproof at commit 748beb5fa1fb, /5 at 83522035e683, /6 at 16130bed021a; make the certificate again, with \"retroproof legal --certificate\" of the version of this checker"

// The names of the container's members.
const (
	ManifestName = "manifest.json"
	CoreSuffix   = ".core"

	coreFolder = "cores/"
)

// TreesName returns the name of the member with the trees number n, from 0.
func TreesName(n int) string { return fmt.Sprintf("trees/%06d.jsonl", n) }

// CoreName returns the name of the member with a core, by its SHA-256.
func CoreName(name string) string { return coreFolder + name + CoreSuffix }

var coreMember = regexp.MustCompile(`^cores/([0-9a-f]{64})\.core$`)

// Manifest lists the contents of a container.
type Manifest struct {
	Schema    string  `json:"schema"`
	Tool      string  `json:"tool"`    // the program that wrote the certificate
	Encoder   string  `json:"encoder"` // the version of the definition of cores
	Start     string  `json:"start"`   // FEN of the position from which games lead, or do not lead, to the positions
	Positions int64   `json:"positions"`
	Games     int64   `json:"games,omitempty"` // positions with a game; the others have a tree
	Cores     int64   `json:"cores"`
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

// readManifest reads a manifest, and rejects everything that Text does not write.
func readManifest(data []byte) (*Manifest, error) {
	var version struct {
		Schema string `json:"schema"`
	}
	// The format of other versions is not known.
	if err := json.Unmarshal(data, &version); err == nil && version.Schema != Schema {
		return nil, because(ErrSchema, "%.50q, and this checker has %q; %s", version.Schema, Schema, olderReader)
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
	if err := checkEncoder(m.Encoder); err != nil {
		return nil, err
	}
	if m.Positions < 1 {
		return nil, ErrEmpty
	}
	if m.Positions > mostPositions {
		return nil, because(ErrManifest, "%d positions", m.Positions)
	}
	if m.Games < 0 || m.Games > m.Positions {
		return nil, because(ErrManifest, "%d games", m.Games)
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
