package kernel

import (
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
)

func TestReplayErrors(t *testing.T) {
	t.Parallel()
	start := chess.InitialSetup()
	goal := expect.Must(chess.ParseFEN("rnbqkbnr/ppp2ppp/8/3P4/3p4/8/PPP2PPP/RNBQKBNR w KQkq - 0 1"))
	var text, want string
	for range expect.Rows(t, "testdata/replay-errors.tsv", &text, &want) {
		moves, err := parseMoves(text)
		if err != nil {
			expect.Equal(t, want, "", "%s: %v", text, err)
			continue
		}
		err = replay(&start, &goal, moves)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
