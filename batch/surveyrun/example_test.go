package surveyrun_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"retroproof/batch/surveyrun"
	"retroproof/proofs/survey"
)

// silent is a Progress that shows nothing.
type silent struct{}

func (silent) Skip(int)          {}
func (silent) Add(int)           {}
func (silent) Stage(int, string) {}

// A sample of six draws, decided and kept with all evidence.
func Example() {
	dir, err := os.MkdirTemp("", "survey")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	folder, err := surveyrun.Open(surveyrun.Options{
		Dir: dir, Jobs: 1, Tool: "example", Samples: 6, GameStates: 1_000_000,
		Wanted: survey.Plan{Scheme: survey.RepairedUrposition, Seed: 15, UnitDraws: 2, PackUnits: 2, Certificates: true},
		Given:  func(flag string) bool { return flag == "samples" },
	})
	if err != nil {
		log.Fatal(err)
	}
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
