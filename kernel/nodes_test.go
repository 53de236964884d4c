package kernel

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
)

// TestNodes compares the work of searches with testdata/nodes.tsv. A change that
// is wanted is written with
//
//	go test ./kernel -run TestNodes -update
//
// and the difference belongs in the commit message: fewer nodes by a rule that
// is not sound would look like progress.
func TestNodes(t *testing.T) {
	t.Parallel()
	const name = "testdata/nodes.tsv"
	text := expect.Must(os.ReadFile(name))
	var got strings.Builder
	start := chess.InitialSetup()
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			got.WriteString(line)
			continue
		}
		fen, _, _ := strings.Cut(strings.TrimSpace(line), "\t")
		goal := expect.Must(chess.ParseFEN(fen))
		r, err := Find(context.Background(), &start, &goal, Options{Extended: true})
		expect.NoError(t, err)
		fmt.Fprintf(&got, "%s\t%s\t%s\t%d\n", fen, r.Kernel, r.Extended, r.Nodes)
	}
	expect.Compare(t, name, got.String())
}

// BenchmarkFind finds extended kernels of the positions of testdata/nodes.tsv.
func BenchmarkFind(b *testing.B) {
	var goals []chess.Setup
	var fen, kernel, extended, nodes string
	for range expect.Rows(b, "testdata/nodes.tsv", &fen, &kernel, &extended, &nodes) {
		goals = append(goals, expect.Must(chess.ParseFEN(fen)))
	}
	for b.Loop() {
		for i := range goals {
			expect.Must(Find(context.Background(), &initial, &goals[i], Options{Extended: true}))
		}
	}
}
