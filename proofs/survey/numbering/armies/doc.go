// Package armies has the men that a side can have, and what numberings of positions have in
// common.
//
//	army      the men of a side besides its king
//	promoted  men that must have been pawns: every queen after the first, and every rook,
//	          bishop and knight after the second
//
// The definitions and their sources are in doc/counting.md.
//
// Believed: That all armies are counted, each once, in the order of the numbering.
package armies
