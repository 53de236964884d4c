package proofgame

// queue holds candidates in buckets by their scores, from the least score on; the last
// bucket has all that are worse, in no order.
type queue struct {
	heads [256]int32 // the first candidate of a score, counted from 1
	least int32
	at    int // the first bucket that may hold one
}

// fill replaces the content by candidates.
func (q *queue) fill(cands []candidate) {
	clear(q.heads[:])
	q.at = 0
	if len(cands) == 0 {
		return
	}
	q.least = cands[0].score
	for i := range cands {
		q.least = min(q.least, cands[i].score)
	}
	for i := range cands {
		q.push(cands, int32(i))
	}
}

// push adds a candidate that is no better than the one popped last.
func (q *queue) push(cands []candidate, i int32) {
	head := &q.heads[min(int(cands[i].score-q.least), len(q.heads)-1)]
	cands[i].next = *head
	*head = i + 1
}

// pop returns the first candidate, or -1 if there is none left.
func (q *queue) pop(cands []candidate) int32 {
	for ; q.at < len(q.heads); q.at++ {
		if head := &q.heads[q.at]; *head != 0 {
			i := *head - 1
			*head = cands[i].next
			return i
		}
	}
	return -1
}
