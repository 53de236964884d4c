package astar

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"retroproof/chess"
	golden "retroproof/internal/expect"
)

// goldenNodes is the limit of nodes of the searches of testdata/nodes.tsv.
const goldenNodes = 20_000

// goldenSearch is a search of testdata/nodes.tsv.
type goldenSearch struct {
	goal, start chess.Setup
	o           Options
	columns     []string
}

// parseGolden reads a line: the goal, the start if it is not the initial position, the
// weights, and letters for options: d dynamic, n not admissible, l last moves, - none.
func parseGolden(tb testing.TB, line string) goldenSearch {
	w := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
	if len(w) < 4 {
		tb.Fatalf("%q: want four columns", line)
	}
	g := goldenSearch{goal: setup(tb, w[0]), start: chess.InitialSetup(), columns: w[:4]}
	if w[1] != "" {
		g.start = setup(tb, w[1])
	}
	if _, err := fmt.Sscanf(w[2], "%d:%d", &g.o.WeightA, &g.o.WeightB); err != nil {
		tb.Fatalf("%q: %v", w[2], err)
	}
	g.o.Dynamic = strings.Contains(w[3], "d")
	g.o.NonAdmissible = strings.Contains(w[3], "n")
	g.o.LastMoves = strings.Contains(w[3], "l")
	g.o.Nodes = goldenNodes
	return g
}

// TestNodes compares the work of searches with testdata/nodes.tsv. A change that is
// wanted is written with
//
//	go test ./kernel/astar -run TestNodes -update
//
// and the difference belongs in the commit message: fewer nodes by a bound that is not
// admissible would look like progress.
func TestNodes(t *testing.T) {
	t.Parallel()
	const name = "testdata/nodes.tsv"
	text := golden.Must(os.ReadFile(name))
	var got strings.Builder
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			got.WriteString(line)
			continue
		}
		g := parseGolden(t, line)
		r := find(t, &g.start, &g.goal, g.o)
		shortest := "-"
		if r.Shortest {
			shortest = "shortest"
		}
		fmt.Fprintf(&got, "%s\t%s\t%d\t%s\t%d\t%d\t%d\t%d\n", strings.Join(g.columns, "\t"),
			r.Status, len(r.Moves), shortest, r.Bound, r.Remain, r.Nodes, r.Expanded)
	}
	golden.Compare(t, name, got.String())
}
