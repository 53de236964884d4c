package lrat

import (
	"maps"
	"math"
	"slices"
)

// Lit is a literal as the checker keeps it: twice the variable, plus 1 if negative. No literal is 0.
type Lit uint32

// LitOf returns the literal that files write as n.
func LitOf(n int64) Lit {
	if n < 0 {
		return Lit(-2*n + 1)
	}
	return Lit(2 * n)
}

// Not returns the literal of the other sign.
func (l Lit) Not() Lit { return l ^ 1 }

// DIMACS returns the literal as it is written in files.
func (l Lit) DIMACS() int32 {
	if l&1 != 0 {
		return -int32(l >> 1)
	}
	return int32(l >> 1)
}

// A page says where the clauses with ids 128k to 128k+127 are. Pages exist only for ids of clauses that are alive, so
// that memory does not depend on the size of the ids: those of a long proof reach billions.
type page struct {
	key    uint64 // k
	places [128]place
	live   int
}

// place says where the literals of a clause are in the arena. It is zero if no clause is alive.
type place struct{ start, length uint32 }

const pageBytes = 1152 + 40 // 1040 as the allocator rounds them up, and the share of the map, at most

// Clauses are the clauses that are alive, each under its id: the literals one after the other in one arena, in the
// order of the ids.
type Clauses struct {
	arena []Lit // the first word is unused
	begun int   // where the clause that was begun last starts
	dead  int   // words of the arena that deleted clauses take
	pages map[uint64]*page
	cache [1024]*page // of pages, by the lowest bits of their keys; it halves the time for a hint
	spare *page       // the last one that became empty, nil if it is in use again: proofs may delete each clause that they have added

	live, peak int64 // clauses
	limit      int64 // bytes
	other      int64 // bytes used by callers that count against the limit
	tolerated  int   // words of deleted clauses that are not worth compacting
}

// NewClauses returns an empty store. limit is in bytes.
func NewClauses(limit int64) Clauses {
	return Clauses{arena: make([]Lit, 1, 1<<10), pages: map[uint64]*page{}, limit: limit, tolerated: 1 << 16}
}

// Reserve returns ErrMemory if the given number of additional bytes would exceed the limit.
func (s *Clauses) Reserve(more int64) error {
	if 4*int64(cap(s.arena))+int64(len(s.pages)+1)*pageBytes+s.other+more > s.limit {
		return ErrMemory
	}
	return nil
}

// Charge counts bytes used by the caller against the limit; a negative number releases them.
func (s *Clauses) Charge(bytes int64) { s.other += bytes }

// Begin starts a clause at the end of the arena; Push adds to it; Commit ends it.
func (s *Clauses) Begin() { s.begun = len(s.arena) }

// Push adds a literal to the clause that was begun.
func (s *Clauses) Push(l Lit) error {
	if len(s.arena) == cap(s.arena) {
		n := cap(s.arena) + cap(s.arena)/2
		if err := s.Reserve(4 * int64(n)); err != nil || int64(n) > math.MaxUint32 {
			return ErrMemory
		}
		s.arena = append(make([]Lit, 0, n), s.arena...)
	}
	s.arena = append(s.arena, l)
	return nil
}

// Begun returns the literals of the clause that was begun, valid until the next Push.
func (s *Clauses) Begun() []Lit { return s.arena[s.begun:] }

// Commit gives the clause that was begun its id, which must be larger than all before.
func (s *Clauses) Commit(id int64) error {
	p := s.page(id)
	if p == nil {
		if err := s.Reserve(pageBytes); err != nil {
			return err
		}
		if p, s.spare = s.spare, nil; p == nil {
			p = new(page)
		}
		p.key, s.pages[uint64(id)/128] = uint64(id)/128, p
	}
	p.places[uint64(id)%128] = place{uint32(s.begun), uint32(len(s.arena) - s.begun)}
	p.live++
	s.live++
	s.peak = max(s.peak, s.live)
	return nil
}

// page returns the page of an id, nil if there is none.
func (s *Clauses) page(id int64) *page {
	key := uint64(id) / 128
	p := &s.cache[key%uint64(len(s.cache))]
	if *p == nil || (*p).key != key {
		*p = s.pages[key]
	}
	return *p
}

// Find returns the literals of a clause, nil if it is not alive. They are valid until the next Push or Compact.
func (s *Clauses) Find(id int64) []Lit {
	p := s.page(id)
	if p == nil {
		return nil
	}
	at := p.places[uint64(id)%128]
	if at.start == 0 {
		return nil
	}
	return s.arena[at.start : at.start+at.length]
}

// Remove deletes a clause that is alive. Its literals stay readable until Compact is called.
func (s *Clauses) Remove(id int64) {
	p := s.page(id)
	at := &p.places[uint64(id)%128]
	s.dead += int(at.length)
	*at = place{}
	s.live--
	if p.live--; p.live == 0 {
		delete(s.pages, p.key)
		s.spare = p
		s.cache[p.key%uint64(len(s.cache))] = nil
	}
}

// Wasteful reports whether Compact is worthwhile: deleted clauses take half of the arena and
// more than a minimum.
func (s *Clauses) Wasteful() bool {
	return s.dead > len(s.arena)/2 && s.dead > s.tolerated
}

// Compact removes the gaps that deleted clauses have left.
func (s *Clauses) Compact() {
	to := uint32(1)
	for _, key := range slices.Sorted(maps.Keys(s.pages)) {
		places := &s.pages[key].places
		for i, at := range places {
			if at.start != 0 {
				copy(s.arena[to:], s.arena[at.start:at.start+at.length])
				places[i].start = to
				to += at.length
			}
		}
	}
	s.arena = s.arena[:to]
	s.dead = 0
}

// Live returns how many clauses are alive.
func (s *Clauses) Live() int64 { return s.live }
