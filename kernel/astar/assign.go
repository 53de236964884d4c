package astar

// forbidden is the cost of a pair that is not allowed. Sums of the costs of allowed pairs
// are less.
const forbidden = 1 << 20

// assignment is a square matrix of costs with its solution. Apart from the sum, the
// estimator uses the potentials, so that it has its own implementation; those of
// packages proofgame and story choose other ones among equally good solutions.
type assignment struct {
	n      int
	cost   [maxMen][maxMen]int32 // by row and column
	column [maxMen]int8          // by row
	row    [maxMen]int8          // by column, -1 for none
	u, v   [maxMen]int32         // potentials: u[i]+v[j] <= cost[i][j]
}

// solve gives every row a column of its own so that the sum of the costs is the least,
// and returns the sum, and false if that has forbidden pairs in it: the Hungarian
// method, after a greedy start.
func (a *assignment) solve() (int, bool) {
	n := a.n
	for j := range n {
		a.row[j] = -1
		least := int32(forbidden)
		for i := range n {
			least = min(least, a.cost[i][j])
		}
		a.v[j] = least
	}
	var open [maxMen]int8
	unmatched := 0
	for i := range n {
		cost := &a.cost[i]
		least := int32(2 * forbidden)
		for j := range n {
			least = min(least, cost[j]-a.v[j])
		}
		a.u[i] = least
		a.column[i] = -1
		for j := range n {
			if a.row[j] < 0 && cost[j]-a.v[j] == least {
				a.row[j], a.column[i] = int8(i), int8(j)
				break
			}
		}
		if a.column[i] < 0 {
			open[unmatched] = int8(i)
			unmatched++
		}
	}
	for _, i := range open[:unmatched] {
		a.augment(int(i))
	}
	sum := 0
	for i := range n {
		sum += int(a.cost[i][a.column[i]])
	}
	return sum, sum < forbidden
}

// augment finds a column for a row along a shortest path.
func (a *assignment) augment(from int) {
	n := a.n
	var least [maxMen]int32
	var way [maxMen]int8 // by column: the column before it, -1 for the first row
	for j := range n {
		least[j] = 1 << 30
	}
	var used uint32
	i, last := from, int8(-1)
	for {
		delta, next := int32(1<<30), -1
		ui, cost := a.u[i], &a.cost[i]
		for j := range n {
			if used>>j&1 != 0 {
				continue
			}
			if c := cost[j] - ui - a.v[j]; c < least[j] {
				least[j], way[j] = c, last
			}
			if least[j] < delta {
				delta, next = least[j], j
			}
		}
		a.u[from] += delta
		for j := range n {
			if used>>j&1 != 0 {
				a.u[a.row[j]] += delta
				a.v[j] -= delta
			} else {
				least[j] -= delta
			}
		}
		used |= 1 << next
		last = int8(next)
		if a.row[next] < 0 {
			break
		}
		i = int(a.row[next])
	}
	for j := last; ; {
		before := way[j]
		if before < 0 {
			a.row[j], a.column[from] = int8(from), j
			return
		}
		a.row[j] = a.row[before]
		a.column[a.row[j]] = j
		j = before
	}
}
