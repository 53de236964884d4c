package main

import (
	"context"
	"fmt"
	"runtime"

	"retroproof/chess"
	"retroproof/retro"
	"retroproof/retro/table"
)

// tablebase builds the table of king and pawn against king, with those of the
// endgames that promotions and captures lead to, and asks it about a position.
func tablebase(ctx context.Context, _ []string) error {
	kpk, err := table.ParseMaterial("KPvK")
	if err != nil {
		return err
	}
	tables := retro.NewTables() // in memory; retro.OpenDir keeps tables in a folder
	built, err := tables.Complete(ctx, []table.Material{kpk}, retro.BuildOptions{Jobs: runtime.NumCPU()})
	if err != nil {
		return err
	}
	for _, table := range built {
		fmt.Println(table.Material, "has", table.Counts[0].Legal()+table.Counts[1].Legal(), "positions")
	}

	// White promotes or only draws: which moves win?
	p, err := chess.ParsePosition("8/4P1k1/8/8/8/8/8/K7 w - - 0 1")
	if err != nil {
		return err
	}
	value, err := tables.Probe(p)
	if err != nil {
		return err
	}
	fmt.Println("White to move:", value)
	moves, err := tables.Moves(p)
	if err != nil {
		return err
	}
	for _, m := range moves { // the best first
		fmt.Println(m.SAN, m.Exact)
	}
	return nil
}
