package tb

import (
	"context"
	"fmt"
	"io"
	"strings"

	"retroproof/cmd/retroproof/verb"
	"retroproof/retro/material"
	"retroproof/retro/seed"
)

// setsAnswer has the sizes of the sets S_n of a piece string.
type setsAnswer struct {
	verb.Head   `schema:"retroproof.tb.sets/1"`
	Pieces      seed.PieceString   `json:"pieces"`
	Material    material.Material  `json:"material"`
	SubEndgames []seed.PieceString `json:"sub_endgames"`
	Alone       seed.Sizes         `json:"alone"`
	Together    seed.Sizes         `json:"together"` // with the sub-endgames
}

// sets prints the sets of piece strings.
func (q *statsRequest) sets(ctx context.Context, e *verb.Env, t *Tables) error {
	if len(q.Materials) == 0 {
		return verb.Usagef("--seed needs piece strings, as KRk")
	}
	var list []seed.PieceString
	for _, text := range q.Materials {
		ps, err := seed.Parse(text)
		if err == nil {
			_, err = ParseMaterial(text, material.MaxMen)
		}
		if err != nil {
			return err
		}
		list = append(list, ps)
	}
	q.Distribution = true
	for i, ps := range list {
		a := &setsAnswer{Pieces: ps, Material: ps.Material().Canonical(),
			SubEndgames: append([]seed.PieceString{}, ps.SubEndgames()...),
			Alone:       seed.Sizes{Sets: []uint64{}}, Together: seed.Sizes{Sets: []uint64{}}}
		for i, p := range append([]seed.PieceString{ps}, a.SubEndgames...) {
			s, err := q.count(ctx, t, p.Material().Canonical())
			if err != nil {
				return err
			}
			if i == 0 {
				a.Alone.Add(&s.Statistics)
			}
			a.Together.Add(&s.Statistics)
		}
		if err := printApart(e, a, i); err != nil {
			return err
		}
	}
	return nil
}

// Text writes a table. Without sub-endgames there is one column.
func (a *setsAnswer) Text(w io.Writer) error {
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
