package kernel

import (
	"context"
	"testing"
	"time"

	"retroproof/chess"
	"retroproof/internal/cputime"
	"retroproof/kernel/rules"
)

// reportCPU reports the CPU time of an operation besides the time on the wall.
func reportCPU(b *testing.B, began time.Duration) {
	b.ReportMetric(float64(cputime.Self()-began)/float64(b.N)/1e3, "cpu-µs/op")
}

// BenchmarkQuickStatic filters the random samples.
func BenchmarkQuickStatic(b *testing.B) {
	list := samples(b)
	began, i := cputime.Self(), 0
	for b.Loop() {
		rules.QuickStatic(&initial, &list[i%len(list)].setup)
		i++
	}
	reportCPU(b, began)
}

// BenchmarkStatic does it with words.
func BenchmarkStatic(b *testing.B) {
	list := samples(b)
	began, i := cputime.Self(), 0
	for b.Loop() {
		rules.Static(nil, &list[i%len(list)].setup)
		i++
	}
	reportCPU(b, began)
}

// hardSamples are the samples that static rules leave.
func hardSamples(tb testing.TB) (list []sample) {
	for _, s := range samples(tb) {
		if rules.Static(nil, &s.setup) == nil {
			list = append(list, s)
		}
	}
	return list
}

// BenchmarkReach matches start and goal of the samples that static rules leave.
func BenchmarkReach(b *testing.B) {
	list := hardSamples(b)
	began, i := cputime.Self(), 0
	for b.Loop() {
		rules.Reach(&initial, &list[i%len(list)].setup)
		i++
	}
	reportCPU(b, began)
}

// BenchmarkDecide decides these; an operation is all of them.
func BenchmarkDecide(b *testing.B) {
	list := hardSamples(b)
	began := cputime.Self()
	for b.Loop() {
		for _, s := range list {
			if _, err := Decide(context.Background(), &s.setup, DecideOptions{}); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(cputime.Self()-began)/float64(b.N)/float64(len(list))/1e6, "cpu-ms/position")
}

// BenchmarkBare decides a bare ending.
func BenchmarkBare(b *testing.B) {
	s, err := chess.ParseFEN("8/8/8/8/8/8/8/KRk5 b - - 0 1")
	if err != nil {
		b.Fatal(err)
	}
	began := cputime.Self()
	for b.Loop() {
		if _, err := Decide(context.Background(), &s, DecideOptions{}); err != nil {
			b.Fatal(err)
		}
	}
	reportCPU(b, began)
}
