package krk

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"retroproof/internal/expect"
	"retroproof/proofs/strategy/lemmas"
	"retroproof/strategy"
)

// Rows of an interrupted run say so, and have no numbers that were never found.
func TestInterruptedRows(t *testing.T) {
	var out bytes.Buffer
	p := &Proof{Output: TextTo(&out)}
	lemma := Lemma{Lemma: lemmas.Lemma{Key: "1"}}
	p.exhausted = map[string]int{lemma.Key: 0}
	p.Row(&Result{Lemma: lemma, Result: &strategy.Result{Err: context.Canceled, Conflicts: -1}})
	p.Row(&Result{Lemma: lemma, Result: &strategy.Result{Err: context.Canceled, Variables: 7084, Clauses: 27106, Conflicts: 12}})
	rows := strings.Split(out.String(), "\n")
	expect.Equal(t, strings.Join(strings.Fields(rows[1])[:6], " "), lemma.Key+" interrupted - - - 0.00",
		"not begun: %s", rows[1])
	expect.Equal(t, strings.Join(strings.Fields(rows[2])[:5], " "), lemma.Key+" interrupted 7084 27106 12",
		"begun: %s", rows[2])
	for _, row := range rows[1:3] {
		if strings.Index(row, lemma.Key) != 0 || len(row) != len(rows[1]) {
			t.Errorf("the columns are not those of the other rows:\n%s\n%s", rows[0], row)
		}
	}
	expect.Equal(t, len(rows), 4, "more than a line a row: %q", rows)
}
