package main

import (
	"context"
	"fmt"
	"io"
	"math/big"
	"math/rand/v2"

	"github.com/spf13/cobra"

	"retroproof/cmd/retroproof/verb"
	"retroproof/count"
)

func newRndfenCommand(a *verb.Env) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "rndfen N [SEED]",
		Short: "Draw random positions, about N of them legal",
		Long: `Draw random positions from the set S of texelutil, and print those that are not
easily seen to be illegal, about ten times N; about N of these are legal. Among the
legal positions each is equally likely.

The multiplier, on stderr or in the last line of --json, is the size of S divided by
the number of draws from it. The number of legal positions among those printed, times
the multiplier, is an unbiased estimate of the number of all legal positions: see
"retroproof estimate --multiplier". Nearly all draws from S have men that no game can
leave; these are counted, not made. doc/counting.md describes how.

Without SEED a random one is used, and printed. A seed always means the same list, and
the list for a smaller N is the beginning of that for a larger one.`,
		Example: `  retroproof rndfen 100 1 > positions.txt
  retroproof rndfen 10 | retroproof legal -`,
		Args: cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			n, err := verb.ParseNumber(args[0], 31, "how many legal positions")
			if err != nil {
				return err
			}
			seed := rand.Uint64() >> 32 // short enough to be typed
			if len(args) > 1 {
				if seed, err = verb.ParseNumber(args[1], 64, "a seed"); err != nil {
					return err
				}
			}
			return runRndfen(cmd.Context(), a, count.NewRandomFENs(int(n), seed), asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON, one object a position, and one about all at the end")
	return cmd
}

// rndfenJSON is a position.
type rndfenJSON struct {
	Schema string `json:"schema"`
	Seed   uint64 `json:"seed"`
	Draw   uint64 `json:"draw"`
	Rank   string `json:"rank"` // Chess Position Integer
	FEN    string `json:"fen"`
}

// rndfenSummaryJSON is the summary.
type rndfenSummaryJSON struct {
	Schema     string `json:"schema"`
	Seed       uint64 `json:"seed"`
	Draws      uint64 `json:"draws"` // of Chess Position Integers
	Positions  uint64 `json:"positions"`
	Multiplier string `json:"multiplier"`
	Size       string `json:"size"`  // of the set S
	Tries      string `json:"tries"` // draws from S that these stand for
}

func runRndfen(ctx context.Context, a *verb.Env, r count.RandomFENs, asJSON bool) error {
	progress := a.NewDrawProgress(r.Draws)
	defer progress.Done()
	kept := uint64(0)
	return a.Buffered(func(w io.Writer) error {
		for i := range r.Draws {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			progress.Add(1)
			d, ok := r.At(i)
			if !ok {
				continue
			}
			kept++
			progress.Say(fmt.Sprintf("%d positions", kept))
			text := d.Setup.FEN()
			if asJSON {
				text = verb.JSON(rndfenJSON{"retroproof.rndfen/1", r.Seed, i, d.Rank.String(), text})
			}
			if _, err := fmt.Fprintln(w, text); err != nil {
				return err
			}
		}
		s := rndfenSummaryJSON{
			"retroproof.rndfen.summary/1", r.Seed, r.Draws, kept,
			scientific(r.Multiplier()), count.SizeOfS().String(), scientific(r.Tries()),
		}
		if asJSON {
			_, err := fmt.Fprintln(w, verb.JSON(s))
			return err
		}
		size := new(big.Rat).SetInt(count.SizeOfS())
		fmt.Fprintf(a.Stderr, "retroproof: seed %d: %d positions; multiplier %s = N/tries, N = %s, tries = %s\n",
			s.Seed, s.Positions, s.Multiplier, scientific(size), s.Tries)
		return nil
	})
}

// scientific writes a number with seven digits.
func scientific(r *big.Rat) string {
	f, _ := r.Float64()
	return fmt.Sprintf("%.6e", f)
}
