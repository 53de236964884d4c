package exact_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/cputime"
	"retroproof/internal/expect"
	"retroproof/kernel/exact"
	"retroproof/kernel/exact/problem"
)

var (
	most   = flag.Int("most", 20, "published problems of at most so many plies")
	least  = flag.Int("least", 0, "and at least so many")
	nodes  = flag.Uint64("nodes", 0, "budget of a problem")
	engine = flag.Int("engine", 0, "the engine: 0 any, 1 forward, 2 from both ends")
	jobs   = flag.Int("jobs", 1, "goroutines")
	only   = flag.String("only", "", "only problems with this in their line")
)

// published are problems with their numbers of solutions.
var published = []struct {
	goal      string
	plies     int
	solutions uint64
}{
	{"rnbqkbn1/1ppppppr/8/8/p7/4P3/PPPP1PPP/RNBQK1NR w KQq - 0 1", 6, 1},
	{"1Bkr1bnr/pp2qppp/8/3ppb2/8/3P4/PPP1PPPP/RN1QKBNR b KQ - 0 1", 11, 1},
	{"1nbqkbnr/1ppppppp/8/1B6/1r2P3/p7/PPPPNPPP/RNBQ2RK b k - 0 1", 11, 1},
	{"rnbqrbn1/ppppppkp/7p/8/8/3P1N2/PPP1PPPP/2KQRBNR w - - 0 1", 16, 1},
	{"rnbqkb1r/pppppppp/8/8/8/3B1n2/PPPPNPPP/RNBQ1RK1 w kq - 0 1", 8, 1},
	{"r1Bqkbnr/p2ppppp/8/1pp5/4b3/8/P1PPPPPP/RNBQKBNR w KQkq - 0 1", 10, 1},
	{"rnb1Nqnr/ppp1bppp/8/3p1k2/8/8/PPPPP1PP/RNBQKBNR b KQ - 0 1", 13, 1},
	{"r1bqkbnr/pppppppp/1B6/8/3P4/1n6/PPP1PPPP/RN1QKBNR b KQkq - 0 1", 7, 2},
	{"rnb1kbnr/pp1p1ppp/2p1p3/2B5/q2P4/8/PPP1PPPP/RN1QKBNR w KQkq - 0 1", 8, 2},
	{"1nbqkbnr/pQpppppp/1p6/8/4P3/8/PPPP1PPP/RNB1KBNR b KQk - 0 1", 9, 2},
	{"2kr1bnr/ppp1ppp1/8/QB4Pp/3pP3/5Pnb/PPPPN2P/RNB2RK1 w - h6 0 1", 20, 1},
	{"1NBrbbnr/ppp1pppp/3pQ3/1k2PP2/3n4/3P4/PPP2P1P/RNB1K2R b KQ - 0 1", 27, 1},
}

// engines are all of them.
var engines = []exact.Engine{exact.AnyEngine, exact.Forward, exact.BothEnds}

// TestPublished finds the published numbers of solutions; all but the last with both
// engines.
func TestPublished(t *testing.T) {
	t.Parallel()
	start := chess.InitialSetup()
	for _, p := range published {
		if p.plies > 20 && !long {
			continue
		}
		goal := expect.Must(chess.ParseFEN(p.goal))
		for _, engine := range engines {
			if engine == exact.Forward && p.plies > 16 {
				continue
			}
			r, err := exact.SearchWith(context.Background(), &start, &exact.Target{Setup: goal}, p.plies, exact.With{Options: exact.Options{All: true}, Engine: engine})
			if err != nil || !r.Complete || r.Solutions != p.solutions {
				t.Errorf("%s, engine %d: %d games of %d plies, complete %t, want %d, %v", p.goal, engine, r.Solutions, p.plies, r.Complete, p.solutions, err)
			}
			for _, game := range r.Games {
				checkGame(t, &start, &goal, game, false)
			}
		}
	}
}

// otherwise are rows whose published number of solutions differs from ours: both engines
// agree on ours.
var otherwise = map[string]uint64{
	"twin_squares_double_queen.test":           6, // plain enumeration finds 6, too; ">=8" is published
	"double_en_passant.test":                   1, // 3 are published
	"switchback_promotion2.test":               1, // 0 are published, and there is a game
	"move_order_pawn_waits_promoted_rook.test": 1, // the same
}

// TestProblems solves the rows of the list of published problems, where that is present.
func TestProblems(t *testing.T) {
	if !long {
		t.Skip("RETROPROOF_LONG is not set")
	}
	dir := os.Getenv("RETROPROOF_SHARED")
	if dir == "" {
		dir = "../../../shared"
	}
	text, err := os.ReadFile(filepath.Join(dir, "data", "proof-game-problems.tsv"))
	if err != nil {
		t.Skip(err)
	}
	start := chess.InitialSetup()
	for _, line := range strings.Split(string(text), "\n") {
		f := strings.Split(line, "\t")
		if len(f) < 6 || strings.HasPrefix(line, "#") || !strings.Contains(line, *only) {
			continue
		}
		plies, err := strconv.Atoi(f[1])
		if err != nil || plies > *most || plies < *least {
			continue
		}
		target, err := problem.ParseTarget(f[0])
		if err != nil {
			t.Log(err) // one row has a rank of seven squares
			continue
		}
		// A row whose rights are unknown says nothing about en passant either.
		target.AnyEnPassant = target.AnyCastling
		before := cputime.Self()
		r := expect.Must(exact.SearchWith(context.Background(), &start, &target, plies, exact.With{Options: exact.Options{All: true, Nodes: *nodes, Jobs: *jobs}, Engine: exact.Engine(*engine)}))
		words := strings.Fields(f[4])
		name, verdict := words[len(words)-1], ""
		wanted, atLeast := strings.CutPrefix(f[2], ">=")
		want, _ := strconv.ParseUint(wanted, 10, 64)
		if n, ok := otherwise[name]; ok {
			want, atLeast = n, false
		}
		switch {
		case r.Cause != nil:
			verdict = "undecided"
		case f[2] != "" && !(r.Solutions == want || atLeast && r.Solutions > want):
			verdict = "different"
			t.Errorf("%s: %d games of %d plies, published are %s", f[0], r.Solutions, plies, f[2])
		}
		t.Logf("%d plies, %q published, %d found, %d nodes, %.3f CPU s, %s %s", plies, f[2], r.Solutions, r.Nodes, (cputime.Self() - before).Seconds(), name, verdict)
	}
}
