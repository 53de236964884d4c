package endgame

import (
	"bytes"
	"strings"
	"testing"

	"retroproof/cmd/retroproof/formulas"
	"retroproof/cmd/retroproof/verb"
	"retroproof/cmd/retroproof/verb/verbtest"
	"retroproof/internal/expect"
	"retroproof/krk"
	"retroproof/proofs/strategy/rules"
	"retroproof/strategy"
)

// TestReportJSON: what only long or failed proofs make the report print is as doc/json.md says.
func TestReportJSON(t *testing.T) {
	plan, err := krkByDefault.plan()
	expect.NoError(t, err)
	var out bytes.Buffer
	p := &krk.Proof{Output: outputOf(&verb.Env{Stdout: &out, JSON: true}), Suite: plan.suite}
	expect.NoError(t, p.Exhaust(plan.lemmas[:1]))
	var proved []*krk.Result
	for _, l := range plan.lemmas {
		proved = append(proved, &krk.Result{Lemma: l, Result: &strategy.Result{Verdict: strategy.Proved}})
	}
	refuted := krk.Result{Lemma: plan.lemmas[0], Rests: []string{"2a"}, Result: &strategy.Result{Verdict: strategy.Refuted}}
	at := func(r rules.Square, white bool) rules.Position {
		return rules.Position{WK: rules.Square{X: 1}, BK: rules.Square{X: 2, Y: 2}, Men: [rules.Most]rules.Square{r}, White: white}
	}
	refuted.Counterexample = []rules.Position{at(rules.Square{X: 7, Y: 7}, true), at(rules.Square{X: 7, Y: 1}, false)}
	p.Row(&refuted)
	for _, results := range [][]*krk.Result{proved, proved[2:]} {
		expect.NoError(t, expect.Err(p.Theorems(t.Context(), plan.lemmas, results)))
	}
	if strings.Count(out.String(), "\n") < 20 {
		t.Fatalf("only %s", &out)
	}
	verbtest.CheckJSON(t, out.Bytes())
}

func TestMain(m *testing.M) { verbtest.Main(m, Subject, formulas.Subject) }

func TestScripts(t *testing.T) { verbtest.Scripts(t) }
