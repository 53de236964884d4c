package lzma

import (
	"encoding/binary"
	"hash/crc32"
	"math/bits"
)

const (
	fastBytes = 32 // a match of at least this length is taken at once
	steps     = 32 // of a search
	window    = dictionary + 1
)

// A match is an earlier string that is the same for some bytes. Distances are
// counted from 0, the byte before.
type match struct {
	length   int
	distance uint32
}

// finder finds earlier strings. Places are counted on from stream to stream, so
// that what the tables have of earlier streams is too far away, and need not be
// deleted.
type finder struct {
	text []byte
	at   int
	base uint32 // the place of text[0]
	// The last place with the same two, three and four bytes, by hash.
	two   [1 << 10]uint32
	three [1 << 16]uint32
	four  [1 << 16]uint32
	// A search tree for every hash of four bytes, of the strings within the
	// window by their order: lesser and greater strings by place modulo window. The
	// last string is the root.
	tree [window][2]uint32
	slot uint32 // place modulo window
}

const (
	lesser  = 0
	greater = 1
)

// reset begins a text.
func (f *finder) reset(text []byte) {
	next := f.base + uint32(len(f.text)) + window
	if next > 1<<31-1 || f.base == 0 {
		*f = finder{}
		next = window
	}
	f.text, f.at, f.base, f.slot = text, 0, next, 0
}

// left returns the number of bytes from the current place on.
func (f *finder) left() int { return len(f.text) - f.at }

// crc is the table of CRC-32, from which hashes are made.
var crc = crc32.IEEETable

// enter puts the current place into the tables by hash, and returns how far back
// the last places with the same hash of two and three bytes, and four, are.
func (f *finder) enter() (two, three, four uint32) {
	t := f.text[f.at : f.at+4 : f.at+4]
	place := f.base + uint32(f.at)
	h2 := crc[t[0]] ^ uint32(t[1])
	h3 := h2 ^ uint32(t[2])<<8
	h4 := h3 ^ crc[t[3]]<<5
	p2, p3, p4 := &f.two[h2&(1<<10-1)], &f.three[h3&(1<<16-1)], &f.four[h4&(1<<16-1)]
	two, three, four = place-*p2, place-*p3, place-*p4
	*p2, *p3, *p4 = place, place, place
	return two, three, four
}

// next goes on by a byte.
func (f *finder) next() {
	f.at++
	if f.slot++; f.slot == window {
		f.slot = 0
	}
}

// same returns how many bytes, from the first n on of which that is known, agree
// with those a number of places before, up to a limit.
func (f *finder) same(n int, back uint32, limit int) int {
	return agreed(f.text[f.at:f.at+limit], f.text[f.at-int(back):], n)
}

// agreed returns in how many bytes two strings agree, the second of which is not
// shorter, given that they do in the first n.
func agreed(a, b []byte, n int) int {
	b = b[:len(a)]
	for ; n+8 <= len(a); n += 8 {
		if x := binary.LittleEndian.Uint64(a[n:]) ^ binary.LittleEndian.Uint64(b[n:]); x != 0 {
			return n + bits.TrailingZeros64(x)/8
		}
	}
	for n < len(a) && a[n] == b[n] {
		n++
	}
	return n
}

// find appends the matches at the current place, each longer and farther than the
// one before, and goes on by a byte.
func (f *finder) find(found []match) []match {
	limit := min(f.left(), fastBytes)
	if limit < 4 {
		f.next()
		return found
	}
	two, three, four := f.enter()
	longest := 1
	back := uint32(0)
	if two < window && f.text[f.at-int(two)] == f.text[f.at] {
		longest, back = 2, two
		found = append(found, match{2, two - 1})
	}
	if three != two && three < window && f.text[f.at-int(three)] == f.text[f.at] {
		longest, back = 3, three
		found = append(found, match{3, three - 1})
	}
	if back != 0 {
		longest = f.same(longest, back, limit)
		found[len(found)-1].length = longest
		if longest == limit {
			f.insert(four, limit, limit, found)
			f.next()
			return found
		}
	}
	found = f.insert(four, limit, max(longest, 3), found)
	f.next()
	return found
}

// skip goes on by some bytes, which a match has taken.
func (f *finder) skip(n int) {
	for ; n > 0; n-- {
		if limit := min(f.left(), fastBytes); limit >= 4 {
			_, _, four := f.enter()
			f.insert(four, limit, limit, nil)
		}
		f.next()
	}
}

// insert makes the string at the current place the root of its tree, whose root has
// been so far back. It splits the tree: strings that are less than the new root go
// to one side, greater ones to the other. The strings that it meets are candidates;
// those that agree in more than longest bytes are appended. A string that agrees in
// limit bytes is replaced by the new one. After a fixed number of steps the rest of
// the tree is dropped.
func (f *finder) insert(back uint32, limit, longest int, found []match) []match {
	place := f.base + uint32(f.at)
	text, at := f.text, f.at
	here := text[at : at+limit]
	// Where the next lesser and the next greater subtree will hang, and how many
	// bytes all of each side have in common with the string.
	toLesser, toGreater := &f.tree[f.slot][lesser], &f.tree[f.slot][greater]
	commonLesser, commonGreater := 0, 0
	for range steps {
		if back >= window {
			break
		}
		i := f.slot - back
		if back > f.slot {
			i += window
		}
		node := &f.tree[i]
		there := text[at-int(back):]
		there = there[:len(here)]
		n := agreed(here, there, min(commonLesser, commonGreater))
		if n > longest {
			longest = n
			found = append(found, match{n, back - 1})
		}
		if n == limit {
			*toLesser, *toGreater = node[lesser], node[greater]
			return found
		}
		if there[n] < here[n] {
			*toLesser = place - back
			toLesser = &node[greater]
			back = place - *toLesser
			commonLesser = n
		} else {
			*toGreater = place - back
			toGreater = &node[lesser]
			back = place - *toGreater
			commonGreater = n
		}
	}
	*toLesser, *toGreater = 0, 0
	return found
}
