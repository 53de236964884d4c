package astar

import (
	"context"
	"strconv"
	"testing"
	"time"

	"retroproof/chess"
)

// find is Search with valid setups.
func find(tb testing.TB, start, goal *chess.Setup, o Options) Result {
	tb.Helper()
	r, err := Search(context.Background(), start, goal, o)
	if err != nil {
		tb.Fatalf("%s to %s: %v", start, goal, err)
	}
	return r
}

func TestShortestRows(t *testing.T) {
	for _, r := range rowsOf(t, "shortest_plies") {
		want, err := strconv.Atoi(r.want)
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		got := find(t, &r.start, &r.goal, Options{WeightA: 1, WeightB: 1, Nodes: 2_000_000})
		t.Logf("%s: %s, %d plies, %d nodes, %d expanded, bound %d, %v", r.id, got.Status, len(got.Moves), got.Nodes, got.Expanded, got.Bound, time.Since(began))
		if got.Status != Found || len(got.Moves) != want || !got.Shortest {
			t.Errorf("%s: %s in %d plies, want %d", r.id, got.Status, len(got.Moves), want)
		}
	}
}
