package reach

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"retroproof/encode"
	"retroproof/proofs/aiger"
)

// fair returns the literals that a run must make true again and again to violate a justice property: those of the
// property and of fairness.
func fair(m *aiger.Model, justice int) ([]aiger.Lit, error) {
	if justice < 0 || justice >= len(m.Justice) {
		return nil, fmt.Errorf("%w: j%d, and it has %d, numbered from 0", ErrProperty, justice, len(m.Justice))
	}
	return slices.Concat(m.Justice[justice], m.Fairness), nil
}

// mostMonitor limits the latches of a monitor: one for each round and each literal.
const mostMonitor = 1 << 16

// Monitored returns the model with a monitor of a justice property, in which one more round than the given number is
// bad. A round ends with the state in which the last of the literals of the property and of fairness is seen that was
// not seen before in this round. The package comment has the gates.
func Monitored(m *aiger.Model, justice, rounds int) (*aiger.Model, error) {
	lits, err := fair(m, justice)
	if err != nil {
		return nil, err
	}
	if most := mostMonitor - len(lits); rounds < 0 || rounds > most {
		return nil, fmt.Errorf("%w: %d rounds of j%d, expected at most %d", ErrProperty, rounds, justice, most)
	}
	w := &aiger.Model{
		MaxVar: m.MaxVar, Inputs: m.Inputs, Constraints: m.Constraints,
		Latches: slices.Clone(m.Latches), Ands: slices.Clone(m.Ands),
	}
	latch := func() aiger.Lit {
		w.MaxVar++
		w.Latches = append(w.Latches, aiger.Latch{Lit: aiger.Lit(2 * w.MaxVar)})
		return aiger.Lit(2 * w.MaxVar)
	}
	and := func(a, b aiger.Lit) aiger.Lit {
		w.MaxVar++
		w.Ands = append(w.Ands, aiger.And{LHS: aiger.Lit(2 * w.MaxVar), R0: a, R1: b})
		return aiger.Lit(2 * w.MaxVar)
	}
	or := func(a, b aiger.Lit) aiger.Lit { return and(a.Not(), b.Not()).Not() }
	first := len(w.Latches)
	all := aiger.Lit(1) // the round ends
	for _, l := range lits {
		seen := or(latch(), l)
		w.Latches[len(w.Latches)-1].Next = seen
		all = and(all, seen)
	}
	for i := range w.Latches[first:] {
		l := &w.Latches[first+i]
		l.Next = and(l.Next, all.Not())
	}
	over := all // the round ends, and those before were as many as there are counting latches
	for range rounds {
		count := latch()
		w.Latches[len(w.Latches)-1].Next = or(count, over)
		over = and(all, count)
	}
	w.Bad = []aiger.Lit{over}
	return w, w.Check()
}

// CheckLasso checks a witness in AIGER's format that a justice property is violated: the line 1, a line with its name,
// j0 and so on, and a run as that of CheckTrace. The state that follows the run was in it before. From the first time
// on, every literal of the property and of fairness holds in some state. It returns the number of the
// property, that of the steps, and after how many of them the loop begins.
func CheckLasso(m *aiger.Model, r io.Reader) (justice, steps, loop int, err error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return 0, 0, 0, err
	}
	c := encode.NewCircuit()
	var lits []aiger.Lit
	named := func(name string) error {
		k, _ := fmt.Sscanf(name, "j%d", &justice)
		if lits, err = fair(m, justice); err != nil || k != 1 || name != fmt.Sprint("j", justice) {
			return fmt.Errorf("found %.80q, expected a justice property such as j0 (%v)", name, err)
		}
		return nil
	}
	// What follows the run is known at its end only: it is replayed twice, so that no state has to be kept.
	var end frame
	if steps, err = newTracer(m, c, bytes.NewReader(text)).replay(named, func(_, next frame) { end = next }); err != nil {
		return 0, 0, 0, err
	}
	at := 0
	loop = -1
	held := make([]bool, len(lits))
	_, err = newTracer(m, c, bytes.NewReader(text)).replay(named, func(now, _ frame) {
		if loop < 0 && !slices.ContainsFunc(m.Latches, func(l aiger.Latch) bool { return now.lit(l.Lit) != end.lit(l.Lit) }) {
			loop = at
		}
		for i, l := range lits {
			held[i] = held[i] || loop >= 0 && now.lit(l) == c.True
		}
		at++
	})
	switch {
	case loop < 0:
		err = fmt.Errorf("%w: the state that follows was not there before", ErrTrace)
	case slices.Contains(held, false):
		err = fmt.Errorf("%w: from step %d on literal %d does not hold", ErrTrace, loop, lits[slices.Index(held, false)])
	}
	return justice, steps, loop, err
}
