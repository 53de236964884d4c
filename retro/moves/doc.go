// Package moves makes moves and takes them back for all positions of a word at
// once: sets of positions are sets of squares of the inner man; see package index.
// Captures and promotions lead to other tables, and are not among these moves.
package moves
