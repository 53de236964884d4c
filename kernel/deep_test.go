package kernel_test

import (
	"bytes"
	"context"
	"reflect"
	"runtime/debug"
	"slices"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/kernel"
	"retroproof/kernel/certify"
	"retroproof/proofs/illegal"
	"retroproof/proofs/lrat/gunzip"
)

// shuffles is a position whose last moves are shuffles of many men: an analysis of them goes on
// as long as its budget lasts, from each position to one before it.
const shuffles = "rnbqkbnr/1ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"

// TestDeepLastMoves: an analysis of a hundred thousand last moves in a row needs no stack that grows with them.
func TestDeepLastMoves(t *testing.T) {
	const most = 8 << 20 // bytes: less than a hundred for each of the moves
	defer debug.SetMaxStack(debug.SetMaxStack(most))
	goal := expect.Must(chess.ParseFEN(shuffles))
	d, err := kernel.Decide(context.Background(), &goal, kernel.DecideOptions{LastMovePositions: 100_000})
	expect.NoError(t, err)
	if d.Verdict != kernel.Unknown || d.Positions != 100_001 || !slices.Contains(d.OutOfBudget, kernel.BudgetLastMovePositions) {
		t.Errorf("%v after %d positions, out of budget: %v", d.Verdict, d.Positions, d.OutOfBudget)
	}
}

// TestDeepCertificate: the certificate of a long chain of last moves is written and checked without a stack that grows
// with it. Kings that have got out though no pawn has moved walk there for ever.
func TestDeepCertificate(t *testing.T) {
	t.Parallel()
	start := expect.Must(chess.ParseFEN("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"))
	goal := expect.Must(chess.ParseFEN("8/pppppppp/8/3k4/8/3K4/PPPPPPPP/8 w - - 0 1"))
	e := kernel.LastMoves(&start, &goal, 200_000, 200_000)
	if e == nil {
		t.Fatal("not refuted")
	}
	if inner := longestWay(e); inner < 500 {
		t.Errorf("a way of %d last moves, want 500 at least", inner)
	}
	c := certify.New(certify.Options{Start: &start})
	one, err := c.Certify(context.Background(), &kernel.Decision{Setup: goal, Start: start, Verdict: kernel.Illegal, Reason: e.Reason, Evidence: e})
	expect.NoError(t, err)
	var b bytes.Buffer
	expect.NoError(t, c.Write(&b, one))
	if _, err := illegal.Check(context.Background(), gunzip.NewReader(bytes.NewReader(b.Bytes())), illegal.Options{}); err != nil {
		t.Error(err)
	}
}

// longestWay returns how many nodes stand one below the other when a tree is gone through depth first.
func longestWay(e *kernel.Evidence) (longest int) {
	seen := map[*kernel.Evidence]bool{e: true}
	for way := []*kernel.Evidence{e}; len(way) > 0; {
		longest = max(longest, len(way))
		top := way[len(way)-1]
		i := slices.IndexFunc(top.Unmoves, func(u kernel.RefutedUnmove) bool { return !seen[u.Before] })
		if i < 0 {
			way = way[:len(way)-1]
			continue
		}
		seen[top.Unmoves[i].Before] = true
		way = append(way, top.Unmoves[i].Before)
	}
	return longest
}

// TestArgumentsAgain: arguments that are found again at the end are the same.
func TestArgumentsAgain(t *testing.T) {
	t.Parallel()
	start := chess.InitialSetup()
	goal := expect.Must(chess.ParseFEN("r1bqkb1r/ppppp1pp/8/8/2pP4/8/1PP1PPPP/R1BQKB1R b KQkq d3 0 1"))
	var nodes [2]map[string]*kernel.Evidence
	for i, arguments := range []int{100_000, 0} {
		nodes[i] = map[string]*kernel.Evidence{}
		e := kernel.LastMoves(&start, &goal, 100_000, arguments)
		if e == nil {
			t.Fatal("not refuted")
		}
		for _, n := range e.Nodes() {
			nodes[i][n.Setup.FEN()] = n
		}
	}
	found := 0
	for fen, want := range nodes[0] {
		got := nodes[1][fen]
		if got == nil || got.Reason != want.Reason || got.Detail != want.Detail || !reflect.DeepEqual(got.Argument, want.Argument) || !reflect.DeepEqual(got.Facts, want.Facts) {
			t.Errorf("%s: %+v, want %+v", fen, got, want)
		}
		if want.Argument != nil {
			found++
		}
	}
	if found < 10 || len(nodes[0]) != len(nodes[1]) {
		t.Errorf("%d nodes with arguments, %d and %d in all", found, len(nodes[0]), len(nodes[1]))
	}
}
