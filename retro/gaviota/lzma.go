package gaviota

import "unsafe"

// Blocks are compressed to the same bytes as the published files have: raw LZMA1
// streams with lc 3, lp 0, pb 2 and a dictionary of 4,096 bytes, as the encoder of
// the LZMA SDK makes them with 32 fast bytes, the match finder bt4 with 32 steps, and
// optimal parsing.
//
// LZMA leaves the choice among the many streams of the same bytes to the encoder.
// What has to be alike, to the last tie, is therefore
//
//	lzma_matches.go   which earlier strings are found: hash chains and search trees
//	lzma_prices.go    what each packet is thought to cost, in sixteenths of a bit, and
//	                  when the estimates are renewed
//	lzma_parse.go     which packets are taken: the cheapest path found through the text
//	lzma_coder.go     the packets' bits; this part is the same in every encoder
//
// A packet is a literal byte, a match (a length and a distance), or a repeated
// match (a length and one of the last four distances).

// An encoder compresses. It may be used again and again, by one goroutine at a time.
type encoder struct {
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

// newEncoder returns an encoder. It takes 0.8 MB of memory.
func newEncoder() *encoder { return &encoder{} }

// compress compresses a text and appends the stream, without a header and without an
// end marker, to a slice, which it returns.
func (e *encoder) compress(to, text []byte) []byte {
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
func (e *encoder) reset(to, text []byte) {
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
func (e *encoder) first() {
	e.longestMatch()
	e.code(packet{literal, 1})
	e.place, e.ahead = 1, 0
}

// code codes a packet.
func (e *encoder) code(c packet) {
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
