package numbering

import chess "retroproof/chess/board"

// factorial has n! at n. No number of men of a kind is higher.
var factorial = func() (f [MostMen + 1]uint64) {
	f[0] = 1
	for n := 1; n < len(f); n++ {
		f[n] = f[n-1] * uint64(n)
	}
	return f
}()

// choose has Pascal's triangle; of 64 over 32, the largest, there are 61 bits.
var choose = func() (c [chess.NumSquares + 1][chess.NumSquares + 1]uint64) {
	for n := range c {
		c[n][0] = 1
		for k := 1; k <= n; k++ {
			c[n][k] = c[n-1][k-1] + c[n-1][k]
		}
	}
	return c
}()

// Choose returns the number of ways to choose k of n squares, 0 unless
// 0 <= k <= n <= 64.
func Choose(n, k int) uint64 {
	if k < 0 || k > n || n > chess.NumSquares {
		return 0
	}
	return choose[n][k]
}

// Multinomial returns the number of words of the given numbers of letters, no more
// than [MostMen] in all.
func Multinomial(letters ...int) uint64 {
	words, n := uint64(1), 0
	for _, k := range letters {
		n += k
		words *= Choose(n, k)
	}
	return words
}
