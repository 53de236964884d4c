package surveyrun_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"retroproof/batch/surveyrun"
	"retroproof/proofs/survey"
)

// A folder of which the second of three units is there.
func ExampleNewWatcher() {
	dir, err := os.MkdirTemp("", "survey")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	folder, err := surveyrun.Open(surveyrun.Options{
		Dir: dir, Jobs: 1, Tool: "example", Samples: 6, GameStates: 1_000_000,
		Wanted: survey.Plan{Scheme: survey.RepairedUrposition, Seed: 15, UnitDraws: 2, PackUnits: 2},
		Given:  func(flag string) bool { return flag == "samples" },
	})
	if err != nil {
		log.Fatal(err)
	}
	if err := folder.Unit(context.Background(), 1, 1, silent{}); err != nil {
		log.Fatal(err)
	}
	summary, err := surveyrun.NewWatcher(dir).Read(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(summary.Draws, "of", summary.Samples, "draws:", summary.Counts.Illegal, "illegal")
	// Output: 2 of 6 draws: 2 illegal
}
