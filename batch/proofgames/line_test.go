package proofgames

import (
	"context"
	"strings"
	"testing"

	"retroproof/batch"
	"retroproof/chess"
	"retroproof/kernel"
	"retroproof/kernel/astar"
	"retroproof/kernel/proofgame"
	"retroproof/kernel/resolve"
)

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
			r := &List{JSON: asJSON, Start: chess.InitialSetup(), Options: resolve.Options{
				Refute: kernel.DecideOptions{KernelNodes: 50, LastMoveKernelNodes: 10, LastMovePositions: 5},
				Game:   proofgame.Options{States: 2000, KernelNodes: 50},
			}}
			r.Options.Refute.Start = &r.Start
			r.Options.LastResort = &astar.Options{Nodes: 20}
			ask := batch.Line{Number: 1, Text: strings.TrimSpace(line)}
			item := r.passLine(context.Background(), ask, false)
			if item.failure != nil {
				t.Fatalf("%q: %v", line, item.failure)
			}
			if strings.ContainsAny(item.text, "\r\n") {
				t.Fatalf("%q is answered by several lines, %q", line, item.text)
			}
			p := &pass{List: r, first: true}
			if same, err := p.same(item.text, ask); !same || err != nil {
				t.Fatalf("%q is answered by %q, which is not the answer to it: %v", line, item.text, err)
			}
			again := r.passLine(context.Background(), batch.Line{Number: 1, Text: item.text}, false)
			if again.state != item.state || again.text != item.text {
				t.Fatalf("%q is answered by %q, and that by %q", line, item.text, again.text)
			}
		}
	})
}
