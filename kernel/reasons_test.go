package kernel

import (
	"context"
	"os"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/chess/notation"
)

// TestReasons decides the example of every rule, and wants the document to name the
// rule, its sentence and its example.
func TestReasons(t *testing.T) {
	text, err := os.ReadFile("../doc/illegality.md")
	if err != nil {
		t.Fatal(err)
	}
	doc := strings.Join(strings.Fields(string(text)), " ")
	for _, rule := range Rules() {
		for _, part := range []string{string(rule.Reason), rule.Summary, rule.Example} {
			if !strings.Contains(doc, part) {
				t.Errorf("%s: doc/illegality.md does not have %q", rule.Reason, part)
			}
		}
		if rule.Example == "" {
			continue // a rule behind others
		}
		goal, err := chess.ParseFEN(rule.Example)
		if err != nil {
			t.Fatal(err)
		}
		o := DecideOptions{}
		if rule.Start != "" {
			s, err := chess.ParseFEN(rule.Start)
			if err != nil {
				t.Fatal(err)
			}
			o.Start = &s
		}
		d, err := Decide(context.Background(), &goal, o)
		if err != nil {
			t.Fatal(err)
		}
		if d.Verdict != Illegal || d.Reason != rule.Reason {
			t.Errorf("%s: %s is %s %s", rule.Reason, rule.Example, d.Verdict, d.Reason)
		}
		t.Logf("%s: %s", d.Reason, d.Explain())
		if !strings.Contains(doc, strings.TrimSpace(strings.Join(strings.Fields(notation.Diagram(goal)), " "))) {
			t.Errorf("%s: doc/illegality.md does not have the diagram", rule.Reason)
		}
	}
}
