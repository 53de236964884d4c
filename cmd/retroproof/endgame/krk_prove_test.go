package endgame

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"retroproof/cmd/retroproof/verb"
	"retroproof/cmd/retroproof/verb/verbtest"
	"retroproof/krk"
	certificate "retroproof/proofs/krk"
	"retroproof/proofs/krk/spec"
)

// Rows of an interrupted run say so, and have no numbers that were never found.
func TestInterruptedRows(t *testing.T) {
	var out bytes.Buffer
	p := &proveReport{Env: &verb.Env{Stdout: &out}}
	lemma := spec.Lemmas()[0]
	p.exhausted = map[string]int{lemma.Key: 0}
	p.row(&krk.Result{Lemma: lemma, Err: context.Canceled, Conflicts: -1})
	p.row(&krk.Result{Lemma: lemma, Err: context.Canceled, Variables: 7084, Clauses: 27106, Conflicts: 12})
	rows := strings.Split(out.String(), "\n")
	if got := strings.Fields(rows[1]); strings.Join(got[:6], " ") != lemma.Key+" interrupted - - - 0.00" {
		t.Errorf("not begun: %s", rows[1])
	}
	if got := strings.Fields(rows[2]); strings.Join(got[:5], " ") != lemma.Key+" interrupted 7084 27106 12" {
		t.Errorf("begun: %s", rows[2])
	}
	for _, row := range rows[1:3] {
		if strings.Index(row, lemma.Key) != 0 || len(row) != len(rows[1]) {
			t.Errorf("the columns are not those of the other rows:\n%s\n%s", rows[0], row)
		}
	}
	if len(rows) != 4 {
		t.Errorf("more than a line a row: %q", rows)
	}
}

// TestReportJSON: what only long or failed proofs make the report print is as doc/json.md says.
func TestReportJSON(t *testing.T) {
	var out bytes.Buffer
	p := &proveReport{Env: &verb.Env{Stdout: &out, JSON: true}, relation: krk.NewRelation(spec.Default()), rules: &certificate.Rules{}}
	p.exhaust(spec.Lemmas()[1:2])
	var proved []*krk.Result
	for _, l := range spec.Lemmas() {
		proved = append(proved, &krk.Result{Lemma: l, Verdict: krk.Proved})
	}
	refuted := krk.Result{Lemma: spec.Lemmas()[1], Verdict: krk.Refuted, Parts: proved[1:3], Steps: []krk.Step{spec.RookHome}}
	for _, fen := range []string{"8/8/8/8/8/2k5/8/RK6 w - - 0 1", "8/8/8/8/8/2k5/1R6/1K6 b - - 0 1"} {
		q, err := krk.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		refuted.Counterexample = append(refuted.Counterexample, q)
	}
	p.row(&refuted)
	p.theorems(proved)
	p.theorems(proved[2:])
	manifest := certificate.New("retroproof", p.rules, spec.Lemmas(), make([]certificate.Formula, 1))
	p.certificate("cert", manifest)
	if strings.Count(out.String(), "\n") < 20 {
		t.Fatalf("only %s", &out)
	}
	verbtest.CheckJSON(t, out.Bytes())
}
