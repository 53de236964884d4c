package cdcl

// Two orders of decision, one for each mode. In stable mode, the variable with the highest score: scores grow when a
// variable takes part in a conflict, and older merits count less. In focused mode, the variable that took part most
// recently.

// scores is a heap of the variables by their scores.
type scores struct {
	score     []float64
	increment float64
	heap      []uint32
	place     []int32 // in the heap, or -1
}

// Scores are scaled down before they overflow.
const maxScore = 1e150

func (s *scores) grow(v uint32) {
	s.score = append(s.score, 0)
	s.place = append(s.place, -1)
	s.push(v)
}

func (s *scores) less(a, b uint32) bool {
	x, y := s.score[a], s.score[b]
	return x > y || x == y && a < b
}

func (s *scores) push(v uint32) {
	if s.place[v] >= 0 {
		return
	}
	s.place[v] = int32(len(s.heap))
	s.heap = append(s.heap, v)
	s.up(len(s.heap) - 1)
}

func (s *scores) up(i int) {
	heap, place, score := s.heap, s.place, s.score
	v := heap[i]
	x := score[v]
	for i > 0 {
		parent := int(uint(i-1) / 2)
		u := heap[parent]
		if y := score[u]; x < y || x == y && v >= u {
			break
		}
		heap[i] = u
		place[u] = int32(i)
		i = parent
	}
	heap[i] = v
	place[v] = int32(i)
}

func (s *scores) down(i int) {
	heap, place, score := s.heap, s.place, s.score
	v := heap[i]
	x := score[v]
	for {
		child := 2*i + 1
		if child >= len(heap) {
			break
		}
		u := heap[child]
		y := score[u]
		if child+1 < len(heap) {
			if w := heap[child+1]; score[w] > y || score[w] == y && w < u {
				child++
				u, y = w, score[w]
			}
		}
		if x > y || x == y && v <= u {
			break
		}
		heap[i] = u
		place[u] = int32(i)
		i = child
	}
	heap[i] = v
	place[v] = int32(i)
}

func (s *scores) pop() {
	s.place[s.heap[0]] = -1
	last := len(s.heap) - 1
	v := s.heap[last]
	s.heap = s.heap[:last]
	if last > 0 {
		s.heap[0] = v
		s.down(0)
	}
}

func (s *scores) bump(v uint32) {
	s.score[v] += s.increment
	if s.score[v] > maxScore {
		for i := range s.score {
			s.score[i] /= maxScore
		}
		s.increment /= maxScore
	}
	if i := s.place[v]; i >= 0 {
		s.up(int(i))
	}
}

// queue is a list of the variables by the time when they were moved to its end.
type queue struct {
	links  []link
	first  uint32
	last   uint32
	search uint32 // all variables after this one are assigned
	clock  int64
}

type link struct {
	prev, next uint32
	stamp      int64
}

const noVariable = ^uint32(0)

func (q *queue) init() { q.first, q.last, q.search = noVariable, noVariable, noVariable }

func (q *queue) grow(v uint32) {
	q.links = append(q.links, link{})
	q.append(v)
	q.search = v
}

func (q *queue) append(v uint32) {
	q.clock++
	q.links[v] = link{q.last, noVariable, q.clock}
	if q.last == noVariable {
		q.first = v
	} else {
		q.links[q.last].next = v
	}
	q.last = v
}

// bump moves a variable to the end.
func (q *queue) bump(v uint32, unassigned bool) {
	l := q.links[v]
	if l.next == noVariable {
		return
	}
	if q.search == v && !unassigned {
		// It moves behind the search point, which must not move with it.
		if l.prev != noVariable {
			q.search = l.prev
		} else {
			q.search = l.next
		}
	}
	q.links[l.next].prev = l.prev
	if l.prev == noVariable {
		q.first = l.next
	} else {
		q.links[l.prev].next = l.next
	}
	q.append(v)
	if unassigned {
		q.search = v
	}
}

// release makes a variable that is no longer assigned eligible.
func (s *Solver) release(v uint32) {
	if s.stable {
		if s.scores.place[v] < 0 { // most are still there
			s.scores.push(v)
		}
		return
	}
	if q := &s.queue; q.links[v].stamp > q.links[q.search].stamp {
		q.search = v
	}
}

// nextVariable returns an unassigned variable, or noVariable if there is none.
func (s *Solver) nextVariable() uint32 {
	if s.stable {
		h := &s.scores
		for len(h.heap) > 0 {
			if v := h.heap[0]; s.values[v<<1] == 0 && !s.gone[v] {
				return v
			}
			h.pop()
		}
		return noVariable
	}
	q := &s.queue
	for v := q.search; v != noVariable; v = q.links[v].prev {
		if s.values[v<<1] == 0 && !s.gone[v] {
			q.search = v
			return v
		}
	}
	return noVariable
}

// decide opens a level with the next decision; false if every variable is assigned.
func (s *Solver) decide() bool {
	v := s.nextVariable()
	if v == noVariable {
		return false
	}
	s.stats.Decisions++
	phase := s.phases[v]
	if s.stable && s.tune.targets && s.targets[v] >= 0 {
		phase = s.targets[v]
	}
	s.assume(v<<1 | uint32(phase))
	return true
}

// assume opens a level with a literal.
func (s *Solver) assume(l lit) {
	s.control = append(s.control, len(s.trail))
	s.enqueue(l, noClause)
}
