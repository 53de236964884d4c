// Package numbering has what numberings of positions have in common: the men that a side can
// have, and wide numbers.
//
//	army      the men of a side besides its king
//	promoted  men that must have been pawns: every queen after the first, and every rook,
//	          bishop and knight after the second
//
// The definitions and their sources are in doc/counting.md.
//
// # Wide numbers
//
// [Uint] has 192 bits. The numbers of positions that this
// program counts have at most 157; the headroom is for one multiplication by a small
// number before the division that follows it.
//
// Values are plain structs: nothing is allocated, and == compares them. They are no
// arrays because the compiler keeps structs of three words in registers. Operations do
// not look for overflow. Whoever multiplies knows a bound of the product, and tests
// compare the results with math/big.
//
// Believed: That all armies are counted, each once, in the order of the numbering, and the arithmetic of
// wide numbers.
package numbering
