package ask_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/kernel/ask"
)

// counted is a context that is cancelled when it has been asked a number of times whether it is: after some work, not
// after some time.
type counted struct {
	context.Context
	cancel context.CancelFunc
	left   *int
}

func countedContext(t *testing.T, n int) counted {
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	return counted{ctx, cancel, &n}
}

func (c counted) Err() error {
	if *c.left--; *c.left < 0 {
		c.cancel()
	}
	return c.Context.Err()
}

// verdicts are the verdicts of an answer, by what they are about.
type verdicts map[string]ask.Verdict

func (v verdicts) tree(l *ask.LastMoves) {
	for i := range l.Moves {
		m := &l.Moves[i]
		v[l.Setup.FEN()+" "+m.Text] = m.Verdict
		for _, before := range m.Earlier {
			if before != nil {
				v.tree(before)
			}
		}
	}
}

// TestInterrupted: a question that is interrupted after some work has the answer so far. All that it decides, the whole
// answer decides, too.
func TestInterrupted(t *testing.T) {
	o := ask.Options{}
	o.Resolve.Effort = 1
	fen := func(text string) *chess.Setup {
		s, err := chess.ParseFEN(text)
		expect.NoError(t, err)
		return &s
	}
	cage := fen("3Brk1K/2p1pp1p/8/8/8/8/8/8 b - - 0 1")
	short := o
	short.Resolve.NoGame = true
	for _, tt := range []struct {
		name string
		ask  func(ctx context.Context, v verdicts) error
	}{
		{"last-moves", func(ctx context.Context, v verdicts) error {
			l, err := ask.AskTree(ctx, fen("8/8/8/8/8/1P1P4/PPprP3/k1K5 w - - 0 1"), 2, short)
			if l != nil {
				v.tree(l)
			}
			return err
		}},
		{"retract", func(ctx context.Context, v verdicts) error {
			r, err := ask.AskRetract(ctx, cage, 3, short)
			for i := 0; r != nil && i < len(r.Nodes); i++ {
				for _, u := range r.Nodes[i].Unmoves {
					v[r.Nodes[i].Positions[0]+" "+u.Text] = u.Verdict
				}
			}
			return err
		}},
		{"rights", func(ctx context.Context, v verdicts) error {
			r, err := ask.AskRights(ctx, fen("r3k2r/ppp1p1pp/8/8/8/8/8/R1R1K2R b - - 0 1"), o)
			if r != nil {
				for _, right := range r.Castling {
					v[right.Right.String()], v["-"+right.Right.String()] = right.Verdict, right.Without
				}
			}
			return err
		}},
		{"men", func(ctx context.Context, v verdicts) error {
			m, err := ask.AskMen(ctx, fen("rn1qkbnr/p1pppppp/1p6/8/8/1P6/P1PPPPPP/RNBQKBNR w KQkq - 0 1"), o)
			if m != nil {
				for _, man := range m.Men {
					v[man.Square+" promoted"], v[man.Square+" unmoved"] = man.Promoted, man.Unmoved
				}
			}
			return err
		}},
		{"tempo", func(ctx context.Context, v verdicts) error {
			a, err := ask.AskTempo(ctx, fen("r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1"), 0, o)
			for n := 0; a != nil && n < a.Plies; n++ {
				v[fmt.Sprint(n)] = ask.Impossible
			}
			return err
		}},
	} {
		whole := verdicts{}
		if err := tt.ask(t.Context(), whole); err != nil {
			t.Fatal(tt.name, err)
		}
		parts := 0 // runs that decide something, and not all
		for n := 1; ; n *= 3 {
			part := verdicts{}
			err := tt.ask(countedContext(t, n), part)
			if err == nil {
				break
			}
			if !errors.Is(err, context.Canceled) {
				t.Fatalf("%s: %v", tt.name, err)
			}
			decided := 0
			for about, v := range part {
				if v == ask.Open {
					continue
				}
				decided++
				if v != whole[about] {
					t.Errorf("%s, interrupted after %d: %s is %s, and %s in the whole answer", tt.name, n, about, v, whole[about])
				}
			}
			if decided > 0 {
				parts++
			}
		}
		if parts == 0 {
			t.Errorf("%s: no run that was interrupted had a part of the answer", tt.name)
		}
	}
}
