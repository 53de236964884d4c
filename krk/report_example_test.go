package krk_test

import (
	"fmt"
	"os"

	"retroproof/internal/answer"
	"retroproof/krk"
	"retroproof/proofs/strategy/lemmas"
	"retroproof/strategy"
)

// A lemma that is refuted, as a row for a reader.
func ExampleLemmaOf() {
	suite, err := krk.New(lemmas.Encoding{}, krk.Distance(2))
	if err != nil {
		fmt.Println(err)
		return
	}
	list, err := suite.Lemmas()
	if err != nil {
		fmt.Println(err)
		return
	}
	r := &krk.Result{Lemma: list[3], Result: &strategy.Result{Verdict: strategy.Refuted, Variables: 7084, Clauses: 27106, Conflicts: 12}}
	lemma := krk.LemmaOf(r, "native", nil)
	answer.Write(os.Stdout, lemma, 0)
	fmt.Println(lemma.Statement)
	// Output:
	// 4              refuted        7084     27106         12      0.00          -     264420    935930   4457
	// RookHome and RookSafe are used in the first three moves only.
}
