package gaviota

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
	text []byte // and wordBytes more, so that words can be read everywhere
	end  int    // of the text
	at   int
	base uint32 // the place of text[0]
	// The last place with the same two, three and four bytes, by hash.
	two   [1 << 10]uint32
	three [1 << 16]uint32
	four  [1 << 16]uint32
	// A search tree for every hash of four bytes, of the strings within the
	// window by their order: the last lesser and greater string by place, modulo a
	// number that is not less than the window. The last string is the root.
	tree [2 * treePlaces]uint32
}

const (
	treePlaces = 2 * dictionary
	wordBytes  = 8

	lesser  = 0
	greater = 1
)

// reset begins a text.
func (f *finder) reset(text []byte) {
	next := f.base + uint32(f.end) + window
	if next > 1<<31-1 || f.base == 0 {
		*f = finder{text: f.text}
		next = window
	}
	f.text = append(append(f.text[:0], text...), make([]byte, wordBytes)...)
	f.end, f.at, f.base = len(text), 0, next
}

// left returns the number of bytes from the current place on.
func (f *finder) left() int { return f.end - f.at }

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

// word returns the bytes of a text from a place on.
func word(text []byte, at int) uint64 { return binary.LittleEndian.Uint64(text[at : at+wordBytes]) }

// agreed returns in how many bytes a text from one place on agrees with it from a place
// before on, given that it does in the first n; at most limit.
func agreed(text []byte, at, before, n, limit int) int {
	for ; n < limit; n += wordBytes {
		if x := word(text, at+n) ^ word(text, before+n); x != 0 {
			return min(n+bits.TrailingZeros64(x)/8, limit)
		}
	}
	return limit
}

// find appends the matches at the current place, each longer and farther than the
// one before, and goes on by a byte.
func (f *finder) find(found []match) []match {
	limit := min(f.left(), fastBytes)
	if limit < 4 {
		f.at++
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
		longest = agreed(f.text, f.at, f.at-int(back), longest, limit)
		found[len(found)-1].length = longest
		if longest == limit {
			f.insert(four, limit, limit, found)
			f.at++
			return found
		}
	}
	found = f.insert(four, limit, max(longest, 3), found)
	f.at++
	return found
}

// skip goes on by some bytes, which a match has taken.
func (f *finder) skip(n int) {
	for ; n > 0; n-- {
		if limit := min(f.left(), fastBytes); limit >= 4 {
			_, _, four := f.enter()
			f.insert(four, limit, limit, nil)
		}
		f.at++
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
	text, at, tree := f.text, f.at, &f.tree
	// Where the next lesser and the next greater subtree will hang, and how many
	// bytes all of each side have in common with the string.
	root := place % treePlaces * 2
	toLesser, toGreater := root+lesser, root+greater
	commonLesser, commonGreater := 0, 0
	for range steps {
		if back >= window {
			break
		}
		before := at - int(back)
		node := (place - back) % treePlaces * 2
		n := min(commonLesser, commonGreater)
		var here, there uint64
		for ; ; n += wordBytes {
			here, there = word(text, at+n), word(text, before+n)
			if x := here ^ there; x != 0 {
				n += bits.TrailingZeros64(x) / 8
				break
			}
			if n+wordBytes >= limit {
				n = limit
				break
			}
		}
		if n > longest {
			longest = min(n, limit)
			found = append(found, match{longest, back - 1})
		}
		if n >= limit {
			tree[toLesser] = tree[node+lesser]
			tree[toGreater] = tree[node+greater]
			return found
		}
		if bits.ReverseBytes64(there) < bits.ReverseBytes64(here) {
			tree[toLesser] = place - back
			toLesser = node + greater
			back = place - tree[toLesser]
			commonLesser = n
		} else {
			tree[toGreater] = place - back
			toGreater = node + lesser
			back = place - tree[toGreater]
			commonGreater = n
		}
	}
	tree[toLesser], tree[toGreater] = 0, 0
	return found
}
