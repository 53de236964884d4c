package encode

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// DIMACSWriter is a Sink that writes the formula in DIMACS CNF.
type DIMACSWriter struct {
	w   *bufio.Writer
	buf []byte
}

// DIMACS returns a Sink for Emit that writes f to w: the comments, the names
// of the inputs as lines "c var NAME NUMBER", the header, the clauses. The
// text depends only on the circuit and the comments. Call Flush at the end:
// it returns the first error.
func (f *CNF) DIMACS(w io.Writer, comments ...string) *DIMACSWriter {
	d := &DIMACSWriter{w: bufio.NewWriterSize(w, 1<<16)}
	for _, c := range comments {
		for line := range strings.Lines(c) {
			fmt.Fprintf(d.w, "c %s\n", strings.TrimRight(line, "\r\n"))
		}
	}
	for _, in := range f.circuit.inputs[:f.inputs] {
		fmt.Fprintf(d.w, "c var %s %d\n", f.circuit.names[in], f.Lit(in))
	}
	d.header(f.NumVars, int64(f.count))
	return d
}

// NewDIMACSWriter returns a Sink that writes a formula with the given numbers of
// variables and clauses to w, without comments. Call Flush at the end.
func NewDIMACSWriter(w io.Writer, variables int, clauses int64) *DIMACSWriter {
	d := &DIMACSWriter{w: bufio.NewWriterSize(w, 1<<16)}
	d.header(variables, clauses)
	return d
}

func (d *DIMACSWriter) header(variables int, clauses int64) {
	fmt.Fprintf(d.w, "p cnf %d %d\n", variables, clauses)
}

// AddClause writes a clause.
func (d *DIMACSWriter) AddClause(lits []int) {
	d.buf = d.buf[:0]
	for _, l := range lits {
		d.buf = strconv.AppendInt(d.buf, int64(l), 10)
		d.buf = append(d.buf, ' ')
	}
	d.buf = append(d.buf, "0\n"...)
	d.w.Write(d.buf) // a bufio.Writer keeps its first error for Flush
}

// Flush writes what is buffered and returns the first error of all writing.
func (d *DIMACSWriter) Flush() error { return d.w.Flush() }
