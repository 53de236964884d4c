package resolve

import (
	"context"
	"strings"
	"testing"

	"retroproof/internal/expect"
	"retroproof/kernel"
	"retroproof/kernel/proofgame"
	"retroproof/proofs/replay"
)

// TestNear: games to positions near the start, for which construction needs a hundred times as many states or more,
// are found by A* before. The last six are ends of random games without moves of pawns.
func TestNear(t *testing.T) {
	t.Parallel()
	var fen string
	for range expect.Rows(t, "testdata/near.tsv", &fen) {
		o := Options{Game: proofgame.Options{States: nearStates + 1}}
		a, err := Position(context.Background(), setup(t, fen), o)
		if err != nil || a.Verdict != kernel.Legal {
			t.Errorf("%s: %v, %v", fen, a.Verdict, err)
			continue
		}
		expect.Succeeds(t, expect.Err(replay.Check(replay.Initial, fen, strings.Fields(a.UCI()), replay.Options{})),
			"%s", fen)
		o.Game.States = nearStates // no more than the short construction: A* does not search
		if a, err = Position(context.Background(), setup(t, fen), o); err != nil || a.Verdict != kernel.Unknown {
			t.Errorf("%s, construction alone: %v, %v", fen, a.Verdict, err)
		}
	}
}
