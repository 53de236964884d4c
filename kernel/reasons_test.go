package kernel

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/internal/expect"
	"retroproof/kernel/rules"
)

// TestReasonFields: no field of a rule changes, or is left out, without being noticed; doc/reasons.md has the kind of its
// argument in its section.
func TestReasonFields(t *testing.T) {
	t.Parallel()
	doc := string(expect.Must(os.ReadFile("../doc/reasons.md")))
	fields := strings.Builder{}
	for _, r := range rules.Rules {
		_, section, _ := strings.Cut(doc, "\n### "+string(r.Reason)+"\n")
		section, _, _ = strings.Cut(section, "\n### ")
		expect.Equal(t, strings.Contains(section, fmt.Sprintf("Kind of argument: [`%s`", r.Kind)), r.Kind != "",
			"%s: a kind of argument in doc/reasons.md", r.Reason)
		fmt.Fprintf(&fields, "%s: argument %q, proof %d, at sight %t, marks %t, from %q\n%s\n%s\n%s\n", r.Reason, r.Kind, r.Proof, r.AtSight,
			r.Marks != nil, r.Start, r.Summary, r.Title, r.Example)
	}
	expect.Compare(t, "testdata/rules.txt", fields.String())
}

// TestReasons decides the example of every rule, and wants the document to name the
// rule, its sentence and its example.
func TestReasons(t *testing.T) {
	t.Parallel()
	text := expect.Must(os.ReadFile("../doc/reasons.md"))
	doc := strings.Join(strings.Fields(string(text)), " ")
	for _, rule := range rules.Rules {
		for _, part := range []string{string(rule.Reason), rule.Summary, rule.Example} {
			expect.Contains(t, doc, part, "%s in doc/reasons.md", rule.Reason)
		}
		if rule.Example == "" {
			continue // a rule behind others
		}
		goal := expect.Must(chess.ParseFEN(rule.Example))
		o := DecideOptions{}
		if rule.Start != "" {
			s := expect.Must(chess.ParseFEN(rule.Start))
			o.Start = &s
		}
		d, err := Decide(context.Background(), &goal, o)
		expect.NoError(t, err)
		if d.Verdict != Illegal || d.Reason != rule.Reason {
			t.Errorf("%s: %s is %s %s", rule.Reason, rule.Example, d.Verdict, d.Reason)
		}
		t.Logf("%s: %s", d.Reason, d.Evidence.Words(&d.Start))
		expect.Contains(t, doc, strings.TrimSpace(strings.Join(strings.Fields(notation.Diagram(goal)), " ")),
			"%s: the diagram in doc/reasons.md", rule.Reason)
	}
}
