package numbers

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"retroproof/cmd/retroproof/verb"
	"retroproof/cmd/retroproof/verb/verbtest"
	"retroproof/proofs/survey"
)

var program = verb.Program{Subjects: []verb.Subject{Subject}}

// TestSurveyIsVerified has the checker check what a run has left, kernels with formulas
// among it, and what a run with undecided positions has.
func TestSurveyIsVerified(t *testing.T) {
	for _, tt := range []struct {
		states string
		want   string
	}{
		{"100000000", "legal positions: 3"},
		{"1", "undecided positions: 3"},
	} {
		dir := t.TempDir()
		var stdout, stderr bytes.Buffer
		args := []string{"estimate", "run", "--samples", "30", "--seed", "1", "--chunk", "20", "--jobs", "2", "--game-states", tt.states, "--dir", dir, "--progress", "none"}
		if code := program.Run(args, strings.NewReader(""), &stdout, &stderr); code != verb.ExitOK {
			t.Fatalf("%v: exit code %d\n%s", args, code, &stderr)
		}
		report, err := survey.Check(context.Background(), dir, survey.Options{})
		if err != nil {
			t.Errorf("%v: %v", args, err)
			continue
		}
		if report.Cores == 0 || !strings.Contains(report.String(), tt.want) {
			t.Errorf("%v: %v", args, report)
		}
	}
}

func TestMain(m *testing.M) { verbtest.Main(m, Subject) }

func TestScripts(t *testing.T) { verbtest.Scripts(t) }
