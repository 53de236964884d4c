package chess

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"retroproof/internal/expect"
)

// goldenPositions reads testdata/perft-random.txt: positions made for one rule each, most of them put together by
// Martin Sedlak for this purpose; then positions from random games, and random ones that no game would see. A line is a
// FEN and, after each semicolon, a depth and Stockfish's perft number, as is usual.
func goldenPositions(t testing.TB) (fens []string, counts []string) {
	t.Helper()
	data := expect.Must(os.ReadFile("testdata/perft-random.txt"))
	for line := range strings.Lines(string(data)) {
		fen, numbers, _ := strings.Cut(strings.TrimSpace(line), ";")
		fens, counts = append(fens, strings.TrimSpace(fen)), append(counts, numbers)
	}
	return fens, counts
}

// TestPerftGolden compares with the numbers in the file.
func TestPerftGolden(t *testing.T) {
	t.Parallel()
	fens, counts := goldenPositions(t)
	if len(fens) < 3000 {
		t.Errorf("only %d positions", len(fens))
	}
	for i, fen := range fens {
		p := mustPosition(t, fen)
		for _, count := range strings.Split(counts[i], ";") {
			var depth int
			var want uint64
			if _, err := fmt.Sscanf(count, "D%d %d", &depth, &want); err != nil {
				t.Fatalf("line %d: %v", i+1, err)
			}
			if testing.Short() && want > 2000 {
				continue
			}
			if got, err := Perft(t.Context(), p, depth); err != nil || got != want {
				t.Errorf("line %d: %v: perft(%d) = %d, %v, want %d", i+1, p, depth, got, err, want)
			}
		}
	}
}
