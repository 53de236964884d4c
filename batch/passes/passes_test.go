package passes

import (
	"context"
	"math"
	"testing"

	"retroproof/batch"
	"retroproof/batch/poslist"
	"retroproof/chess"
	"retroproof/kernel/proofgame"
	"retroproof/kernel/resolve"
)

func TestBudget(t *testing.T) {
	for _, tt := range []struct{ tried, most, want uint64 }{
		{0, 20_000_000, 250_000},
		{5_000, 20_000_000, 250_000}, // texelutil's
		{250_000, 20_000_000, 1_000_000},
		{16_000_000, 20_000_000, 20_000_000},
		{0, 1, 1},
		{1, 1, 1},
		{30_000_000, 20_000_000, 20_000_000},
		{math.MaxUint64, math.MaxUint64, math.MaxUint64},
		{math.MaxUint64 / 2, math.MaxUint64, math.MaxUint64},
	} {
		if got := budget(tt.tried, tt.most); got != tt.want {
			t.Errorf("after %d of at most %d: %d, want %d", tt.tried, tt.most, got, tt.want)
		}
	}
}

// TestLine: what a line says is looked at, kept or tried again, pass by pass.
func TestLine(t *testing.T) {
	const (
		built   = "rnbqkbnr/ppp2ppp/8/3P4/3p4/8/PPP2PPP/RNBQKBNR w KQkq - 0 1"
		illegal = "8/8/8/8/8/8/8/Kk6 w - - 0 1"
		known   = " kernel: wPe0xPd1 bPe0xPd0 extKernel: wPe2-e4 bPd7-d5 wPe4xd5 bPe7-e5 wPd2-d4 bPe5xd4"
	)
	for _, tt := range []struct {
		text  string
		again bool
		state State
		want  string // the tokens of an undecided position
		tried uint64
	}{
		{"rubbish", false, Malformed, "", 0},
		{illegal, false, Illegal, "", 10},
		{illegal + " illegal: AdjacentKings", false, Illegal, "", 0},
		{illegal + " illegal: because", false, Illegal, "", 10},
		{built + " illegal: because", false, Failed, known + " status: N=10 fail:", 10},
		{built + " unknown: path: e4", false, Failed, known + " path: e4 status: N=10 fail:", 10},
		{built + " unknown: path: e4 status: N=7 fail: info: why not", false, Failed, " path: e4 status: N=7 fail: info: why not", 7},
		{built + " unknown: path: e4 status: N=7 fail: info: why not", true, Failed, known + " status: N=10 fail:", 10},
		{chess.InitialFEN + " legal: proof:", false, Legal, "", 0},
		{chess.InitialFEN + " legal: proof: Nf3 Nf6 Ng1 Ng8", false, Legal, "", 0},
		{chess.InitialFEN + " legal: proof: Nf3", false, Legal, "", 10}, // the game is wrong
	} {
		o := resolve.Options{Game: proofgame.Options{States: 10}}
		a := Line(context.Background(), batch.Line{Number: 1, Text: tt.text}, o, tt.again)
		if a.Failure != nil || a.State != tt.state || poslist.Text("", a.Tokens...) != tt.want || a.Tried != tt.tried {
			t.Errorf("%s: state %d, %q, tried %d, %v; want %d, %q, %d", tt.text, a.State, poslist.Text("", a.Tokens...), a.Tried, a.Failure, tt.state, tt.want, tt.tried)
		}
		if (a.Bad != nil) != (tt.state == Malformed) || (a.NotGame != nil) != (tt.text == chess.InitialFEN+" legal: proof: Nf3") {
			t.Errorf("%s: %v, %v", tt.text, a.Bad, a.NotGame)
		}
	}
	// With a larger budget a game is found.
	a := Line(context.Background(), batch.Line{Text: built + " unknown: status: N=10"}, resolve.Options{Game: proofgame.Options{States: 1_000_000}}, false)
	if a.State != Legal || len(a.Game) == 0 || a.Tried != firstStates {
		t.Errorf("%+v", a)
	}
}
