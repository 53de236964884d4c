package exact

import (
	"unsafe"

	"retroproof/chess"
	"retroproof/kernel/ways"
)

// sideState is what one side has: its men, its castling rights and the number of captures that it
// has made.
type sideState struct {
	// planes are the binary digits of the kinds of the men, by square.
	planes [3]chess.Bitboard
	taken  uint8
	rights chess.Castling
	made   uint8 // forced captures, while they are kept apart
}

// stateOf returns the state of a side in a position, after a number of captures.
func stateOf(p *chess.Position, c chess.Color, taken int) (l sideState) {
	side := p.Side(c)
	for k := chess.King; k <= chess.Pawn; k++ {
		set := p.Kind(k) & side
		for b := range l.planes {
			if k>>b&1 != 0 {
				l.planes[b] |= set
			}
		}
	}
	l.taken = uint8(taken)
	l.rights = p.Castling() & ways.Rights(c)
	return l
}

// men returns the squares of all men.
func (s *sideState) men() chess.Bitboard { return s.planes[0] | s.planes[1] | s.planes[2] }

// of returns the squares of the men of a kind.
func (s *sideState) of(k chess.Kind) chess.Bitboard {
	set := chess.AllSquares
	for b := range s.planes {
		if k>>b&1 != 0 {
			set &= s.planes[b]
		} else {
			set &^= s.planes[b]
		}
	}
	return set
}

// at returns the kind of the man on a square.
func (s *sideState) at(sq chess.Square) chess.Kind {
	sq &= 63
	return chess.Kind(s.planes[0]>>sq&1 | s.planes[1]>>sq&1<<1 | s.planes[2]>>sq&1<<2)
}

// remove takes a man off a square, and put sets one on an empty square.
func (s *sideState) remove(sq chess.Square) {
	for b := range s.planes {
		s.planes[b] &^= sq.Bit()
	}
	for i := range chess.CastlingPaths {
		if right := chess.Castling(1 << i); right.Homes().Has(sq) {
			s.rights &^= right
		}
	}
}

func (s *sideState) put(sq chess.Square, k chess.Kind) {
	for b := range s.planes {
		if k>>b&1 != 0 {
			s.planes[b] |= sq.Bit()
		}
	}
}

// hash mixes the digits of a side state.
func (s *sideState) hash() uint64 {
	h := mix(mix(mix(golden, uint64(s.planes[0])), uint64(s.planes[1])), uint64(s.planes[2]))
	h = mix(h, uint64(s.taken)|uint64(s.rights)<<8|uint64(s.made)<<16)
	return h ^ h>>32
}

// stateSet is a set of side states, each with some flags.
type stateSet struct {
	all   []sideState
	flags []uint8
	index []uint64 // a hash table: the upper half of the hash, then 1 more than the place in all; 0 for none
}

// stateBytes is about the size of a side state in a set, with its places in the hash table.
const stateBytes = uint64(unsafe.Sizeof(sideState{})) + 4*8

// find returns the place of a side state, -1 if it is not in the set.
func (s *stateSet) find(l *sideState) int {
	if len(s.index) == 0 {
		return -1
	}
	// Most side states that are looked for are not in the set: half of the hash tells without a look at the others.
	mask, h := uint64(len(s.index)-1), l.hash()
	for i := h & mask; ; i = (i + 1) & mask {
		switch e := s.index[i]; {
		case e == 0:
			return -1
		case e>>32 == h>>32 && s.all[uint32(e)-1] == *l:
			return int(uint32(e) - 1)
		}
	}
}

// add returns the place of a side state, which it adds if necessary.
func (s *stateSet) add(l *sideState) int {
	if at := s.find(l); at >= 0 {
		return at
	}
	s.all, s.flags = append(s.all, *l), append(s.flags, 0)
	if 2*len(s.all) > len(s.index) {
		s.reindex(max(64, 4*len(s.all)))
	} else {
		s.enter(len(s.all) - 1)
	}
	return len(s.all) - 1
}

// reindex makes a hash table of at least a size.
func (s *stateSet) reindex(size int) {
	n := 1
	for n < size {
		n *= 2
	}
	s.index = make([]uint64, n)
	for at := range s.all {
		s.enter(at)
	}
}

// enter enters a place into the hash table.
func (s *stateSet) enter(at int) {
	mask := uint64(len(s.index) - 1)
	h := s.all[at].hash()
	i := h & mask
	for s.index[i] != 0 {
		i = (i + 1) & mask
	}
	s.index[i] = h>>32<<32 | uint64(at+1)
}

// keep drops the side states without all of some flags.
func (s *stateSet) keep(flags uint8) {
	n := 0
	for i := range s.all {
		if s.flags[i]&flags == flags {
			s.all[n], s.flags[n] = s.all[i], s.flags[i]
			n++
		}
	}
	s.all, s.flags = s.all[:n], s.flags[:n]
	s.reindex(2*n + 2)
}

// merge takes together the side states that differ in forced captures only.
func (s *stateSet) merge() {
	var t stateSet
	for i := range s.all {
		l := s.all[i]
		l.made = 0
		t.add(&l)
	}
	*s = t
}
