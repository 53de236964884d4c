package numbering

import "math/big"

// Breakdown is a number, and how it is made up by the number of men on the board,
// kings included: of both sides, or for armies of one.
type Breakdown struct {
	Men   [MostMenOnBoard + 1]*big.Int // by number of men; nil is 0
	Total *big.Int
}

// newBreakdown returns the number 0.
func NewBreakdown() *Breakdown { return &Breakdown{Total: new(big.Int)} }

// Add adds n to the number of positions with the given number of men. It keeps no reference to
// n.
func (b *Breakdown) Add(men int, n *big.Int) {
	if n.Sign() == 0 {
		return
	}
	if b.Total == nil {
		b.Total = new(big.Int)
	}
	if b.Men[men] == nil {
		b.Men[men] = new(big.Int)
	}
	b.Men[men].Add(b.Men[men], n)
	b.Total.Add(b.Total, n)
}
