package cdcl

import "slices"

// watch is an entry in the list of clauses that watch a literal. The blocker is another literal of the clause: as long
// as it is true, the clause need not be looked at. In a binary clause it is the only other one, and the clause is
// never looked at.
type watch struct {
	ref     uint32 // a cref, with binaryWatch
	blocker lit
}

const binaryWatch = 1 << 31

// The place where propagation found the last literal to watch is kept for clauses that are longer than shortClause, up
// to maxPlace.
const (
	shortClause = 5
	maxPlace    = 1<<(32-shiftPlace) - 1
)

func (w watch) clause() cref { return cref(w.ref &^ binaryWatch) }

// watchList is where the watches of a literal are in the pool of all watches: numbers instead of a slice for each
// literal take half of the memory, and the garbage collector has nothing to follow.
type watchList struct {
	begin, size, room uint32
}

// watchesOf returns the watches of a literal. They are valid until one is added.
func (s *Solver) watchesOf(l lit) []watch {
	list := s.watches[l]
	return s.pool[list.begin:][:list.size:list.room]
}

// addWatch adds to the watches of a literal. If there is no room, the list moves to the end of the pool, which is
// longer then, and may be elsewhere in memory.
func (s *Solver) addWatch(l lit, w watch) {
	list := &s.watches[l]
	if list.size == list.room {
		s.moveList(list, 2*list.size+2)
	}
	s.pool[list.begin+list.size] = w
	list.size++
}

// moveList moves watches to the end of the pool, where they have more room. The old place is lost until the next
// collection.
func (s *Solver) moveList(list *watchList, room uint32) {
	begin := len(s.pool)
	s.pool = slices.Grow(s.pool, int(room))[:begin+int(room)]
	copy(s.pool[begin:], s.pool[list.begin:][:list.size])
	list.begin, list.room = uint32(begin), room
}

// attach watches the first two literals of a clause.
func (s *Solver) attach(ref cref) {
	c := s.lits(ref)
	r := uint32(ref)
	if len(c) == 2 {
		r |= binaryWatch
	}
	s.addWatch(c[0], watch{r, c[1]})
	s.addWatch(c[1], watch{r, c[0]})
}

// attachAll watches new clauses of the formula. If they are many, all lists get their room at once, which takes less
// time than to let each grow by itself.
func (s *Solver) attachAll(refs []cref) {
	if len(refs) > len(s.watches)/4 {
		counts := make([]uint32, len(s.watches))
		for _, ref := range refs {
			c := s.lits(ref)
			counts[c[0]]++
			counts[c[1]]++
		}
		total := 0
		for l, n := range counts {
			if n > 0 {
				counts[l] = s.watches[l].size + n + uint32(roomOf(int(n)))
				total += int(counts[l])
			}
		}
		s.pool = slices.Grow(s.pool, total)
		for l, n := range counts {
			if n > 0 {
				s.moveList(&s.watches[l], n)
			}
		}
	}
	for _, ref := range refs {
		s.attach(ref)
	}
}

// enqueue makes a literal true, by a clause that implies it or, at level 0, for good.
func (s *Solver) enqueue(l lit, reason cref) {
	s.values[l], s.values[l^1] = 1, -1
	s.assigned[l>>1] = assignment{int32(len(s.control)), reason}
	s.trail = append(s.trail, l)
}

// fixBy makes a literal true, at level 0, by a unit clause of the proof.
func (s *Solver) fixBy(l lit, id int64) {
	s.units[l>>1] = id
	s.enqueue(l, noClause)
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

// fetch asks for the watches of the next literal on the trail now: they are seldom in the caches, and come while those
// of this one are looked at.
func (s *Solver) fetch() {
	if s.head < len(s.trail) {
		if next := s.watches[s.trail[s.head]^1].begin; int(next) < len(s.pool) {
			s.fetched = s.pool[next].ref
		}
	}
}

// propagate makes true what must be, and returns a clause that is false, or noClause.
//
// Three quarters of the time are spent here, most of it in the innermost loop, which must be so small that all of its
// variables are in registers: what is rare is in functions of its own.
func (s *Solver) propagate() cref {
	start, level := s.head, len(s.control)
	ticks := 0
	conflict := noClause
	for conflict == noClause && s.head < len(s.trail) {
		falsified := s.trail[s.head] ^ 1
		s.head++
		list := s.watches[falsified]
		pool := len(s.pool)
		ws := s.pool[list.begin:][:list.size]
		s.fetch()
		ticks += 1 + len(ws)/8
		values := s.values
		i := 0 // until the first watch moves there is nothing to be copied
		for i < len(ws) && values[ws[i].blocker] > 0 {
			i++
		}
		j := i
		for {
			for i < len(ws) {
				w := ws[i]
				if values[w.blocker] <= 0 {
					break
				}
				ws[j] = w
				i++
				j++
			}
			if i == len(ws) {
				break
			}
			w := ws[i]
			i++
			if w.ref&binaryWatch != 0 {
				ws[j] = w
				j++
				if values[w.blocker] == 0 {
					s.enqueue(w.blocker, w.clause())
					continue
				}
				conflict = w.clause()
				break
			}
			ticks++
			blocker, result := s.visit(cref(w.ref), falsified)
			if result == visitMoved {
				if len(s.pool) != pool { // it may be elsewhere, with what was written to it until now
					pool = len(s.pool)
					ws = s.pool[list.begin:][:list.size]
				}
				continue
			}
			ws[j] = watch{w.ref, blocker}
			j++
			if result == visitConflict {
				conflict = cref(w.ref)
				break
			}
		}
		if j < i {
			j += copy(ws[j:], ws[i:])
			s.watches[falsified].size = uint32(j)
		}
	}
	s.stats.Propagations += int64(s.head - start)
	s.ticks += int64(ticks)
	if conflict != noClause {
		s.head = len(s.trail)
	}
	if level == 0 {
		s.fix(start)
	}
	return conflict
}

// What has become of a clause, one of whose watched literals is false.
const (
	visitKept  = iota // satisfied, or it has made its other watched literal true
	visitMoved        // another literal is watched instead
	visitConflict
)

// visit looks at a clause, one of whose watched literals has become false, and returns a literal that is a good blocker
// for its watch.
func (s *Solver) visit(ref cref, falsified lit) (blocker lit, result int) {
	header := s.arena[ref:][:headerSize]
	c := s.arena[ref+headerSize:][:header[wordSize]]
	values := s.values
	other := c[0] ^ c[1] ^ falsified
	value := values[other]
	if value > 0 {
		return other, visitKept
	}
	// Look for another literal to watch. In a long clause, begin where the last one was: those before it were false
	// then, and probably still are.
	k := 2
	if len(c) <= shortClause {
		for k < len(c) && values[c[k]] < 0 {
			k++
		}
	} else {
		k = findFrom(values, c, int(header[wordFlags]>>shiftPlace))
		if k < len(c) && k <= maxPlace {
			header[wordFlags] = header[wordFlags]&(1<<shiftPlace-1) | uint32(k)<<shiftPlace
		}
	}
	if k < len(c) {
		r := c[k]
		if values[r] > 0 {
			return r, visitKept // no need to watch it
		}
		c[0], c[1], c[k] = other, r, falsified
		s.addWatch(r, watch{uint32(ref), other})
		return other, visitMoved
	}
	if ref == s.ignored {
		return other, visitKept
	}
	if value < 0 {
		return other, visitConflict
	}
	s.enqueue(other, ref)
	return other, visitKept
}

// findFrom returns the place of a literal that is not false among all but the first two, or the length of the clause.
// It goes round from a given place.
func findFrom(values []int8, c []lit, place int) int {
	place = min(max(2, place), len(c))
	for k := place; k < len(c); k++ {
		if values[c[k]] >= 0 {
			return k
		}
	}
	for k := 2; k < place; k++ {
		if values[c[k]] >= 0 {
			return k
		}
	}
	return len(c)
}

// backtrack undoes all assignments above a level.
func (s *Solver) backtrack(level int) {
	if len(s.control) <= level {
		return
	}
	begin := s.control[level]
	values, phases, trail := s.values, s.phases, s.trail
	for i := len(trail) - 1; i >= begin; i-- {
		l := trail[i]
		values[l], values[l^1] = 0, 0
		if !s.probing {
			phases[l>>1] = int8(l & 1)
		}
		s.release(l >> 1)
	}
	s.trail = s.trail[:begin]
	s.control = s.control[:level]
	s.head = min(s.head, begin)
}
