package proofgame

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"retroproof/chess"
)

var (
	corpusFile   = flag.String("proofgame.corpus", "", "construct a game for each FEN of a file")
	corpusSeed   = flag.Uint64("proofgame.seed", 0, "seed of -proofgame.corpus")
	corpusStates = flag.Uint64("proofgame.states", 0, "budget of -proofgame.corpus")
	corpusQuiet  = flag.Int("proofgame.quiet", 0, "most quiet plies in a row of -proofgame.corpus")
	corpusSlow   = flag.Float64("proofgame.slow", 2, "tell of constructions that take so many CPU seconds")
)

// cpu returns the CPU time of this process.
func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// TestCorpus measures constructions for a list of positions.
func TestCorpus(t *testing.T) {
	if *corpusFile == "" {
		t.Skip("no -proofgame.corpus")
	}
	text, err := os.ReadFile(*corpusFile)
	if err != nil {
		t.Fatal(err)
	}
	start := chess.InitialSetup()
	var times, plies []float64
	solved, n := 0, 0
	var sum float64
	for _, fen := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		goal, err := chess.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		n++
		t0 := cpu()
		game, err := Construct(context.Background(), &start, &goal, Options{Seed: *corpusSeed, States: *corpusStates, MaxQuiet: *corpusQuiet})
		d := (cpu() - t0).Seconds()
		times = append(times, d)
		sum += d
		note := "slow"
		switch {
		case errors.Is(err, ErrBudget), errors.Is(err, ErrNoKernel):
			note = err.Error()
		case err != nil:
			t.Fatal(err)
		default:
			solved++
			plies = append(plies, float64(len(game.Moves)))
		}
		if err != nil || d > *corpusSlow {
			fmt.Printf("%7.2f s %9d states %s: %s\n", d, game.States, fen, note)
		}
	}
	slices.Sort(times)
	slices.Sort(plies)
	if len(plies) == 0 {
		plies = []float64{0}
	}
	fmt.Printf("%d of %d solved; CPU s: mean %.3f, median %.3f, 90 %% %.3f, 99 %% %.3f, max %.3f; plies: median %.0f, max %.0f\n",
		solved, n, sum/float64(n), times[n/2], times[n*9/10], times[n*99/100], times[n-1], plies[len(plies)/2], plies[len(plies)-1])
}
