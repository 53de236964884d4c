package gaviota

// A price is an estimate of the length of a code, in sixteenths of a bit.
type price uint32

// never is more than any path costs.
const never price = 1 << 30

// bitPrices has the price of a 0 by its probability, in 128ths: a logarithm, found
// by squaring.
var bitPrices = func() (table [1 << (probabilityBits - 4)]price) {
	for i := range table {
		w, bits := uint32(16*i+8), price(0)
		for range 4 {
			w *= w
			bits *= 2
			for ; w >= 1<<16; w >>= 1 {
				bits++
			}
		}
		table[i] = 16*probabilityBits - 15 - bits
	}
	return table
}()

// price returns that of a bit.
func (p probability) price(bit uint32) price {
	return bitPrices[(uint32(p)^-bit&(1<<probabilityBits-1))>>4&(1<<(probabilityBits-4)-1)]
}

func (p probability) zero() price { return p.price(0) }
func (p probability) one() price  { return p.price(1) }

// treePrice and lowFirstPrice are the prices of rangeCoder.tree and lowFirst.
func treePrice(probabilities []probability, bits int, number uint32) (sum price) {
	for at := number | 1<<bits; at > 1; at >>= 1 {
		sum += probabilities[at>>1].price(at & 1)
	}
	return sum
}

func lowFirstPrice(probabilities []probability, bits int, number uint32) (sum price) {
	at := uint32(1)
	for ; bits > 0; bits-- {
		bit := number & 1
		sum += probabilities[at].price(bit)
		at = at<<1 | bit
		number >>= 1
	}
	return sum
}

// literalPrice is the price of codeLiteral.
func (p *probabilities) literalPrice(s state, before, expected, b byte) (sum price) {
	model := p.literalsAfter(before)
	if s.afterLiteral() {
		return treePrice(model[:0x100], 8, uint32(b))
	}
	// at has the bits of the byte, want those expected, from bit 8 down to the next
	// ones; agree is 0x100 as long as they are the same.
	agree := uint32(0x100)
	at, want := uint32(b)|0x100, uint32(expected)
	for range 8 {
		want <<= 1
		sum += model[(agree+want&agree+at>>8)&0x3ff].price(at >> 7 & 1)
		at <<= 1
		agree &^= want ^ at
	}
	return sum
}

// singlePrice is the price of codeRepeat for a single byte, without that of the
// repeat.
func (p *probabilities) singlePrice(s state, position int) price {
	return p.notFirst[s].zero() + p.notSingle[s][position].zero()
}

// whichPrice is the price of codeRepeat for a longer one, without that of the repeat.
func (p *probabilities) whichPrice(s state, position, which int) price {
	switch which {
	case 0:
		return p.notFirst[s].zero() + p.notSingle[s][position].one()
	case 1:
		return p.notFirst[s].one() + p.notSecond[s].zero()
	}
	return p.notFirst[s].one() + p.notSecond[s].one() + p.fourth[s].price(uint32(which-2))
}

// lengthPrices are the prices of the lengths that the parser compares. Those of a
// position are renewed after they have been used as often as there are lengths.
type lengthPrices struct {
	of   [positions][fastBytes + 1]price // by length
	uses [positions]int                  // left
}

func (l *lengthPrices) renew(p *lengthProbabilities, position int) {
	short := p.longer.zero()
	middle := p.longer.one() + p.longest.zero()
	long := p.longer.one() + p.longest.one()
	for length := minMatch; length <= fastBytes; length++ {
		switch n := uint32(length - minMatch); {
		case n < 8:
			l.of[position][length] = short + treePrice(p.short[position][:], 3, n)
		case n < 16:
			l.of[position][length] = middle + treePrice(p.middle[position][:], 3, n-8)
		default:
			l.of[position][length] = long + treePrice(p.long[:], 8, n-16)
		}
	}
	l.uses[position] = fastBytes + 1 - minMatch
}

// used is called after a length has been coded.
func (l *lengthPrices) used(p *lengthProbabilities, position int) {
	if l.uses[position]--; l.uses[position] == 0 {
		l.renew(p, position)
	}
}

// distancePrices are the prices of distances. They are renewed after a fixed number of
// matches, and of distant ones.
type distancePrices struct {
	near         [numLengths][nearDistances]price
	slot         [numLengths][numSlots]price // with the bits that are not modelled
	align        [1 << alignBits]price
	matches, far int // since they were renewed
}

const (
	numSlots       = 24 // of the distances below the dictionary's size
	matchesToRenew = 128
	farToRenew     = 16
)

func (d *distancePrices) renew(p *probabilities) {
	var rest [nearDistances]price
	for distance := uint32(firstRest); distance < nearDistances; distance++ {
		slot := slotOf(distance)
		bits, least := restOf(slot)
		rest[distance] = lowFirstPrice(p.rests[slot][:], bits, distance-least)
	}
	for model := range d.slot {
		for slot := range uint32(numSlots) {
			sum := treePrice(p.slots[model][:], slotBits, slot)
			if slot >= firstDirect {
				bits, _ := restOf(slot)
				sum += price(bits-alignBits) * 16
			}
			d.slot[model][slot] = sum
		}
		for distance := range uint32(nearDistances) {
			d.near[model][distance] = d.slot[model][slotOf(distance)] + rest[distance]
		}
	}
	d.matches = 0
}

func (d *distancePrices) renewAlign(p *probabilities) {
	for i := range d.align {
		d.align[i] = lowFirstPrice(p.align[:], alignBits, uint32(i))
	}
	d.far = 0
}

// of returns the price of a distance of a match of a length.
func (d *distancePrices) of(length int, distance uint32) price {
	model := lengthModel(length)
	if distance < nearDistances {
		return d.near[model][distance]
	}
	return d.slot[model][slotOf(distance)] + d.align[distance&(1<<alignBits-1)]
}
