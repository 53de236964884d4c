package gaviota

// The parameters of the streams.
const (
	literalContextBits = 3 // of the byte before
	positionBits       = 2 // of the position
	positions          = 1 << positionBits
	dictionary         = 4096

	numStates    = 12 // what the last packets were; see after
	numDistances = 4  // that are remembered
	minMatch     = 2
	maxMatch     = 273
)

// A probability is that of a bit to be 0, in 2,048ths.
type probability uint16

const (
	probabilityBits = 11
	even            = 1 << (probabilityBits - 1)
	adaption        = 5
)

// rangeCoder is the arithmetic coder.
type rangeCoder struct {
	out   []byte
	low   uint64 // 33 bits: the highest one is a carry
	width uint32
	// The bytes before low that a carry may still change: one, then all FF.
	held  byte
	holds int
}

func (r *rangeCoder) reset(out []byte) { *r = rangeCoder{out: out, width: ^uint32(0), holds: 1} }

// shift moves the highest byte of low out.
func (r *rangeCoder) shift() {
	if uint32(r.low) < 0xff000000 || r.low>>32 != 0 {
		carry := byte(r.low >> 32)
		r.out = append(r.out, r.held+carry)
		for ; r.holds > 1; r.holds-- {
			r.out = append(r.out, 0xff+carry)
		}
		r.holds = 0
		r.held = byte(r.low >> 24)
	}
	r.holds++
	r.low = uint64(uint32(r.low) << 8)
}

// bit codes a bit, and moves its probability towards it.
func (r *rangeCoder) bit(p *probability, bit uint32) {
	bound := r.width >> probabilityBits * uint32(*p)
	if bit == 0 {
		r.width = bound
		*p += (1<<probabilityBits - *p) >> adaption
	} else {
		r.low += uint64(bound)
		r.width -= bound
		*p -= *p >> adaption
	}
	if r.width < 1<<24 {
		r.width <<= 8
		r.shift()
	}
}

// direct codes the low bits of a number, each as likely 0 as 1.
func (r *rangeCoder) direct(number uint32, bits int) {
	for bits--; bits >= 0; bits-- {
		r.width >>= 1
		if number>>bits&1 != 0 {
			r.low += uint64(r.width)
		}
		if r.width < 1<<24 {
			r.width <<= 8
			r.shift()
		}
	}
}

// tree codes a number of some bits, the highest first; the probability of a bit
// depends on those before it. probabilities has an entry for each beginning.
func (r *rangeCoder) tree(probabilities []probability, bits int, number uint32) {
	at := uint32(1)
	for bits--; bits >= 0; bits-- {
		bit := number >> bits & 1
		r.bit(&probabilities[at], bit)
		at = at<<1 | bit
	}
}

// lowFirst is tree with the lowest bit first.
func (r *rangeCoder) lowFirst(probabilities []probability, bits int, number uint32) {
	at := uint32(1)
	for ; bits > 0; bits-- {
		bit := number & 1
		r.bit(&probabilities[at], bit)
		at = at<<1 | bit
		number >>= 1
	}
}

// finish writes what is left.
func (r *rangeCoder) finish() []byte {
	for range 5 {
		r.shift()
	}
	return r.out
}

// A state stands for the kinds of the last packets; those below 7 are after a
// literal.
type state uint8

func (s state) afterLiteral() bool { return s < 7 }

// after has the state after a packet of each kind.
var after = struct{ literal, match, repeat, single [numStates]state }{
	literal: [...]state{0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 4, 5},
	match:   [...]state{7, 7, 7, 7, 7, 7, 7, 10, 10, 10, 10, 10},
	repeat:  [...]state{8, 8, 8, 8, 8, 8, 8, 11, 11, 11, 11, 11},
	single:  [...]state{9, 9, 9, 9, 9, 9, 9, 11, 11, 11, 11, 11},
}

// afterMatch returns the state after a match or a repeated match.
func (s state) afterMatch(c choice) state {
	if c.repeated() {
		return after.repeat[s]
	}
	return after.match[s]
}

// A choice says which packet it is: a literal, a repeated match with one of the
// remembered distances, or, from numDistances on, a match whose distance is that
// many more. Distances are counted from 0, the byte before.
type choice int32

const literal choice = -1

func (c choice) repeated() bool   { return c < numDistances }
func (c choice) distance() uint32 { return uint32(c - numDistances) }

// distances are the remembered ones, the last first.
type distances [numDistances]uint32

// after returns the distances after a match or a repeated match.
func (d distances) after(c choice) distances {
	switch c {
	case 0:
		return d
	case 1:
		return distances{d[1], d[0], d[2], d[3]}
	case 2:
		return distances{d[2], d[0], d[1], d[3]}
	case 3:
		return distances{d[3], d[0], d[1], d[2]}
	}
	return distances{c.distance(), d[0], d[1], d[2]}
}

// A distance is coded as a slot, which is twice the number of its bits and the bit
// after the highest one, and the rest. Distances with slots below 4 have no rest,
// the rests of those from 14 on are not modelled but for the lowest four bits.
const (
	slotBits      = 6
	firstRest     = 4
	firstDirect   = 14
	nearDistances = 1 << (firstDirect / 2) // those with lower slots
	alignBits     = 4
	numLengths    = 4 // the models of slots: matches of 2, 3, 4, and more bytes
)

// slotOf returns the slot of a distance below the dictionary's size.
func slotOf(distance uint32) uint32 { return uint32(slots[distance]) }

var slots = func() (table [dictionary]uint8) {
	for d := range table {
		bits := 0
		for d>>bits > 1 {
			bits++
		}
		table[d] = uint8(2 * bits)
		if bits > 0 {
			table[d] += uint8(d >> (bits - 1) & 1)
		} else {
			table[d] = uint8(d)
		}
	}
	return table
}()

// restOf returns how many bits the rest of a distance has, and the least distance
// of its slot.
func restOf(slot uint32) (bits int, least uint32) {
	bits = int(slot>>1) - 1
	return bits, (2 | slot&1) << bits
}

// lengthModel returns which model of slots a match of a length has.
func lengthModel(length int) int { return min(length-minMatch, numLengths-1) }

// lengthProbabilities are those of the lengths of matches: 8 short ones and 8 middle
// ones by position, 256 long ones.
type lengthProbabilities struct {
	longer, longest probability
	short, middle   [positions][8]probability
	long            [256]probability
}

func (l *lengthProbabilities) code(r *rangeCoder, length, position int) {
	n := uint32(length - minMatch)
	switch {
	case n < 8:
		r.bit(&l.longer, 0)
		r.tree(l.short[position][:], 3, n)
	case n < 16:
		r.bit(&l.longer, 1)
		r.bit(&l.longest, 0)
		r.tree(l.middle[position][:], 3, n-8)
	default:
		r.bit(&l.longer, 1)
		r.bit(&l.longest, 1)
		r.tree(l.long[:], 8, n-16)
	}
}

// probabilities are all those of a stream.
type probabilities struct {
	match     [numStates][positions]probability // no literal
	repeat    [numStates]probability            // the distance is a remembered one,
	notFirst  [numStates]probability            // and not the first,
	notSecond [numStates]probability            // nor the second;
	fourth    [numStates]probability            // it is the last
	notSingle [numStates][positions]probability // of the first: longer than one byte
	literals  [1 << literalContextBits][0x300]probability
	slots     [numLengths][1 << slotBits]probability
	rests     [firstDirect][1 << (firstDirect/2 - 2)]probability // by slot
	align     [1 << alignBits]probability
	matchLen  lengthProbabilities
	repeatLen lengthProbabilities
}

// literalsAfter returns the probabilities of a literal after a byte. The first 256
// are those after a literal; after a match, they depend on the bit of the byte that
// the last distance leads to, as long as that byte agrees.
func (p *probabilities) literalsAfter(before byte) *[0x300]probability {
	return &p.literals[before>>(8-literalContextBits)]
}

// codeLiteral codes a byte. expected is the byte at the last distance.
func (p *probabilities) codeLiteral(r *rangeCoder, s state, before, expected, b byte) {
	model := p.literalsAfter(before)
	if s.afterLiteral() {
		r.tree(model[:0x100], 8, uint32(b))
		return
	}
	// agree is 0x100 as long as all bits are those of the byte expected.
	at, agree := uint32(1), uint32(0x100)
	for i := 7; i >= 0; i-- {
		bit, want := uint32(b)>>i&1, uint32(expected)>>i&1
		r.bit(&model[agree+agree*want+at], bit)
		at = at<<1 | bit
		if bit != want {
			agree = 0
		}
	}
}

// codeRepeat codes which remembered distance a repeated match has, and that it is
// longer than one byte or not.
func (p *probabilities) codeRepeat(r *rangeCoder, s state, position, which, length int) {
	r.bit(&p.repeat[s], 1)
	if which == 0 {
		r.bit(&p.notFirst[s], 0)
		longer := uint32(1)
		if length == 1 {
			longer = 0
		}
		r.bit(&p.notSingle[s][position], longer)
		return
	}
	r.bit(&p.notFirst[s], 1)
	if which == 1 {
		r.bit(&p.notSecond[s], 0)
		return
	}
	r.bit(&p.notSecond[s], 1)
	r.bit(&p.fourth[s], uint32(which-2))
}

// codeDistance codes the distance of a match, and returns whether its slot is one
// with bits that are not modelled.
func (p *probabilities) codeDistance(r *rangeCoder, length int, distance uint32) (far bool) {
	slot := slotOf(distance)
	r.tree(p.slots[lengthModel(length)][:], slotBits, slot)
	if slot < firstRest {
		return false
	}
	bits, least := restOf(slot)
	rest := distance - least
	if slot < firstDirect {
		r.lowFirst(p.rests[slot][:], bits, rest)
		return false
	}
	r.direct(rest>>alignBits, bits-alignBits)
	r.lowFirst(p.align[:], alignBits, rest&(1<<alignBits-1))
	return true
}
