package certify

import (
	"encoding/binary"
	"errors"
	"io"
	"slices"

	"retroproof/proofs/illegal/formula"
	"retroproof/sat"
)

// errHints is the error about a step that its hints do not derive. The solver writes none.
var errHints = errors.New("the hints of a step do not derive it")

// removeTogether is the number of clauses that are deleted together. The smaller proofs delete none: that would take 4 %
// of their length.
const removeTogether = 10_000

// chainWriter makes a proof by chains of resolutions out of one by hints. Hints make clauses unit, one after the other,
// until one is false: resolving that one with the others backwards gives the clause of the step, or a part of it. So
// its literals need not be written, which are half of a proof.
//
// The order in which a chain resolves is free, as long as a clause comes after all clauses that have the negation of
// its pivot. The clause with the largest number comes first, for then chains have parts in common, which deflating
// finds: the proofs of random positions get a tenth shorter.
type chainWriter struct {
	out     io.Writer
	buf     []byte
	err     error
	done    bool  // the empty clause was derived
	formula int32 // number of clauses of the formula

	clauses [][]int32 // literals by number; those of the formula are its own
	names   []int32   // how many steps derive the clause, by number
	numbers []int32   // of the clauses that steps derive, by the number of the step
	dead    []int32   // clauses to be deleted
	most    int       // so many are deleted together

	values []int8  // by variable: 1 true, -1 false
	reason []int32 // by variable: the link that made it true or false, or -1
	trail  []int32 // the literals that are true
	links  []link
	open   []uint64 // links that come next, below the number of the clause: all clauses with the negation of the pivot are in the chain
}

// link is a clause of a chain.
type link struct {
	clause int32 // its number
	pivot  int32 // the literal that it made true; 0 in the clause that is false
	users  int32 // how many needed links have the negation of the pivot, and are not in the chain yet
}

// writeChains writes the refutation that a prover has found for a formula. Clauses are deleted so many at a time.
func writeChains(out io.Writer, cnf *formula.CNF, p *sat.Prover, together int) error {
	clauses := slices.AppendSeq(make([][]int32, 1, 1+p.Stats().Clauses), cnf.Clauses)
	w := &chainWriter{out: out, most: together, clauses: clauses, values: make([]int8, cnf.NumVars()+1), reason: make([]int32, cnf.NumVars()+1)}
	for i := range w.reason {
		w.reason[i] = -1
	}
	w.formula = int32(len(w.clauses) - 1)
	w.names = make([]int32, len(w.clauses))
	w.numbers = make([]int32, len(w.clauses))
	for i := range w.numbers {
		w.numbers[i] = int32(i)
	}
	if err := p.Refutation(w.add, w.remove); err != nil {
		return err
	}
	w.flush(0)
	return w.err
}

func variable(l int32) int32 { return max(l, -l) }

// value returns 1 if a literal is true, -1 if it is false, 0 if it is neither.
func (w *chainWriter) value(l int32) int8 {
	if l < 0 {
		return -w.values[-l]
	}
	return w.values[l]
}

// assign makes a literal true.
func (w *chainWriter) assign(l, reason int32) {
	w.values[variable(l)] = 1
	if l < 0 {
		w.values[-l] = -1
	}
	w.reason[variable(l)] = reason
	w.trail = append(w.trail, l)
}

// add writes the chain of a step.
func (w *chainWriter) add(id int64, literals []int32, hints []int64) {
	if w.done || w.err != nil {
		return
	}
	for _, l := range literals {
		if w.value(l) == 0 {
			w.assign(-l, -1)
		}
	}
	if !w.propagate(hints) {
		w.err = errHints
		return
	}
	w.need()
	number := w.links[len(w.links)-1].clause
	if clause, length := w.chain(); length > 1 {
		number = int32(len(w.clauses))
		w.clauses = append(w.clauses, clause)
		w.names = append(w.names, 0)
		w.done = len(clause) == 0
	}
	w.numbers = append(w.numbers, number)
	w.names[number]++
	for _, l := range w.trail {
		w.values[variable(l)], w.reason[variable(l)] = 0, -1
	}
	w.trail = w.trail[:0]
	w.flush(1 << 16)
}

// propagate follows the hints up to the clause that is false. Hints whose literal is true already are left out.
func (w *chainWriter) propagate(hints []int64) bool {
	w.links = w.links[:0]
	for _, h := range hints {
		n := w.numbers[h]
		unit, open := int32(0), 0
		for _, l := range w.clauses[n] {
			if w.value(l) >= 0 {
				unit = l
				open++
			}
		}
		switch {
		case open == 0:
			w.links = append(w.links, link{clause: n})
			return true
		case open > 1:
			return false
		case w.value(unit) == 0:
			w.links = append(w.links, link{clause: n, pivot: unit})
			w.assign(unit, int32(len(w.links)-1))
		}
	}
	return false
}

// need counts, for each link, the needed ones that have the negation of its pivot. It is needed if there are any, and
// so is the last one.
func (w *chainWriter) need() {
	for i := len(w.links) - 1; i >= 0; i-- {
		k := &w.links[i]
		if k.users == 0 && k.pivot != 0 {
			continue
		}
		for _, l := range w.clauses[k.clause] {
			if r := w.reason[variable(l)]; l != k.pivot && r >= 0 {
				w.links[r].users++
			}
		}
	}
}

// chain writes the needed links, and returns the resolvent and how many they are. A chain of one clause derives nothing
// new, and is not written.
func (w *chainWriter) chain() (resolvent []int32, length int) {
	before := len(w.buf)
	open := append(w.open[:0], w.opened(len(w.links)-1))
	for len(open) > 0 {
		at, most := 0, open[0]
		for i, o := range open {
			if o > most {
				at, most = i, o
			}
		}
		open[at] = open[len(open)-1]
		open = open[:len(open)-1]
		k := w.links[uint32(most)]
		w.buf = binary.AppendUvarint(w.buf, uint64(k.clause))
		length++
		for _, l := range w.clauses[k.clause] {
			v := variable(l)
			switch r := w.reason[v]; {
			case l == k.pivot:
			case r >= 0:
				if w.links[r].users--; w.links[r].users == 0 {
					open = append(open, w.opened(int(r)))
				}
			case w.values[v] != 0: // a literal of the step, for the first time
				w.values[v] = 0
				resolvent = append(resolvent, l)
			}
		}
	}
	w.open = open
	if length == 1 {
		w.buf = w.buf[:before]
		return nil, 1
	}
	w.buf = append(w.buf, 0)
	return resolvent, length
}

// opened is an entry of open.
func (w *chainWriter) opened(link int) uint64 {
	return uint64(w.links[link].clause)<<32 | uint64(link)
}

// remove notes clauses to be deleted: those that no later step uses. Several steps may have derived the same.
func (w *chainWriter) remove(ids []int64) {
	for _, id := range ids {
		if w.done || w.err != nil {
			return
		}
		n := w.numbers[id]
		if w.names[n]--; n > w.formula && w.names[n] == 0 {
			w.clauses[n] = nil
			w.dead = append(w.dead, n)
		}
	}
	if len(w.dead) < w.most {
		return
	}
	w.buf = append(w.buf, 0)
	for _, n := range w.dead {
		w.buf = binary.AppendUvarint(w.buf, uint64(n))
	}
	w.buf = append(w.buf, 0)
	w.dead = w.dead[:0]
}

// flush writes the buffer if it has more than so many bytes.
func (w *chainWriter) flush(most int) {
	if len(w.buf) > most && w.err == nil {
		_, w.err = w.out.Write(w.buf)
		w.buf = w.buf[:0]
	}
}
