package lrat

import "io"

// ErrUsed is for tests.
var ErrUsed = errUsed

// CompactAlways makes a checker close gaps after so few words.
func (c *Checker) CompactAlways(words int) { c.alive.tolerated = words }

// Chain reads one chain, whatever step it begins, and reports whether its clause is the empty one.
func (c *Checker) Chain(proof io.Reader) (empty bool, err error) {
	p := newBinaryReader(proof, "chain", true)
	p.form = chainForm{binaryForm{unsigned: true}}
	err = c.chain(p, make([]bool, len(c.falsified)), nil)
	return c.derived, err
}
