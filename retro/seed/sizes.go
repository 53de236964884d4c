package seed

import "retroproof/retro/stats"

// Sizes are the sizes of the sets S_n of some tables, on the whole board, with either side to move.
type Sizes struct {
	All  uint64   // the notebook's S: all legal positions
	Sets []uint64 // of S_0, S_1, ...
}

// Add adds the positions of a table.
func (s *Sizes) Add(table *stats.Statistics) {
	for _, side := range table.Side {
		s.All += side.Legal.Full
		for _, list := range [][]stats.Depth{side.Wins, side.Losses} {
			for _, d := range list {
				for len(s.Sets) <= d.Plies {
					s.Sets = append(s.Sets, 0)
				}
				s.Sets[d.Plies] += d.Full
			}
		}
	}
}

// Rest returns how many positions are in no set.
func (s *Sizes) Rest() uint64 {
	n := s.All
	for _, size := range s.Sets {
		n -= size
	}
	return n
}

// At returns the size of S_n, 0 beyond the last one.
func (s *Sizes) At(n int) uint64 {
	if n >= len(s.Sets) {
		return 0
	}
	return s.Sets[n]
}
