package exact_test

import (
	"context"
	"flag"
	"os"
	"strconv"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/cputime"
	"retroproof/kernel/exact"
)

var (
	rows  = flag.Int("rows", 14, "published problems of at most so many plies")
	least = flag.Int("least", 0, "and at least so many")
	nodes = flag.Uint64("nodes", 0, "budget of a problem")
	both  = flag.Bool("both", false, "from both ends")
	only  = flag.String("only", "", "name")
)

func TestDevRows(t *testing.T) {
	text, err := os.ReadFile("/work/shared/data/proof-game-problems.tsv")
	if err != nil {
		t.Skip(err)
	}
	for _, line := range strings.Split(string(text), "\n") {
		f := strings.Split(line, "\t")
		if len(f) < 6 || strings.HasPrefix(line, "#") {
			continue
		}
		plies, _ := strconv.Atoi(f[1])
		if plies > *rows || plies < *least || !strings.Contains(line, *only) {
			continue
		}
		fen := f[0]
		any := strings.Contains(fen, "?")
		fen = strings.Replace(fen, "?", "-", 1)
		goal, err := chess.ParseFEN(fen)
		if err != nil {
			t.Log(err)
			continue
		}
		start := chess.InitialSetup()
		w := cputime.Self()
		r, err := exact.Search(context.Background(), &start, &exact.Target{Setup: goal, AnyCastling: any, AnyEnPassant: any}, plies, exact.Options{BothEnds: *both, All: true, Nodes: *nodes, Memory: 1 << 28})
		if err != nil {
			t.Error(err)
		}
		d := cputime.Self() - w
		mark := ""
		want, _ := strconv.Atoi(strings.TrimPrefix(f[2], ">="))
		switch {
		case r.Cause != nil:
			mark = "UNDECIDED"
		case f[2] == "" || r.Solutions == uint64(want) || strings.HasPrefix(f[2], ">=") && r.Solutions >= uint64(want):
		default:
			mark = "DIFFERENT"
		}
		name := strings.Fields(f[4])
		t.Logf("%2d plies %5s want, %d found, %d nodes, %v us/node %.1f %s %s", plies, f[2], r.Solutions, r.Nodes, d, float64(d.Microseconds())/float64(r.Nodes), name[len(name)-1], mark)
	}
}
