package aiger

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
)

// Write writes the model, in the binary form if Binary is set. That form needs the variables
// in order, inputs, latches, gates, and the operands of a gate to be less than it and the
// greater first, as Renumbered has them; anything else is an error.
func (m *Model) Write(w io.Writer) error {
	if m.Binary {
		if err := m.checkBinary(); err != nil {
			return err
		}
	}
	b := bufio.NewWriterSize(w, 1<<16)
	m.writeHeader(b)
	var line []byte
	put := func(lits ...Lit) {
		line = line[:0]
		for i, l := range lits {
			if i > 0 {
				line = append(line, ' ')
			}
			line = strconv.AppendUint(line, uint64(l), 10)
		}
		b.Write(append(line, '\n')) // a bufio.Writer keeps its first error for Flush
	}
	// A binary file leaves out what follows from its counts: the literals of inputs and latches.
	if !m.Binary {
		for _, l := range m.Inputs {
			put(l)
		}
	}
	for _, l := range m.Latches {
		lits := []Lit{l.Lit, l.Next, l.Reset}
		if l.Reset == 0 {
			lits = lits[:2]
		}
		if m.Binary {
			lits = lits[1:]
		}
		put(lits...)
	}
	for _, list := range [][]Lit{m.Outputs, m.Bad, m.Constraints} {
		for _, l := range list {
			put(l)
		}
	}
	for _, j := range m.Justice {
		put(Lit(len(j)))
	}
	for _, j := range m.Justice {
		for _, l := range j {
			put(l)
		}
	}
	for _, l := range m.Fairness {
		put(l)
	}
	for _, a := range m.Ands {
		if !m.Binary {
			put(a.LHS, a.R0, a.R1)
			continue
		}
		line = appendDelta(appendDelta(line[:0], a.LHS-a.R0), a.R0-a.R1)
		b.Write(line)
	}
	for _, s := range m.Symbols {
		fmt.Fprintf(b, "%c%d %s\n", s.Kind, s.Index, s.Name)
	}
	if m.Comment != nil {
		b.WriteString("c\n")
		b.Write(m.Comment)
	}
	return b.Flush()
}

// writeHeader writes the first line, without the zeros at its end.
func (m *Model) writeHeader(b *bufio.Writer) {
	counts := []int{len(m.Inputs), len(m.Latches), len(m.Outputs), len(m.Ands), len(m.Bad), len(m.Constraints),
		len(m.Justice), len(m.Fairness)}
	least := 4
	if slices.ContainsFunc(m.Latches, Latch.function) {
		least = 5
	}
	for len(counts) > least && counts[len(counts)-1] == 0 {
		counts = counts[:len(counts)-1]
	}
	form := "aag"
	if m.Binary {
		form = "aig"
	}
	fmt.Fprintf(b, "%s %d", form, m.MaxVar)
	for _, n := range counts {
		fmt.Fprintf(b, " %d", n)
	}
	b.WriteByte('\n')
}

// checkBinary verifies that the binary form can express the numbering.
func (m *Model) checkBinary() error {
	v := uint32(0)
	inOrder := func(l Lit) bool { v++; return l == Lit(2*v) }
	for _, l := range m.Inputs {
		if !inOrder(l) {
			return errorf("input %d is not in the order of the binary form", l)
		}
	}
	for _, l := range m.Latches {
		if !inOrder(l.Lit) {
			return errorf("latch %d is not in the order of the binary form", l.Lit)
		}
	}
	for _, a := range m.Ands {
		if !inOrder(a.LHS) || a.R0 >= a.LHS || a.R1 > a.R0 {
			return errorf("gate %d is not in the order of the binary form", a.LHS)
		}
	}
	if v != m.MaxVar {
		return errorf("%d variables are defined of %d, and the binary form has no others", v, m.MaxVar)
	}
	return nil
}

func appendDelta(line []byte, d Lit) []byte {
	for ; d >= 0x80; d >>= 7 {
		line = append(line, byte(d)|0x80)
	}
	return append(line, byte(d))
}

// Renumbered returns the model with the numbering of the binary form: inputs, latches, gates
// in the order of their dependence. Symbols and comment are kept; a comment that speaks of
// literals may be wrong then. m must have been checked.
func (m *Model) Renumbered() *Model {
	r := &Model{Symbols: m.Symbols, Comment: m.Comment, Binary: m.Binary}
	to := make([]Lit, m.MaxVar+1)
	fresh := func(v uint32) Lit {
		r.MaxVar++
		to[v] = Lit(2 * r.MaxVar)
		return to[v]
	}
	lit := func(l Lit) Lit { return to[l.Var()] ^ l&1 }
	for _, l := range m.Inputs {
		r.Inputs = append(r.Inputs, fresh(l.Var()))
	}
	at := make(map[uint32]int, len(m.Ands))
	for _, l := range m.Latches {
		fresh(l.Lit.Var())
	}
	for i, a := range m.Ands {
		at[a.LHS.Var()] = i
	}
	for _, v := range m.order {
		if i, ok := at[v]; ok {
			a := m.Ands[i]
			x, y := lit(a.R0), lit(a.R1)
			r.Ands = append(r.Ands, And{fresh(v), max(x, y), min(x, y)})
		}
	}
	for _, l := range m.Latches {
		r.Latches = append(r.Latches, Latch{lit(l.Lit), lit(l.Next), lit(l.Reset)})
	}
	list := func(from []Lit) (list []Lit) {
		for _, l := range from {
			list = append(list, lit(l))
		}
		return list
	}
	r.Outputs, r.Bad, r.Constraints, r.Fairness = list(m.Outputs), list(m.Bad), list(m.Constraints), list(m.Fairness)
	for _, j := range m.Justice {
		r.Justice = append(r.Justice, list(j))
	}
	if err := r.Check(); err != nil {
		panic(err) // m was not checked
	}
	return r
}
