package surveyrun_test

import (
	"os"

	"retroproof/batch/surveyrun"
	"retroproof/internal/answer"
	"retroproof/proofs/survey"
)

// Of a hundred draws five are legal.
func ExampleNewEstimate() {
	counts := survey.NewCounts()
	counts.Legal[1], counts.Illegal = 5, 95
	tally := counts.Tally()
	scheme := survey.RepairedUrposition
	answer.Write(os.Stdout, surveyrun.NewEstimate(tally, 100, scheme.Count().Float()/100, scheme, nil, 0, 0), 0)
	// Output:
	// 100 draws of urposition-repaired, 8727878536878208144190883427864082859392620550 integers
	// 5 legal, 95 illegal, 0 without verdict
	// legal positions: 4.36394e44 [1.434e44, 9.848e44] (95 %, Clopper-Pearson)
	//
	// multiplicity  legal  without verdict
	//            1      5                0
}
