// Package stats counts the positions of a table: by result and depth, in check,
// mates and stalemates, on the whole board and up to symmetry.
package stats
