package proofgame

import (
	"bufio"
	"context"
	"os"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/kernel"
)

// rows calls visit for the rows of a kind of the cases.
func rows(t *testing.T, kind string, visit func(t *testing.T, goal, start *chess.Setup, expected string)) {
	f, err := os.Open("../../testdata/legality/legality-cases.tsv")
	expect.NoError(t, err)
	defer f.Close()
	n := 0
	s := bufio.NewScanner(f)
	for s.Scan() {
		w := strings.Split(s.Text(), "\t")
		if len(w) < 5 || w[1] != kind {
			continue
		}
		n++
		start := chess.InitialSetup()
		goal, err := chess.ParseFEN(w[2])
		if err == nil && w[3] != "" {
			start, err = chess.ParseFEN(w[3])
		}
		expect.NoError(t, err)
		t.Run(w[0], func(t *testing.T) { visit(t, &goal, &start, w[4]) })
	}
	if err := s.Err(); err != nil || n == 0 {
		t.Fatalf("no rows of the kind %s: %v", kind, err)
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
		if captures != 0 {
			t.Errorf("%d captures by pawns more than in the kernel", captures)
		}
	})
}

func TestLegalRows(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"legal", "legal_ep_last_move", "shortest_plies"} {
		rows(t, kind, func(t *testing.T, goal, start *chess.Setup, _ string) {
			if _, err := Construct(context.Background(), start, goal, Options{States: testStates}); err != nil {
				t.Errorf("%s: %v", goal.FEN(), err)
			}
		})
	}
}
