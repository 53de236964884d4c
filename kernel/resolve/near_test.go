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
	for _, fen := range []string{
		"rnbqkbnr/1ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
		"rnbq2kr/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1",
		"rnb1qrk1/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1",
		"r1bqkbr1/pppppppp/n7/8/8/8/PPPPPPPP/RNBQK1NR w q - 0 1",
		"rnb1kb1r/pppppppp/7n/8/8/8/PPPPPPPP/RNBQKBR1 w Q - 0 1",
		"r1bqk1nr/pppppppp/n7/8/8/2N5/PPPPPPPP/R1BQKB1R w KQ - 0 1",
		"rnbqkbr1/pppppppp/8/8/8/7N/PPPPPPPP/R1B1KB1R b q - 0 1",
		"rnbk1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R b Q - 0 1",
		"r1b1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R b - - 0 1",
	} {
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
