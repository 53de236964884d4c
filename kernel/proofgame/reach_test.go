package proofgame

import (
	"context"
	"errors"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/cputime"
	"retroproof/internal/expect"
)

var (
	reachAll   = flag.Bool("proofgame.all", false, "build games for all positions of testdata, and tell how long that takes")
	reachFile  = flag.String("proofgame.corpus", "", "the same for the FENs of a file")
	reachSeed  = flag.Uint64("proofgame.seed", 0, "seed of -proofgame.all and -proofgame.corpus")
	reachQuiet = flag.Int("proofgame.quiet", 0, "most quiet plies in a row")
)

// fensOf returns the lines of a file.
func fensOf(t *testing.T, name string) []string {
	text := expect.Must(os.ReadFile(name))
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

// reach builds games for positions and returns how many there are none for within
// the budget.
func reach(t *testing.T, fens []string, o Options) (unsolved int) {
	start := chess.InitialSetup()
	var seconds []float64
	var plies []int
	sum := 0.0
	for _, fen := range fens {
		goal := expect.Must(chess.ParseFEN(fen))
		began := cputime.Self()
		game, err := Construct(context.Background(), &start, &goal, o)
		took := (cputime.Self() - began).Seconds()
		seconds = append(seconds, took)
		sum += took
		switch {
		case errors.Is(err, ErrBudget), errors.Is(err, ErrNoKernel):
			unsolved++
			t.Logf("%s: %v, %.2f CPU s", fen, err, took)
		case err != nil:
			t.Fatal(err)
		default:
			plies = append(plies, len(game.Moves))
		}
	}
	slices.Sort(seconds)
	slices.Sort(plies)
	n := len(seconds)
	t.Logf("%d of %d solved; CPU s: mean %.3f, median %.3f, 90 %% %.3f, 99 %% %.3f, max %.3f; plies: median %d, max %d",
		len(plies), n, sum/float64(n), seconds[n/2], seconds[n*9/10], seconds[n*99/100], seconds[n-1], plies[len(plies)/2], plies[len(plies)-1])
	return unsolved
}

// TestReach builds games for 1,000 positions of "retroproof sample 21000 --seed 9
// --scheme urposition-repaired" that nothing refutes, 500 of random games with
// castling rights or an en passant square, and 500 with 4 to 12 men; for a tenth of
// them unless all are asked for.
func TestReach(t *testing.T) {
	t.Parallel()
	for name, allowed := range map[string]int{"uniform": 1, "rights": 0, "sparse": 0} {
		t.Run(name, func(t *testing.T) {
			fens := fensOf(t, "testdata/"+name+".fen")
			o := Options{Seed: *reachSeed, MaxQuiet: *reachQuiet}
			if !*reachAll {
				var some []string
				for i := 3; i < len(fens); i += 10 {
					some = append(some, fens[i])
				}
				fens, allowed, o.States = some, 0, testStates
				if testing.Short() {
					fens = fens[:5]
				}
			}
			if n := reach(t, fens, o); n > allowed {
				t.Errorf("%d not solved, want %d at most", n, allowed)
			}
		})
	}
}

// TestCorpus does so for a file.
func TestCorpus(t *testing.T) {
	t.Parallel()
	if *reachFile == "" {
		t.Skip("no -proofgame.corpus")
	}
	reach(t, fensOf(t, *reachFile), Options{Seed: *reachSeed, MaxQuiet: *reachQuiet})
}
