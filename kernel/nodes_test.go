package kernel

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"retroproof/chess"
	golden "retroproof/internal/expect"
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
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	start := chess.InitialSetup()
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			got.WriteString(line)
			continue
		}
		fen, _, _ := strings.Cut(strings.TrimSpace(line), "\t")
		goal, err := chess.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		r, err := Find(context.Background(), &start, &goal, Options{Extended: true})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&got, "%s\t%s\t%s\t%d\n", fen, r.Kernel, r.Extended, r.Nodes)
	}
	golden.Compare(t, name, got.String())
}

// BenchmarkFind finds extended kernels of the positions of testdata/nodes.tsv.
func BenchmarkFind(b *testing.B) {
	text, err := os.ReadFile("testdata/nodes.tsv")
	if err != nil {
		b.Fatal(err)
	}
	var goals []chess.Setup
	for line := range strings.Lines(string(text)) {
		fen, _, _ := strings.Cut(line, "\t")
		if goal, err := chess.ParseFEN(fen); err == nil {
			goals = append(goals, goal)
		}
	}
	start := chess.InitialSetup()
	for b.Loop() {
		for _, goal := range goals {
			if _, err := Find(context.Background(), &start, &goal, Options{Extended: true}); err != nil {
				b.Fatal(err)
			}
		}
	}
}
