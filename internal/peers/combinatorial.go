package main

import (
	"math/rand/v2"
	"slices"
)

// random3SAT draws clauses of three different variables at the ratio where half of the
// formulas have models.
func random3SAT(r *rand.Rand, n int) *builder { return randomClauses(r, n, 4.26) }

// easier3SAT is below the threshold, so that most formulas have a model.
func easier3SAT(r *rand.Rand, n int) *builder { return randomClauses(r, n, 4.1) }

// randomClauses draws clauses of three literals, so many for each variable.
func randomClauses(r *rand.Rand, n int, ratio float64) *builder {
	b := &builder{vars: n}
	for range int(ratio * float64(n)) {
		var c []int
		for _, v := range r.Perm(n)[:3] {
			c = append(c, (v+1)*(1-2*r.IntN(2)))
		}
		b.add(c...)
	}
	return b
}

// pigeonhole puts one pigeon more than there are holes into n holes; atMostOne says that no two share one.
func pigeonhole(atMostOne func(*builder, []int)) func(r *rand.Rand, n int) *builder {
	return func(r *rand.Rand, n int) *builder {
		b := &builder{}
		holes := make([][]int, n) // by hole, by pigeon
		for range n + 1 {
			pigeon := b.variables(n)
			b.add(pigeon...)
			for h, x := range pigeon {
				holes[h] = append(holes[h], x)
			}
		}
		for _, h := range holes {
			atMostOne(b, h)
		}
		b.shuffle(r)
		return b
	}
}

// ordering says that a linear order of n elements has no least one.
func ordering(r *rand.Rand, n int) *builder {
	b := &builder{}
	less := make([][]int, n)
	for i := range less {
		less[i] = make([]int, n)
		for j := range i {
			less[i][j] = b.variable()
			less[j][i] = -less[i][j]
		}
	}
	for i := range n {
		var smaller []int
		for j := range n {
			if j != i {
				smaller = append(smaller, less[j][i])
			}
			for k := range n {
				// Of each triple in a circle, the turn that begins with the least.
				if i < j && i < k && j != k {
					b.add(-less[i][j], -less[j][k], -less[k][i])
				}
			}
		}
		b.add(smaller...)
	}
	b.shuffle(r)
	return b
}

// parityGraph labels the edges of a random graph, all of whose n nodes have degree 4, so
// that the labels at each node have a given sum modulo 2: sums that contradict each
// other in all, in an odd number.
func parityGraph(r *rand.Rand, n int) *builder {
	b := &builder{}
	at := make([][]int, n)
	for range 2 { // a circle through all nodes gives each two edges, and connects them
		round := r.Perm(n)
		for i, node := range round {
			e := b.variable()
			next := round[(i+1)%n]
			at[node] = append(at[node], e)
			at[next] = append(at[next], e)
		}
	}
	odd := false
	for i, edges := range at {
		sum := r.IntN(2) == 1
		if i == n-1 {
			sum = !odd
		}
		odd = odd != sum
		b.parity(edges, sum)
	}
	b.shuffle(r)
	return b
}

// colouring colours a random graph of n nodes with four colours, where half of the graphs
// cannot be coloured or so.
func colouring(r *rand.Rand, n int) *builder {
	const colours = 4
	b := &builder{}
	nodes := make([][]int, n)
	for i := range nodes {
		nodes[i] = b.variables(colours)
		b.add(nodes[i]...)
		b.atMostOne(nodes[i])
	}
	seen := map[[2]int]bool{}
	for edges := n * 435 / 100; edges > 0; {
		x, y := r.IntN(n), r.IntN(n)
		if x >= y || seen[[2]int{x, y}] {
			continue
		}
		seen[[2]int{x, y}] = true
		edges--
		for c := range colours {
			b.add(-nodes[x][c], -nodes[y][c])
		}
	}
	b.shuffle(r)
	return b
}

// cliqueColouring says that n nodes are joined so that five are a clique, and that four colours do.
func cliqueColouring(r *rand.Rand, n int) *builder {
	const colours = 4
	b := &builder{}
	nodes, joined := make([][]int, n), make([][]int, n)
	for i := range n {
		nodes[i], joined[i] = b.variables(colours), b.variables(i+1)
		b.add(nodes[i]...)
		b.add(-joined[i][i])
		for j := range i {
			for c := range colours {
				b.add(-joined[i][j], -nodes[i][c], -nodes[j][c])
			}
		}
	}
	var clique [][]int
	for range colours + 1 {
		x := b.variables(n)
		b.add(x...)
		for _, y := range clique {
			for i := range n {
				for j := range n {
					b.add(-x[i], -y[j], joined[max(i, j)][min(i, j)])
				}
			}
		}
		clique = append(clique, x)
	}
	b.shuffle(r)
	return b
}

// langford puts 1, 1, 2, 2, ..., n, n in a row, with k places between the two k: there is a way if n or n+1 is a
// multiple of 4.
func langford(r *rand.Rand, n int) *builder {
	b := &builder{}
	groups := make([][]int, 2*n) // of which one holds: those of a place, then of a number
	for k := 1; k <= n; k++ {
		ways := b.variables(2*n - k - 1)
		for i, x := range ways {
			groups[i], groups[i+k+1] = append(groups[i], x), append(groups[i+k+1], x)
		}
		groups = append(groups, ways)
	}
	for _, g := range groups {
		b.add(g...)
		b.atMostOne(g)
	}
	b.shuffle(r)
	return b
}

// counters says that two circuits that count n bits differ: a totalizer, which adds halves, and a counter, which adds
// one bit after the other, in another order.
func counters(r *rand.Rand, n int) *builder {
	b := &builder{}
	bits, one := b.variables(n), b.variable()
	b.add(one)
	turned := make([]int, n)
	for i, k := range r.Perm(n) {
		turned[i] = bits[k]
	}
	b.differ(b.count(bits, one, func(n int) int { return n / 2 }), b.count(turned, one, func(n int) int { return n - 1 }))
	b.shuffle(r)
	return b
}

// count returns, for k from 0 to one more than there are bits, that at least k of them hold, by two parts.
func (b *builder) count(bits []int, one int, split func(n int) int) []int {
	if len(bits) == 1 {
		return []int{one, bits[0], -one}
	}
	k := split(len(bits))
	x, y := b.count(bits[:k], one, split), b.count(bits[k:], one, split)
	out := slices.Concat([]int{one}, b.variables(len(bits)), []int{-one})
	for i := range len(x) - 1 {
		for j := range len(y) - 1 {
			b.add(-x[i], -y[j], out[i+j])
			b.add(x[i+1], y[j+1], -out[i+j+1])
		}
	}
	return out
}
