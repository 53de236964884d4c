package proofgame

import (
	"context"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/kernel"
)

const twoKernels = "rnbqkbnr/ppp2ppp/8/3P4/3p4/8/PPP2PPP/RNBQKBNR w KQkq - 0 1" // exd5 and exd4 in either order

// FuzzKernel follows any text that can be read as an extended kernel: it may lead
// nowhere, but does no harm, and games are games.
func FuzzKernel(f *testing.F) {
	for _, text := range []string{
		"wPe2-e4 bPd7-d5 wPe4xd5 bPe7-e5 wPd2-d4 bPe5xd4",
		"", "bxe2 wPe2-e4 wxd7 bPd6xe5", "wPg5-g8Q bNb8-c6 bPg2xh1DB", "wPa8-a8", "bPa1-a1", "wPe2xe2 wPe2-e1",
		"wxa8 wxa8 wxa8", "wPb7xa8 wxa8 bxa1 bxa1 bPb2xa1", "wPd2-d8 bPd7-d1N wxd1 bxd8",
	} {
		f.Add(text)
	}
	start := chess.InitialSetup()
	goal := expect.Must(chess.ParseFEN(twoKernels))
	f.Fuzz(func(t *testing.T, text string) {
		e, err := kernel.ParseExtended(text)
		if err != nil {
			return
		}
		// A game that is found has been replayed.
		if _, err := Construct(context.Background(), &start, &goal, Options{Kernel: e, States: 30_000}); err != nil && err != ErrBudget && err != ErrKernel {
			t.Errorf("%q: %v", text, err)
		}
	})
}

func TestKernelThatDoesNotFit(t *testing.T) {
	t.Parallel()
	start := chess.InitialSetup()
	goal := expect.Must(chess.ParseFEN(twoKernels))
	for _, tt := range []struct {
		text string
		want error
	}{
		{"wPe2-e4 bPd7-d5 wPe4xd5 bPe7-e5 wPd2-d4 bPe5xd4", nil},
		{"wPe4xd5", ErrKernel},
		{"wPe2xd3", ErrKernel},
		{"bxe4", ErrKernel},
	} {
		e := expect.Must(kernel.ParseExtended(tt.text))
		if _, err := Construct(context.Background(), &start, &goal, Options{Kernel: e, States: testStates}); err != tt.want {
			t.Errorf("%s: %v, want %v", tt.text, err, tt.want)
		}
	}
}

// TestRandomKernel: one seed, one game, and several kernels.
func TestRandomKernel(t *testing.T) {
	t.Parallel()
	start := chess.InitialSetup()
	goal := expect.Must(chess.ParseFEN(twoKernels))
	firsts := map[chess.Square]bool{} // on which the first capture of a game is
	for seed := uint64(0); seed < 12; seed++ {
		g, err := Construct(context.Background(), &start, &goal, Options{Seed: seed, RandomKernel: true, States: testStates})
		expect.NoError(t, err)
		p := expect.Must(chess.NewPosition(start))
		for _, m := range g.Moves {
			if p.Captured(m) != chess.NoMan {
				firsts[m.To()] = true
				break
			}
			p.Make(m)
		}
	}
	expect.Equal(t, len(firsts), 2, "squares of the first captures of two kernels, %v", firsts)
}
