package retro

import (
	"fmt"
	"io"
	"strings"

	"retroproof/internal/answer"
	"retroproof/retro/table"
)

// Sets has the sizes of the sets S_n of a piece string.
type Sets struct {
	answer.Head `schema:"retroproof.tb.sets/1"`
	Pieces      PieceString    `json:"pieces"`
	Material    table.Material `json:"material"`
	SubEndgames []PieceString  `json:"sub_endgames"`
	Alone       SetSizes       `json:"alone"`
	Together    SetSizes       `json:"together"` // with the sub-endgames
}

// Text writes a table. Without sub-endgames there is one column.
func (s *Sets) Text(w io.Writer) error {
	var b strings.Builder
	line := func(name string, alone, together any) {
		fmt.Fprintf(&b, "%-5s %12v", name, alone)
		if len(s.SubEndgames) > 0 {
			fmt.Fprintf(&b, "  %12v", together)
		}
		b.WriteByte('\n')
	}
	var names []string
	for _, sub := range s.SubEndgames {
		names = append(names, string(sub))
	}
	line("", s.Pieces, "with "+strings.Join(names, ", "))
	line("S", s.Alone.All, s.Together.All)
	for n := range s.Together.Sets {
		line(fmt.Sprintf("S_%d", n), s.Alone.At(n), s.Together.At(n))
	}
	line("rest", s.Alone.Rest, s.Together.Rest)
	_, err := io.WriteString(w, b.String())
	return err
}

// SetSizes are the sizes of the sets S_n of some tables, on the whole board, with either side to move.
type SetSizes struct {
	All  uint64   `json:"positions"` // the notebook's S: all legal positions
	Sets []uint64 `json:"sets"`      // of S_0, S_1, ...
	Rest uint64   `json:"rest"`      // positions that are in no set
}

// Add adds the positions of a table.
func (s *SetSizes) Add(of *Statistics) {
	for _, side := range of.Side {
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
func (s *SetSizes) At(n int) uint64 {
	if n >= len(s.Sets) {
		return 0
	}
	return s.Sets[n]
}
