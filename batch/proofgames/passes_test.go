package proofgames

import (
	"context"

	"testing"

	"retroproof/batch"
	"retroproof/batch/poslist"
	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/kernel/proofgame"
	"retroproof/kernel/resolve"
)

func TestBudget(t *testing.T) {
	var tt struct{ tried, most, want uint64 }
	for range expect.Rows(t, "testdata/budget.tsv", &tt.tried, &tt.most, &tt.want) {
		expect.Equal(t, budget(tt.tried, tt.most), tt.want, "after %d of at most %d", tt.tried, tt.most)
	}
}

// TestLine: what a line says is looked at, kept or tried again, pass by pass.
func TestLine(t *testing.T) {
	const (
		built   = "rnbqkbnr/ppp2ppp/8/3P4/3p4/8/PPP2PPP/RNBQKBNR w KQkq - 0 1"
		refuted = "8/8/8/8/8/8/8/Kk6 w - - 0 1"
		known   = " kernel: wPe0xPd1 bPe0xPd0 extKernel: wPe2-e4 bPd7-d5 wPe4xd5 bPe7-e5 wPd2-d4 bPe5xd4"
	)
	var tt struct {
		text  string
		again bool
		state state
		want  string // the tokens of an undecided position
		tried uint64
	}
	for range expect.Rows(t, "testdata/line.tsv", &tt.text, &tt.again, &tt.state, &tt.want, &tt.tried) {
		o := resolve.Options{Game: proofgame.Options{States: 10}}
		a := answerLine(context.Background(), batch.Line{Number: 1, Text: tt.text}, o, tt.again)
		if a.failure != nil || a.state != tt.state || poslist.Text("", a.tokens...) != tt.want || a.tried != tt.tried {
			t.Errorf("%s: state %d, %q, tried %d, %v; want %d, %q, %d", tt.text, a.state, poslist.Text("", a.tokens...), a.tried, a.failure, tt.state, tt.want, tt.tried)
		}
		if (a.bad != nil) != (tt.state == malformed) || (a.notGame != nil) != (tt.text == chess.InitialFEN+" legal: proof: Nf3") {
			t.Errorf("%s: %v, %v", tt.text, a.bad, a.notGame)
		}
	}
	// With a larger budget a game is found.
	a := answerLine(context.Background(), batch.Line{Text: built + " unknown: status: N=10"}, resolve.Options{Game: proofgame.Options{States: 1_000_000}}, false)
	if a.state != legal || len(a.Game) == 0 || a.tried != firstStates {
		t.Errorf("%+v", a)
	}
}
