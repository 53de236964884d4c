package chess

// Zobrist keys: a random number for every feature of a position, and the key of
// the position is the exclusive or of those that it has. The numbers are the
// outputs of splitmix64 (Steele, Lea and Flood, 2014) with the seed zobristSeed,
// drawn in this order: the men in the order of their Man values, White's king to
// Black's pawn, each on a1, b1, ..., h8; the castling rights K, Q, k, q; the
// en passant files a to h; Black to move. Keys may be stored: they do not change
// from one version to the next.

// zobristSeed is the first digits of pi after the point, in hexadecimal.
const zobristSeed = 0x243F6A8885A308D3

// zobristKeys are the numbers of the features.
type zobristKeys struct {
	men       [NumMen][NumSquares]uint64
	castling  [AllCastling + 1]uint64 // indexed by the set of rights
	enPassant [8]uint64               // indexed by file
	black     uint64
}

var zobrist = newZobristKeys(zobristSeed)

func newZobristKeys(seed uint64) (z zobristKeys) {
	random := splitmix64(seed)
	for _, c := range []Color{White, Black} {
		for k := King; k <= Pawn; k++ {
			for s := range NumSquares {
				z.men[MakeMan(c, k)][s] = random.next()
			}
		}
	}
	for right := WhiteKingside; right <= BlackQueenside; right <<= 1 {
		key := random.next()
		for set := range z.castling {
			if Castling(set).Has(right) {
				z.castling[set] ^= key
			}
		}
	}
	for file := range z.enPassant {
		z.enPassant[file] = random.next()
	}
	z.black = random.next()
	return z
}

// splitmix64 is a small random number generator with a known sequence.
type splitmix64 uint64

func (s *splitmix64) next() uint64 {
	*s += 0x9E3779B97F4A7C15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// computeKey works out the key of a position from nothing.
func (p *Position) computeKey() uint64 {
	var key uint64
	for s, m := range p.board {
		if m != NoMan {
			key ^= zobrist.men[m][s]
		}
	}
	key ^= zobrist.castling[p.castling]
	if p.capturable.Valid() {
		key ^= zobrist.enPassant[p.capturable.File()]
	}
	if p.turn == Black {
		key ^= zobrist.black
	}
	return key
}
