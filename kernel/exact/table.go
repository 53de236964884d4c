package exact

import (
	"math/bits"

	"retroproof/chess"
)

// table remembers the numbers of games from positions with numbers of plies. It grows to
// a limit and then forgets: what it has counts, what it has not is searched again.
type table struct {
	entries []entry
	mask    uint64
	most    uint64 // entries
	puts    uint64 // since the size has changed
}

// entry is a position with a number of plies. Two different ones have the same key with
// a chance of 2^-96.
type entry struct {
	key   key
	count number
}

// key identifies a position with a number of plies.
type key struct {
	high  uint64
	low   uint32
	plies uint32
}

// keyOf returns the key of a position, of which castling rights and captures en passant
// count, with a number of plies.
func keyOf(p *chess.Position, plies int) key {
	h := mix(mix(golden, uint64(p.Side(chess.White))), uint64(p.Side(chess.Black)))
	for k := chess.King; k <= chess.Pawn; k++ {
		h = mix(h, uint64(p.Kind(k)))
	}
	h = mix(h, uint64(p.Castling())|uint64(p.CapturableEnPassant())<<8)
	return key{p.Key(), uint32(h >> 32), uint32(plies)}
}

// golden is 2^64 divided by the golden ratio: hashes begin with it.
const golden = 0x9E3779B97F4A7C15

// mix adds a word to a hash.
func mix(h, x uint64) uint64 { return bits.RotateLeft64((h^x)*0xD6E8FEB86659FD93, 29) }

// bucket is the number of entries among which a position stands.
const bucket = 4

// entryBytes is the size of an entry.
const entryBytes = 32

// newTable returns a table that grows to at most a number of bytes.
func newTable(memory uint64) *table {
	t := &table{most: firstEntries}
	for t.most*2*entryBytes <= memory {
		t.most *= 2
	}
	t.resize(firstEntries)
	return t
}

// firstEntries is the number of entries of a new table.
const firstEntries = 1 << 12

func (t *table) resize(n uint64) {
	t.entries, t.mask, t.puts = make([]entry, n), n-bucket, 0
}

// grow doubles the table.
func (t *table) grow() {
	before := t.entries
	t.resize(2 * uint64(len(before)))
	for _, e := range before {
		if e.key != (key{}) {
			t.put(e.key, e.count)
		}
	}
}

// at returns the first entry of the bucket of a key.
func (t *table) at(k key) []entry {
	i := (k.high ^ uint64(k.plies)*golden) & t.mask
	return t.entries[i : i+bucket]
}

// get returns what is known.
func (t *table) get(k key) (number, bool) {
	for _, e := range t.at(k) {
		if e.key == k {
			return e.count, true
		}
	}
	return number{}, false
}

// put remembers a count.
func (t *table) put(k key, n number) {
	if t.puts++; t.puts > uint64(len(t.entries)/2) && uint64(len(t.entries)) < t.most {
		t.grow()
	}
	set := t.at(k)
	worst := 0
	for i := range set {
		if set[i].key == k || set[i].key == (key{}) {
			worst = i
			break
		}
		if set[i].key.plies < set[worst].key.plies {
			worst = i
		}
	}
	set[worst] = entry{key: k, count: n}
}
