package surveyrun_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"retroproof/batch/surveyrun"
	"retroproof/proofs/survey"
	"retroproof/proofs/survey/numbering"
)

// silent is a Progress that shows nothing.
type silent struct{}

func (silent) Skip(int)            {}
func (silent) Add(int)             {}
func (silent) Say(string)          {}
func (silent) Resumed(string, int) {}

// A sample of six draws, decided and kept with all evidence.
func Example() {
	dir, err := os.MkdirTemp("", "survey")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	folder, err := surveyrun.Open(surveyrun.Options{
		Dir: dir, Jobs: 1, Tool: "example",
		Wanted: survey.Manifest{
			Scheme: numbering.RepairedUrposition, Seed: 15, Samples: 6, ChunkDraws: 4, Certificates: true,
			Budgets: survey.Budgets{GameStates: 1_000_000},
		},
		Given: func(flag string) bool { return flag == "samples" },
	})
	if err != nil {
		log.Fatal(err)
	}
	defer folder.Close()
	if err := folder.Fill(context.Background(), silent{}); err != nil {
		log.Fatal(err)
	}
	m := folder.Manifest
	fmt.Println(m.Draws, "draws in", len(m.Chunks), "chunks:", m.Counts.Illegal, "illegal")
	// Output: 6 draws in 2 chunks: 5 illegal
}
