package exact

import (
	"math/bits"
	"unsafe"

	"retroproof/chess"
)

// lineup is what one side has: its men, its castling rights and the number of captures that it
// has made.
type lineup struct {
	// planes are the binary digits of the kinds of the men, by square.
	planes [3]chess.Bitboard
	taken  uint8
	rights chess.Castling
	done   uint8 // errands, while they are kept apart
}

// lineupOf returns the lineup of a side in a position, after a number of captures.
func lineupOf(p *chess.Position, c chess.Color, taken int) (l lineup) {
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
	l.rights = p.Castling() & rightsOf(c)
	return l
}

// men returns the squares of all men.
func (l *lineup) men() chess.Bitboard { return l.planes[0] | l.planes[1] | l.planes[2] }

// of returns the squares of the men of a kind.
func (l *lineup) of(k chess.Kind) chess.Bitboard {
	set := chess.AllSquares
	for b := range l.planes {
		if k>>b&1 != 0 {
			set &= l.planes[b]
		} else {
			set &^= l.planes[b]
		}
	}
	return set
}

// at returns the kind of the man on a square.
func (l *lineup) at(sq chess.Square) chess.Kind {
	s := sq & 63
	return chess.Kind(l.planes[0]>>s&1 | l.planes[1]>>s&1<<1 | l.planes[2]>>s&1<<2)
}

// remove takes a man off a square, and put sets one on an empty square.
func (l *lineup) remove(sq chess.Square) {
	for b := range l.planes {
		l.planes[b] &^= sq.Bit()
	}
	for i := range chess.CastlingPaths {
		home := &chess.CastlingPaths[i].Home
		if home[0].Square == sq || home[1].Square == sq {
			l.rights &^= 1 << i
		}
	}
}

func (l *lineup) put(sq chess.Square, k chess.Kind) {
	for b := range l.planes {
		if k>>b&1 != 0 {
			l.planes[b] |= sq.Bit()
		}
	}
}

// hash mixes the digits of a lineup.
func (l *lineup) hash() uint64 {
	h := uint64(0x9E3779B97F4A7C15)
	for _, x := range [...]uint64{uint64(l.planes[0]), uint64(l.planes[1]), uint64(l.planes[2]), uint64(l.taken) | uint64(l.rights)<<8 | uint64(l.done)<<16} {
		h = bits.RotateLeft64((h^x)*0xD6E8FEB86659FD93, 29)
	}
	return h ^ h>>32
}

// lineups is a set of lineups, each with some flags.
type lineups struct {
	all   []lineup
	flags []uint8
	index []uint32 // a hash table: 1 more than the place in all, 0 for none
}

// lineupBytes is about the size of a lineup in a set, with its places in the hash table.
const lineupBytes = uint64(unsafe.Sizeof(lineup{})) + 4*4

// find returns the place of a lineup, -1 if it is not in the set.
func (s *lineups) find(l *lineup) int {
	if len(s.index) == 0 {
		return -1
	}
	mask := uint64(len(s.index) - 1)
	for i := l.hash() & mask; ; i = (i + 1) & mask {
		switch at := s.index[i]; {
		case at == 0:
			return -1
		case s.all[at-1] == *l:
			return int(at - 1)
		}
	}
}

// add returns the place of a lineup, which it adds if necessary.
func (s *lineups) add(l *lineup) int {
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
func (s *lineups) reindex(size int) {
	n := 1
	for n < size {
		n *= 2
	}
	s.index = make([]uint32, n)
	for at := range s.all {
		s.enter(at)
	}
}

// enter enters a place into the hash table.
func (s *lineups) enter(at int) {
	mask := uint64(len(s.index) - 1)
	i := s.all[at].hash() & mask
	for s.index[i] != 0 {
		i = (i + 1) & mask
	}
	s.index[i] = uint32(at + 1)
}

// keep drops the lineups without all of some flags.
func (s *lineups) keep(flags func(uint8) bool) {
	n := 0
	for i := range s.all {
		if flags(s.flags[i]) {
			s.all[n], s.flags[n] = s.all[i], s.flags[i]
			n++
		}
	}
	s.all, s.flags = s.all[:n], s.flags[:n]
	s.reindex(2*n + 2)
}

// merge takes together the lineups that differ in errands only. Of the flags those are left that say of all
// that they are not reached.
func (s *lineups) merge() {
	var t lineups
	for i := range s.all {
		l := s.all[i]
		l.done = 0
		n, not := len(t.all), s.flags[i]&(noMove|noAnswer)
		if at := t.add(&l); at == n {
			t.flags[at] = not
		} else {
			t.flags[at] &= not
		}
	}
	*s = t
}
