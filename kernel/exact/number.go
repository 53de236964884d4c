package exact

import (
	"math"
	"math/big"
	"math/bits"
)

// number is a number of games, up to 2^128-1; the largest one stands for all that are larger, too.
type number struct{ high, low uint64 }

// one is the number 1.
var one = number{low: 1}

// plus returns the sum of two numbers.
func (n number) plus(other number) number {
	low, carry := bits.Add64(n.low, other.low, 0)
	high, over := bits.Add64(n.high, other.high, carry)
	if over != 0 {
		return number{math.MaxUint64, math.MaxUint64}
	}
	return number{high, low}
}

// capped returns a number, MostSolutions if it is larger.
func (n number) capped() uint64 {
	if n.high != 0 {
		return MostSolutions
	}
	return min(n.low, MostSolutions)
}

// big returns a number as one without a limit.
func (n number) big() *big.Int {
	b := new(big.Int).SetUint64(n.high)
	return b.Or(b.Lsh(b, 64), new(big.Int).SetUint64(n.low))
}
