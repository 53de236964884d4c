package cdcl

import (
	"encoding/binary"
	"errors"
	"io"
	"strconv"
)

// A Proof receives the steps of a proof in LRAT as they are found. Clauses are numbered from 1. The slices are valid
// during the call only.
type Proof interface {
	// Input receives a clause of the formula with its number. The numbers are consecutive unless clauses are added
	// after a Solve.
	Input(id int64, lits []int32)

	// Add derives a clause: if its literals are false, the clauses with the numbers in hints become unit one after the
	// other, and the last one false.
	Add(id int64, lits []int32, hints []int64)

	// Delete receives the numbers of clauses that later steps do not use.
	Delete(ids []int64)

	// Err returns what went wrong; it ends the search.
	Err() error
}

// errLateClause is the error of a Writer if a clause of the formula is added after the first step of the proof, for
// which LRAT has no place. A Recorder has.
var errLateClause = errors.New("clause added after the first step of the proof")

// A Writer writes a proof as LRAT: in text, or in CaDiCaL's binary format: "a", the number, the literals, 0, the hints,
// 0; or "d", the numbers, 0. There numbers are in base 128, the low digits first, with the high bit in all bytes but
// the last. Literals are 2v, and 2v+1 if negative; numbers of clauses are doubled alike.
type Writer struct {
	w       io.Writer
	binary  bool
	buf     []byte
	last    int64 // number of the last clause
	started bool  // with the proof
	written int64
	err     error
}

// NewTextWriter returns a Proof that is written to w in text. Call Flush at the end.
func NewTextWriter(w io.Writer) *Writer { return &Writer{w: w} }

// NewBinaryWriter returns a Proof that is written to w in binary. Call Flush at the end.
func NewBinaryWriter(w io.Writer) *Writer { return &Writer{w: w, binary: true} }

const writerBuffer = 1 << 16

// Input implements Proof.
func (w *Writer) Input(id int64, _ []int32) {
	if w.started && w.err == nil {
		w.err = errLateClause
	}
	w.last = id
}

// Err returns the first error.
func (w *Writer) Err() error { return w.err }

// Written returns the number of bytes of the proof so far.
func (w *Writer) Written() int64 { return w.written + int64(len(w.buf)) }

// Flush writes what is buffered, and returns the first error.
func (w *Writer) Flush() error {
	if w.err == nil && len(w.buf) > 0 {
		_, w.err = w.w.Write(w.buf)
	}
	w.written += int64(len(w.buf))
	w.buf = w.buf[:0]
	return w.err
}

func (w *Writer) number(n int64) {
	if !w.binary {
		w.buf = append(strconv.AppendInt(w.buf, n, 10), ' ')
		return
	}
	x := uint64(n) << 1
	if n < 0 {
		x = uint64(-n)<<1 | 1
	}
	w.buf = binary.AppendUvarint(w.buf, x)
}

// end writes the last numbers of a step, and what ends it.
func (w *Writer) end(numbers []int64) {
	for _, n := range numbers {
		w.number(n)
	}
	if w.binary {
		w.buf = append(w.buf, 0)
	} else {
		w.buf = append(w.buf, "0\n"...)
	}
	if len(w.buf) >= writerBuffer {
		w.Flush()
	}
}

// Add implements Proof.
func (w *Writer) Add(id int64, lits []int32, hints []int64) {
	w.started, w.last = true, id
	if w.binary {
		w.buf = append(w.buf, 'a')
	}
	w.number(id)
	for _, l := range lits {
		w.number(int64(l))
	}
	w.number(0)
	w.end(hints)
}

// Delete implements Proof.
func (w *Writer) Delete(ids []int64) {
	w.started = true
	if w.binary {
		w.buf = append(w.buf, 'd')
	} else {
		w.number(w.last)
		w.buf = append(w.buf, "d "...)
	}
	w.end(ids)
}

// nextID returns a number for a new clause.
func (s *Solver) nextID() int64 {
	s.lastID++
	return s.lastID
}

// logAdd logs a clause that s.hints derive, and returns its number.
func (s *Solver) logAdd(clause []lit) int64 {
	id := s.nextID()
	if s.proof == nil {
		return id
	}
	s.proof.Add(id, s.externals(clause), s.hints)
	return id
}

// externals translates a clause to DIMACS literals, in s.external.
func (s *Solver) externals(clause []lit) []int32 {
	s.external = s.external[:0]
	for _, l := range clause {
		s.external = append(s.external, external(l))
	}
	return s.external
}

// delete notes a clause to be deleted from the proof.
func (s *Solver) delete(id int64) {
	if s.proof != nil {
		s.deleted = append(s.deleted, id)
	}
}

// logDeletes logs the clauses that were noted.
func (s *Solver) logDeletes() {
	if len(s.deleted) > 0 {
		s.proof.Delete(s.deleted)
		s.deleted = s.deleted[:0]
	}
}
