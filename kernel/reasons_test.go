package kernel

import (
	"context"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/internal/expect"
	"retroproof/kernel/rules"
)

// TestReasonFields: no field of a rule can be left out.
func TestReasonFields(t *testing.T) {
	t.Parallel()
	text := expect.Must(os.ReadFile("../doc/reasons.md"))
	doc := string(text)
	if is := wrong(rules.Rules, doc); is != "" {
		t.Fatal(is)
	}
	for i := range rules.Rules {
		for _, field := range reflect.VisibleFields(reflect.TypeFor[rules.Rule]()) {
			list := slices.Clone(rules.Rules)
			v := reflect.ValueOf(&list[i]).Elem().FieldByIndex(field.Index)
			if v.IsZero() {
				continue
			}
			v.SetZero()
			if wrong(list, doc) == "" {
				t.Errorf("%s: without %s nothing is wrong", rules.Rules[i].Reason, field.Name)
			}
		}
	}
}

// What the rules are that have a field which doc/reasons.md does not show.
const (
	atSight = "MissingKing TooManyKings PawnOnLastRank AdjacentKings BothKingsInCheck OppositeCheck CastlingAway EnPassantNoStep " +
		"LostCastling EnPassantCheck TripleCheck DoubleCheck NoLastMove"
	marked = "TooManyKings PawnOnLastRank AdjacentKings BothKingsInCheck OppositeCheck CastlingAway EnPassantNoStep " +
		"LostCastling EnPassantCheck TripleCheck DoubleCheck NoLastMove LastMovesRefuted"
	titled  = "PieceUnreachable MenUnmatched TooManyCaptures NoFirstCapture CagedMen NoKernel NoExtendedKernel LastMovesRefuted"
	started = "TooManyMen LostCastling Deadlock"
	unshown = "BlockedChanged PawnMovedBack PawnStructure"
	byCore  = "NoKernel NoExtendedKernel"
	byMoves = "NoLastMove LastMovesRefuted"
)

// wrong returns what is wrong with a list of rules, given the document's sections and the lists above.
func wrong(list []rules.Rule, doc string) string {
	var names [7][]string
	for _, r := range list {
		_, section, found := strings.Cut(doc, "\n### "+string(r.Reason)+"\n")
		section, _, _ = strings.Cut(section, "\n### ")
		section = strings.Join(strings.Fields(section), " ")
		kind := ""
		if _, text, ok := strings.Cut(section, "Kind of argument: [`"); ok {
			kind, _, _ = strings.Cut(text, "`")
		}
		if !found || r.Summary == "" || string(r.Kind) != kind || !strings.Contains(section, r.Summary) || !strings.Contains(section, r.Example) {
			return fmt.Sprintf("%s: the section of doc/reasons.md has not its kind, sentence or example", r.Reason)
		}
		for i, has := range []bool{r.AtSight, r.Marks != nil, r.Title != "", r.Start != "", r.Example == "", r.Proof == rules.ByCore, r.Proof == rules.ByUnmoves} {
			if has {
				names[i] = append(names[i], string(r.Reason))
			}
		}
	}
	for i, want := range []string{atSight, marked, titled, started, unshown, byCore, byMoves} {
		if got := strings.Join(names[i], " "); got != want {
			return fmt.Sprintf("list %d: got %s, want %s", i, got, want)
		}
	}
	return ""
}

// TestReasons decides the example of every rule, and wants the document to name the
// rule, its sentence and its example.
func TestReasons(t *testing.T) {
	t.Parallel()
	text := expect.Must(os.ReadFile("../doc/reasons.md"))
	doc := strings.Join(strings.Fields(string(text)), " ")
	for _, rule := range rules.Rules {
		for _, part := range []string{string(rule.Reason), rule.Summary, rule.Example} {
			if !strings.Contains(doc, part) {
				t.Errorf("%s: doc/reasons.md does not have %q", rule.Reason, part)
			}
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
		if !strings.Contains(doc, strings.TrimSpace(strings.Join(strings.Fields(notation.Diagram(goal)), " "))) {
			t.Errorf("%s: doc/reasons.md does not have the diagram", rule.Reason)
		}
	}
}
