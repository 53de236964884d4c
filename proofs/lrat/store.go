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
	// The last one that became empty, nil if it is in use again: proofs may delete each clause that they have added
	spare *page

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
func (c *Clauses) Reserve(more int64) error {
	if 4*int64(cap(c.arena))+int64(len(c.pages)+1)*pageBytes+c.other+more > c.limit {
		return ErrMemory
	}
	return nil
}

// Charge counts bytes used by the caller against the limit; a negative number releases them.
func (c *Clauses) Charge(bytes int64) { c.other += bytes }

// Begin starts a clause at the end of the arena; Push adds to it; Commit ends it.
func (c *Clauses) Begin() { c.begun = len(c.arena) }

// Push adds a literal to the clause that was begun.
func (c *Clauses) Push(l Lit) error {
	if len(c.arena) == cap(c.arena) {
		n := cap(c.arena) + cap(c.arena)/2
		if err := c.Reserve(4 * int64(n)); err != nil || int64(n) > math.MaxUint32 {
			return ErrMemory
		}
		c.arena = append(make([]Lit, 0, n), c.arena...)
	}
	c.arena = append(c.arena, l)
	return nil
}

// Begun returns the literals of the clause that was begun, valid until the next Push.
func (c *Clauses) Begun() []Lit { return c.arena[c.begun:] }

// Commit gives the clause that was begun its id, which must be larger than all before.
func (c *Clauses) Commit(id int64) error {
	p := c.page(id)
	if p == nil {
		if err := c.Reserve(pageBytes); err != nil {
			return err
		}
		if p, c.spare = c.spare, nil; p == nil {
			p = new(page)
		}
		p.key, c.pages[uint64(id)/128] = uint64(id)/128, p
	}
	p.places[uint64(id)%128] = place{uint32(c.begun), uint32(len(c.arena) - c.begun)}
	p.live++
	c.live++
	c.peak = max(c.peak, c.live)
	return nil
}

// page returns the page of an id, nil if there is none.
func (c *Clauses) page(id int64) *page {
	key := uint64(id) / 128
	p := &c.cache[key%uint64(len(c.cache))]
	if *p == nil || (*p).key != key {
		*p = c.pages[key]
	}
	return *p
}

// Find returns the literals of a clause, nil if it is not alive. They are valid until the next Push or Compact.
func (c *Clauses) Find(id int64) []Lit {
	p := c.page(id)
	if p == nil {
		return nil
	}
	at := p.places[uint64(id)%128]
	if at.start == 0 {
		return nil
	}
	return c.arena[at.start : at.start+at.length]
}

// Remove deletes a clause that is alive. Its literals stay readable until Compact is called.
func (c *Clauses) Remove(id int64) {
	p := c.page(id)
	at := &p.places[uint64(id)%128]
	c.dead += int(at.length)
	*at = place{}
	c.live--
	if p.live--; p.live == 0 {
		delete(c.pages, p.key)
		c.spare = p
		c.cache[p.key%uint64(len(c.cache))] = nil
	}
}

// Wasteful reports whether Compact is worthwhile: deleted clauses take half of the arena and
// more than a minimum.
func (c *Clauses) Wasteful() bool {
	return c.dead > len(c.arena)/2 && c.dead > c.tolerated
}

// Compact removes the gaps that deleted clauses have left.
func (c *Clauses) Compact() {
	to := uint32(1)
	for _, key := range slices.Sorted(maps.Keys(c.pages)) {
		places := &c.pages[key].places
		for i, at := range places {
			if at.start != 0 {
				copy(c.arena[to:], c.arena[at.start:at.start+at.length])
				places[i].start = to
				to += at.length
			}
		}
	}
	c.arena = c.arena[:to]
	c.dead = 0
}

// Live returns how many clauses are alive.
func (c *Clauses) Live() int64 { return c.live }
