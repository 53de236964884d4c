package sat

// counter counts the literals that are true: a totalizer (Bailleux and Boufkhad, CP 2003). An output, that they are at
// least so many, gets its variable and clauses when it is asked for. They make it true if there are that many.
type counter struct {
	left, right *counter // nil: of one literal
	size        int
	out         map[int]int // by number: the literal
}

func newCounter(lits []int) *counter {
	if len(lits) == 1 {
		return &counter{size: 1, out: map[int]int{1: lits[0]}}
	}
	half := len(lits) / 2
	return &counter{newCounter(lits[:half]), newCounter(lits[half:]), len(lits), map[int]int{}}
}

// atLeast returns the output for k, between 1 and the size.
func (c *counter) atLeast(k int, fresh func() int, add func([]int)) int {
	if c.out[k] != 0 {
		return c.out[k]
	}
	o := fresh()
	c.out[k] = o
	for a := max(0, k-c.right.size); a <= min(k, c.left.size); a++ {
		clause := []int{o}
		if a > 0 {
			clause = append(clause, -c.left.atLeast(a, fresh, add))
		}
		if a < k {
			clause = append(clause, -c.right.atLeast(k-a, fresh, add))
		}
		add(clause)
	}
	return o
}
