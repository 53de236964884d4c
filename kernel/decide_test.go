package kernel

import (
	"bufio"
	"context"
	"os"
	"sort"
	"strings"
	"testing"
	"time"

	"retroproof/chess"
)

// sample is a row of legality-random-1k.tsv.
type sample struct {
	fen, verdict, class string
	setup               chess.Setup
}

func samples(tb testing.TB) []sample {
	tb.Helper()
	f, err := os.Open("testdata/legality-random-1k.tsv")
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	var list []sample
	for sc := bufio.NewScanner(f); sc.Scan(); {
		if strings.HasPrefix(sc.Text(), "#") {
			continue
		}
		cells := strings.Split(sc.Text(), "\t")
		s := sample{fen: cells[0], verdict: cells[2]}
		if len(cells) > 3 {
			s.class = cells[3]
		}
		if s.setup, err = chess.ParseFEN(s.fen); err != nil {
			tb.Fatal(err)
		}
		list = append(list, s)
	}
	return list
}

// TestSamples decides 1,000 uniform samples whose verdicts are known.
func TestSamples(t *testing.T) {
	reasons := map[string]int{}
	var times []time.Duration
	var hard time.Duration
	illegal, n := 0, 0
	for _, s := range samples(t) {
		begin := time.Now()
		d, err := Decide(context.Background(), &s.setup, Options{})
		if err != nil {
			t.Fatal(err)
		}
		took := time.Since(begin)
		reasons[string(d.Reason)]++
		if Static(nil, &s.setup) == nil {
			hard += took
			n++
			times = append(times, took)
		}
		switch {
		case d.Verdict == Illegal && s.verdict == "legal":
			t.Errorf("%s is legal, but refuted: %s", s.fen, d.Explain())
		case d.Verdict == Illegal:
			illegal++
		case s.verdict == "illegal":
			t.Logf("not reached: %s: %s", s.fen, s.class)
		}
	}
	sort.Slice(times, func(i, j int) bool { return times[i] < times[j] })
	t.Logf("%d illegal; %d hard ones in %v on average, most %v; %v", illegal, n, hard/time.Duration(n), times[n-1], reasons)
}
