package kernel

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/kernel/rules"
)

// row is a row of the data files.
type row struct {
	id, kind, want string
	start, goal    chess.Setup
}

// rows returns the rows of some kinds of files of testdata/legality.
func rows(tb testing.TB, files string, kinds ...string) (list []row) {
	tb.Helper()
	for _, file := range strings.Fields(files) {
		r, goal, start := row{}, "", ""
		for range expect.Rows(tb, "../testdata/legality/"+file+".tsv", &r.id, &r.kind, &goal, &start, &r.want) {
			if slices.Contains(kinds, r.kind) {
				r.goal, r.start = expect.Must(chess.ParseFEN(goal)), expect.Must(chess.ParseFEN(cmp.Or(start, chess.InitialFEN)))
				list = append(list, r)
			}
		}
	}
	if len(list) == 0 {
		tb.Fatalf("no rows of the kinds %v", kinds)
	}
	return list
}

// TestRows decides the rows of the data that have a verdict.
func TestRows(t *testing.T) {
	t.Parallel()
	for _, r := range rows(t, "legality-cases seed-figures", "illegal", "legal", "not_illegal", "illegal_parity", "legal_ep_last_move", "unreachable", "nokernel") {
		want := Illegal
		if strings.HasPrefix(r.kind, "legal") || r.kind == "not_illegal" {
			want = Unknown
		}
		d, err := Decide(context.Background(), &r.goal, DecideOptions{Start: &r.start})
		switch {
		case err != nil:
			t.Errorf("%s: %v", r.id, err)
		case want == Unknown && d.Verdict == Illegal:
			t.Errorf("%s %s: %s is called illegal: %s", r.id, r.kind, r.goal, d.Evidence.Words(&d.Start))
		case want == Illegal && d.Verdict != Illegal:
			t.Errorf("%s %s: %s from %s is %s", r.id, r.kind, r.goal, r.start, d.Verdict)
		case d.Evidence != nil:
			t.Logf("%s %s: %s %s: %s", r.id, r.kind, r.goal, d.Reason, d.Evidence.Words(&d.Start))
		}
	}
}

// TestPieceCounts tests what the counts say of men.
func TestPieceCounts(t *testing.T) {
	t.Parallel()
	for _, r := range rows(t, "legality-cases", "piececount_ok", "piececount_invalid") {
		expect.Equal(t, rules.Counts(&initial, &r.goal) == nil, r.kind == "piececount_ok", "%s: %s", r.id, r.goal)
	}
}

// TestBlocked compares blocked squares with those of the data: all of them must
// really be blocked, so that finding more is no mistake but finding fewer is.
func TestBlocked(t *testing.T) {
	t.Parallel()
	for _, r := range rows(t, "legality-cases", "blocked") {
		var blocked chess.Bitboard
		for _, f := range rules.ReachFacts(&r.start, &r.goal) {
			blocked |= chess.Bitboard(f.Squares)
		}
		for name := range strings.FieldsFuncSeq(strings.ToLower(r.want), func(c rune) bool { return strings.ContainsRune("(), ", c) }) {
			sq := expect.Must(chess.ParseSquare(name))
			if !blocked.Has(sq) {
				t.Errorf("%s: %s is not blocked", r.id, name)
			}
		}
	}
}
