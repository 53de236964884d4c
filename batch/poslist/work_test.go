package poslist

import (
	"context"
	"strings"
	"testing"

	"retroproof/batch"
	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/kernel"
	"retroproof/kernel/astar"
	"retroproof/kernel/proofgame"
	"retroproof/kernel/resolve"
)

// FuzzLine: whatever a line is, it is answered or refused, and an answer has
// the line's position.
func FuzzLine(f *testing.F) {
	for _, line := range []string{
		chess.InitialFEN, "8/8/8/8/8/8/8/Kk6 w - - 0 1 illegal: AdjacentKings",
		"4k3/8/8/8/8/8/8/4K3 w - - 7 20 unknown: path: Nf3 Nf6 status: N=5000", `{"fen":"8/8/8/8/8/8/8/Kk6 w - - 0 1"}`,
		chess.InitialFEN + " legal: proof: Nf3 Nf6 Ng1 Ng8", "{", ":", "a: b:", "",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		if strings.ContainsAny(line, "\r\n") {
			return
		}
		for _, format := range Formats {
			r := &Verdicts{Format: format, Explain: true, Work: Work{Options: resolve.Options{
				Refute: kernel.DecideOptions{KernelNodes: 50, LastMoveKernelNodes: 10, LastMovePositions: 5},
				Game:   proofgame.Options{States: 50, KernelNodes: 50},
			}}}
			item := r.answer(context.Background(), batch.Line{Number: 1, Text: strings.TrimSpace(line)})
			if item.failure != nil {
				t.Fatalf("%q: %v", line, item.failure)
			}
			l, err := Parse(item.line)
			if (err != nil) != (item.bad != nil) {
				t.Fatalf("%q: %v, %v", line, err, item.bad)
			}
			if err != nil || format == FormatText {
				continue
			}
			if same, err := r.same(item.text, item.line); !same || err != nil {
				t.Fatalf("%q is answered by %q: %v", l.Setup, item.text, err)
			}
		}
	})
}

// FuzzPassLine: whatever a line is, it is answered or kept; what is answered is the
// answer to it, is a line as well, and is not looked at again if it is final.
func FuzzPassLine(f *testing.F) {
	for _, line := range []string{
		chess.InitialFEN, "8/8/8/8/8/8/8/Kk6 w - - 0 1 illegal: AdjacentKings",
		"4k3/8/8/8/8/8/8/4K3 w - - 7 20 unknown: path: Nf3 Nf6 status: N=5000",
		"4k3/8/8/8/8/8/8/4K3 w - - 7 20 unknown: kernel: bxQ extKernel: fail: info: why not",
		`{"fen":"8/8/8/8/8/8/8/Kk6 w - - 0 1"}`, `{"fen":"x","verdict":"unknown","error":"x"}`,
		`{"fen":"4k3/8/8/8/8/8/8/4K3 w - - 0 1","verdict":"unknown","kernel":"","extended_kernel":"","states":250000,"gave_up":true}`,
		"rnbqkbnr/ppp2ppp/8/3P4/3p4/8/PPP2PPP/RNBQKBNR w KQkq - 0 1 unknown: extKernel: wPe2-e4 bPd7-d5 wPe4xd5 bPe7-e5 wPd2-d4 bPe5xd4 status: N=50",
		"rnbqkbnr/ppp2ppp/8/3P4/3p4/8/PPP2PPP/RNBQKBNR w KQkq - 0 1 unknown: extKernel: bxe2 wPe2-e4 wxd7 bPd6xe5 wPg5-g8 bNb8-c6 bPg2xh1DB",
		chess.InitialFEN + " legal: proof: Nf3 Nf6 Ng1 Ng8", chess.InitialFEN + " legal: proof:", "{", ":", "a: b:", "",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		if strings.ContainsAny(line, "\r\n") || strings.TrimSpace(line) == "" {
			return
		}
		for _, asJSON := range []bool{false, true} {
			r := &Games{JSON: asJSON, Start: chess.InitialSetup(), Work: Work{Options: resolve.Options{
				Refute: kernel.DecideOptions{KernelNodes: 50, LastMoveKernelNodes: 10, LastMovePositions: 5},
				Game:   proofgame.Options{States: 2000, KernelNodes: 50},
			}}}
			r.Options.Refute.Start = &r.Start
			r.Options.LastResort = &astar.Options{Nodes: 20}
			ask := batch.Line{Number: 1, Text: strings.TrimSpace(line)}
			item := r.answer(context.Background(), ask, false)
			if item.failure != nil {
				t.Fatalf("%q: %v", line, item.failure)
			}
			if strings.ContainsAny(item.text, "\r\n") {
				t.Fatalf("%q is answered by several lines, %q", line, item.text)
			}
			p := &pass{Games: r, first: true}
			if same, err := p.same(item.text, ask); !same || err != nil {
				t.Fatalf("%q is answered by %q, which is not the answer to it: %v", line, item.text, err)
			}
			again := r.answer(context.Background(), batch.Line{Number: 1, Text: item.text}, false)
			if again.state != item.state || again.text != item.text {
				t.Fatalf("%q is answered by %q, and that by %q", line, item.text, again.text)
			}
		}
	})
}

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
		a := attemptOf(context.Background(), batch.Line{Number: 1, Text: tt.text}, o, tt.again)
		if a.failure != nil || a.state != tt.state || Text("", a.tokens...) != tt.want || a.tried != tt.tried {
			t.Errorf("%s: state %d, %q, tried %d, %v; want %d, %q, %d", tt.text, a.state, Text("", a.tokens...), a.tried, a.failure, tt.state, tt.want, tt.tried)
		}
		if (a.bad != nil) != (tt.state == malformed) || (a.notGame != nil) != (tt.text == chess.InitialFEN+" legal: proof: Nf3") {
			t.Errorf("%s: %v, %v", tt.text, a.bad, a.notGame)
		}
	}
	// With a larger budget a game is found.
	a := attemptOf(context.Background(), batch.Line{Text: built + " unknown: status: N=10"}, resolve.Options{Game: proofgame.Options{States: 1_000_000}}, false)
	if a.state != legal || len(a.Game) == 0 || a.tried != firstStates {
		t.Errorf("%+v", a)
	}
}
