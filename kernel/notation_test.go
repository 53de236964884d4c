package kernel

import (
	"errors"
	"strings"
	"testing"

	"retroproof/chess"
)

func TestParseMove(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Move{
		"wPc0xPb1":    {From: 2, Takes: Pawn, Origin: None, To: 1, ToIndex: 1},
		"wPc0xRb0":    {From: 2, Takes: Rook, Origin: None, To: 1},
		"wPc0xRbQ":    {From: 2, Takes: Rook, Origin: None, To: 1, Promotes: Queen},
		"bPc10xLBb11": {Color: chess.Black, From: 2, FromIndex: 10, Takes: LightBishop, Origin: None, To: 1, ToIndex: 11},
		"wPh0xDBgN":   {From: 7, Takes: DarkBishop, Origin: None, To: 6, Promotes: Knight},
		"wPb0xLBaDB":  {From: 1, Takes: LightBishop, Origin: None, To: 0, Promotes: DarkBishop},
		"wPd0xgc1":    {From: 3, Origin: 6, To: 2, ToIndex: 1},
		"bPg1xefR":    {Color: chess.Black, From: 6, FromIndex: 1, Origin: 4, To: 5, Promotes: Rook},
		"bxPc0":       {Color: chess.Black, From: None, Takes: Pawn, Origin: None, To: 2},
		"bxLB":        {Color: chess.Black, From: None, Takes: LightBishop, Origin: None, To: None},
		"wxg":         {From: None, Origin: 6, To: None},
	} {
		m, err := ParseMove(text)
		if err != nil || m != want {
			t.Errorf("%s: %+v, %v", text, m, err)
		}
		if m.String() != text {
			t.Errorf("%s is written as %s", text, m)
		}
	}
}

func TestParseMoveErrors(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":           `no "x"`,
		"wPc0":       `no "x"`,
		"Pc0xPb1":    `want "w" or "b" first`,
		"wRxPb1":     `"R" captures`,
		"wPxPb1":     `"" is not a pawn's file and index`,
		"wPi0xPb1":   `"i0" is not`,
		"wPc01xPb1":  `"c01" is not`,
		"wPc0xKb1":   `"Kb1" is captured`,
		"wPc0xP":     `want a file and an index, found ""`,
		"wPc0xPb":    `found ""`,
		"wPc0xRbK":   `found "K"`,
		"wPc0xPbQ":   `no pawn to take`,
		"wPc0xPe1":   `next file`,
		"wxPb1 ":     `" " after the move`,
		"wxRb1":      `"b1" after a capture`,
		"bxPaQ":      `a piece does not promote`,
		"wPc0xPb100": `"0" after the move`,
	} {
		_, err := ParseMove(text)
		if e := (*MoveError)(nil); !errors.As(err, &e) || e.Text != text || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestReplayErrors(t *testing.T) {
	t.Parallel()
	start := chess.InitialSetup()
	goal, err := chess.ParseFEN("rnbqkbnr/ppp2ppp/8/3P4/3p4/8/PPP2PPP/RNBQKBNR w KQkq - 0 1")
	if err != nil {
		t.Fatal(err)
	}
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
			if want != "" {
				t.Errorf("%s: %v", text, err)
			}
			continue
		}
		err = replay(&start, &goal, moves)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func FuzzParseMove(f *testing.F) {
	for _, text := range []string{"wPc0xPb1", "bPg1xef0", "wPh0xDBgN", "bxLB", "wxg", "bxPc0", "wPb0xLBaDB"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ParseMove(text)
		if err != nil {
			return
		}
		if m.String() != text {
			t.Errorf("%q is read as %s", text, m)
		}
		// Whatever it is, it is played or refused.
		start := chess.InitialSetup()
		if err := replay(&start, &start, []Move{m}); err == nil {
			t.Errorf("%q leads from the initial position to itself", text)
		}
	})
}
