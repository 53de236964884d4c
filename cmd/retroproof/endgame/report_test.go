package endgame

import (
	"bytes"
	"strings"
	"testing"

	"retroproof/cmd/retroproof/verb"
	"retroproof/cmd/retroproof/verb/verbtest"
	"retroproof/krk"
	"retroproof/krk/report"
	"retroproof/krk/spec"
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
	rook, king := spec.At(0, 0), spec.At(1, 0)
	refuted.Counterexample = []krk.Position{spec.Pack(king, spec.At(2, 2), rook, true), spec.Pack(king, spec.At(2, 2), spec.At(1, 1), false)}
	p.Options.Encoding, p.Options.Reading = spec.DefaultEncoding(), spec.Default()
	p.Row(&refuted)
	if _, err := p.Compare(t.Context()); err != nil {
		t.Fatal(err)
	}
	p.Theorems(proved)
	p.Theorems(proved[2:])
	if strings.Count(out.String(), "\n") < 20 {
		t.Fatalf("only %s", &out)
	}
	verbtest.CheckJSON(t, out.Bytes())
}
