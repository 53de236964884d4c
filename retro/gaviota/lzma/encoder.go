package lzma

import "unsafe"

// An Encoder compresses. It may be used again and again, by one goroutine at a time.
type Encoder struct {
	finder finder
	found  []match // at the place before the finder's
	read   int     // length of the longest of these, if it is at least fastBytes
	ahead  int     // how far the finder is ahead of place

	place         int // in the text: what is before it is coded
	state         state
	last          distances
	coder         rangeCoder
	probabilities probabilities

	prices                      distancePrices
	matchLengths, repeatLengths lengthPrices
	ways                        [maxWays + 1]way
	cheapest                    [maxWays + 1]price // of the ways
	end                         int                // the last place of ways
	packets                     []packet           // that are chosen, the last one first
}

// NewEncoder returns an encoder. It takes 0.8 MB of memory.
func NewEncoder() *Encoder { return &Encoder{} }

// Append compresses a text and appends the stream, without a header and without an
// end marker, to a slice, which it returns.
func (e *Encoder) Append(to, text []byte) []byte {
	e.reset(to, text)
	if len(text) > 0 {
		e.first()
	}
	for e.place < len(text) {
		p := e.next()
		e.code(p)
		e.place += p.length
		if e.ahead -= p.length; e.ahead == 0 {
			if e.prices.matches >= matchesToRenew {
				e.prices.renew(&e.probabilities)
			}
			if e.prices.far >= farToRenew {
				e.prices.renewAlign(&e.probabilities)
			}
		}
	}
	return e.coder.finish()
}

// reset begins a stream.
func (e *Encoder) reset(to, text []byte) {
	e.finder.reset(text)
	e.found, e.packets = e.found[:0], e.packets[:0]
	e.read, e.ahead, e.place, e.state, e.last = 0, 0, 0, 0, distances{}
	e.coder.reset(to)
	e.probabilities = allEven
	e.prices.renew(&e.probabilities)
	e.prices.renewAlign(&e.probabilities)
	for position := range positions {
		e.matchLengths.renew(&e.probabilities.matchLen, position)
		e.repeatLengths.renew(&e.probabilities.repeatLen, position)
	}
}

// allEven are the probabilities at the beginning.
var allEven = func() (p probabilities) {
	all := (*[unsafe.Sizeof(p) / unsafe.Sizeof(probability(0))]probability)(unsafe.Pointer(&p)) // it has nothing else
	for i := range all {
		all[i] = even
	}
	return p
}()

// first codes the first byte, which has to be a literal.
func (e *Encoder) first() {
	e.longestMatch()
	e.code(packet{literal, 1})
	e.place, e.ahead = 1, 0
}

// code codes a packet.
func (e *Encoder) code(c packet) {
	p, r, s, position, text := &e.probabilities, &e.coder, e.state, e.place&(positions-1), e.finder.text
	if c.choice == literal {
		var before, expected byte
		if e.place > 0 {
			before, expected = text[e.place-1], text[e.place-int(e.last[0])-1]
		}
		r.bit(&p.match[s][position], 0)
		p.codeLiteral(r, s, before, expected, text[e.place])
		e.state = after.literal[s]
		return
	}
	r.bit(&p.match[s][position], 1)
	last := e.last
	e.last = last.after(c.choice)
	if c.choice.repeated() {
		p.codeRepeat(r, s, position, int(c.choice), c.length)
		if c.length == 1 {
			e.state = after.single[s]
			return
		}
		p.repeatLen.code(r, c.length, position)
		e.repeatLengths.used(&p.repeatLen, position)
		e.state = after.repeat[s]
		return
	}
	r.bit(&p.repeat[s], 0)
	p.matchLen.code(r, c.length, position)
	e.matchLengths.used(&p.matchLen, position)
	if p.codeDistance(r, c.length, c.choice.distance()) {
		e.prices.far++
	}
	e.prices.matches++
	e.state = after.match[s]
}
