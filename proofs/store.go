package proofs

import "math"

// lit is a literal as the checker keeps it: twice the variable, plus 1 if negative. No literal is 0.
type lit uint32

func litOf(n int64) lit {
	if n < 0 {
		return lit(-2*n + 1)
	}
	return lit(2 * n)
}

func (l lit) not() lit { return l ^ 1 }

// dimacs returns the literal as it is written in files.
func (l lit) dimacs() int32 {
	if l&1 != 0 {
		return -int32(l >> 1)
	}
	return int32(l >> 1)
}

// ref is the place of a clause in the arena; 0 is no clause.
type ref uint32

// headerWords is the number of words before a clause's literals: its length and the two halves of its id. The id is 0
// once the clause has been deleted.
const headerWords = 3

// A page holds the places of the clauses with ids 64k to 64k+63. Pages exist only where clauses live, so that memory
// does not follow the ids: those of a long proof run to billions.
type page struct {
	refs [64]ref
	live int
}

// cached is a page with its place in the map; pages that do not exist are not cached.
type cached struct {
	key  int64
	page *page
}

const pageBytes = 64*4 + 8 + 56 // with its share of the map

// store holds the clauses that are alive, one after the other in one arena.
type store struct {
	arena []lit
	dead  int // words of the arena that deleted clauses take
	pages map[int64]*page
	cache [512]cached // of pages, which halves the time for a hint

	live, peak int64 // clauses
	limit      int64 // bytes
	other      int64 // bytes taken by others, to be counted against the limit
	tolerated  int   // words of deleted clauses that are not worth compacting
}

func newStore(limit int64) store {
	return store{arena: make([]lit, 1, 1<<10), pages: map[int64]*page{}, limit: limit, tolerated: 1 << 16}
}

// reserve fails with ErrMemory if so many bytes more would exceed the limit.
func (s *store) reserve(more int64) error {
	if 4*int64(cap(s.arena))+int64(len(s.pages))*pageBytes+s.other+more > s.limit {
		return ErrMemory
	}
	return nil
}

// begin starts a clause at the end of the arena; push adds to it; commit or drop ends it.
func (s *store) begin() (ref, error) {
	r := ref(len(s.arena))
	for range headerWords {
		if err := s.push(0); err != nil {
			return 0, err
		}
	}
	return r, nil
}

func (s *store) push(l lit) error {
	if len(s.arena) == cap(s.arena) {
		n := cap(s.arena) + cap(s.arena)/2
		if err := s.reserve(4 * int64(n)); err != nil || n > math.MaxUint32 {
			return ErrMemory
		}
		s.arena = append(make([]lit, 0, n), s.arena...)
	}
	s.arena = append(s.arena, l)
	return nil
}

// commit gives the clause begun at r its id, which must be new.
func (s *store) commit(r ref, id int64) error {
	s.arena[r] = lit(len(s.arena) - int(r) - headerWords)
	s.arena[r+1], s.arena[r+2] = lit(id&math.MaxUint32), lit(id>>32)
	p := s.pages[id/64]
	if p == nil {
		if err := s.reserve(pageBytes); err != nil {
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

// find returns the place of a clause, 0 if it is not alive. The id must not be negative.
func (s *store) find(id int64) ref {
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

// literals returns the literals of a clause, valid until the next begin or push.
func (s *store) literals(r ref) []lit {
	start := int(r) + headerWords
	return s.arena[start : start+int(s.arena[r])]
}

func (s *store) id(r ref) int64 {
	return int64(s.arena[r+1]) | int64(s.arena[r+2])<<32
}

// remove deletes the clause at r. It stays readable until compact is called.
func (s *store) remove(r ref) {
	id := s.id(r)
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

// wasteful reports whether compact is worth its time: deleted clauses take half of the arena, and much.
func (s *store) wasteful() bool {
	return s.dead > len(s.arena)/2 && s.dead > s.tolerated
}

// compact closes the gaps that deleted clauses have left. It changes the refs of clauses; their ids remain.
func (s *store) compact() {
	to := ref(1)
	s.walk(func(r ref) {
		id := s.id(r)
		n := copy(s.arena[to:], s.arena[r:int(r)+headerWords+int(s.arena[r])])
		s.pages[id/64].refs[id%64] = to
		to += ref(n)
	})
	s.arena = s.arena[:to]
	s.dead = 0
}

// walk calls visit for every clause alive, in the order in which they were added.
func (s *store) walk(visit func(ref)) {
	for r := 1; r < len(s.arena); {
		next := r + headerWords + int(s.arena[r])
		if s.id(ref(r)) != 0 {
			visit(ref(r))
		}
		r = next
	}
}
