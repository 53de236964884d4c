package cdcl

import (
	"cmp"
	"math/bits"
	"slices"
)

// A parity says that an odd, or an even, number of variables is true. As clauses, it is one for each way in which the
// number would be wrong.
type parity struct {
	vars []uint32 // ascending
	odd  bool
	// Numbers of the clauses, by the set of the variables that they negate: bit i for vars[i]; 0 for no clause
	ids []int64
}

const (
	maxParity = 6  // variables of the parities that are looked for among the clauses
	maxWidth  = 20 // variables of a sum on the way to a result
	// Steps of the proof that sums may take, and how many parities may be in them.
	maxRefutations       = 8 // that are tried
	maxRefutationSteps   = 1 << 20
	maxRefutationAddends = 400
	maxUnitSteps         = 1 << 8
	maxUnitAddends       = 16
	maxStarts            = 64      // parities from which to begin
	maxWords             = 1 << 24 // of bits in memory during an elimination
)

// addParities adds up the parities among the clauses of the formula, at level 0, by Gaussian elimination, and adds what
// follows: the empty clause, or units. Clause learning needs exponential time for some such sums. The budget is a
// number of words of bits. False: unsatisfiable.
func (s *Solver) addParities(budget int64) bool {
	found := s.findParities()
	if len(found) < 2 {
		return true
	}
	refutations, units := linearFacts(dropLoose(found), budget, func() bool { return s.ctx.Err() != nil })
	for _, set := range refutations {
		if order := addingOrder(set, maxRefutationSteps); order != nil {
			return s.addSum(order)
		}
	}
	for _, set := range units {
		if order := addingOrder(set, maxUnitSteps); order != nil {
			s.stats.parities++
			if !s.addSum(order) {
				return false
			}
		}
	}
	return true
}

// findParities returns the parities of which all clauses are in the formula, in the order of their first clauses.
func (s *Solver) findParities() []parity {
	// Of most clauses there are not enough with the same variables; these are dropped by counting hashes first, which need
	// no order of the variables.
	counts := make([]uint8, 1<<min(22, bits.Len(uint(2*len(s.given)))))
	mask := uint32(len(counts) - 1)
	short := func(ref cref) bool {
		return s.arena[ref+wordSize] <= maxParity && *s.flags(ref)&flagGarbage == 0
	}
	for _, ref := range s.given {
		if short(ref) {
			if n := &counts[parityHash(s.lits(ref))&mask]; *n < 255 {
				*n++
			}
		}
	}
	groups := map[[maxParity]uint32]int{}
	var all []parity
	for _, ref := range s.given {
		if !short(ref) {
			continue
		}
		c := s.lits(ref)
		n := len(c)
		if int(counts[parityHash(c)&mask]) < 1<<(n-1) {
			continue
		}
		key, negated := parityKey(c)
		g, ok := groups[key]
		if !ok {
			g = len(all)
			groups[key] = g
			all = append(all, parity{vars: slices.Clone(key[:n]), ids: make([]int64, 1<<n)})
		}
		all[g].ids[negated] = s.id(ref)
	}
	var found []parity
	for _, p := range all {
		missing := [2]bool{}
		for negated, id := range p.ids {
			if id == 0 {
				missing[bits.OnesCount(uint(negated))&1] = true
			}
		}
		// A clause is false if just the variables that it negates are true: then the sum is wrong.
		for wrong, m := range missing {
			if !m {
				q := parity{vars: p.vars, odd: wrong == 0, ids: slices.Clone(p.ids)}
				for negated := range q.ids {
					if bits.OnesCount(uint(negated))&1 != wrong {
						q.ids[negated] = 0
					}
				}
				found = append(found, q)
			}
		}
	}
	return found
}

// parityHash returns a number that clauses with the same variables share.
func parityHash(c []lit) uint32 {
	sum := uint32(0)
	for _, l := range c {
		h := (l>>1 + 1) * 0x9e3779b1
		sum += h ^ h>>15
	}
	return sum ^ sum>>16
}

// parityKey returns the variables of a clause, ascending, filled up with noVariable, and the set of those negated.
func parityKey(c []lit) (key [maxParity]uint32, negated uint32) {
	var sorted [maxParity]lit
	n := copy(sorted[:], c)
	slices.Sort(sorted[:n])
	for i := range key {
		key[i] = noVariable
		if i < n {
			key[i] = sorted[i] >> 1
			negated |= sorted[i] & 1 << i
		}
	}
	return key, negated
}

// dropLoose drops the parities that have two variables which no other one has, again and again: no sum with them has
// less than two.
func dropLoose(all []parity) []parity {
	// How many parities have a variable, and the exclusive or of their numbers: the number, when it is one.
	type use struct{ count, numbers int }
	uses := map[uint32]use{}
	for i, p := range all {
		for _, v := range p.vars {
			u := uses[v]
			uses[v] = use{u.count + 1, u.numbers ^ i}
		}
	}
	dropped := make([]bool, len(all))
	queue := make([]int, len(all))
	for i := range queue {
		queue[i] = i
	}
	for len(queue) > 0 {
		i := queue[0]
		queue = queue[1:]
		loose := 0
		for _, v := range all[i].vars {
			if uses[v].count == 1 {
				loose++
			}
		}
		if dropped[i] || loose < 2 {
			continue
		}
		dropped[i] = true
		for _, v := range all[i].vars {
			u := use{uses[v].count - 1, uses[v].numbers ^ i}
			if uses[v] = u; u.count == 1 {
				queue = append(queue, u.numbers)
			}
		}
	}
	var kept []parity
	for i, p := range all {
		if !dropped[i] {
			kept = append(kept, p)
		}
	}
	return kept
}

// linearFacts returns the smallest sets of parities whose sum is a contradiction, and those of two up to maxUnitAddends
// whose sum has one variable, as Gauss and Jordan's elimination finds them; none if it takes more words of bits than
// the budget, or more memory than maxWords, or is stopped.
func linearFacts(all []parity, budget int64, stop func() bool) (refutations, units [][]parity) {
	column := map[uint32]int{}
	for _, p := range all {
		for _, v := range p.vars {
			if _, ok := column[v]; !ok {
				column[v] = len(column)
			}
		}
	}
	// A row has a bit for each variable, one for an odd sum, and in words of their own one for each parity that is in it.
	cols := len(column)
	sums := cols/64 + 1
	words := sums + len(all)/64 + 1
	size := int64(words) * int64(len(all))
	if budget -= size; budget < 0 || size > maxWords {
		return nil, nil
	}
	rows := make([][]uint64, len(all))
	for i, p := range all {
		rows[i] = make([]uint64, words)
		for _, v := range p.vars {
			rows[i][column[v]/64] |= 1 << (column[v] % 64)
		}
		if p.odd {
			rows[i][cols/64] |= 1 << (cols % 64)
		}
		rows[i][sums+i/64] |= 1 << (i % 64)
	}
	// That is nearly all of the cost: a row is added for each bit in the columns of the others.
	rank, ok := eliminateColumns(rows, cols, budget, stop)
	if !ok {
		return nil, nil
	}
	ones := func(words []uint64) (n int) {
		for _, w := range words {
			n += bits.OnesCount64(w)
		}
		return n
	}
	addends := func(row []uint64) []parity {
		var set []parity
		for i, p := range all {
			if has(row[sums:], i) {
				set = append(set, p)
			}
		}
		return set
	}
	wrong := slices.DeleteFunc(slices.Clone(rows[rank:]), func(row []uint64) bool { return !has(row, cols) })
	slices.SortStableFunc(wrong, func(a, b []uint64) int { return cmp.Compare(ones(a[sums:]), ones(b[sums:])) })
	for _, row := range wrong[:min(len(wrong), maxRefutations)] {
		refutations = append(refutations, addends(row))
	}
	for _, row := range rows[:rank] {
		n := ones(row[:sums])
		if has(row, cols) {
			n--
		}
		if size := ones(row[sums:]); n == 1 && size > 1 && size <= maxUnitAddends {
			units = append(units, addends(row))
		}
	}
	return refutations, units
}

// has reports whether a row has a column.
func has(row []uint64, c int) bool { return row[c/64]>>(c%64)&1 == 1 }

// eliminateColumns adds rows to others so that each of the first ones has a column alone, and returns how many these
// are. It is not ok if that takes more words than the budget, or is stopped.
func eliminateColumns(rows [][]uint64, cols int, budget int64, stop func() bool) (rank int, ok bool) {
	for c := range cols {
		if stop() {
			return 0, false
		}
		p := slices.IndexFunc(rows[rank:], func(row []uint64) bool { return has(row, c) })
		if p < 0 {
			continue
		}
		rows[rank], rows[rank+p] = rows[rank+p], rows[rank]
		for i, row := range rows {
			if i == rank || !has(row, c) {
				continue
			}
			for k, w := range rows[rank] {
				row[k] ^= w
			}
			budget -= int64(len(row))
		}
		if budget -= int64(len(rows)) / 8; budget < 0 {
			return 0, false
		}
		rank++
	}
	return rank, true
}

// addingOrder returns an order in which to add up parities, so that the sums on the way are short: from each of the
// first few, the next is the one that makes the shortest sum. It is the order with the fewest steps of proof, or nil if
// that is more than the limit.
func addingOrder(set []parity, limit int64) []parity {
	var best []parity
	if len(set) > maxRefutationAddends {
		return nil
	}
	for start := range min(len(set), maxStarts) {
		order := slices.Clone(set)
		order[0], order[start] = order[start], order[0]
		sum := order[0].vars
		steps := int64(0)
		for i := 1; i < len(order) && steps <= limit; i++ {
			next, width, common := -1, 0, 0
			for k, p := range order[i:] {
				m := shared(sum, p.vars)
				w := len(sum) + len(p.vars) - 2*m
				if m > 0 && (next < 0 || w < width || w == width && m < common) {
					next, width, common = i+k, w, m
				}
			}
			if next < 0 || width > maxWidth {
				steps = limit + 1
				break
			}
			order[i], order[next] = order[next], order[i]
			sum = addVars(sum, order[i].vars)
			steps += 1 << max(0, width-1) * (1<<common - 1)
		}
		if steps <= limit {
			best, limit = order, steps-1
		}
	}
	return best
}

// shared returns how many variables are in both of two ascending lists.
func shared(a, b []uint32) int {
	n := 0
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			a = a[1:]
		case a[0] > b[0]:
			b = b[1:]
		default:
			n++
			a, b = a[1:], b[1:]
		}
	}
	return n
}

// addVars returns the variables that are in one of two ascending lists alone.
func addVars(a, b []uint32) []uint32 {
	sum := make([]uint32, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			sum, a = append(sum, a[0]), a[1:]
		case a[0] > b[0]:
			sum, b = append(sum, b[0]), b[1:]
		default:
			a, b = a[1:], b[1:]
		}
	}
	return append(append(sum, a...), b...)
}

// addSum adds the clauses of the sum of two parities or more to the formula. False: unsatisfiable.
func (s *Solver) addSum(order []parity) bool {
	sum := order[0]
	for i, p := range order[1:] {
		a := newAddition(s, sum, p)
		last, ok := i == len(order)-2, true
		switch {
		case last:
			ok = a.addClauses()
		case s.proof != nil:
			a.derive()
		}
		if i > 0 {
			for _, id := range sum.ids {
				if id != 0 {
					s.delete(id)
				}
			}
		}
		s.logDeletes()
		if last {
			return ok
		}
		sum = a.sum
	}
	return true
}

// addition derives the clauses of the sum of two parities. Each follows by case distinctions over the variables that
// both have: in each case, one of them has a clause that is false.
type addition struct {
	s       *Solver
	addends [2]parity
	sum     parity
	shared  []uint32
	// Where the variables of the addends are: i for sum.vars[i], or maxWidth+i for shared[i].
	place [2][]int
}

func newAddition(s *Solver, p, q parity) *addition {
	a := &addition{s: s, addends: [2]parity{p, q}}
	a.sum = parity{vars: addVars(p.vars, q.vars), odd: p.odd != q.odd}
	for _, v := range p.vars {
		if slices.Contains(q.vars, v) {
			a.shared = append(a.shared, v)
		}
	}
	for i, addend := range a.addends {
		for _, v := range addend.vars {
			at, ok := slices.BinarySearch(a.sum.vars, v)
			if !ok {
				at = maxWidth + slices.Index(a.shared, v)
			}
			a.place[i] = append(a.place[i], at)
		}
	}
	return a
}

// clauses calls a function with the clauses of the sum, as sets of negated variables.
func (a *addition) clauses(f func(negated uint32) bool) bool {
	for negated := range uint32(1) << len(a.sum.vars) {
		if odd := bits.OnesCount32(negated)&1 == 1; odd != a.sum.odd && !f(negated) {
			return false
		}
	}
	return true
}

// derive logs the clauses of the sum, which are needed on the way alone.
func (a *addition) derive() {
	a.sum.ids = make([]int64, 1<<len(a.sum.vars))
	a.clauses(func(negated uint32) bool {
		a.sum.ids[negated] = a.clause(negated, 0, 0)
		return true
	})
}

// addClauses adds the clauses of the sum to the formula. False: unsatisfiable.
func (a *addition) addClauses() bool {
	return a.clauses(func(negated uint32) bool {
		s := a.s
		s.hints = append(s.hints[:0], 0, 0)
		if s.proof != nil {
			positive, negative := a.cases(negated, 0, 0)
			s.hints = append(s.hints[:0], positive, negative)
		}
		_, ok := s.addDerived(a.lits(negated, 0, 0))
		return ok
	})
}

// lits returns a clause of the sum with the first shared variables, in s.learnt.
func (a *addition) lits(negated, cases uint32, depth int) []lit {
	c := a.s.learnt[:0]
	for i, v := range a.sum.vars {
		c = append(c, v<<1|negated>>i&1)
	}
	for i, v := range a.shared[:depth] {
		c = append(c, v<<1|cases>>i&1)
	}
	a.s.learnt = c
	return c
}

// clause derives a clause of the sum with the first shared variables, and returns its number. With all of them, an
// addend has a clause that is part of it.
func (a *addition) clause(negated, cases uint32, depth int) int64 {
	if depth < len(a.shared) {
		positive, negative := a.cases(negated, cases, depth)
		a.s.hints = append(a.s.hints[:0], positive, negative)
		id := a.s.logAdd(a.lits(negated, cases, depth))
		if depth+1 < len(a.shared) {
			a.s.delete(positive)
			a.s.delete(negative)
		}
		return id
	}
	if id := a.part(0, negated, cases); id != 0 {
		return id
	}
	return a.part(1, negated, cases)
}

// cases derives the same clause with the next shared variable, and with its negation.
func (a *addition) cases(negated, cases uint32, depth int) (positive, negative int64) {
	return a.clause(negated, cases, depth+1), a.clause(negated, cases|1<<depth, depth+1)
}

// part returns the number of the clause of an addend that is part of a clause with all variables, or 0.
func (a *addition) part(i int, negated, cases uint32) int64 {
	set := 0
	for k, at := range a.place[i] {
		if at >= maxWidth {
			set |= int(cases>>(at-maxWidth)&1) << k
		} else {
			set |= int(negated>>at&1) << k
		}
	}
	return a.addends[i].ids[set]
}
