package certify

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"fmt"
	"hash/crc32"
	"io"
	"sync"

	"retroproof/chess"
	"retroproof/proofs/illegal"
	"retroproof/proofs/illegal/core"
)

// packed is a member as it is stored in a container.
type packed struct {
	size uint64 // before it was deflated
	crc  uint32
	data []byte // deflated
}

// packer deflates a member while it is written.
type packer struct {
	packed packed
	out    bytes.Buffer
	w      *flate.Writer
}

// flateWriters are there to be used again: each takes most of a megabyte, and most members are a few kilobytes.
var flateWriters = sync.Pool{New: func() any {
	w, err := flate.NewWriter(nil, flate.DefaultCompression)
	if err != nil {
		panic(err) // only an invalid level is an error
	}
	return w
}}

func newPacker() *packer {
	p := &packer{w: flateWriters.Get().(*flate.Writer)}
	p.w.Reset(&p.out)
	return p
}

// Write implements io.Writer.
func (p *packer) Write(b []byte) (int, error) {
	p.packed.size += uint64(len(b))
	p.packed.crc = crc32.Update(p.packed.crc, crc32.IEEETable, b)
	return p.w.Write(b) // to memory: no error
}

// finish returns the member. The packer cannot be used again.
func (p *packer) finish() packed {
	p.w.Close()
	flateWriters.Put(p.w)
	p.w = nil
	p.packed.data = p.out.Bytes()
	return p.packed
}

// pack deflates a member.
func pack(content []byte) packed {
	p := newPacker()
	p.Write(content)
	return p.finish()
}

// The limits of a member with trees, in bytes and lines.
const (
	mostBytes = 1 << 20
	mostLines = 10_000
)

// container writes a container: cores, trees and games in any order, Close at
// the end. The same calls write the same bytes.
type container struct {
	z        *zip.Writer
	manifest *illegal.Manifest
	trees    bytes.Buffer // of the member that is being filled
	lines    int64
	err      error
}

// newContainer starts a container for certificates from a start, written by a tool.
func newContainer(w io.Writer, tool string, start *chess.Setup) *container {
	return &container{z: zip.NewWriter(w), manifest: &illegal.Manifest{
		Schema: illegal.Schema, Tool: tool, Encoder: core.Version, Start: start.FEN(), Trees: []illegal.Trees{},
	}}
}

// add writes a member.
func (c *container) add(name string, m packed) {
	if c.err != nil {
		return
	}
	if m.size > illegal.MostMember || int64(len(m.data)) > illegal.MostMember {
		c.err = fmt.Errorf("%s has %d bytes, more than a member may have", name, m.size)
		return
	}
	w, err := c.z.CreateRaw(illegal.Header(name, m.crc, uint64(len(m.data)), m.size))
	if err == nil {
		_, err = w.Write(m.data)
	}
	c.err = err
}

// core adds a core, once.
func (c *container) core(r *refutation) {
	c.add(illegal.CoreName(r.name), r.core)
	c.manifest.Cores++
}

// game adds the line of a game.
func (c *container) game(line []byte) {
	c.manifest.Games++
	c.line(line)
}

// line adds a line.
func (c *container) line(line []byte) {
	c.trees.Write(line)
	c.manifest.Positions++
	if c.lines++; c.lines == mostLines || c.trees.Len() >= mostBytes {
		c.flush()
	}
}

// flush writes the member with the trees so far.
func (c *container) flush() {
	if c.lines == 0 {
		return
	}
	t := illegal.Trees{Name: illegal.TreesName(len(c.manifest.Trees)), First: c.manifest.Positions - c.lines + 1, Positions: c.lines}
	c.manifest.Trees = append(c.manifest.Trees, t)
	c.add(t.Name, pack(c.trees.Bytes()))
	c.trees.Reset()
	c.lines = 0
}

// Close completes the container, and returns the first error of all calls. The
// writer is not closed.
func (c *container) Close() error {
	c.flush()
	text, err := c.manifest.Text()
	if err != nil {
		return err
	}
	c.add(illegal.ManifestName, pack(text))
	if c.err != nil {
		return c.err
	}
	return c.z.Close()
}
