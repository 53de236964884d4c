package cdcl

import "slices"

// lit is a literal: variable<<1, and 1 more if it is negative. Variables are numbered from 0.
type lit = uint32

// noLit is not a literal.
const noLit = ^lit(0)

// toLit translates a DIMACS literal.
func toLit(l int32) lit {
	if l < 0 {
		return uint32(-l-1)<<1 | 1
	}
	return uint32(l-1) << 1
}

// external translates to a DIMACS literal.
func external(l lit) int32 {
	v := int32(l>>1) + 1
	if l&1 != 0 {
		return -v
	}
	return v
}

// cref is the position of a clause in the arena. Clauses have no addresses of their own: four bytes suffice, the
// garbage collector has nothing to follow, and clauses lie in the order in which they were made.
type cref uint32

// noClause is not the position of a clause, for the arena begins with a word that is not used.
const noClause cref = 0

// The words of a clause: a header, and the literals. Clauses have two literals at least.
const (
	wordSize   = iota
	wordID     // in the proof
	wordFlags  // see below
	headerSize // the literals begin here
)

// Flags. Above them are the glue, and then the place among the literals where propagation found the last one to watch.
const (
	flagLearnt  = 1 << iota
	flagGarbage // to be collected
	flagSaved   // garbage, but not to be deleted from the proof: a variable was eliminated
	flagVivify  // vivification has looked at it
	flagMoved   // during a collection: the first word is the new position
	flagUsed    // two bits: counts down to 0 with every reduction that finds the clause not used
	flagUsed2
	shiftGlue  = iota
	shiftPlace = 16
	maxGlue    = 1<<(shiftPlace-shiftGlue) - 1
	maskGlue   = maxGlue << shiftGlue
	maskUsed   = flagUsed | flagUsed2
)

// maxArena is the largest number of words in the arena: one bit of a cref marks binary clauses.
const maxArena = 1 << 31

// newClause puts a clause into the arena and lists it, but does not watch it.
func (s *Solver) newClause(lits []lit, id int64, learnt bool, glue int) cref {
	ref := cref(len(s.arena))
	flags := uint32(0)
	if learnt {
		flags = flagLearnt | uint32(min(glue, maxGlue))<<shiftGlue
		s.recent[len(s.learnts)%maxRecent] = signatureOf(lits)
		s.learnts = append(s.learnts, ref)
	} else {
		s.given = append(s.given, ref)
	}
	s.arena = append(s.arena, uint32(len(lits)), uint32(id), flags)
	s.arena = append(s.arena, lits...)
	return ref
}

func (s *Solver) lits(ref cref) []lit {
	begin := uint32(ref) + headerSize
	end := begin + s.arena[ref+wordSize]
	return s.arena[begin:end:end]
}

func (s *Solver) id(ref cref) int64 { return int64(s.arena[ref+wordID]) }

func (s *Solver) flags(ref cref) *uint32 { return &s.arena[ref+wordFlags] }

func (s *Solver) glue(ref cref) int { return int(s.arena[ref+wordFlags] & maskGlue >> shiftGlue) }

// setGlue changes the glue of a learnt clause.
func (s *Solver) setGlue(ref cref, glue int) {
	f := s.flags(ref)
	*f = *f&^maskGlue | uint32(min(glue, maxGlue))<<shiftGlue
}

// remove marks a clause as garbage. It stays watched, may become a reason, and is part of the proof until the next
// collection.
func (s *Solver) remove(ref cref) {
	*s.flags(ref) |= flagGarbage
	s.wasted += headerSize + int(s.arena[ref+wordSize])
}

// collect frees the clauses marked as garbage, at level 0: nothing has a reason there, and above it one of them may be
// a reason, even if it was none when it was marked. The others are put in the order in which propagation is likely to
// look at them: by the literals that watch them, those first whose variables are decided first.
func (s *Solver) collect() {
	if s.wasted == 0 {
		return
	}
	// The new positions are left in the old arena, in place of the size.
	old := s.arena
	if n := max(0, len(old)-s.wasted) + len(old)/8 + 1024; cap(s.spareArena) < n {
		s.spareArena = make([]uint32, 1, n)
	}
	s.arena, s.spareArena = s.spareArena[:1], old
	s.wasted = 0
	order := s.decisionOrder()
	for _, v := range order {
		l := v<<1 | uint32(1-s.phases[v]) // about to be false
		for _, w := range s.watchesOf(l) {
			s.moveWatched(old, w)
		}
		for _, w := range s.watchesOf(l ^ 1) {
			s.moveWatched(old, w)
		}
	}
	s.given = s.move(old, s.given)
	s.learnts = s.move(old, s.learnts)
	s.noteRecent()
	s.moveWatches(old, order)
	s.shrunk = false
	s.logDeletes()
}

// decisionOrder returns the variables, those that are decided first at the beginning.
func (s *Solver) decisionOrder() []uint32 {
	order := make([]uint32, 0, s.vars())
	for v := s.queue.last; v != noVariable; v = s.queue.links[v].prev {
		order = append(order, v)
	}
	if s.stable {
		slices.SortFunc(order, func(a, b uint32) int {
			if s.scores.less(a, b) {
				return -1
			}
			return 1
		})
	}
	return order
}

// moveWatches puts the watches of the clauses that are left into one slice, in the order of the clauses, each list with
// room to grow: what propagation looks at one after the other is close together then.
func (s *Solver) moveWatches(old, order []uint32) {
	total := 0
	for _, list := range s.watches {
		total += int(list.size) + roomOf(int(list.size))
	}
	if cap(s.sparePool) < total {
		s.sparePool = make([]watch, 0, total+total/2)
	}
	all := s.sparePool[:0]
	move := func(l lit) {
		begin := len(all)
		for _, w := range s.watchesOf(l) {
			ref := w.clause()
			if old[ref+wordFlags]&flagGarbage != 0 {
				continue
			}
			to := old[ref+wordSize]
			if w.ref&binaryWatch != 0 {
				to |= binaryWatch
			} else if s.shrunk && s.arena[to+wordSize] == 2 {
				c := s.lits(cref(to))
				w.blocker = c[0] ^ c[1] ^ l
				to |= binaryWatch
			}
			w.ref = to
			all = append(all, w)
		}
		end := len(all)
		all = all[:end+roomOf(end-begin)]
		s.watches[l] = watchList{uint32(begin), uint32(end - begin), uint32(len(all) - begin)}
	}
	for _, v := range order {
		move(v << 1)
		move(v<<1 | 1)
	}
	s.sparePool, s.pool = s.pool, all
}

// roomOf is the room to grow of a list of watches.
func roomOf(n int) int { return n/4 + 2 }

// moveWatched copies a clause that is looked at through a watch, unless it has been copied or is garbage.
func (s *Solver) moveWatched(old []uint32, w watch) {
	if w.ref&binaryWatch == 0 && old[w.ref+wordFlags]&(flagGarbage|flagMoved) == 0 {
		s.moveOne(old, cref(w.ref))
	}
}

// moveOne copies a clause from the old arena to the new one.
func (s *Solver) moveOne(old []uint32, ref cref) {
	to := uint32(len(s.arena))
	s.arena = append(s.arena, old[ref:uint32(ref)+headerSize+old[ref+wordSize]]...)
	old[ref+wordSize] = to
	old[ref+wordFlags] |= flagMoved
}

// move copies the clauses of a list that are not garbage, and lists their new positions.
func (s *Solver) move(old []uint32, refs []cref) []cref {
	kept := refs[:0]
	for _, ref := range refs {
		switch flags := old[ref+wordFlags]; {
		case flags&flagGarbage == 0:
			if flags&flagMoved == 0 {
				s.moveOne(old, ref)
			}
			kept = append(kept, cref(old[ref+wordSize]))
		case flags&flagSaved == 0:
			s.delete(int64(old[ref+wordID]))
		}
	}
	return kept
}
