package kernel

import (
	"bufio"
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/kernel/rules"
)

// row is a row of the data files.
type row struct {
	id, kind, want string
	goal           chess.Setup
	start          *chess.Setup
}

// rows returns the rows of a file of some kinds.
func rows(tb testing.TB, file string, kinds ...string) []row {
	tb.Helper()
	f, err := os.Open("../testdata/legality/" + file)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	var list []row
	for sc := bufio.NewScanner(f); sc.Scan(); {
		cells := strings.Split(sc.Text(), "\t")
		if strings.HasPrefix(cells[0], "#") || len(cells) < 5 || !slices.Contains(kinds, cells[1]) {
			continue
		}
		r := row{id: cells[0], kind: cells[1], want: cells[4]}
		if r.goal, err = chess.ParseFEN(cells[2]); err != nil {
			tb.Fatalf("%s: %v", r.id, err)
		}
		if cells[3] != "" {
			s, err := chess.ParseFEN(cells[3])
			if err != nil {
				tb.Fatalf("%s: %v", r.id, err)
			}
			r.start = &s
		}
		list = append(list, r)
	}
	return list
}

// TestRows decides the rows of the data that have a verdict.
func TestRows(t *testing.T) {
	t.Parallel()
	var list []row
	for _, file := range []string{"legality-cases.tsv", "seed-figures.tsv"} {
		list = append(list, rows(t, file, "illegal", "legal", "not_illegal", "illegal_parity", "legal_ep_last_move", "unreachable", "nokernel")...)
	}
	for _, r := range list {
		want := Illegal
		if strings.HasPrefix(r.kind, "legal") || r.kind == "not_illegal" {
			want = Unknown
		}
		d, err := Decide(context.Background(), &r.goal, DecideOptions{Start: r.start})
		switch {
		case err != nil:
			t.Errorf("%s: %v", r.id, err)
		case want == Unknown && d.Verdict == Illegal:
			t.Errorf("%s %s: %s is called illegal: %s", r.id, r.kind, r.goal, d.Evidence.Words(&d.Start))
		case want == Illegal && d.Verdict != Illegal:
			start := ""
			if r.start != nil {
				start = " from " + r.start.FEN()
			}
			t.Errorf("%s %s: %s%s is %s", r.id, r.kind, r.goal, start, d.Verdict)
		case d.Evidence != nil:
			t.Logf("%s %s: %s %s: %s", r.id, r.kind, r.goal, d.Reason, d.Evidence.Words(&d.Start))
		}
	}
}

// TestPieceCounts tests what the counts say of men.
func TestPieceCounts(t *testing.T) {
	t.Parallel()
	for _, r := range rows(t, "legality-cases.tsv", "piececount_ok", "piececount_invalid") {
		if got := rules.Counts(&initial, &r.goal) == nil; got != (r.kind == "piececount_ok") {
			t.Errorf("%s: %s: %v", r.id, r.goal, got)
		}
	}
}

// TestBlocked compares blocked squares with those of the data: all of them must
// really be blocked, so that finding more is no mistake but finding fewer is.
func TestBlocked(t *testing.T) {
	t.Parallel()
	for _, r := range rows(t, "legality-cases.tsv", "blocked") {
		var blocked chess.Bitboard
		for _, f := range rules.ReachFacts(rules.StartOr(r.start), &r.goal) {
			blocked |= chess.Bitboard(f.Squares)
		}
		for name := range strings.FieldsFuncSeq(strings.ToLower(r.want), func(c rune) bool { return strings.ContainsRune("(), ", c) }) {
			sq, err := chess.ParseSquare(name)
			if err != nil {
				t.Fatal(err)
			}
			if !blocked.Has(sq) {
				t.Errorf("%s: %s is not blocked", r.id, name)
			}
		}
	}
}
