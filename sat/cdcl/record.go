package cdcl

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
)

// A Recorder is a Proof that keeps the steps, compactly, to be trimmed at the end: in memory up to a bound, and what is
// more in a temporary file. Clauses of the formula may be added at any time: Trim numbers them first. Deletions are
// not kept, for Trim makes its own.
type Recorder struct {
	bound   int64 // bytes to keep in memory
	chunks  []chunk
	inputs  []span // numbers of the clauses of the formula
	count   int64  // how many
	last    int64  // number of the last clause
	before  int64  // number of the last step
	steps   int64
	memory  int64 // bytes of the chunks there
	spilled int   // chunks in the file
	file    *os.File
	removed bool  // the file's name, already while it is open
	empty   int64 // number of the empty clause, or 0
	err     error
}

// chunk is a part of the proof that is read as a whole.
type chunk struct {
	data   []byte // nil if in the file
	offset int64
	size   int
	base   int64 // the number of the step before the first one
}

// span is the numbers from first to last.
type span struct{ first, last int64 }

const chunkSize = 1 << 20

// DefaultMemory is a bound that leaves most proofs in memory.
const DefaultMemory = 256 << 20

// NewRecorder makes a Recorder that keeps about as many bytes in memory as given. Call Close at the end.
func NewRecorder(memory int64) *Recorder { return &Recorder{bound: memory} }

// Input implements Proof.
func (r *Recorder) Input(id int64, _ []int32) {
	r.count++
	r.last = id
	if n := len(r.inputs); n > 0 && r.inputs[n-1].last == id-1 {
		r.inputs[n-1].last = id
		return
	}
	r.inputs = append(r.inputs, span{id, id})
}

// Add implements Proof. What follows the empty clause is of no interest.
func (r *Recorder) Add(id int64, lits []int32, hints []int64) {
	if r.empty != 0 || r.err != nil {
		return
	}
	n := len(r.chunks)
	if n == 0 || len(r.chunks[n-1].data) >= chunkSize {
		r.chunks = append(r.chunks, chunk{base: r.before})
		n++
		r.spill()
	}
	c := &r.chunks[n-1]
	before := len(c.data)
	b := binary.AppendUvarint(c.data, uint64(id-r.before))
	b = binary.AppendUvarint(b, uint64(len(lits)))
	for _, l := range lits {
		b = binary.AppendUvarint(b, uint64(uint32(l)<<1)^uint64(uint32(l>>31)))
	}
	b = binary.AppendUvarint(b, uint64(len(hints)))
	for _, h := range hints {
		b = binary.AppendUvarint(b, uint64(id-h))
	}
	c.data, c.size = b, len(b)
	r.memory += int64(len(b) - before)
	r.last, r.before = id, id
	r.steps++
	if len(lits) == 0 {
		r.empty = id
	}
}

// Delete implements Proof.
func (r *Recorder) Delete([]int64) {}

// Err returns what went wrong with the temporary file.
func (r *Recorder) Err() error { return r.err }

// Refuted reports whether the empty clause was derived, so that there is something to trim.
func (r *Recorder) Refuted() bool { return r.empty != 0 }

// Close removes the temporary file.
func (r *Recorder) Close() error {
	r.chunks = nil
	if r.file == nil {
		return nil
	}
	name := r.file.Name()
	err := r.file.Close()
	if !r.removed {
		if e := os.Remove(name); err == nil {
			err = e
		}
	}
	r.file = nil
	return err
}

// spill moves the oldest full chunks to the file while there are too many in memory.
func (r *Recorder) spill() {
	for r.err == nil && r.memory > r.bound && r.spilled < len(r.chunks)-1 {
		if r.file == nil {
			if r.file, r.err = os.CreateTemp("", "retroproof-proof-*"); r.err != nil {
				return
			}
			// Without a name it is gone with the process, even if that is killed. Where a
			// file that is open cannot lose its name, Close removes it.
			r.removed = os.Remove(r.file.Name()) == nil
		}
		c := &r.chunks[r.spilled]
		if r.spilled > 0 {
			before := r.chunks[r.spilled-1]
			c.offset = before.offset + int64(before.size)
		}
		if _, r.err = r.file.WriteAt(c.data, c.offset); r.err != nil {
			return
		}
		c.data = nil
		r.memory -= int64(c.size)
		r.spilled++
	}
}

// load returns the bytes of a chunk; buf is reused.
func (r *Recorder) load(c chunk, buf []byte) (data, reuse []byte, err error) {
	if c.data != nil {
		return c.data, buf, nil
	}
	if cap(buf) < c.size {
		buf = make([]byte, c.size)
	}
	buf = buf[:c.size]
	if n, err := r.file.ReadAt(buf, c.offset); n < c.size {
		if err == nil || errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return nil, buf, fmt.Errorf("temporary file of the proof: %w", err)
	}
	return buf, buf, nil
}

// step is one step of a recorded proof.
type step struct {
	id    int64
	lits  []int32
	hints []int64
}

// read reads the step that begins at an offset of a chunk, after the step with the number last, and returns where it
// ends.
func (s *step) read(data []byte, at int, last int64) int {
	next := func() uint64 {
		x, n := binary.Uvarint(data[at:])
		at += max(n, 1)
		return x
	}
	s.id = last + int64(next())
	s.lits, s.hints = s.lits[:0], s.hints[:0]
	for n := next(); n > 0; n-- {
		x := uint32(next())
		s.lits = append(s.lits, int32(x>>1)^-int32(x&1))
	}
	for n := next(); n > 0; n-- {
		s.hints = append(s.hints, s.id-int64(next()))
	}
	return at
}
