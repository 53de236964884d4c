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

// enqueue makes a literal true. At level 0 the reason is dissolved into a unit clause of the proof.
func (s *Solver) enqueue(l lit, reason cref) {
	if len(s.control) == 0 && reason != noClause {
		s.fix(l, reason)
		reason = noClause
	}
	s.values[l], s.values[l^1] = 1, -1
	s.assigned[l>>1] = assignment{int32(len(s.control)), reason}
	s.trail = append(s.trail, l)
}

// fix logs a literal that a clause implies at level 0 as a unit clause.
func (s *Solver) fix(l lit, reason cref) {
	if s.proof == nil {
		return
	}
	s.hints = s.hints[:0]
	for _, q := range s.lits(reason) {
		if q != l {
			s.hints = append(s.hints, s.units[q>>1])
		}
	}
	s.hints = append(s.hints, s.id(reason))
	s.units[l>>1] = s.logAdd([]lit{l})
}

// propagate makes true what must be, and returns a clause that is false, or noClause.
func (s *Solver) propagate() cref {
	conflict := noClause
	values := s.values
	arena := s.arena
	start := s.head
	ticks := 0
	for conflict == noClause && s.head < len(s.trail) {
		falsified := s.trail[s.head] ^ 1
		s.head++
		ws := s.watches[falsified]
		ticks += 1 + len(ws)/8
		i, j := 0, 0
		for i < len(ws) {
			w := ws[i]
			ws[j] = w
			i++
			j++
			value := values[w.blocker]
			if value > 0 {
				continue
			}
			if w.ref&binaryWatch != 0 {
				if value < 0 {
					conflict = w.clause()
					break
				}
				s.enqueue(w.blocker, w.clause())
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
				s.watches[r] = append(s.watches[r], watch{w.ref, other})
				j--
				continue
			}
			if cref(w.ref) == s.ignored {
				continue
			}
			if value < 0 {
				conflict = cref(w.ref)
				break
			}
			s.enqueue(other, cref(w.ref))
		}
		if j < i {
			j += copy(ws[j:], ws[i:])
			s.watches[falsified] = ws[:j]
		}
	}
	s.stats.Propagations += int64(s.head - start)
	s.ticks += int64(ticks)
	if conflict != noClause {
		s.head = len(s.trail)
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
