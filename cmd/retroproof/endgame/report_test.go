package endgame

import (
	"bytes"
	"strings"
	"testing"

	"retroproof/cmd/retroproof/verb"
	"retroproof/cmd/retroproof/verb/verbtest"
	"retroproof/krk"
	"retroproof/krk/report"
	certificate "retroproof/proofs/krk"
	"retroproof/proofs/krk/spec"
)

// TestReportJSON: what only long or failed proofs make the report print is as doc/json.md says.
func TestReportJSON(t *testing.T) {
	var out bytes.Buffer
	p := &report.Proof{Output: outputOf(&verb.Env{Stdout: &out, JSON: true}), Relation: krk.NewRelation(spec.Default())}
	p.Exhaust(spec.Lemmas()[1:2])
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
	p.Options.Encoding, p.Options.Reading = spec.DefaultEncoding(), spec.Default()
	p.Row(&refuted)
	rules, err := p.Compare(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	p.Theorems(proved)
	p.Theorems(proved[2:])
	manifest := certificate.New("retroproof", rules, spec.Lemmas(), make([]certificate.Formula, 1))
	p.Certificate("cert", manifest)
	if strings.Count(out.String(), "\n") < 20 {
		t.Fatalf("only %s", &out)
	}
	verbtest.CheckJSON(t, out.Bytes())
}
