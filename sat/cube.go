package sat

import (
	"iter"
	"math/big"
	"slices"
)

// A Cube is a set of assignments to the projection variables of an enumeration: the literals in Fixed hold and the
// variables in Free take every combination of values. Fixed followed by Free are the projection variables in their
// order, so the assignments of a cube are consecutive in lexicographic order.
type Cube struct {
	Fixed []int // literals
	Free  []int // variables
}

// Size returns the number of assignments in the cube, 2 to the power len(Free).
func (c Cube) Size() *big.Int {
	return new(big.Int).Lsh(big.NewInt(1), uint(len(c.Free)))
}

// Assignments returns the assignments of the cube one by one, each as a literal for every projection variable, in
// lexicographic order with false before true. The slice is reused.
func (c Cube) Assignments() iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		lits := slices.Concat(c.Fixed, c.Free)
		free := lits[len(c.Fixed):]
		for i := range free {
			free[i] = -free[i]
		}
		for {
			if !yield(lits) {
				return
			}
			// Count in binary, the last variable being the lowest digit.
			i := len(free) - 1
			for i >= 0 && free[i] > 0 {
				free[i] = -free[i]
				i--
			}
			if i < 0 {
				return
			}
			free[i] = -free[i]
		}
	}
}
