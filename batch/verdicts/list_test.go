package verdicts

import (
	"context"
	"strings"
	"testing"

	"retroproof/batch"
	"retroproof/batch/poslist"
	"retroproof/chess"
	"retroproof/kernel"
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
			r := &List{Format: format, Explain: true, Options: resolve.Options{
				Refute: kernel.DecideOptions{KernelNodes: 50, LastMoveKernelNodes: 10, LastMovePositions: 5},
				Game:   proofgame.Options{States: 50, KernelNodes: 50},
			}}
			item := r.answer(context.Background(), batch.Line{Number: 1, Text: strings.TrimSpace(line)})
			if item.failed != nil {
				t.Fatalf("%q: %v", line, item.failed)
			}
			l, err := poslist.Parse(item.line)
			if (err != nil) != (item.bad != nil) {
				t.Fatalf("%q: %v, %v", line, err, item.bad)
			}
			if err != nil || format == Text {
				continue
			}
			if same, err := r.same(item.answer, item.line, &counts{}); !same || err != nil {
				t.Fatalf("%q is answered by %q: %v", l.Setup, item.answer, err)
			}
		}
	})
}
