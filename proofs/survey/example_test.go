package survey_test

import (
	"context"
	"fmt"
	"log"

	"retroproof/proofs/survey"
)

// A folder that "retroproof estimate run" has filled: its sample is drawn again, and
// every verdict has its evidence.
func ExampleCheck() {
	report, err := survey.Check(context.Background(), "testdata/sample", survey.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(report.Draws(), "draws of seed", report.Plan.Seed)
	// Output: 6 draws of seed 15
}
