package lrat

import "math"

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

// Ref is the place of a clause in the arena; 0 is no clause.
type Ref uint32

// headerWords is the number of words before a clause's literals: its length and the two halves of its id. The id is 0
// once the clause has been deleted.
const headerWords = 3

// A page holds the places of the clauses with ids 64k to 64k+63. Pages exist only for ids of
// clauses that are alive, so that memory does not depend on the size of the ids: those of a
// long proof reach billions.
type page struct {
	refs [64]Ref
	live int
}

// cached is a page with its place in the map; pages that do not exist are not cached.
type cached struct {
	key  int64
	page *page
}

const pageBytes = 64*4 + 8 + 56 // including its share of the map

// Clauses are the clauses that are alive, one after the other in one arena.
type Clauses struct {
	arena []Lit
	dead  int // words of the arena that deleted clauses take
	pages map[int64]*page
	cache [512]cached // of pages; it halves the time for a hint

	live, peak int64 // clauses
	limit      int64 // bytes
	other      int64 // bytes used by callers that count against the limit
	tolerated  int   // words of deleted clauses that are not worth compacting
}

// NewClauses returns an empty store. limit is in bytes.
func NewClauses(limit int64) Clauses {
	return Clauses{arena: make([]Lit, 1, 1<<10), pages: map[int64]*page{}, limit: limit, tolerated: 1 << 16}
}

// Reserve returns ErrMemory if the given number of additional bytes would exceed the limit.
func (s *Clauses) Reserve(more int64) error {
	if 4*int64(cap(s.arena))+int64(len(s.pages))*pageBytes+s.other+more > s.limit {
		return ErrMemory
	}
	return nil
}

// Charge counts bytes used by the caller against the limit; a negative number releases them.
func (s *Clauses) Charge(bytes int64) { s.other += bytes }

// Begin starts a clause at the end of the arena; Push adds to it; Commit ends it.
func (s *Clauses) Begin() (Ref, error) {
	r := Ref(len(s.arena))
	for range headerWords {
		if err := s.Push(0); err != nil {
			return 0, err
		}
	}
	return r, nil
}

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

// Commit gives the clause begun at r its id, which must be new.
func (s *Clauses) Commit(r Ref, id int64) error {
	s.arena[r] = Lit(len(s.arena) - int(r) - headerWords)
	s.arena[r+1], s.arena[r+2] = Lit(id&math.MaxUint32), Lit(id>>32)
	p := s.pages[id/64]
	if p == nil {
		if err := s.Reserve(pageBytes); err != nil {
			return err
		}
		p = &page{}
		s.pages[id/64] = p
	}
	p.refs[id%64] = r
	p.live++
	s.live++
	s.peak = max(s.peak, s.live)
	return nil
}

// Find returns the place of a clause, 0 if it is not alive. The id must not be negative.
func (s *Clauses) Find(id int64) Ref {
	k := id / 64
	c := &s.cache[k%int64(len(s.cache))]
	if c.page == nil || c.key != k {
		p := s.pages[k]
		if p == nil {
			return 0
		}
		*c = cached{k, p}
	}
	return c.page.refs[id%64]
}

// Literals returns the literals of a clause, valid until the next begin or push.
func (s *Clauses) Literals(r Ref) []Lit {
	start := int(r) + headerWords
	return s.arena[start : start+int(s.arena[r])]
}

// ID returns the id of a clause, 0 if it was deleted.
func (s *Clauses) ID(r Ref) int64 {
	return int64(s.arena[r+1]) | int64(s.arena[r+2])<<32
}

// Remove deletes the clause at r. It stays readable until Compact is called.
func (s *Clauses) Remove(r Ref) {
	id := s.ID(r)
	p := s.pages[id/64]
	p.refs[id%64] = 0
	if p.live--; p.live == 0 {
		delete(s.pages, id/64)
		s.cache[id/64%int64(len(s.cache))] = cached{}
	}
	s.live--
	s.dead += headerWords + int(s.arena[r])
	s.arena[r+1], s.arena[r+2] = 0, 0
}

// Wasteful reports whether Compact is worthwhile: deleted clauses take half of the arena and
// more than a minimum.
func (s *Clauses) Wasteful() bool {
	return s.dead > len(s.arena)/2 && s.dead > s.tolerated
}

// Compact removes the gaps that deleted clauses have left. It changes the refs of clauses, but
// not their ids.
func (s *Clauses) Compact() {
	to := Ref(1)
	s.Walk(func(r Ref) {
		id := s.ID(r)
		n := copy(s.arena[to:], s.arena[r:int(r)+headerWords+int(s.arena[r])])
		s.pages[id/64].refs[id%64] = to
		to += Ref(n)
	})
	s.arena = s.arena[:to]
	s.dead = 0
}

// Walk calls visit for every clause alive, in the order in which they were added.
func (s *Clauses) Walk(visit func(Ref)) {
	for r := 1; r < len(s.arena); {
		next := r + headerWords + int(s.arena[r])
		if s.ID(Ref(r)) != 0 {
			visit(Ref(r))
		}
		r = next
	}
}

// Live returns how many clauses are alive.
func (s *Clauses) Live() int64 { return s.live }
