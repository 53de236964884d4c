package cdcl

import "errors"

// TrimStats are the figures of a trimming.
type TrimStats struct {
	Clauses     int64 // of the formula
	UsedClauses int64 // of these, used by the refutation
	Steps       int64 // clauses derived
	UsedSteps   int64 // of these, used, and so written
}

// errNotRefuted is the error of Trim if the empty clause was not derived, and of TrimTo if the clause was not.
var errNotRefuted = errors.New("the proof has no empty clause")

// deleteBatch is the number of clauses deleted together. One by one would cost a number and a letter for each.
const deleteBatch = 16

// Trim writes the steps that the refutation uses to a Writer, or any other Proof. The clauses of
// the formula are numbered from 1 in the order in which they were added, and the steps follow without gaps. Every
// derived clause is deleted soon after its last use. The clauses of the formula are not deleted, for a checker has
// them in memory anyhow.
func (r *Recorder) Trim(to Proof) (TrimStats, error) {
	if r.err == nil && r.empty == 0 {
		return TrimStats{Clauses: r.count, Steps: r.steps}, errNotRefuted
	}
	return r.TrimTo(r.empty, to)
}

// TrimTo is like Trim, but for the proof of a clause that was derived, by its number, such as that of
// Solver.FailedClause. It is the last one written. Nothing is written if it is a clause of the formula.
func (r *Recorder) TrimTo(target int64, to Proof) (TrimStats, error) {
	stats := TrimStats{Clauses: r.count, Steps: r.steps}
	if r.err != nil {
		return stats, r.err
	}
	if target <= 0 || target > r.last {
		return stats, errNotRefuted
	}
	// users[id] is the last step that uses a clause, 0 if none does. Backwards, the last use comes first.
	users := make([]uint32, r.last+1)
	if err := r.backward(target, users); err != nil {
		return stats, err
	}
	// numbers[id] is the new number of a clause.
	numbers := make([]uint32, r.last+1)
	next := uint32(0)
	for _, span := range r.inputs {
		for id := span.first; id <= span.last; id++ {
			next++
			numbers[id] = next
			to.Input(int64(next), nil)
			if id < int64(len(users)) && users[id] != 0 {
				stats.UsedClauses++
			}
		}
	}
	var p step
	var buf, data []byte
	var err error
	dead := make([]int64, 0, deleteBatch)
	for _, c := range r.chunks {
		if data, buf, err = r.load(c, buf); err != nil {
			return stats, err
		}
		last := c.base
		for at := 0; at < len(data); {
			at = p.read(data, at, last)
			last = p.id
			if users[p.id] == 0 {
				continue
			}
			next++
			numbers[p.id] = next
			stats.UsedSteps++
			user := uint32(p.id)
			for i, h := range p.hints {
				n := int64(numbers[h])
				p.hints[i] = n
				if users[h] == user && n > stats.Clauses {
					users[h] = 0 // a hint may occur twice
					dead = append(dead, n)
				}
			}
			to.Add(int64(next), p.lits, p.hints)
			if len(dead) >= deleteBatch && p.id != target {
				to.Delete(dead)
				dead = dead[:0]
			}
		}
		if err := to.Err(); err != nil {
			return stats, err
		}
	}
	return stats, to.Err()
}

// backward finds the last user of every clause that the proof of another one uses.
func (r *Recorder) backward(target int64, users []uint32) error {
	users[target] = uint32(target)
	var p step
	var buf, data []byte
	var err error
	type place struct {
		at   int
		last int64
	}
	var places []place
	for i := len(r.chunks) - 1; i >= 0; i-- {
		if data, buf, err = r.load(r.chunks[i], buf); err != nil {
			return err
		}
		places = places[:0]
		last := r.chunks[i].base
		for at := 0; at < len(data); {
			places = append(places, place{at, last})
			at = p.read(data, at, last)
			last = p.id
		}
		for k := len(places) - 1; k >= 0; k-- {
			p.read(data, places[k].at, places[k].last)
			if users[p.id] == 0 {
				continue
			}
			for _, h := range p.hints {
				if users[h] == 0 {
					users[h] = uint32(p.id)
				}
			}
		}
	}
	return nil
}
