package ursa

// For the tests of simplification, which are outside of the package as all others.
var (
	Support    = support
	Conjuncts  = conjuncts
	Equivalent = equivalent
	CopyWith   = copyWith
)
