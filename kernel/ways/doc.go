// Package ways says how men get about: how far a man is from a square past men that never move, what it takes to
// become another one, which men hold each other, and which assignment of men to squares costs the least.
//
// Other men are not in the way, so that no game takes fewer moves than that. Searches for games, bounds and rules
// derive from this what must happen in all games.
//
// [Matrix] solves the assignment problem: it assigns rows to columns one to one with the least sum of costs. It also
// returns the potentials, from which lower bounds for every pair follow:
//
//	var m ways.Matrix
//	m.N = 2
//	m.Cost[0][0], m.Cost[0][1] = 1, 5
//	m.Cost[1][0], m.Cost[1][1] = 2, ways.Forbidden // not allowed
//	sum, ok := m.Solve() // 7, true
package ways
