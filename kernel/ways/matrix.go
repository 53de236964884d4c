package ways

// Max is the largest number of rows of a matrix.
const Max = 32

// Forbidden is the cost of a pair that is not allowed. The sum of the costs of allowed pairs
// must be less.
const Forbidden = 1 << 20

// Matrix is a square matrix of costs with its solution. The potentials are part of the result.
type Matrix struct {
	N      int
	Cost   [Max][Max]int32 // by row and column
	Column [Max]int8       // by row
	Row    [Max]int8       // by column
	U, V   [Max]int32      // potentials: U[i]+V[j] <= Cost[i][j], equal for solved pairs
}

// Reduced returns by how much every solution with a pair exceeds the least sum, at least.
func (m *Matrix) Reduced(i, j int) int { return int(m.Cost[i][j] - m.U[i] - m.V[j]) }

// Solve gives every row a column of its own so that the sum of the costs is the least,
// and returns the sum, and false if that has forbidden pairs in it: the Hungarian
// method, after a greedy start.
func (m *Matrix) Solve() (int, bool) {
	for j := range m.N {
		least := int32(Forbidden)
		for i := range m.N {
			least = min(least, m.Cost[i][j])
		}
		m.V[j] = least
	}
	return m.solve()
}

// SolveByRows is Solve with other potentials: those of columns are at most 0, and below 0 only where rows
// compete for a column; the greatest is 0, since a column that is free until the end has it.
func (m *Matrix) SolveByRows() (int, bool) {
	clear(m.V[:m.N])
	return m.solve()
}

// SolveInOrder is Solve row by row without a greedy start. Of the solutions with the least sum it finds another one,
// which depends on the order of the rows only.
func (m *Matrix) SolveInOrder() (int, bool) {
	clear(m.V[:m.N])
	for i := range m.N {
		m.Row[i], m.U[i] = -1, 0
	}
	for i := range m.N {
		m.augment(i)
	}
	return m.sum()
}

// solve solves the matrix from given potentials of the columns.
func (m *Matrix) solve() (int, bool) {
	n := m.N
	for j := range n {
		m.Row[j] = -1
	}
	var open [Max]int8
	unmatched := 0
	for i := range n {
		cost := &m.Cost[i]
		least := int32(2 * Forbidden)
		for j := range n {
			least = min(least, cost[j]-m.V[j])
		}
		m.U[i] = least
		m.Column[i] = -1
		for j := range n {
			if m.Row[j] < 0 && cost[j]-m.V[j] == least {
				m.Row[j], m.Column[i] = int8(i), int8(j)
				break
			}
		}
		if m.Column[i] < 0 {
			open[unmatched] = int8(i)
			unmatched++
		}
	}
	for _, i := range open[:unmatched] {
		m.augment(int(i))
	}
	return m.sum()
}

// sum returns the sum of the costs, and whether all pairs are allowed.
func (m *Matrix) sum() (int, bool) {
	sum := 0
	for i := range m.N {
		sum += int(m.Cost[i][m.Column[i]])
	}
	return sum, sum < Forbidden
}

// augment finds a column for a row along a shortest path.
func (m *Matrix) augment(from int) {
	n := m.N
	var least [Max]int32
	var way [Max]int8 // by column: the column before it, -1 for the first row
	for j := range n {
		least[j] = 1 << 30
	}
	var used uint32
	i, last := from, int8(-1)
	for {
		delta, next := int32(1<<30), -1
		ui, cost := m.U[i], &m.Cost[i]
		for j := range n {
			if used>>j&1 != 0 {
				continue
			}
			if c := cost[j] - ui - m.V[j]; c < least[j] {
				least[j], way[j] = c, last
			}
			if least[j] < delta {
				delta, next = least[j], j
			}
		}
		m.U[from] += delta
		for j := range n {
			if used>>j&1 != 0 {
				m.U[m.Row[j]] += delta
				m.V[j] -= delta
			} else {
				least[j] -= delta
			}
		}
		used |= 1 << next
		last = int8(next)
		if m.Row[next] < 0 {
			break
		}
		i = int(m.Row[next])
	}
	for j := last; ; {
		before := way[j]
		if before < 0 {
			m.Row[j], m.Column[from] = int8(from), j
			return
		}
		m.Row[j] = m.Row[before]
		m.Column[m.Row[j]] = j
		j = before
	}
}
