package passes_test

import (
	"context"
	"fmt"

	"retroproof/batch"
	"retroproof/batch/passes"
	"retroproof/batch/poslist"
	"retroproof/kernel/proofgame"
	"retroproof/kernel/resolve"
)

// A position that is given up with a budget of 10 states, and found legal with more.
func Example() {
	line := batch.Line{Text: "rnbqkbnr/ppp2ppp/8/3P4/3p4/8/PPP2PPP/RNBQKBNR w KQkq - 0 1"}
	for _, states := range []uint64{10, 1_000_000} {
		a := passes.Line(context.Background(), line, resolve.Options{Game: proofgame.Options{States: states}}, true)
		fmt.Println(a.Verdict, a.State == passes.Failed, poslist.Text("", a.Tokens...))
	}
	// Output:
	// unknown true  kernel: wPe0xPd1 bPe0xPd0 extKernel: wPe2-e4 bPd7-d5 wPe4xd5 bPe7-e5 wPd2-d4 bPe5xd4 status: N=10 fail:
	// legal false
}
