package format

// A likelihood is the chance of a bit to be 1, in the highest 22 bits, and the number of
// bits that it was learnt from, in the others.
type likelihood uint32

const (
	countBits  = 10
	evenChance = likelihood(1 << 31)
	// mostBits bounds the number of bits, so that a chance goes on changing.
	mostBits = 63
)

// shares has, by the number of bits before, how much of the way to a new bit a chance
// goes, in 65,536ths.
var shares = func() (table [mostBits + 1]uint32) {
	for n := range table {
		table[n] = 2 * 65536 / (2*uint32(n) + 3)
	}
	return table
}()

// chance returns it in 65,536ths, neither 0 nor all.
func (l likelihood) chance() uint32 { return min(max(uint32(l)>>16, 32), 65536-32) }

// learn moves the chance towards a bit.
func (l *likelihood) learn(bit uint32) {
	n := uint32(*l) & (1<<countBits - 1)
	p := uint32(*l) >> countBits
	share := uint64(shares[n&mostBits])
	if bit != 0 {
		p += uint32(uint64(1<<22-1-p) * share >> 16)
	} else {
		p -= uint32(uint64(p) * share >> 16)
	}
	if n < mostBits {
		n++
	}
	*l = likelihood(p<<countBits | n)
}

// A bitCoder is an arithmetic coder. It writes bits, or reads them back given the same
// chances. What it has not told yet is a number from low to high, whose first bytes are
// written as soon as they are known.
type bitCoder struct {
	low, high uint32
	reading   bool
	value     uint32 // the number, when reading
	bytes     []byte // written, or to be read
	at        int    // bytes read; behind the end there are zeros
}

// write makes the coder append to a slice.
func (c *bitCoder) write(to []byte) { *c = bitCoder{high: ^uint32(0), bytes: to} }

// read makes the coder read.
func (c *bitCoder) read(from []byte) {
	*c = bitCoder{high: ^uint32(0), bytes: from, reading: true}
	for range 4 {
		c.value = c.value<<8 | c.next()
	}
}

func (c *bitCoder) next() (b uint32) {
	if c.at < len(c.bytes) {
		b = uint32(c.bytes[c.at])
	}
	c.at++
	return b
}

// bit writes a bit, or reads and returns one. chance is that of a 1, in 65,536ths.
func (c *bitCoder) bit(chance, bit uint32) uint32 {
	mid := c.low + uint32(uint64(c.high-c.low)*uint64(chance)>>16)
	if c.reading {
		bit = 0
		if c.value <= mid {
			bit = 1
		}
	}
	if bit != 0 {
		c.high = mid
	} else {
		c.low = mid + 1
	}
	for (c.low^c.high)>>24 == 0 {
		if c.reading {
			c.value = c.value<<8 | c.next()
		} else {
			c.bytes = append(c.bytes, byte(c.low>>24))
		}
		c.low <<= 8
		c.high = c.high<<8 | 0xff
	}
	return bit
}

// endBytes is the number of bytes that finish adds.
const endBytes = 2

// finish returns what was written, with bytes that tell the number: zeros follow.
func (c *bitCoder) finish() []byte { return append(c.bytes, byte(c.low>>24)+1, 0) }

// whole reports whether what was read ends as the writer ended it. No other bytes are read as the
// same bits, then: those before are known from the bits.
func (c *bitCoder) whole() bool {
	n := len(c.bytes) - endBytes
	return c.at == n+4 && c.bytes[n] == byte(c.low>>24)+1 && c.bytes[n+1] == 0
}
