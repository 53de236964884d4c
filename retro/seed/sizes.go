package seed

import "retroproof/retro/stats"

// Sizes are the sizes of the sets S_n of some tables, on the whole board, with either side to move.
type Sizes struct {
	All  uint64   `json:"positions"` // the notebook's S: all legal positions
	Sets []uint64 `json:"sets"`      // of S_0, S_1, ...
	Rest uint64   `json:"rest"`      // positions that are in no set
}

// Add adds the positions of a table.
func (s *Sizes) Add(table *stats.Statistics) {
	for _, side := range table.Side {
		s.All += side.Full.Legal
		s.Rest += side.Full.Drawn
		for _, d := range side.Depths {
			for len(s.Sets) <= d.Plies {
				s.Sets = append(s.Sets, 0)
			}
			s.Sets[d.Plies] += d.Full
		}
	}
}

// At returns the size of S_n, 0 beyond the last one.
func (s *Sizes) At(n int) uint64 {
	if n >= len(s.Sets) {
		return 0
	}
	return s.Sets[n]
}
