package astar

// entry is a node in the queue. Lower costs come first, then lower ties.
type entry struct {
	cost uint32
	node uint32
	tie  uint64
}

func (e entry) before(b entry) bool {
	if e.cost != b.cost {
		return e.cost < b.cost
	}
	return e.tie < b.tie
}

// queue is a heap with four children a node, the first entry on top.
type queue []entry

func (q *queue) push(e entry) {
	*q = append(*q, e)
	h := *q
	i := len(h) - 1
	for i > 0 {
		up := (i - 1) / 4
		if !e.before(h[up]) {
			break
		}
		h[i] = h[up]
		i = up
	}
	h[i] = e
}

func (q *queue) pop() entry {
	h := *q
	top, e := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	*q = h
	if len(h) == 0 {
		return top
	}
	i := 0
	for {
		least := 4*i + 1
		if least >= len(h) {
			break
		}
		for c := least + 1; c < min(4*i+5, len(h)); c++ {
			if h[c].before(h[least]) {
				least = c
			}
		}
		if !h[least].before(e) {
			break
		}
		h[i] = h[least]
		i = least
	}
	h[i] = e
	return top
}

// bytes returns the memory in use, in bytes.
func (q queue) bytes() uint64 { return uint64(cap(q)) * 16 }
