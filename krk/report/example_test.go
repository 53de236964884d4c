package report_test

import (
	"fmt"
	"os"

	"retroproof/internal/answer"
	"retroproof/krk"
	"retroproof/krk/report"
	"retroproof/krk/spec"
)

// A lemma that is refuted, as a row for a reader.
func Example() {
	lemma := report.LemmaOf(&krk.Result{Lemma: spec.Lemmas()[4], Verdict: krk.Refuted, Variables: 7084, Clauses: 27106, Conflicts: 12}, "native", nil)
	answer.Write(os.Stdout, lemma, 0)
	fmt.Println(lemma.Statement)
	// Output:
	// 4              refuted        7084     27106         12      0.00          -     264420    935930   4457
	// RookHome and RookSafe are used in the first three moves only.
}
