package gaviota

// The parser looks for the cheapest way through the text by packets. It goes on from
// place to place, and keeps for each place ahead the cheapest way found, until only
// one way is open, or a match of fastBytes begins. Of ways of one price the first
// found stays, but for a single repeated byte.

// A way is the last packets of the cheapest way to a place; its price stands in a list
// of its own.
type way struct {
	from int32 // the place, counted from the beginning of the parse, that they lead from
	// The first packet. If more is set, a literal and a repeated match with the same
	// distance follow: the literal behind length bytes of the first packet, or at once
	// if that is 0.
	choice choice
	length int32
	more   bool
	// For the place itself, once it is reached.
	state state
	last  distances
}

// lastRepeats reports whether the last packet of a way to a place is a match, of two
// bytes or more, with the last distance.
func (w *way) lastRepeats(place int) bool {
	return w.more || w.choice == 0 && int(w.from) < place-1
}

const maxWays = 1 << 12

// A packet is what is coded next.
type packet struct {
	choice choice
	length int
}

// longestMatch reads the matches at the finder's place, and returns the length of
// the longest. One of fastBytes may be longer.
func (e *encoder) longestMatch() int {
	at := e.finder.at
	e.ahead++
	e.found = e.finder.find(e.found[:0])
	if len(e.found) == 0 {
		return 0
	}
	m := e.found[len(e.found)-1]
	if m.length < fastBytes {
		return m.length
	}
	return e.agree(at, m.distance, m.length, min(e.finder.end, at+maxMatch))
}

// agree returns how many bytes at a place, from the first n on of which that is known,
// are those at a distance. They end before end.
func (e *encoder) agree(place int, distance uint32, n, end int) int {
	return agreed(e.finder.text, place, place-int(distance)-1, n, end-place)
}

// skip passes over bytes of a match that the finder has not reached.
func (e *encoder) skip(n int) {
	e.ahead += n
	e.finder.skip(n)
}

// next returns the next packet.
func (e *encoder) next() packet {
	if len(e.packets) == 0 {
		e.parse()
	}
	p := e.packets[len(e.packets)-1]
	e.packets = e.packets[:len(e.packets)-1]
	return p
}

// parse finds one or more of the next packets, the last one first.
func (e *encoder) parse() {
	begin := e.place
	text := e.finder.text
	longest := e.read
	if e.ahead == 0 {
		longest = e.longestMatch()
	}
	one := func(c choice, length int) { e.packets = append(e.packets[:0], packet{c, length}) }
	left := e.finder.end - begin
	if left < 2 {
		one(literal, 1)
		return
	}
	end := begin + min(left, maxMatch)
	var repeats [numDistances]int
	best := 0
	for i, d := range e.last {
		if n := e.agree(begin, d, 0, end); n >= 2 {
			repeats[i] = n
		}
		if repeats[i] > repeats[best] {
			best = i
		}
	}
	if repeats[best] >= fastBytes {
		e.skip(repeats[best] - 1)
		one(choice(best), repeats[best])
		return
	}
	if longest >= fastBytes {
		e.skip(longest - 1)
		one(numDistances+choice(e.found[len(e.found)-1].distance), longest)
		return
	}
	b, expected := text[begin], text[begin-int(e.last[0])-1]
	if longest < 2 && repeats[best] < 2 && b != expected {
		one(literal, 1)
		return
	}
	e.start(begin, longest, &repeats)
	if e.end = max(longest, repeats[best]); e.end < 2 {
		one(e.ways[1].choice, 1)
		return
	}
	place := 1
	for ; place < e.end; place++ {
		n := e.longestMatch()
		if n >= fastBytes {
			e.read = n
			break
		}
		e.extend(begin, place, n)
	}
	e.backtrack(place)
}

// offer takes a way to a place if it is cheaper than the one there.
func (e *encoder) offer(place int, price price, from int, c choice, length int, more bool) {
	if price < e.cheapest[place] {
		e.cheapest[place] = price
		w := &e.ways[place]
		w.from, w.choice, w.length, w.more = int32(from), c, int32(length), more
	}
}

// raise makes a place one of those to which there are ways.
func (e *encoder) raise(place int) {
	for e.end < place {
		e.end++
		e.cheapest[e.end] = never
	}
}

// start finds the ways of one packet.
func (e *encoder) start(begin, longest int, repeats *[numDistances]int) {
	p, text, s, position := &e.probabilities, e.finder.text, e.state, begin&(positions-1)
	e.ways[0].state, e.ways[0].last = s, e.last
	b, expected := text[begin], text[begin-int(e.last[0])-1]
	isMatch := p.match[s][position].one()
	isRepeat := isMatch + p.repeat[s].one()
	e.end = 0
	e.raise(max(1, longest, repeats[0], repeats[1], repeats[2], repeats[3]))
	e.offer(1, p.match[s][position].zero()+p.literalPrice(s, text[begin-1], expected, b), 0, literal, 1, false)
	if b == expected {
		e.offer(1, isRepeat+p.singlePrice(s, position), 0, 0, 1, false)
	}
	for i, n := range repeats {
		if n < 2 {
			continue
		}
		which := isRepeat + p.whichPrice(s, position, i)
		for ; n >= 2; n-- {
			e.offer(n, which+e.repeatLengths.of[position][n], 0, choice(i), n, false)
		}
	}
	isNew := isMatch + p.repeat[s].zero()
	for n, i := max(2, repeats[0]+1), 0; n <= longest; n++ {
		for e.found[i].length < n {
			i++
		}
		d := e.found[i].distance
		e.offer(n, isNew+e.matchLengths.of[position][n]+e.prices.of(n, d), 0, numDistances+choice(d), n, false)
	}
}

// arrive sets the state and the last distances of a place, once the cheapest way to it
// is known.
func (e *encoder) arrive(place int) {
	w := &e.ways[place]
	s, last := e.ways[w.from].state, e.ways[w.from].last
	switch {
	case w.choice == literal:
		s = after.literal[s]
	case w.choice == 0 && int(w.from) == place-1:
		s = after.single[s]
	default:
		s = s.afterMatch(w.choice)
		last = last.after(w.choice)
		if w.more {
			s = after.literal[s]
		}
	}
	if w.more {
		s = after.repeat[s]
	}
	w.state, w.last = s, last
}

// extend finds the ways that go on from a place. The longest match there is shorter
// than fastBytes.
func (e *encoder) extend(begin, place, longest int) {
	e.arrive(place)
	w, toHere := &e.ways[place], e.cheapest[place]
	p, text, s := &e.probabilities, e.finder.text, w.state
	at := begin + place
	position := at & (positions - 1)
	here := word(text, at)
	b, expected := byte(here), text[at-int(w.last[0])-1]
	byLiteral := toHere + p.match[s][position].zero() + p.literalPrice(s, text[at-1], expected, b)
	isMatch := toHere + p.match[s][position].one()
	isRepeat := isMatch + p.repeat[s].one()

	before := e.cheapest[place+1]
	e.offer(place+1, byLiteral, place, literal, 1, false)
	better := byLiteral < before
	if b == expected && !e.ways[place+1].lastRepeats(place+1) {
		if single := isRepeat + p.singlePrice(s, position); single <= e.cheapest[place+1] {
			e.cheapest[place+1]++ // of two of one price it is the single byte
			e.offer(place+1, single, place, 0, 1, false)
			better = true
		}
	}
	full := min(e.finder.end-at, maxWays-1-place)
	if full < 2 {
		return
	}
	if !better && b != expected {
		if n := agreed(text, at, at-int(w.last[0])-1, 1, min(full, fastBytes+1)) - 1; n >= 2 {
			e.raise(place + 1 + n)
			e.offer(place+1+n, byLiteral+e.repeatPrice(after.literal[s], at+1, n), place, literal, 0, true)
		}
	}
	limit := min(full, fastBytes)
	from := 2 // the least length of a match that is not dearer than a repeated one
	for i, d := range w.last {
		before := at - int(d) - 1
		if uint16(word(text, before)) != uint16(here) {
			continue
		}
		n := agreed(text, at, before, 2, limit)
		e.raise(place + n)
		which := isRepeat + p.whichPrice(s, position, i)
		lengths := &e.repeatLengths.of[position]
		for length := n; length >= 2; length-- {
			e.offer(place+length, which+lengths[length], place, choice(i), length, false)
		}
		if i == 0 {
			from = n + 1
		}
		e.extendMore(place, at, full, which+lengths[n], choice(i), d, n)
	}
	e.extendMatches(begin, place, min(longest, limit), from, full, isMatch+p.repeat[s].zero())
}

// extendMatches finds the ways that go on from a place by a match of from to longest
// bytes.
func (e *encoder) extendMatches(begin, place, longest, from, full int, isNew price) {
	if longest < from {
		return
	}
	e.raise(place + longest)
	at := begin + place
	lengths := &e.matchLengths.of[at&(positions-1)]
	length := from
	for _, m := range e.found {
		end := min(m.length, longest)
		if end < length {
			continue
		}
		var sum price
		c := numDistances + choice(m.distance)
		for ; length <= end; length++ {
			sum = isNew + lengths[length] + e.prices.of(length, m.distance)
			e.offer(place+length, sum, place, c, length, false)
		}
		e.extendMore(place, at, full, sum, c, m.distance, end)
	}
}

// extendMore finds the way by a match of some bytes, whose price is known, a literal,
// and a repeated match with the same distance.
func (e *encoder) extendMore(place, at, full int, sum price, c choice, distance uint32, length int) {
	text, mid, before := e.finder.text, at+length, at+length-int(distance)-1
	if full < length+3 || uint16(word(text, mid)>>8) != uint16(word(text, before)>>8) {
		return
	}
	n := agreed(text, mid+1, before+1, 2, min(full-length-1, fastBytes))
	s := e.ways[place].state.afterMatch(c)
	sum += e.probabilities.match[s][mid&(positions-1)].zero() +
		e.probabilities.literalPrice(s, text[mid-1], text[before], text[mid])
	to := place + length + 1 + n
	e.raise(to)
	e.offer(to, sum+e.repeatPrice(after.literal[s], mid+1, n), place, c, length, true)
}

// repeatPrice is the price of a repeated match with the last distance at a place of
// the text.
func (e *encoder) repeatPrice(s state, at, length int) price {
	p, position := &e.probabilities, at&(positions-1)
	isRepeat := p.match[s][position].one() + p.repeat[s].one()
	return isRepeat + p.whichPrice(s, position, 0) + e.repeatLengths.of[position][length]
}

// backtrack lists the packets of the way to a place, the last one first.
func (e *encoder) backtrack(place int) {
	e.packets = e.packets[:0]
	for place > 0 {
		w := &e.ways[place]
		first := packet{w.choice, place - int(w.from)}
		if w.more {
			first.length = max(int(w.length), 1) // a literal alone has length 0
			rest := place - int(w.from) - first.length
			if w.length > 0 {
				rest--
			}
			e.packets = append(e.packets, packet{0, rest})
			if w.length > 0 {
				e.packets = append(e.packets, packet{literal, 1})
			}
		}
		e.packets = append(e.packets, first)
		place = int(w.from)
	}
}
