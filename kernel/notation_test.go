package kernel

import (
	"errors"
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

func TestParseExtended(t *testing.T) {
	t.Parallel()
	const text = "wPa2-a4 bPb7xa6 bNb8-c6 bxc3 wPg7-g8Q bPg2xh1DB wDBc1-f4 wPb3-b8 wLBf1xa6"
	e, err := ParseExtended(text)
	expect.NoError(t, err)
	expect.Equal(t, e.String(), text, "written again")
}

func TestParseExtendedErrors(t *testing.T) {
	t.Parallel()
	var text, want string
	for range expect.Rows(t, "testdata/extended-errors.tsv", &text, &want) {
		_, err := ParseExtended(text)
		if e := (*MoveError)(nil); !errors.As(err, &e) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
