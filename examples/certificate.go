package main

import (
	"compress/gzip"
	"context"
	"fmt"
	"os"

	"retroproof/proofs/illegal"
)

// certificate checks a file that "retroproof legal --certificate FILE" has
// written. Nothing that it imports searches, and nothing in the file is believed: what it
// prints has been verified from the positions alone.
func certificate(ctx context.Context, args []string) error {
	file, err := os.Open(args[0])
	if err != nil {
		return err
	}
	defer file.Close()
	// Files of "retroproof legal --certificate" are compressed.
	text, err := gzip.NewReader(file)
	if err != nil {
		return err
	}
	// Positions come as they are verified. They count once Check has returned no error.
	var positions []illegal.Verified
	report, err := illegal.Check(ctx, text, illegal.Options{
		Each: func(v illegal.Verified) { positions = append(positions, v) },
	})
	if err != nil {
		return fmt.Errorf("NOT VERIFIED: %w", err)
	}
	for _, v := range positions {
		if v.Legal {
			fmt.Println(v.FEN, "is legal: a game of", v.Plies, "plies")
		} else {
			fmt.Println(v.FEN, "is illegal:", v.Reason)
		}
	}
	fmt.Println("VERIFIED:", report.Positions, "positions of games from", report.Start)
	return nil
}
