package kernel

import (
	"context"
	"testing"

	"retroproof/chess"
	"retroproof/internal/cputime"
	"retroproof/internal/expect"
	"retroproof/kernel/rules"
)

// hardSamples are the samples that static rules leave.
func hardSamples(tb testing.TB) (list []sample) {
	for _, s := range samples(tb) {
		if rules.Static(nil, &s.setup) == nil {
			list = append(list, s)
		}
	}
	return list
}

// BenchmarkDecide has the CPU time of a position: by static rules alone, without words and with them; by a match of
// start and goal; and of decisions on the samples that static rules leave, and on a bare ending.
func BenchmarkDecide(b *testing.B) {
	all, hard := samples(b), hardSamples(b)
	bare := []sample{{setup: expect.Must(chess.ParseFEN("8/8/8/8/8/8/8/KRk5 b - - 0 1"))}}
	decide := func(goal *chess.Setup) { expect.Must(Decide(context.Background(), goal, DecideOptions{})) }
	for _, bb := range []struct {
		name string
		list []sample
		run  func(goal *chess.Setup)
	}{
		{"quick", all, func(goal *chess.Setup) { rules.QuickStatic(&initial, goal) }},
		{"static", all, func(goal *chess.Setup) { rules.Static(nil, goal) }},
		{"reach", hard, func(goal *chess.Setup) { rules.Reach(&initial, goal) }},
		{"hard", hard, decide},
		{"bare", bare, decide},
	} {
		b.Run(bb.name, func(b *testing.B) {
			began := cputime.Self()
			for b.Loop() {
				for i := range bb.list {
					bb.run(&bb.list[i].setup)
				}
			}
			b.ReportMetric(float64(cputime.Self()-began)/float64(b.N)/float64(len(bb.list))/1e3, "cpu-µs/position")
		})
	}
}
