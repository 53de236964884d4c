// Package wide has unsigned integers of 192 bits. The numbers of positions that this
// program counts have at most 157; the headroom is for one multiplication by a small
// number before the division that follows it.
//
// Values are plain structs: nothing is allocated, and == compares them. They are no
// arrays because the compiler keeps structs of three words in registers. Operations do
// not look for overflow. Whoever multiplies knows a bound of the product, and tests
// compare the results with math/big.
//
// Believed: The arithmetic of wide numbers.
package wide
