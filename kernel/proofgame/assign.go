package proofgame

import "math"

// assignment returns for each row of a square matrix of costs a column, all
// different, so that the sum is the least: the Hungarian method.
func assignment(cost [][]int) []int {
	n := len(cost)
	const infinite = math.MaxInt
	u, v := make([]int, n+1), make([]int, n+1)
	row, way := make([]int, n+1), make([]int, n+1)
	for i := 1; i <= n; i++ {
		row[0] = i
		least, used := make([]int, n+1), make([]bool, n+1)
		for j := range least {
			least[j] = infinite
		}
		j0 := 0
		for row[j0] != 0 {
			used[j0] = true
			delta, j1 := infinite, 0
			for j := 1; j <= n; j++ {
				if used[j] {
					continue
				}
				if c := cost[row[j0]-1][j-1] - u[row[j0]] - v[j]; c < least[j] {
					least[j], way[j] = c, j0
				}
				if least[j] < delta {
					delta, j1 = least[j], j
				}
			}
			for j := range used {
				if used[j] {
					u[row[j]] += delta
					v[j] -= delta
				} else {
					least[j] -= delta
				}
			}
			j0 = j1
		}
		for j0 != 0 {
			row[j0] = row[way[j0]]
			j0 = way[j0]
		}
	}
	columns := make([]int, n)
	for j := 1; j <= n; j++ {
		columns[row[j]-1] = j - 1
	}
	return columns
}
