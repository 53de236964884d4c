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
	for text, want := range map[string]string{
		"wPe0xPd1 bPe0xPd0":          "",
		"wPe0xPd0 bPe0xPd0":          "move 1, wPe0xPd0: no black pawn has index 0 on the d-file",
		"wPe0xPd2":                   "no black pawn has index 2",
		"wPe1xPd1":                   "no white pawn has index 1",
		"wPe0xPd1 bPe0xPd0 wxQ":      "black lacks 1 pieces, and 0 pawns promote",
		"wxQ wxQ":                    "move 2, wxQ: black has no Q",
		"wPe0xPd1":                   "the pawns of the d-file cannot become",
		"wPe0xRdQ":                   "a pawn of the other side stands before it",
		"wPe0xRd3":                   "the d-file has only 2 pawns",
		"wxa":                        "no black pawn of the a-file can have promoted",
		"wxPe1 wPe0xLBdQ":            "the promotion square has the wrong colour for LB",
		"wxPe1 wPe0xRdLB":            "the promotion square has the wrong colour for LB",
		"wPe0xPd1 bPe0xPd0 wxN bxPa": "",
	} {
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
