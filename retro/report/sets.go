package report

import (
	"fmt"
	"io"
	"strings"

	"retroproof/internal/answer"
	"retroproof/retro/material"
	"retroproof/retro/seed"
)

// Sets has the sizes of the sets S_n of a piece string.
type Sets struct {
	answer.Head `schema:"retroproof.tb.sets/1"`
	Pieces      seed.PieceString   `json:"pieces"`
	Material    material.Material  `json:"material"`
	SubEndgames []seed.PieceString `json:"sub_endgames"`
	Alone       seed.Sizes         `json:"alone"`
	Together    seed.Sizes         `json:"together"` // with the sub-endgames
}

// Text writes a table. Without sub-endgames there is one column.
func (a *Sets) Text(w io.Writer) error {
	var b strings.Builder
	line := func(name string, alone, together any) {
		fmt.Fprintf(&b, "%-5s %12v", name, alone)
		if len(a.SubEndgames) > 0 {
			fmt.Fprintf(&b, "  %12v", together)
		}
		b.WriteByte('\n')
	}
	var names []string
	for _, sub := range a.SubEndgames {
		names = append(names, string(sub))
	}
	line("", a.Pieces, "with "+strings.Join(names, ", "))
	line("S", a.Alone.All, a.Together.All)
	for n := range a.Together.Sets {
		line(fmt.Sprintf("S_%d", n), a.Alone.At(n), a.Together.At(n))
	}
	line("rest", a.Alone.Rest, a.Together.Rest)
	_, err := io.WriteString(w, b.String())
	return err
}
