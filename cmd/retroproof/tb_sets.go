package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"retroproof/retro/seed"
)

// seedSets are the sets S_n of a piece string.
type seedSets struct {
	pieces          seed.PieceString
	subs            []seed.PieceString
	alone, together seed.Sizes // without and with the sub-endgames
}

// seeds prints the sets of piece strings.
func (v *tbStats) seeds(ctx context.Context, args []string) error {
	var list []seed.PieceString
	for _, text := range args {
		ps, err := seed.Parse(text)
		if err == nil {
			err = countable(ps.Material(), text)
		}
		if err != nil {
			return err
		}
		list = append(list, ps)
	}
	for _, ps := range list {
		sets := seedSets{pieces: ps, subs: ps.SubEndgames()}
		for i, p := range append([]seed.PieceString{ps}, sets.subs...) {
			s, err := v.statistics(ctx, p.Material().Canonical())
			if err != nil {
				return err
			}
			if i == 0 {
				sets.alone.Add(s.Statistics)
			}
			sets.together.Add(s.Statistics)
		}
		if err := v.printSets(&sets); err != nil {
			return err
		}
	}
	return nil
}

func (v *tbStats) printSets(s *seedSets) error {
	v.answers++
	if v.json {
		return v.app.PrintJSON(s.json())
	}
	text := s.text()
	if v.answers > 1 {
		text = "\n" + text
	}
	_, err := io.WriteString(v.app.Stdout, text)
	return err
}

// text prints the sets for a reader. Without sub-endgames there is one column.
func (s *seedSets) text() string {
	var b strings.Builder
	line := func(name string, alone, together any) {
		fmt.Fprintf(&b, "%-5s %12v", name, alone)
		if len(s.subs) > 0 {
			fmt.Fprintf(&b, "  %12v", together)
		}
		b.WriteByte('\n')
	}
	names := make([]string, len(s.subs))
	for i, sub := range s.subs {
		names[i] = string(sub)
	}
	line("", s.pieces, "with "+strings.Join(names, ", "))
	line("S", s.alone.All, s.together.All)
	for n := range s.together.Sets {
		line(fmt.Sprintf("S_%d", n), s.alone.At(n), s.together.At(n))
	}
	line("rest", s.alone.Rest(), s.together.Rest())
	return b.String()
}

// tbSetsJSON is a piece string of tb stats --seed --json.
type tbSetsJSON struct {
	Schema      string      `json:"schema"`
	Pieces      string      `json:"pieces"`
	Material    string      `json:"material"`
	SubEndgames []string    `json:"sub_endgames"`
	Alone       tbSizesJSON `json:"alone"`
	Together    tbSizesJSON `json:"together"` // with the sub-endgames
}

// tbSizesJSON are sizes of sets.
type tbSizesJSON struct {
	Positions uint64   `json:"positions"`
	Sets      []uint64 `json:"sets"` // of S_0, S_1, ...
	Rest      uint64   `json:"rest"` // in no set
}

func (s *seedSets) json() tbSetsJSON {
	sizes := func(s *seed.Sizes) tbSizesJSON {
		return tbSizesJSON{s.All, append([]uint64{}, s.Sets...), s.Rest()}
	}
	j := tbSetsJSON{
		Schema: "retroproof.tb.sets/1", Pieces: string(s.pieces), Material: s.pieces.Material().Canonical().String(),
		SubEndgames: []string{}, Alone: sizes(&s.alone), Together: sizes(&s.together),
	}
	for _, sub := range s.subs {
		j.SubEndgames = append(j.SubEndgames, string(sub))
	}
	return j
}
