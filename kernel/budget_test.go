package kernel

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"retroproof/chess"
	"retroproof/internal/expect"
)

// TestDefaultBudgetsAreCounts: nothing is limited in time unless that is asked for.
func TestDefaultBudgetsAreCounts(t *testing.T) {
	t.Parallel()
	if o := (DecideOptions{}).withDefaults(); o.Time != 0 || DefaultDecideOptions.Time != 0 {
		t.Errorf("by default searches end after %v and %v", o.Time, DefaultDecideOptions.Time)
	}
}

// decisionText is all of a decision that an answer tells.
func decisionText(d *Decision) string {
	why := ""
	if d.Evidence != nil {
		why = d.Evidence.Words(&d.Start)
	}
	return fmt.Sprintf("%s %s; %s: %s, %s; %d nodes, %d positions; out of %q; %s", d.Verdict, d.Reason,
		&d.Kernel, FormatMoves(d.Kernel.Moves), d.Kernel.Ranks, d.Nodes, d.Positions, d.OutOfBudget, why)
}

// TestSlowMachine decides positions with a clock by which every search for kernels takes
// an hour: the answers are the same. With a time limit they are not.
func TestSlowMachine(t *testing.T) {
	t.Parallel()
	slow := func(ctx context.Context, start, goal *chess.Setup, nodes uint64) Result {
		time.Sleep(time.Hour)
		return ExtendedKernel(ctx, start, goal, nodes)
	}
	synctest.Test(t, func(t *testing.T) {
		byKernels, ended := 0, 0
		for _, s := range hardSamples(t)[:40] {
			decide := func(o DecideOptions) Decision {
				d, err := Decide(context.Background(), &s.setup, o)
				expect.NoError(t, err)
				return d
			}
			want, got := decide(DecideOptions{}), decide(DecideOptions{Kernel: slow})
			if decisionText(&got) != decisionText(&want) {
				t.Errorf("%s on a slow machine:\n%s\nwant\n%s", s.fen, decisionText(&got), decisionText(&want))
			}
			if want.Nodes == 0 {
				continue
			}
			byKernels++
			if limited := decide(DecideOptions{Kernel: slow, Time: time.Minute}); limited.OutOfBudget.String() == "time" {
				ended++
			}
		}
		if byKernels == 0 || ended == 0 {
			t.Errorf("%d positions needed a search, %d searches came to a time limit: a test of nothing", byKernels, ended)
		}
	})
}

// TestOutOfBudget names the budget that ended a search.
func TestOutOfBudget(t *testing.T) {
	t.Parallel()
	const (
		open    = "r1b5/2pp1ppp/p1n5/np6/K1kPp3/b1q1r3/8/8 w - - 0 1"               // not illegal
		refuted = "2bQRK2/1N1p1n1N/1p1r3P/p2p1PR1/BbQ1b1rq/5P2/6rb/2k2b2 b - - 0 1" // by kernels
		crowded = "4N1R1/nP1pb2p/1n1P4/2P1B2R/2PPqp2/1NpNk1Kp/7B/1Q4n1 w - - 0 1"   // a kernel, but is there an extended one?
		ended   = "2n3kB/Q6b/1BB1bb2/n4N1R/1n2b1Nn/b4bqR/2PBP1pK/4b2R w - - 0 1"    // many searches for earlier positions
		known   = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"     // one un-move, to the start
	)
	for _, tt := range []struct {
		fen    string
		o      DecideOptions
		status string
		budget string
	}{
		{open, DecideOptions{CageStates: -1}, "extended kernel", "last-move-positions"},
		{open, DecideOptions{}, "extended kernel", "last-move-positions,cage-states"},
		{open, DecideOptions{LastMovePositions: -1, CageStates: -1}, "extended kernel", ""},
		{known, DecideOptions{}, "extended kernel", ""},
		{refuted, DecideOptions{}, "none", ""},
		{refuted, DecideOptions{KernelNodes: 100, LastMovePositions: -1, CageStates: -1, FormulaConflicts: -1}, "unknown", "kernel-nodes"},
		{crowded, DecideOptions{KernelNodes: 5000, LastMovePositions: -1, CageStates: -1, FormulaConflicts: -1}, "kernel", "kernel-nodes"},
		{crowded, DecideOptions{KernelNodes: 5000, LastMovePositions: -1, CageStates: -1, FormulaConflicts: 10}, "kernel", "kernel-nodes,formula-conflicts"},
		{ended, DecideOptions{LastMovePositions: 2000, LastMoveKernelNodes: 1, CageStates: -1}, "extended kernel", "last-move-positions,last-move-kernel-nodes"},
		{open, DecideOptions{Time: time.Nanosecond}, "unknown", "time"},
	} {
		goal := expect.Must(chess.ParseFEN(tt.fen))
		d, err := Decide(context.Background(), &goal, tt.o)
		if err != nil || d.OutOfBudget.String() != tt.budget || d.Kernel.String() != tt.status {
			t.Errorf("%s: %s %s, %s, out of %q, %v, want %s, out of %q", tt.fen, d.Verdict, d.Reason, &d.Kernel, d.OutOfBudget, err, tt.status, tt.budget)
		}
	}
}

// TestBudgetsBoundWork asks for what costs most with few nodes: positions where each
// node has dozens of moves that lead nowhere, or kernels that find no ranks.
func TestBudgetsBoundWork(t *testing.T) {
	t.Parallel()
	const (
		nodes = 2_000
		slack = 200 // what one node may cost
	)
	for _, fen := range []string{
		"4N1R1/nP1pb2p/1n1P4/2P1B2R/2PPqp2/1NpNk1Kp/7B/1Q4n1 w - - 0 1",
		"8/5q2/2p2Pk1/p2P1bp1/4p3/1PP1K1pb/nr1r1p2/6B1 w - - 0 1",
		"8/Nq6/P7/1P1pP3/rPp3pK/PB3p2/2pp1kBR/b7 w - - 0 1",
		"r7/3p1NP1/3P2PK/6P1/1b2q3/1p1P2p1/1B1PR1B1/4n1kR b - - 0 1",
	} {
		goal := expect.Must(chess.ParseFEN(fen))
		p, err := newProblem(&initial, &goal)
		expect.NoError(t, err)
		moves := uint64(0)
		q := newLabels(context.Background(), p, nodes, true)
		q.jitter = func() int { moves++; return 0 } // is asked for every move
		q.visit = func([]Move, *Extended) bool { return true }
		n := q.first()
		q.run(&n)
		expect.Equal(t, q.stop, errBudget, "%s", fen)
		if q.spent() > columnNodes*(nodes+slack) || q.nodes > nodes+slack || moves > 5*columnNodes*nodes {
			t.Errorf("%s: %d nodes and %d moves, work of %d, with a budget of %d nodes", fen, q.nodes, moves, q.spent(), nodes)
		}
		// All searches of the last-move analysis together have a budget, too.
		o := DecideOptions{Start: &initial, Kernel: ExtendedKernel, KernelNodes: 100, LastMoveKernelNodes: 40}
		c := newKernelCache(&o)
		spent := uint64(0)
		c.search = func(ctx context.Context, start, goal *chess.Setup, nodes uint64) Result {
			r := ExtendedKernel(ctx, start, goal, nodes)
			spent += r.Spent
			return r
		}
		for captures := range chess.Square(40) {
			other := goal
			if other.Board[captures].Kind() == chess.King {
				continue
			}
			other.Board[captures] = chess.NoMan
			c.refute(context.Background(), &other)
		}
		if spent > 100+2*slack || c.left == 0 && !c.allLimit {
			t.Errorf("%s: the searches for earlier positions spent %d nodes of 100", fen, spent)
		}
	}
}

// TestHugeBudget: the largest number is no small one.
func TestHugeBudget(t *testing.T) {
	t.Parallel()
	goal := expect.Must(chess.ParseFEN("rnbqk1nr/ppppp1pp/8/8/8/2P5/PP1PPNPP/RNBQKBNR w KQkq - 0 1"))
	for _, nodes := range []uint64{1 << 63, 1<<64 - 1} {
		if k := ExtendedKernel(context.Background(), &initial, &goal, nodes); k.Kernel != Absent {
			t.Errorf("with %d nodes: %s", nodes, &k)
		}
	}
}
