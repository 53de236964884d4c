package ask

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"retroproof/chess"
	"retroproof/kernel"
)

func TestDataMeasure(t *testing.T) {
	name := os.Getenv("ASK_DATA")
	if name == "" {
		t.Skip()
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	class := os.Getenv("ASK_CLASS")
	o := Options{}
	o.Resolve.Effort = 1
	if os.Getenv("ASK_EFFORT") != "" {
		o.Resolve.Effort = int(os.Getenv("ASK_EFFORT")[0] - '0')
	}
	o.Resolve.NoGame = os.Getenv("ASK_NOGAME") != ""
	right := 0
	n := 0
	for line := range strings.Lines(string(text)) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if f[0] != class {
			continue
		}
		n++
		s, err := chess.ParseFEN(f[1])
		if err != nil {
			t.Fatal(err)
		}
		begin := time.Now()
		l, err := AskLastMoves(context.Background(), &s, o)
		if err != nil {
			t.Fatal(err)
		}
		count := [3]int{}
		before := [3]int{}
		for _, m := range l.Moves {
			count[m.Verdict]++
			for _, b := range m.Before {
				before[b.Verdict]++
			}
		}
		u := l.Unique()
		what := "-"
		if u != nil {
			what = u.Text + " " + u.Kind + " " + u.Verdict.String()
			if u.Kind == f[2] {
				right++
			} else {
				what += " WRONG"
			}
		}
		t.Logf("%s want %s: %s; open %d possible %d impossible %d; before unknown %d illegal %d legal %d; %.1fs", f[1], f[2], what, count[Open], count[Possible], count[Impossible], before[kernel.Unknown], before[kernel.Illegal], before[kernel.Legal], time.Since(begin).Seconds())
		if u == nil {
			for _, m := range l.Moves {
				if m.Verdict != Impossible {
					b := 0
					for _, x := range m.Before {
						if x.Verdict == kernel.Unknown {
							b++
						}
					}
					t.Logf("    %s %s %d of %d", m.Text, m.Verdict, b, len(m.Before))
				}
			}
		}
	}
	t.Logf("right %d of %d", right, n)
}
