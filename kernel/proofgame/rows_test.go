package proofgame

import (
	"cmp"
	"context"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/kernel"
)

// rows calls visit for the rows of a kind of the cases.
func rows(t *testing.T, kind string, visit func(t *testing.T, goal, start *chess.Setup, expected string)) {
	n := 0
	var id, of, goal, start, expected string
	for range expect.Rows(t, "../../testdata/legality/legality-cases.tsv", &id, &of, &goal, &start, &expected) {
		if of != kind {
			continue
		}
		n++
		to, from := expect.Must(chess.ParseFEN(goal)), expect.Must(chess.ParseFEN(cmp.Or(start, chess.InitialFEN)))
		t.Run(id, func(t *testing.T) { visit(t, &to, &from, expected) })
	}
	if n == 0 {
		t.Fatalf("no rows of the kind %s", kind)
	}
}

// TestPathRows plays the extended kernels of the rows, and where the row is about a
// whole kernel, games that follow them to the goal.
func TestPathRows(t *testing.T) {
	t.Parallel()
	rows(t, "path", func(t *testing.T, goal, start *chess.Setup, expected string) {
		_, text, ok := strings.Cut(expected, "extKernel: ")
		if !ok {
			t.Fatalf("no extended kernel in %q", expected)
		}
		e := expect.Must(kernel.ParseExtended(text))
		g, err := Construct(context.Background(), start, goal, Options{Kernel: e, States: testStates})
		expect.NoError(t, err)
		captures := 0
		p := expect.Must(chess.NewPosition(*start))
		for _, m := range g.Moves {
			if p.At(m.From()).Kind() == chess.Pawn && p.Captured(m) != chess.NoMan {
				captures++
			}
			p.Make(m)
		}
		for _, m := range e.Moves {
			if m.Captures && m.Piece == kernel.Pawn {
				captures--
			}
		}
		expect.Equal(t, captures, 0, "captures by pawns more than in the kernel")
	})
}

func TestLegalRows(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"legal", "legal_ep_last_move", "shortest_plies"} {
		rows(t, kind, func(t *testing.T, goal, start *chess.Setup, _ string) {
			expect.Succeeds(t, expect.Err(Construct(context.Background(), start, goal, Options{States: testStates})),
				"%s", goal.FEN())
		})
	}
}
