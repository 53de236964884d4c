package surveyrun_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"retroproof/batch/surveyrun"
	"retroproof/internal/answer"
	"retroproof/proofs/survey"
)

// silent is a Progress that shows nothing.
type silent struct{}

func (silent) Skip(int)          {}
func (silent) Add(int)           {}
func (silent) Stage(int, string) {}

// sixDraws opens the folder of a sample of six draws, in units of two.
func sixDraws(dir string, certificates bool) *surveyrun.Folder {
	folder, err := surveyrun.Open(surveyrun.Options{
		Dir: dir, Jobs: 1, Tool: "example", Samples: 6, GameStates: 1_000_000,
		Wanted: survey.Plan{
			Scheme: survey.RepairedUrposition, Seed: 15, UnitDraws: 2, PackUnits: 2, Certificates: certificates,
		},
		Given: func(flag string) bool { return flag == "samples" },
	})
	if err != nil {
		log.Fatal(err)
	}
	return folder
}

// A sample of six draws, decided and kept with all evidence.
func Example() {
	dir, err := os.MkdirTemp("", "survey")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	folder := sixDraws(dir, true)
	// Any machine that sees the folder can make a unit; Run makes what is missing.
	if err := folder.Unit(context.Background(), 1, 1, silent{}); err != nil {
		log.Fatal(err)
	}
	root, err := folder.Run(context.Background(), silent{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(root.Draws, "draws in", len(root.Packs), "packs:", root.Counts.Illegal, "illegal")
	// Output: 6 draws in 2 packs: 5 illegal
}

// A folder of which the second of three units is there.
func ExampleNewWatcher() {
	dir, err := os.MkdirTemp("", "survey")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if err := sixDraws(dir, false).Unit(context.Background(), 1, 1, silent{}); err != nil {
		log.Fatal(err)
	}
	summary, err := surveyrun.NewWatcher(dir).Read(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(summary.Draws, "of", summary.Samples, "draws:", summary.Counts.Illegal, "illegal")
	// Output: 2 of 6 draws: 2 illegal
}

// Of a hundred draws five are legal.
func ExampleNewEstimate() {
	counts := survey.NewCounts()
	counts.Legal[1], counts.Illegal = 5, 95
	tally := counts.Tally()
	scheme := survey.RepairedUrposition
	answer.Write(os.Stdout, surveyrun.NewEstimate(tally, 100, scheme.Count().Float()/100, scheme), 0)
	// Output:
	// 100 draws of urposition-repaired, 8727878536878208144190883427864082859392620550 integers
	// 5 legal, 95 illegal, 0 without verdict
	// legal positions: 4.36394e44 [1.434e44, 9.848e44] (95 %, Clopper-Pearson)
	//
	// multiplicity  legal  without verdict
	//            1      5                0
}
