package survey

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/bits"
	"path/filepath"
)

// UnitSchema is the version of the manifests of units alone.
const UnitSchema = "retroproof.survey.unit/1"

// AloneUnit is the manifest of a unit that is checked alone, against the manifest of its survey: its entry, and the way
// in the Merkle tree of all units from it to the root.
type AloneUnit struct {
	Schema string   `json:"schema"`
	Number uint64   `json:"number"` // of the unit
	Path   []string `json:"path"`   // hashes beside the way, as RFC 9162 has an inclusion proof
	Entry  Unit     `json:"entry"`
}

// Text returns the manifest as it is written.
func (a *AloneUnit) Text() ([]byte, error) { return text(a) }

// treeHash is a hash of the tree, SHA-256 as in RFC 9162.
type treeHash [sha256.Size]byte

// Text returns the entry as it is written in the file of a unit.
func (u *Unit) Text() []byte {
	text, err := json.Marshal(u)
	if err != nil {
		panic(err) // does not happen: strings and numbers can always be encoded
	}
	return text
}

// Leaf returns the hash of a unit's entry in the tree.
func (u *Unit) Leaf() [sha256.Size]byte { return sha256.Sum256(append([]byte{0}, u.Text()...)) }

// Join returns the hash of a node with two below it.
func Join(left, right [sha256.Size]byte) [sha256.Size]byte {
	return sha256.Sum256(append(append([]byte{1}, left[:]...), right[:]...))
}

// tree is the Merkle tree of units that come one after the other: the roots of full subtrees, the largest first, one
// for each bit of their number.
type tree struct {
	n     uint64
	roots []treeHash
}

// add adds a leaf.
func (t *tree) add(leaf treeHash) {
	t.roots = append(t.roots, leaf)
	for range bits.TrailingZeros64(^t.n) { // as many pairs become one
		last := len(t.roots) - 2
		t.roots = append(t.roots[:last], Join(t.roots[last], t.roots[last+1]))
	}
	t.n++
}

// text returns the hash of the root, as hexadecimal digits.
func (t *tree) text() string {
	h := t.roots[len(t.roots)-1]
	for i := len(t.roots) - 2; i >= 0; i-- {
		h = Join(t.roots[i], h)
	}
	return hex.EncodeToString(h[:])
}

// Sealed returns the hash of the root of the tree of all units that were counted.
func (r *Root) Sealed() string { return r.units.text() }

// climb returns the root to which a path leads from the leaf of a unit, as section 2.1.3.2 of RFC 9162 has it.
func climb(leaf treeHash, number, units uint64, path []string) (string, error) {
	wrong := errors.New("the path is not one of the tree")
	last := units - 1
	for _, text := range path {
		var beside treeHash
		if len(text) != hex.EncodedLen(len(beside)) || last == 0 {
			return "", wrong
		}
		if _, err := hex.Decode(beside[:], []byte(text)); err != nil {
			return "", wrong
		}
		if number&1 == 0 && number != last {
			leaf = Join(leaf, beside)
		} else {
			leaf = Join(beside, leaf)
			for number&1 == 0 && number != 0 {
				number, last = number>>1, last>>1
			}
		}
		number, last = number>>1, last>>1
	}
	if last != 0 {
		return "", wrong
	}
	return hex.EncodeToString(leaf[:]), nil
}

// CheckAlone checks the folder of a unit alone against the manifest of its survey, a file: that it is the unit of that
// number, and that it is right, as Check does.
func CheckAlone(ctx context.Context, dir, root string, o Options) (*Report, error) {
	r, _, taken, err := readManifest(filepath.Dir(root), "", o.memory(), parseRoot, filepath.Base(root))
	if err != nil {
		return nil, err
	}
	o.Memory = o.memory() - taken
	a, _, taken, err := readManifest(dir, "", o.Memory, func(data []byte) (*AloneUnit, error) {
		a := &AloneUnit{}
		return a, parse(data, a, UnitSchema)
	})
	if err != nil {
		return nil, err
	}
	o.Memory -= taken
	wrong := func(err error) (*Report, error) {
		return nil, &Error{File: ManifestName, Err: fmt.Errorf("%w: unit %d: %w", ErrManifest, a.Number, err)}
	}
	p := &Pack{Plan: r.Plan, Number: int(a.Number / r.PackUnits), Units: []Unit{a.Entry}, Counts: a.Entry.Counts}
	first, units := a.Number*r.UnitDraws, (r.Draws+r.UnitDraws-1)/r.UnitDraws
	switch tree, err := climb(a.Entry.Leaf(), a.Number, units, a.Path); {
	case r.Tree == "":
		return wrong(errors.New("the manifest of the survey has no tree: \"estimate merge\" of today writes one"))
	case a.Number >= units:
		return wrong(fmt.Errorf("the survey has %d", units))
	case err != nil:
		return wrong(err)
	case tree != r.Tree:
		return wrong(fmt.Errorf("the path leads to %s, and the tree of the survey is %s", tree, r.Tree))
	case a.Entry.First != first || a.Entry.Draws != min(r.UnitDraws, r.Draws-first):
		return wrong(fmt.Errorf("%d draws from %d on", a.Entry.Draws, a.Entry.First))
	}
	if err := a.Entry.check(a.Number, p); err != nil {
		return wrong(err)
	}
	report := newReport(&p.Plan, o)
	p.from = dir
	report.alone, report.unit = p, fmt.Sprintf("unit %d of %d of the tree %s\n", a.Number, units, r.Tree)
	return report, report.pack(ctx, p, nil, o)
}
