package proofgame

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
)

// TestStates compares how much is looked at until there is a game, and how long it
// is: neither depends on the machine.
func TestStates(t *testing.T) {
	t.Parallel()
	start := chess.InitialSetup()
	var b strings.Builder
	b.WriteString("# goal\tseed\tstates\tplies\n")
	for i, fen := range legalSamples(t) {
		if i%5 != 0 {
			continue
		}
		goal := expect.Must(chess.ParseFEN(fen))
		for seed := range uint64(2) {
			g, err := Construct(context.Background(), &start, &goal, Options{Seed: seed})
			expect.NoError(t, err, fen)
			fmt.Fprintf(&b, "%s\t%d\t%d\t%d\n", fen, seed, g.States, len(g.Moves))
		}
	}
	expect.Compare(t, "testdata/states.tsv", b.String())
}
