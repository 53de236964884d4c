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

// TestWalk: the rook on h2 comes from g2, where the pawn on g3 cannot have passed it, so that a game is easy two plies
// before and hard to build for the goal.
func TestWalk(t *testing.T) {
	t.Parallel()
	const fen = "qr3rbr/1nR4B/Pk6/b6B/1rnN4/PB1q1Pp1/N1N2p1r/n3B2K w - - 0 1"
	goal, ctx := setup(t, fen), context.Background()
	for _, states := range []uint64{2 * walkStates, 40_000_000} {
		o := Options{Game: proofgame.Options{States: states}}
		start := setup(t, replay.Initial)
		a := Answer{}
		w := o.newWalker(start, nil)
		expect.NoError(t, w.walk(ctx, &o, goal, &a, allWalks))
		if states < 40_000_000 {
			expect.Equal(t, a.Verdict, kernel.Unknown, "%d states", states)
			continue
		}
		expect.Equal(t, a.Verdict, kernel.Legal, "%d states", states)
		a.Start = *start
		_, err := replay.Check(replay.Initial, fen, strings.Fields(a.UCI()), replay.Options{})
		expect.NoError(t, err)

		again := Answer{}
		expect.NoError(t, o.newWalker(start, nil).walk(ctx, &o, goal, &again, allWalks))
		expect.Equal(t, strings.Join(again.Game, " "), strings.Join(a.Game, " "), "the same seed")
	}
}

// TestWalkBounds: walks whose un-moves are all refuted end, and so does one that is interrupted.
func TestWalkBounds(t *testing.T) {
	t.Parallel()
	o := Options{Game: proofgame.Options{States: 400_000}}
	a := Answer{}
	parity := setup(t, "rnbqkbnr/1ppppppp/p7/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
	expect.NoError(t, o.newWalker(setup(t, replay.Initial), nil).walk(context.Background(), &o, parity, &a, allWalks))
	expect.Equal(t, a.Verdict, kernel.Unknown, "all totals are even")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	o.Game.States = 0
	err := o.newWalker(setup(t, replay.Initial), nil).walk(ctx, &o, setup(t, "qr3rbr/1nR4B/Pk6/b6B/1rnN4/PB1q1Pp1/N1N2p1r/n3B2K w - - 0 1"), &Answer{}, allWalks)
	expect.Equal(t, err, context.Canceled, "interrupted")
	if (&Options{NoGame: true}).newWalker(setup(t, replay.Initial), nil) != nil {
		t.Error("games are looked for that are not wanted")
	}
}
