package cdcl

// watch is an entry in the list of clauses that watch a literal. The blocker is another literal of the clause: as long
// as it is true, the clause need not be looked at. In a binary clause it is the only other one, and the clause is
// never looked at.
type watch struct {
	ref     uint32 // a cref, with binaryWatch
	blocker lit
}

const binaryWatch = 1 << 31

func (w watch) clause() cref { return cref(w.ref &^ binaryWatch) }

// attach watches the first two literals of a clause.
func (s *Solver) attach(ref cref) {
	c := s.lits(ref)
	r := uint32(ref)
	if len(c) == 2 {
		r |= binaryWatch
	}
	s.watches[c[0]] = append(s.watches[c[0]], watch{r, c[1]})
	s.watches[c[1]] = append(s.watches[c[1]], watch{r, c[0]})
}

// enqueue makes a literal true, by a clause that implies it or, at level 0, for good.
func (s *Solver) enqueue(l lit, reason cref) {
	s.values[l], s.values[l^1] = 1, -1
	s.assigned[l>>1] = assignment{int32(len(s.control)), reason}
	s.trail = append(s.trail, l)
}

// fix logs the literals from a place in the trail on, that clauses imply at level 0, as unit clauses: their reasons
// are dissolved into these.
func (s *Solver) fix(from int) {
	for _, l := range s.trail[from:] {
		a := &s.assigned[l>>1]
		if a.reason == noClause {
			continue
		}
		if s.proof != nil {
			s.hints = s.hints[:0]
			for _, q := range s.lits(a.reason) {
				if q != l {
					s.hints = append(s.hints, s.units[q>>1])
				}
			}
			s.hints = append(s.hints, s.id(a.reason))
			s.units[l>>1] = s.logAdd([]lit{l})
		}
		a.reason = noClause
	}
}

// propagate makes true what must be, and returns a clause that is false, or noClause.
//
// Three quarters of the time are spent here, so that all that is used in the loop is kept in local variables: the
// trail has room for all variables, and does not move.
func (s *Solver) propagate() cref {
	conflict := noClause
	values, arena, watches, assigned := s.values, s.arena, s.watches, s.assigned
	level := int32(len(s.control))
	start, head, end := s.head, s.head, len(s.trail)
	trail := s.trail[:cap(s.trail)]
	ticks := 0
	for conflict == noClause && head < end {
		falsified := trail[head] ^ 1
		head++
		ws := watches[falsified]
		ticks += 1 + len(ws)/8
		j := 0
		for i, w := range ws {
			ws[j] = w
			j++
			value := values[w.blocker]
			if value > 0 {
				continue
			}
			if w.ref&binaryWatch != 0 {
				if value < 0 {
					conflict = w.clause()
					j += copy(ws[j:], ws[i+1:])
					break
				}
				values[w.blocker], values[w.blocker^1] = 1, -1
				assigned[w.blocker>>1] = assignment{level, w.clause()}
				trail[end] = w.blocker
				end++
				continue
			}
			ticks++
			begin := w.ref + headerSize
			c := arena[begin : begin+arena[w.ref+wordSize]]
			other := c[0] ^ c[1] ^ falsified
			value = values[other]
			if value > 0 {
				ws[j-1].blocker = other
				continue
			}
			// Look for another literal to watch.
			k := 2
			for k < len(c) && values[c[k]] < 0 {
				k++
			}
			if k < len(c) {
				r := c[k]
				if values[r] > 0 {
					// True: no need to watch it, it will do as a blocker.
					ws[j-1].blocker = r
					continue
				}
				c[0], c[1], c[k] = other, r, falsified
				watches[r] = append(watches[r], watch{w.ref, other})
				j--
				continue
			}
			if cref(w.ref) == s.ignored {
				continue
			}
			if value < 0 {
				conflict = cref(w.ref)
				j += copy(ws[j:], ws[i+1:])
				break
			}
			values[other], values[other^1] = 1, -1
			assigned[other>>1] = assignment{level, cref(w.ref)}
			trail[end] = other
			end++
		}
		if j < len(ws) {
			watches[falsified] = ws[:j]
		}
	}
	s.trail = trail[:end]
	s.stats.Propagations += int64(head - start)
	s.ticks += int64(ticks)
	s.head = head
	if conflict != noClause {
		s.head = end
	}
	if level == 0 {
		s.fix(start)
	}
	return conflict
}

// backtrack undoes all assignments above a level.
func (s *Solver) backtrack(level int) {
	if len(s.control) <= level {
		return
	}
	begin := s.control[level]
	for i := len(s.trail) - 1; i >= begin; i-- {
		l := s.trail[i]
		s.values[l], s.values[l^1] = 0, 0
		if !s.probing {
			s.phases[l>>1] = int8(l & 1)
		}
		s.release(l >> 1)
	}
	s.trail = s.trail[:begin]
	s.control = s.control[:level]
	s.head = min(s.head, begin)
}
