package main

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"retroproof/cmd/retroproof/verb"
	"retroproof/krk"
	"retroproof/proofs/krk/spec"
)

func newKRKCommand(*verb.Env) *cobra.Command {
	return &cobra.Command{
		Use:   "krk",
		Short: "King and rook against king: the strategy, its proof, its play",
	}
}

// addReadingFlag adds the flag that chooses a reading of the strategy's text.
func addReadingFlag(fl *pflag.FlagSet, distance *int) {
	fl.IntVar(distance, "rook-safe-distance", spec.Default().RookSafeDistance,
		"RookSafe keeps the rook so far from the black king; the paper's text says 2")
}

// readingOf returns the reading that the flag's value asks for.
func readingOf(distance int) (krk.Reading, error) {
	r := spec.Default()
	if distance < 1 || distance > spec.Size-1 {
		return r, verb.Usagef("--rook-safe-distance %d, want 1 to %d", distance, spec.Size-1)
	}
	r.RookSafeDistance = distance
	return r, nil
}
