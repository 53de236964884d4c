package format

// A likelihood is the chance of a bit to be 1, in the lowest 22 bits, and the number of
// bits that it was learnt from, in the others.
type likelihood uint32

const (
	chanceBits = 22
	evenChance = likelihood(1 << (chanceBits - 1))
	// mostBits bounds the number of bits, so that a chance goes on changing.
	mostBits = 63
)

// steps has, by the number of bits before, how much of the way to a new bit a chance goes, in 65,536ths, and what is
// added to count the bit.
var steps = func() (table [mostBits + 1]struct{ share, count likelihood }) {
	for n := range table {
		table[n].share, table[n].count = 2*65536/(2*likelihood(n)+3), 1<<chanceBits
	}
	table[mostBits].count = 0
	return table
}()

// chance returns it in 65,536ths, neither 0 nor all.
func (l likelihood) chance() uint64 { return uint64(min(max(l>>6&0xffff, 32), 65536-32)) }

// after1 and after0 are the chance, moved towards a bit.
func (l likelihood) after1() likelihood {
	s := &steps[l>>chanceBits&mostBits]
	return l + likelihood(uint64(^l&(1<<chanceBits-1))*uint64(s.share)>>16) + s.count
}

func (l likelihood) after0() likelihood {
	s := &steps[l>>chanceBits&mostBits]
	return l - likelihood(uint64(l&(1<<chanceBits-1))*uint64(s.share)>>16) + s.count
}

// A bitCoder is an arithmetic coder. It writes bits, or reads them back given the same
// chances. What it has not told yet is a number from low to high, whose first bytes are
// written as soon as they are known. To write a bit is to read it from low or from high.
type bitCoder struct {
	low, high, value uint32 // value is the number, when reading
	reading          bool
	bytes            []byte // to be read, or with room for those that are written
	at               int    // bytes read or written; behind the end of what is read there are zeros
}

// write makes the coder append to a slice that has the room.
func (c *bitCoder) write(to []byte) {
	*c = bitCoder{high: ^uint32(0), bytes: to[:cap(to)], at: len(to)}
}

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

// shift writes the bytes that are known, or reads as many. It has the three numbers, which are not kept in the coder.
func (c *bitCoder) shift(low, high, value uint32) (uint32, uint32, uint32) {
	for low^high < 1<<24 {
		if c.reading {
			value = value<<8 | c.next()
		} else {
			c.bytes[c.at] = byte(low >> 24)
			c.at++
		}
		low <<= 8
		high = high<<8 | 0xff
	}
	return low, high, value
}

// endBytes is the number of bytes that finish adds.
const endBytes = 2

// finish returns what was written, with bytes that tell the number: zeros follow.
func (c *bitCoder) finish() []byte { return append(c.bytes[:c.at], byte(c.low>>24)+1, 0) }

// whole reports whether what was read ends as the writer ended it. No other bytes are read as the
// same bits, then: those before are known from the bits.
func (c *bitCoder) whole() bool {
	n := len(c.bytes) - endBytes
	return c.at == n+4 && c.bytes[n] == byte(c.low>>24)+1 && c.bytes[n+1] == 0
}
