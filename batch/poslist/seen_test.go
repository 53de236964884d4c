package poslist

import (
	"strings"
	"testing"

	"retroproof/internal/expect"
)

// TestSeen: a draw counts once, a position as often as it is drawn, and never with two verdicts.
func TestSeen(t *testing.T) {
	t.Parallel()
	const fen = `{"fen":"8/8/8/8/8/8/8/Kk6 w - - 0 1","verdict":"`
	for _, tt := range []struct {
		lines []string // "-" opens another file
		again uint64
		first string
		bad   string // in the error of the last line
	}{
		{[]string{fen + `illegal"}`, "4k3/8/8/8/8/8/8/4K3 w - - 0 1 legal"}, 0, "", ""},
		{[]string{fen + `illegal"}`, "8/8/8/8/8/8/8/Kk6 w - - 7 8 illegal", fen + `unknown"}`}, 2, "one:2 that of one:1", ""},
		{[]string{fen + `unknown","draw":5}`, "-", fen + `illegal","draw":6}`}, 1, "two:1 that of one:1", ""},
		{[]string{fen + `illegal","draw":5}`, "-", fen + `illegal","line":5}`}, 1, "two:1 that of one:1", ""},
		{[]string{fen + `illegal","draw":5}`, "-", fen + `illegal","draw":5}`}, 0, "", "draw 5 again, which is at one:1"},
		{[]string{fen + `unknown"}`, fen + `legal"}`, fen + `illegal"}`}, 1, "one:2 that of one:1", "is called legal and illegal, here and at one:1"},
	} {
		var s Seen
		s.Open("one")
		number := 0
		for i, text := range tt.lines {
			if text == "-" {
				s.Open("two")
				number = 0
				continue
			}
			number++
			l, err := ParseVerdict(line(text))
			expect.NoError(t, err)
			err = s.Add(&l, number)
			switch last := i == len(tt.lines)-1; {
			case tt.bad != "" && last:
				if err == nil || !strings.Contains(err.Error(), tt.bad) {
					t.Errorf("%q: %v, want %s", tt.lines, err, tt.bad)
				}
			case err != nil:
				t.Errorf("%q: %v", tt.lines, err)
			}
		}
		if s.Again != tt.again || s.First != tt.first {
			t.Errorf("%q: %d again, %s", tt.lines, s.Again, s.First)
		}
	}
}
